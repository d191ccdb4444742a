import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { Check, Undo2 } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { auditQueue, type AuditRow } from '#domain/lab/audit/auditRows.ts';
import { auditLevel, auditResult, auditRights, whatBlocks, type AuditLevel, type AuditResult } from '#domain/lab/audit/resultAudit.ts';
import { redoRight } from '#domain/lab/redo/redoRule.ts';
import { useMore } from '#src/console/desk/useMore.ts';
import { ScreenTitle } from '#src/console/ScreenTitle.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListPanel } from '#src/resource/ListPanel.tsx';
import { Button } from '#src/ui/Button.tsx';
import { MoreOf } from '#src/ui/MoreOf.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { TabList, tabPanel } from '#src/ui/TabList.tsx';
import { isBehind } from '#src/ui/isBehind.ts';
import { useKeyDown } from '#src/ui/useKeyDown.ts';
import { RedoAct, type RedoOrder, type RedoStep } from '../redo/RedoAct.tsx';
import { nameOfRow } from '../redo/redoChoices.ts';
import { AuditAct } from './AuditAct.tsx';
import { auditCells } from './auditCells.tsx';
import { AuditDrawer } from './AuditDrawer.tsx';
import { GroupList } from './GroupList.tsx';

const search = [
  'labCode',
  'personName',
  'requisitionCode',
  'batch',
  'panelId',
  'detectionResult',
  'isClear',
  'isOverdue',
  'laboratoryId',
  'labReceiveTime',
];
/** What all shown rows have in common, and who has not audited them yet, takes no room. */
const { taskState: _state, checkTimeOne: _one, checkUserNameTwo: _by, checkTimeTwo: _two, ...described } = auditQueue.fields;
const columns = Object.keys(described).filter((key) => described[key]?.column);
const levels = auditLevel.options.map(({ code, label }) => ({ key: String(code), title: label }));
/** What one has passed oneself and nobody has looked at since: it may be taken back. */
const mine = { key: 'mine', title: ['我已一审', 'Passed by me'] } as const;
const panelId = 'audit';
/** Clear ones are passed by the page. */
const pageSize = ['auditPageSize', 50] as const;

interface Asked {
  readonly rows: readonly AuditRow[];
  readonly result: AuditResult;
}

/** Results that await an audit: panel groups with their counts, the clear ones passed together, all others looked at one by one. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const tabs = [...levels.filter(({ key }) => can(auditRights[Number(key) as AuditLevel])), ...(can(auditRights[auditLevel.first]) ? [mine] : [])];
  const [chosen, setChosen] = useState(tabs[0]?.key ?? '1');
  const isMine = chosen === mine.key;
  const level = isMine ? auditLevel.first : (Number(chosen) as AuditLevel);
  const [panelGroupId, setPanelGroupId] = useState<string | null>(null);
  const [ticked, setTicked] = useState<ReadonlyMap<string, AuditRow>>(new Map());
  const [opened, setOpened] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [order, setOrder] = useState<RedoOrder | null>(null);
  const groups = useMore('GET lab/result-audit/group-page', { level: String(level), ...(isMine ? { isMine: '1' } : {}) }, 100);
  const query = useMemo(
    () => ({ level, ...(isMine ? { isMine: 1 } : {}), ...(panelGroupId === null ? {} : { panelGroupId }) }),
    [level, isMine, panelGroupId],
  );
  const mayAudit = can(auditRights[level]);
  const [shown, setShown] = useState<readonly AuditRow[]>([]);
  // Nobody passes what they no longer see: what another filter or page took away is not ticked any more.
  const show = useCallback((next: readonly AuditRow[]): void => {
    setShown(next);
    setTicked((before) => new Map(next.flatMap((row) => (before.has(row.taskId) && row.isClear === 1 ? [[row.taskId, row] as const] : []))));
  }, []);
  const keys = useMemo(() => new Set(ticked.keys()), [ticked]);
  const choose = (next: () => void): void => {
    next();
    setTicked(new Map());
  };
  const renew = (): void => {
    setTicked(new Map());
    void queries.invalidateQueries({ queryKey: ['call', 'lab'] });
  };
  const redo = (row: AuditRow, step: RedoStep): void => setOrder({ step, rows: [{ taskId: row.taskId, name: nameOfRow(row) }] });
  const passTicked = (): void => {
    if (ticked.size > 0) setAsked({ rows: [...ticked.values()], result: auditResult.passed });
  };
  useKeyDown((event) => {
    if (event.key !== 'F8' || isBehind()) return;
    event.preventDefault();
    passTicked();
  });
  const blocks = whatBlocks(shown.filter((row) => row.isClear === 0))
    .map(({ word, count }) => `${count} ${label(word)}`)
    .join(', ');
  const whyNot = ticked.size > 0 || blocks === '' ? undefined : label(['须逐个审核: {blocks}', 'To be audited singly: {blocks}'], { blocks });
  const group = groups.rows?.find((one) => one.panelGroupId === panelGroupId);
  const all = groups.rows ?? [];
  const waiting = group ? group.countNumber : all.reduce((sum, one) => sum + one.countNumber, 0);
  const clear = group ? group.clearCount : all.reduce((sum, one) => sum + one.clearCount, 0);

  return (
    <chakra.div display="flex" flexDirection="column" gap={2} h="full" minH={0}>
      <ScreenTitle />
      <TabList label={auditQueue.title} tabs={tabs} chosen={chosen} onChoose={(key) => choose(() => setChosen(key))} panelId={panelId} />
      <chakra.div
        {...tabPanel(panelId, chosen)}
        display="grid"
        gridTemplateColumns={{ base: '1fr', lg: '220px minmax(0, 1fr)' }}
        gap={3}
        flex={1}
        minH={0}
      >
        <chakra.section bg="bg.panel" border="hairline" borderRadius="md" p={2} minH={0} maxH={{ base: '160px', lg: 'full' }} overflow="auto">
          {groups.failure ? <StateView state="failed" failure={groups.failure} onRetry={groups.retry} /> : null}
          <GroupList groups={groups.rows} chosen={panelGroupId} onChoose={(id) => choose(() => setPanelGroupId(id))} />
          <MoreOf {...groups.extent} />
        </chakra.section>
        <chakra.section bg="bg.panel" border="hairline" borderRadius="md" p={3} display="flex" flexDirection="column" minH={0}>
          <chakra.div display={isMine ? 'none' : 'flex'} alignItems="center" gap={3} mb={2}>
            <Button variant="primary" icon={Check} keyHint="F8" disabled={!mayAudit || ticked.size === 0} title={whyNot} onClick={passTicked}>
              {label(['通过 {count}', 'Pass {count}'], { count: ticked.size })}
            </Button>
            <Button
              variant="ghost"
              disabled={!mayAudit || shown.every((row) => row.isClear === 0)}
              onClick={() => setTicked(new Map(shown.filter((row) => row.isClear === 1).map((row) => [row.taskId, row])))}
            >
              {label(['选中本页可批审', 'Tick the clear ones of this page'])}
            </Button>
            <chakra.span textStyle="dense" color="fg.muted" role="status">
              {groups.rows
                ? label(['待审 {waiting}, 可批审 {clear}, 须逐个看 {single}', '{waiting} await it: {clear} clear, {single} to be looked at singly'], {
                    waiting,
                    clear,
                    single: waiting - clear,
                  })
                : null}
              {whyNot ? ` (${whyNot})` : null}
            </chakra.span>
          </chakra.div>
          <ListPanel
            list={auditQueue}
            screen="/lab/result-audit"
            query={query}
            isInAddress
            search={search}
            columns={columns}
            cells={auditCells}
            emptyText={isMine ? ['没有可撤回的一审', 'No first audit of yours can be taken back'] : ['没有待审的结果', 'No result awaits this audit']}
            pageSize={pageSize}
            onRows={show}
            ticks={
              mayAudit && !isMine
                ? {
                    ticked: keys,
                    onTick: (next) => setTicked(new Map(shown.flatMap((row) => (next.has(row.taskId) ? [[row.taskId, row] as const] : [])))),
                    mayTick: ({ isClear }) => isClear === 1,
                  }
                : undefined
            }
            onOpen={({ taskId }) => setOpened(taskId)}
            // What is done again is chosen beside the whole result: three words a row hid why it has to be looked at.
            acts={
              mayAudit && (isMine || level === auditLevel.second)
                ? [
                    {
                      key: 'back',
                      label: isMine ? ['撤回', 'Take back'] : ['回退', 'Send back'],
                      icon: Undo2,
                      onAct: (row) => setAsked({ rows: [row], result: auditResult.sentBack }),
                    },
                  ]
                : []
            }
          />
        </chakra.section>
      </chakra.div>
      {opened ? (
        <AuditDrawer
          taskId={opened}
          level={level}
          mayAudit={mayAudit}
          onAct={(row, result) => setAsked({ rows: [row], result })}
          onRedo={can(redoRight) && level === auditLevel.first && !isMine ? redo : undefined}
          isAsking={asked !== null || order !== null}
          onClose={() => setOpened(null)}
        />
      ) : null}
      {asked ? (
        <AuditAct
          {...asked}
          level={level}
          onClose={() => setAsked(null)}
          onDone={() => {
            setOpened(null);
            renew();
          }}
        />
      ) : null}
      {order ? (
        <RedoAct
          {...order}
          onClose={() => setOrder(null)}
          onDone={() => {
            setOpened(null);
            renew();
          }}
        />
      ) : null}
    </chakra.div>
  );
}
