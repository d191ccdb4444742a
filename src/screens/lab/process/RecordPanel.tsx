import { chakra } from '@chakra-ui/react';
import { MessageSquare } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { processKind } from '#domain/lab/process/processChoices.ts';
import { delayRecords, resampleRecords, stopRecords, type ProcessRow } from '#domain/lab/process/processRows.ts';
import type { TaskActKind } from '#domain/lab/process/processTask.ts';
import { useText } from '#src/console/useText.ts';
import { ListPanel } from '#src/resource/ListPanel.tsx';
import { Button } from '#src/ui/Button.tsx';
import { processCells } from './processCells.tsx';
import { isOpenRecord, useRecordActs } from './useRecordActs.tsx';

const lists = { [processKind.stop]: stopRecords, [processKind.resample]: resampleRecords, [processKind.delay]: delayRecords } as const;
const search = ['sampleCode', 'isUntold', 'recordState', 'reasonCode', 'sendSampleClientId', 'creator', 'createTime'];

/** The records of a desk, with what is to be done about them; several are followed up together. */
export function RecordPanel({ kind, screen }: { readonly kind: TaskActKind; readonly screen: string }) {
  const { label } = useText();
  const { acts, open, track, shown } = useRecordActs(kind);
  const [rows, setRows] = useState<readonly ProcessRow[]>([]);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const hear = useCallback((next: readonly ProcessRow[]) => setRows(next), []);
  const chosen = useMemo(() => rows.filter((row) => ticked.has(row.recordId) && isOpenRecord(row)), [rows, ticked]);
  return (
    <chakra.div display="flex" flexDirection="column" gap={2} flex={1} minH="260px">
      <chakra.div display="flex" alignItems="center" gap={3}>
        <chakra.h2 textStyle="title">{label(lists[kind].title)}</chakra.h2>
        {track ? (
          <Button size="sm" icon={MessageSquare} disabled={chosen.length === 0} onClick={() => track(chosen)}>
            {label(['跟进所选 {count}', 'Follow up {count}'], { count: chosen.length })}
          </Button>
        ) : null}
      </chakra.div>
      <ListPanel
        list={lists[kind]}
        screen={screen}
        isInAddress
        search={search}
        cells={processCells}
        emptyText={['没有记录', 'No records']}
        onRows={hear}
        ticks={track ? { ticked, onTick: setTicked, mayTick: isOpenRecord } : undefined}
        acts={acts}
        onOpen={open}
      />
      {shown}
    </chakra.div>
  );
}
