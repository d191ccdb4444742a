import { chakra } from '@chakra-ui/react';
import { Undo2 } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { rejectRecover } from '#domain/sample/reject/rejectRecover.ts';
import { rejectRecords, rejectRecoveries, type RejectRow } from '#domain/sample/reject/rejectRows.ts';
import { ScreenTitle } from '#src/console/ScreenTitle.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListPanel } from '#src/resource/ListPanel.tsx';
import { Button } from '#src/ui/Button.tsx';
import { tabPanel, TabList } from '#src/ui/TabList.tsx';
import { RecoverDrawer } from './RecoverDrawer.tsx';
import { rejectCells } from './rejectCells.tsx';
import { isStanding, rowRefusal, useRejectActs } from './useRejectActs.tsx';

const search = ['sampleCode', 'requisitionCode', 'rejectCode', 'sendSampleClientId', 'applyCreator', 'applyCreateTime'];
const searchBack = ['sampleCode', 'requisitionCode', 'rejectCode', 'sendSampleClientId', 'creator', 'createTime'];
const panes = [
  { key: 'standing', title: ['可恢复', 'To recover'] },
  { key: 'back', title: ['恢复记录', 'Recoveries'] },
] as const;
const panelId = 'reject-recovery';

/** Rejections that can be taken back, one or several, and those that were. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const { acts, open, renew, shown } = useRejectActs();
  const [pane, setPane] = useState<(typeof panes)[number]['key']>('standing');
  const [rows, setRows] = useState<readonly RejectRow[]>([]);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<readonly RejectRow[] | null>(null);
  const hear = useCallback((next: readonly RejectRow[]) => setRows(next), []);
  const mayRecover = can(rejectRecover.permission);
  const chosen = useMemo(() => rows.filter((row) => ticked.has(row.rejectRecordId) && isStanding(row)), [rows, ticked]);
  const rowActs = useMemo(
    () =>
      mayRecover
        ? [
            {
              key: 'recover',
              label: ['恢复', 'Recover'] as const,
              icon: Undo2,
              mayAct: (row: RejectRow) => allowedBy(rejectRecover, rowRefusal(row)),
              onAct: (row: RejectRow) => setAsked([row]),
            },
            ...acts,
          ]
        : acts,
    [acts, mayRecover],
  );
  return (
    <chakra.div display="flex" flexDirection="column" gap={2} h="full" minH={0} bg="bg.panel" border="hairline" borderRadius="md" p={3}>
      <ScreenTitle />
      <chakra.div display="flex" alignItems="center" gap={3}>
        <TabList panelId={panelId} label={['拒收恢复', 'Recover samples']} tabs={panes} chosen={pane} onChoose={setPane} />
        {mayRecover && pane === 'standing' ? (
          <Button variant="primary" icon={Undo2} disabled={chosen.length === 0} onClick={() => setAsked(chosen)}>
            {label(['恢复所选 {count}', 'Recover {count}'], { count: chosen.length })}
          </Button>
        ) : null}
      </chakra.div>
      <chakra.div {...tabPanel(panelId, pane)} display="flex" flexDirection="column" gap={2} flex={1} minH={0}>
        {pane === 'standing' ? (
          <ListPanel
            list={rejectRecords}
            screen="/sample/operate-rejectRecovery"
            isInAddress
            search={search}
            cells={rejectCells}
            onRows={hear}
            acts={rowActs}
            onOpen={open}
            ticks={mayRecover ? { ticked, onTick: setTicked, mayTick: isStanding } : undefined}
            emptyText={['没有可恢复的拒收', 'There is nothing to recover']}
          />
        ) : (
          <ListPanel
            list={rejectRecoveries}
            screen="/sample/operate-rejectRecovery/back"
            isInAddress
            search={searchBack}
            cells={rejectCells}
            onOpen={open}
            emptyText={['没有恢复记录', 'Nothing was recovered']}
          />
        )}
      </chakra.div>
      {asked ? <RecoverDrawer rows={asked} onDone={renew} onClose={() => setAsked(null)} /> : null}
      {shown}
    </chakra.div>
  );
}
