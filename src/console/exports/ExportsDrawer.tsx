import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { exportState, keptHours, type MyExport } from '#domain/kernel/listExport.ts';
import type { Label } from '#domain/kernel/label.ts';
import { failureOfCall } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';
import { fetchExport, isOpen, useMyExports } from './myExports.ts';

const List = chakra('ul', { base: { listStyle: 'none', m: 0, p: 0 } });
const Line = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 2,
    py: 2,
    borderBottom: 'hairline',
    textStyle: 'dense',
    '& > div:first-of-type': { flex: 1, minW: '200px' },
    '& b': { fontWeight: 'semibold' },
    '& small': { display: 'block', textStyle: 'note', color: 'fg.muted' },
    // A date or a size is not broken in its middle.
    '& small > span': { display: 'inline-block', whiteSpace: 'nowrap', _notLast: { mr: 2 } },
    '& progress': {
      display: 'block',
      w: 'full',
      h: '4px',
      mt: 1,
      appearance: 'none',
      border: 'none',
      borderRadius: 'full',
      overflow: 'hidden',
      bg: 'bg.muted',
    },
    '& progress::-webkit-progress-bar': { bg: 'bg.muted' },
    '& progress::-webkit-progress-value': { bg: 'accent.solid' },
    '& progress::-moz-progress-bar': { bg: 'accent.solid' },
  },
});
const tones: Readonly<Record<number, Tone>> = {
  [exportState.running]: 'info',
  [exportState.done]: 'success',
  [exportState.failed]: 'danger',
};
const sizeOf = (bytes: number): string =>
  bytes < 1_048_576 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;

/** 我的导出: the files a person asked for, how far they are, and the way to them. */
export function ExportsDrawer({ onClose }: { readonly onClose: () => void }) {
  const { label } = useText();
  const { exports, error, reload, act } = useMyExports(true);
  const failure = failureOfCall(error, label);
  return (
    <SideDrawer title={label(['我的导出', 'My exports'])} size="sm" onClose={onClose}>
      <chakra.p textStyle="note" color="fg.muted" mb={2}>
        {label([`文件完成后保留 ${keptHours} 小时, 仅本人可下载。`, `Files are kept for ${keptHours} hours and are yours alone.`])}
      </chakra.p>
      {exports === undefined ? (
        failure ? (
          <StateView state="failed" failure={failure} onRetry={() => void reload()} />
        ) : (
          <StateView state="loading" />
        )
      ) : exports.length === 0 ? (
        <chakra.p textStyle="dense" color="fg.muted">
          {label(['还没有导出文件', 'No files yet'])}
        </chakra.p>
      ) : (
        <List>
          {exports.map((one) => (
            <ExportLine key={one.id} one={one} act={act} />
          ))}
        </List>
      )}
    </SideDrawer>
  );
}

function ExportLine({ one, act }: { readonly one: MyExport; readonly act: (verb: 'cancel' | 'remove', id: string) => Promise<void> }) {
  const { label, language } = useText();
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const numbers = new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en-US');
  const format = (count: number): string => numbers.format(count);
  const rows: Label =
    one.state === exportState.done
      ? [`${format(one.doneCount)} 行`, `${format(one.doneCount)} rows`]
      : [`${format(one.doneCount)} / ${format(one.totalCount)} 行`, `${format(one.doneCount)} / ${format(one.totalCount)} rows`];
  return (
    <Line data-export={one.id}>
      <div>
        <b>{one.title}</b> <StatusWord tone={tones[one.state] ?? 'neutral'}>{label(exportState.labelOf(one.state) ?? ['', ''])}</StatusWord>
        <small>
          <span>{one.createTime}</span>
          <span>{label(rows)}</span>
          {one.size === null ? null : <span>{sizeOf(Number(one.size))}</span>}
          {one.untilTime ? <span>{label([`保留至 ${one.untilTime.slice(5, 16)}`, `kept until ${one.untilTime.slice(5, 16)}`])}</span> : null}
        </small>
        {one.fault ? <chakra.small color={isOpen(one) ? 'warning.text' : 'danger.text'}>{one.fault}</chakra.small> : null}
        {one.state === exportState.running ? <progress aria-label={one.title} value={one.doneCount} max={Math.max(1, one.totalCount)} /> : null}
      </div>
      <chakra.div display="flex" gap={2} ml="auto">
        {one.state === exportState.done ? (
          <Button size="sm" variant="primary" isBusy={isBusy} onClick={() => void run(() => fetchExport(one))}>
            {label(['下载', 'Download'])}
          </Button>
        ) : null}
        {isOpen(one) ? (
          <Button size="sm" isBusy={isBusy} onClick={() => void run(() => act('cancel', one.id))}>
            {label(['取消', 'Cancel'])}
          </Button>
        ) : (
          <Button size="sm" disabled={isBusy} onClick={() => void run(() => act('remove', one.id))}>
            {label(['删除', 'Delete'])}
          </Button>
        )}
      </chakra.div>
    </Line>
  );
}
