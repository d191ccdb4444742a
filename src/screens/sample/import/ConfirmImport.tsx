import { chakra } from '@chakra-ui/react';
import { CircleCheck, Save, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import type { RuleCode } from '#domain/sample/rules/entryForm.ts';
import { ruleTitles } from '#domain/sample/rules/ruleTitles.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { InputBox } from '#src/ui/fields/control.ts';
import { importDesk, type ImportState } from './importDesk.ts';

const Box = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 3,
    alignItems: 'center',
    px: 3,
    py: 2,
    border: '1px solid',
    borderRadius: 'md',
    textStyle: 'dense',
    flexShrink: 0,
  },
  variants: {
    tone: {
      plain: { bg: 'bg.subtle', borderColor: 'border' },
      good: { bg: 'success.subtle', color: 'success.text', borderColor: 'success.border' },
      bad: { bg: 'danger.subtle', color: 'danger.text', borderColor: 'danger.border' },
    },
  },
});

/** The last word: what will be entered, what nobody has given a reason for, and the act itself. */
export function ConfirmImport({ state }: { readonly state: Extract<ImportState, { stage: 'preview' }> }) {
  const { label } = useText();
  const { tally, saved, result, isServerAsked, fileName } = state;
  const [reason, setReason] = useState(() => label(['Excel导入: {file}', 'Excel import: {file}'], { file: fileName }).slice(0, 200));
  const reasonId = useId();
  const ready = tally.rows.ok + tally.rows.warn - saved.size;
  const rules = Object.entries(tally.warnings) as [RuleCode, number][];
  const needsReason = rules.length > 0 && ready > 0;
  return (
    <>
      {result ? (
        <Box tone={result.stoppedBy ? 'bad' : 'good'} role="status" data-import-result>
          {result.stoppedBy ? <TriangleAlert size={16} aria-hidden /> : <CircleCheck size={16} aria-hidden />}
          <span>
            {label(['{saved} 条已保存到本机,待上传', '{saved} rows saved on this computer, waiting to be sent'], { saved: result.saved })}
            {result.stoppedBy
              ? `; ${label(result.stoppedBy)}`
              : label(['。被服务器退回的会出现在待处理中', '. What the server refuses will stand in the tray'])}
          </span>
        </Box>
      ) : null}
      <Box tone="plain">
        {isServerAsked ? null : (
          <chakra.span color="warning.text" display="inline-flex" gap={1} alignItems="center">
            <TriangleAlert size={14} aria-hidden />
            {label([
              '当前离线: 只与本机记录查重,上传时服务器再次判断',
              'Offline: duplicates were looked for on this computer only; the server judges again',
            ])}
          </chakra.span>
        )}
        {needsReason ? (
          <chakra.div display="flex" flexDirection="column" gap="2px" flex="1 1 320px" minW="260px">
            <label htmlFor={reasonId}>
              {label(['以下提示在录入时需要原因: {rules}', 'These warnings need a reason at entry: {rules}'], {
                rules: rules.map(([rule, count]) => `${label(ruleTitles[rule])} ${count}`).join(label(['、', ', '])),
              })}
            </label>
            <InputBox id={reasonId} size="sm" maxLength={200} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
          </chakra.div>
        ) : (
          <chakra.span flex={1} />
        )}
        <Button
          variant="primary"
          icon={Save}
          disabled={ready === 0 || (needsReason && reason.trim() === '')}
          onClick={() => void importDesk.enter(reason.trim())}
          data-import-confirm
        >
          {label(['导入 {ready} 条', 'Import {ready} rows'], { ready: ready.toLocaleString('en-US') })}
        </Button>
      </Box>
    </>
  );
}
