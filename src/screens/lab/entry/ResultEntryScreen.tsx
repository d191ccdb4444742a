import { useQueryClient } from '@tanstack/react-query';
import { chakra } from '@chakra-ui/react';
import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { entryQueue, mostEntryTasks, type EntryRow } from '#domain/lab/resultEntry.ts';
import { ScreenTitle } from '#src/console/ScreenTitle.tsx';
import { useText } from '#src/console/useText.ts';
import { ListPanel } from '#src/resource/ListPanel.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { Button } from '#src/ui/Button.tsx';
import { ScanBox } from '#src/ui/scan/ScanBox.tsx';
import { ResultWord } from '../audit/auditCells.tsx';
import { EntryDrawer, type EntryStart } from './EntryDrawer.tsx';

const search = ['labCode', 'sampleCode', 'panelGroupId', 'batch', 'taskState', 'personName', 'laboratoryId'];
const cells: Cells<EntryRow> = {
  labCode: { width: 200, least: 190, isMono: true },
  personName: { width: 90, least: 72 },
  panelNames: { width: 180, least: 100 },
  detectionResult: { width: 100, least: 84, cell: ({ detectionResult }) => <ResultWord result={detectionResult} /> },
  enteredCount: { width: 80, least: 64, align: 'end' },
  itemCount: { width: 72, least: 56, align: 'end' },
  round: { width: 56, least: 48, align: 'end' },
};

/** 结果录入: a tube is scanned, or tasks are ticked, and their values typed. */
export function Screen() {
  const { label } = useText();
  const queries = useQueryClient();
  const [start, setStart] = useState<EntryStart | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const renew = (): void => void queries.invalidateQueries({ queryKey: ['call', 'lab'] });
  const open = (next: EntryStart): void => setStart(next);
  return (
    <chakra.div display="flex" flexDirection="column" gap={2} h="full" minH={0}>
      <ScreenTitle />
      <chakra.section bg="bg.panel" border="hairline" borderRadius="md" p={3} display="flex" flexDirection="column" gap={2} flex={1} minH={0}>
        <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr) auto" gap={3} alignItems="center">
          <ScanBox
            label={['扫描实验室编号或样本条码', 'Scan a lab code or a sample code']}
            placeholder={['扫描实验室编号或样本条码', 'Scan a lab code or a sample code']}
            keepsFocus={start === null}
            onScan={({ code }) => open({ code })}
          />
          <Button
            variant="primary"
            icon={Keyboard}
            disabled={ticked.size === 0 || ticked.size > mostEntryTasks}
            title={ticked.size > mostEntryTasks ? label(['一次最多 {n} 个', 'At most {n} at once'], { n: mostEntryTasks }) : undefined}
            onClick={() => open({ taskIds: [...ticked].join(',') })}
          >
            {label(['录入 {n}', 'Enter {n}'], { n: ticked.size })}
          </Button>
        </chakra.div>
        <ListPanel
          list={entryQueue}
          screen="/lab/resultEntry"
          isInAddress
          search={search}
          cells={cells}
          emptyText={['没有待录入的任务', 'No task waits for a result']}
          ticks={{ ticked, onTick: setTicked }}
          onOpen={({ taskId }) => open({ taskIds: taskId })}
        />
      </chakra.section>
      {start ? (
        <EntryDrawer
          key={JSON.stringify(start)}
          start={start}
          onChanged={renew}
          onClose={() => {
            setStart(null);
            setTicked(new Set());
            renew();
          }}
        />
      ) : null}
    </chakra.div>
  );
}
