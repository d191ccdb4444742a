import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { ProgressBar } from '#src/ui/sheet/ProgressBar.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { importDesk, type ImportState } from './importDesk.ts';
import { MapColumns } from './MapColumns.tsx';
import { PreviewRows } from './PreviewRows.tsx';

const Root = chakra('section', { base: { display: 'flex', flexDirection: 'column', gap: 3, flex: 1, minH: '420px', minW: 0 } });
const Steps = chakra('ol', {
  base: {
    display: 'flex',
    gap: 4,
    textStyle: 'note',
    color: 'fg.muted',
    flexShrink: 0,
    '& > li[aria-current=step]': { color: 'accent.text', fontWeight: 'semibold' },
  },
});
const steps: readonly { readonly title: Label; readonly stages: readonly ImportState['stage'][] }[] = [
  { title: ['1 选择文件', '1 File'], stages: ['choose', 'reading'] },
  { title: ['2 对应表头', '2 Columns'], stages: ['map', 'judging'] },
  { title: ['3 预览并更正', '3 Preview and correct'], stages: ['preview'] },
  { title: ['4 导入', '4 Import'], stages: ['entering'] },
];

/** Import of requisitions from a sheet: file, columns, preview with a verdict for every row and cell, then one act a row through the outbox. */
export function ImportPanel() {
  const { label } = useText();
  const state = useSyncExternalStore(importDesk.subscribe, importDesk.current, importDesk.current);
  useUnsavedGuard(state);
  return (
    <Root aria-label={label(['Excel导入', 'Excel import'])} data-import-stage={state.stage}>
      <chakra.div display="flex" alignItems="center" gap={3} flexShrink={0}>
        <Steps>
          {steps.map(({ title, stages }) => (
            <li key={title[0]} aria-current={stages.includes(state.stage) ? 'step' : undefined}>
              {label(title)}
            </li>
          ))}
        </Steps>
        {state.stage === 'choose' ? null : (
          <chakra.span
            textStyle="dense"
            color="fg.muted"
            ml="auto"
            overflow="hidden"
            textOverflow="ellipsis"
            whiteSpace="nowrap"
            title={state.fileName}
          >
            {state.fileName}
          </chakra.span>
        )}
      </chakra.div>
      <Stage state={state} />
    </Root>
  );
}

function Stage({ state }: { readonly state: ImportState }) {
  const { label } = useText();
  if (state.stage === 'choose') return <ChooseFile problem={state.problem} />;
  if (state.stage === 'map') return <MapColumns sheet={state.sheet} seen={state.seen} problem={state.problem} />;
  if (state.stage === 'preview') return <PreviewRows state={state} />;
  if (state.stage === 'reading') {
    return (
      <ProgressBar share={state.share} text={label(['正在读取 {rows} 行', 'Reading, {rows} rows'], { rows: state.rows.toLocaleString('en-US') })}>
        <Button icon={X} onClick={() => importDesk.reset()} autoFocus>
          {label(['取消', 'Cancel'])}
        </Button>
      </ProgressBar>
    );
  }
  if (state.stage === 'judging') {
    return (
      <ProgressBar share={state.share} text={label(['正在校验', 'Checking'])}>
        <Button icon={X} onClick={() => importDesk.stopJudging()} autoFocus>
          {label(['取消', 'Cancel'])}
        </Button>
      </ProgressBar>
    );
  }
  const share = state.total === 0 ? 1 : state.done / state.total;
  return (
    <ProgressBar
      share={share}
      text={label(['正在保存到本机 {done}/{total}', 'Saving on this computer {done}/{total}'], { done: state.done, total: state.total })}
    >
      <Button icon={X} onClick={() => importDesk.stopEntering()} autoFocus>
        {label(['停止', 'Stop'])}
      </Button>
      <chakra.span textStyle="note" color="fg.muted">
        {label(['已保存的行不会撤销,其余可稍后继续', 'Rows already saved stay saved; the rest can go on later'])}
      </chakra.span>
    </ProgressBar>
  );
}

/** Closing the page would lose corrections, or rows not yet saved: the browser asks. */
function useUnsavedGuard(state: ImportState): void {
  const isAtRisk = state.stage === 'entering' || (state.stage === 'preview' && state.version > 0 && state.result === null);
  useEffect(() => {
    if (!isAtRisk) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isAtRisk]);
}
