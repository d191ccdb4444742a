import { chakra } from '@chakra-ui/react';
import { Save, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { fieldSchema } from '#domain/kernel/check.ts';
import { duplicateAnswer } from '#domain/sample/rules/formChoices.ts';
import { requisitionFields } from '#domain/sample/rules/summaryFields.ts';
import { commonRules, type CommonRule } from '#domain/sample/rules/ruleTitles.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { InputBox } from '#src/ui/fields/control.ts';
import { Segmented } from '#src/ui/fields/Segmented.tsx';
import { importDesk, type ImportState } from './importDesk.ts';
import { SavedResult } from './SavedResult.tsx';
import type { SavedActs } from './useSavedActs.ts';

const Box = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 3,
    alignItems: 'flex-end',
    px: 3,
    py: 2,
    border: 'hairline',
    borderRadius: 'md',
    textStyle: 'dense',
    flexShrink: 0,
    bg: 'bg.subtle',
  },
});
const isArrivalTemperature = (typed: string): boolean => fieldSchema(requisitionFields.arrivalTemperature).safeParse(typed).success;
const Asked = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '2px', minW: 0 } });

/** The last word: what will be entered, what nobody has given a reason or a temperature for, and the act itself. */
export function ConfirmImport({ state, acts }: { readonly state: Extract<ImportState, { stage: 'preview' }>; readonly acts: SavedActs }) {
  const { label } = useText();
  const { tally, saved, result, isServerAsked, isPersonKnown, fileName } = state;
  const [reason, setReason] = useState(
    () => importDesk.given?.reason ?? label(['Excel导入: {file}', 'Excel import: {file}'], { file: fileName }).slice(0, 200),
  );
  const [temperature, setTemperature] = useState(() => importDesk.given?.temperature ?? '');
  const [answer, setAnswer] = useState(() => importDesk.given?.duplicateAnswer ?? null);
  const reasonId = useId();
  const temperatureId = useId();
  const whyId = useId();
  const ready = tally.rows.ok + tally.rows.warn - saved.size;
  const asked = Object.entries({ ...result?.asks, ...tally.warnings }) as [CommonRule, number][];
  const rules = asked.filter(([rule]) => rule !== 'R-08');
  const unanswered = asked.find(([rule]) => rule === 'R-08')?.[1] ?? 0;
  const needsReason = rules.length > 0;
  const needsTemperature = tally.temperatures > 0;
  const typed = temperature.trim();
  const hindrance = hindranceOf();
  const canEnter = hindrance === null;
  /** Why nothing can be entered yet; said beside the button. */
  function hindranceOf(): Label | null {
    if (ready <= 0) return ['没有可导入的行: 请先更正有错误的行', 'No row can be imported: correct those with errors first'];
    if (needsReason && reason.trim() === '') return ['请填写提示项的原因', 'Enter the reason for the warnings'];
    if (unanswered > 0 && answer === null)
      return [
        '请答复近期已有申请单的行: 在表中逐行选择, 或在此统一选择',
        'Answer the earlier requisitions: row by row in the table, or here for all',
      ];
    if (needsTemperature && typed === '') return ['请填写冷链样本的送达温度', 'Enter the arrival temperature of the cold chain'];
    if (needsTemperature && !isArrivalTemperature(typed))
      return ['送达温度应为 -80 至 50, 最多一位小数', 'The temperature is -80 to 50 with one decimal'];
    return null;
  }
  const enter = (): void => {
    if (canEnter) void importDesk.enter({ reason: reason.trim(), temperature: typed, duplicateAnswer: answer });
  };
  return (
    <>
      {saved.size > 0 || result?.stoppedBy || result?.refusedBy ? <SavedResult saved={saved.size} acts={acts} result={result} /> : null}
      {ready === 0 && saved.size > 0 ? null : (
        <Box
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return;
            event.preventDefault();
            enter();
          }}
        >
          {isServerAsked ? null : (
            <chakra.span color="warning.text" display="inline-flex" gap={1} alignItems="center" flexBasis="100%" data-import-offline>
              <TriangleAlert size={14} aria-hidden />
              {label([
                '未能询问服务器: 只与本机记录查重,上传时服务器再次判断',
                'The server could not be asked: duplicates were looked for on this computer only; the server judges again',
              ])}
            </chakra.span>
          )}
          {isPersonKnown ? null : (
            <chakra.span color="fg.muted" flexBasis="100%" data-import-unknown>
              {label([
                '本机没有近30天的受检者索引: 同一人的早前申请单由服务器核对',
                'This computer has no index of persons of the last 30 days: earlier requisitions of a person are checked by the server',
              ])}
            </chakra.span>
          )}
          {unanswered > 0 && ready > 0 ? (
            <Asked data-import-answer>
              <span>
                {label(
                  ['{count} 行此人近期已有申请单, 未逐行答复的统一为*', '{count} rows of persons with earlier requisitions; those not answered are*'],
                  {
                    count: unanswered,
                  },
                )}
              </span>
              <Segmented
                options={duplicateAnswer.options}
                value={answer}
                onChange={(next) => setAnswer(next === null ? null : Number(next))}
                ariaLabel={label(commonRules['R-08'])}
              />
            </Asked>
          ) : null}
          {needsReason && ready > 0 ? (
            <Asked flex="1 1 320px">
              <label htmlFor={reasonId}>
                {label(['以下提示在录入时需要原因: {rules}', 'These warnings need a reason at entry: {rules}'], {
                  rules: rules.map(([rule, count]) => `${label(commonRules[rule])} ${count}`).join(label(['、', ', '])),
                })}
              </label>
              <InputBox id={reasonId} size="sm" maxLength={200} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
            </Asked>
          ) : (
            <chakra.span flex={1} />
          )}
          {needsTemperature && ready > 0 ? (
            <Asked flex="0 1 220px">
              <label htmlFor={temperatureId}>
                {label(['冷链样本 {count} 条的送达温度(℃)*', 'Arrival temperature of {count} cold-chain rows (℃)*'], {
                  count: tally.temperatures,
                })}
              </label>
              <InputBox
                id={temperatureId}
                size="sm"
                face="figures"
                inputMode="decimal"
                maxLength={5}
                data-import-temperature
                placeholder={label(['-80 至 50,到样时测得', '-80 to 50, as measured'])}
                aria-required
                aria-invalid={typed !== '' && !isArrivalTemperature(typed)}
                value={temperature}
                onChange={(event) => setTemperature(event.currentTarget.value)}
              />
            </Asked>
          ) : null}
          <chakra.span flexBasis="100%" color={hindrance ? 'warning.text' : 'fg.muted'} id={whyId} data-import-why>
            {hindrance
              ? label(hindrance)
              : label(
                  [
                    '将新增 {ready} 条申请单, 不更改已有的申请单; 系统中已有或表内重复 {known} 条',
                    '{ready} new requisitions, none changed; {known} are known already or stand twice',
                  ],
                  {
                    ready: ready.toLocaleString('en-US'),
                    known: (tally.faults.duplicate ?? 0).toLocaleString('en-US'),
                  },
                )}
          </chakra.span>
          <Button variant="primary" icon={Save} disabled={!canEnter} aria-describedby={whyId} onClick={enter} data-import-confirm>
            {label(['导入 {ready} 条', 'Import {ready} rows'], { ready: ready.toLocaleString('en-US') })}
          </Button>
        </Box>
      )}
    </>
  );
}
