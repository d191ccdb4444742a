import { chakra } from '@chakra-ui/react';
import { Download, RotateCw, Send, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { discardOperation } from '#domain/desk/discardOperation.ts';
import type { Label } from '#domain/kernel/label.ts';
import { discardCommandName } from '#domain/kernel/offlineWire.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { saveExport } from '#src/console/saveExport.ts';
import { ScreenTitle } from '#src/console/ScreenTitle.tsx';
import { useOutboxStatus, useReadOperations } from '#src/console/useOutbox.ts';
import { useText } from '#src/console/useText.ts';
import { openPayload } from '#src/offline/store/openPayload.ts';
import { isChangeable, needsPerson, type OutboxOperation } from '#src/offline/store/operation.ts';
import { OutboxError } from '#src/offline/store/outboxError.ts';
import { discardOperation as discard, retryOperation } from '#src/offline/act/tray.ts';
import { checkConnection, kick } from '#src/offline/send/triggers.ts';
import { Button } from '#src/ui/Button.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { notify } from '#src/ui/notify.tsx';
import { TabList, tabPanel } from '#src/ui/TabList.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { useTableView } from '#src/ui/table/tableView.ts';
import { Toolbar } from '#src/ui/Toolbar.tsx';
import { actForm } from './actForms.ts';
import { DeskFacts } from './DeskFacts.tsx';
import { MendDrawer, type MendDrawerProps } from './MendDrawer.tsx';
import { operationColumns } from './operationColumns.tsx';
import { OperationDrawer } from './OperationDrawer.tsx';
import { actTitle, editRoute, isEditable, unreadableTexts } from './operationText.ts';
import { useDeviceId } from './useDeviceId.ts';

type Tab = 'tray' | 'waiting' | 'done';
const tabs: readonly { readonly key: Tab; readonly title: Label; readonly empty: Label }[] = [
  { key: 'waiting', title: ['待上传', 'Waiting'], empty: ['没有待上传的操作', 'Nothing waits to be sent'] },
  { key: 'tray', title: ['需处理', 'To look at'], empty: ['没有需要处理的操作', 'Nothing needs you'] },
  { key: 'done', title: ['已上传', 'Sent'], empty: ['7 天内没有上传记录', 'Nothing was sent in the last 7 days'] },
];
const panelId = 'tray';
const tabOf = (operation: OutboxOperation): Tab => (operation.resolvedAt !== null ? 'done' : needsPerson(operation) ? 'tray' : 'waiting');
const newestFirst = (a: OutboxOperation, b: OutboxOperation): number => (b.resolvedAt ?? 0) - (a.resolvedAt ?? 0) || b.seq - a.seq;

/** 待处理: everything this desk owes the server, in three lists; the only place where an act can be given up. */
export function Screen() {
  const { label, language } = useText();
  const navigate = useNavigate();
  const { operations, error } = useReadOperations();
  const { waiting, refused, conflict, quarantined, heldByOthers } = useOutboxStatus();
  const [chosen, setChosen] = useState<Tab | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<OutboxOperation | null>(null);
  const [discarding, setDiscarding] = useState<readonly OutboxOperation[]>([]);
  const [mended, setMended] = useState<Omit<MendDrawerProps, 'onClose'> | null>(null);
  const view = useTableView('/desk/outbox', operationColumns);
  const deviceId = useDeviceId();

  const needing = refused + conflict + quarantined;
  const tab: Tab = chosen ?? (needing > 0 ? 'tray' : 'waiting');
  const rows = useMemo(() => {
    const found = operations?.filter((operation) => tabOf(operation) === tab);
    return tab === 'done' ? found?.sort(newestFirst) : found;
  }, [operations, tab]);
  const counts: Readonly<Record<Tab, number>> = { waiting, tray: needing, done: 0 };
  const picked = rows?.filter(({ opId }) => ticked.has(opId)) ?? [];

  const said = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (failure) {
      if (failure instanceof OutboxError) notify.error(failure.label);
      else throw failure;
    }
  };
  const retry = (which: readonly OutboxOperation[]): Promise<void> =>
    said(async () => {
      for (const { opId } of which) await retryOperation(opId);
      setTicked(new Set());
      notify.info(['已重新提交 {count} 项', 'Submitted {count} again'], { params: { count: which.length } });
    });
  const edit = async (row: OutboxOperation): Promise<void> => {
    const opened = await openPayload(row);
    const route = opened.isReadable ? editRoute(row, opened.payload) : undefined;
    const fields = actForm(row.type);
    if (!opened.isReadable) notify.warn(unreadableTexts[opened.why]);
    else if (route) void navigate(route);
    else if (fields) setMended({ operation: row, payload: (opened.payload ?? {}) as MendDrawerProps['payload'], fields });
  };
  const sendNow = (): void => {
    void checkConnection().then((isAlive) => {
      if (!isAlive) notify.warn(['服务器暂时无法连接,恢复后自动上传', 'The server cannot be reached; sending goes on by itself']);
      kick('person');
    });
  };

  const unknown: Label = ['服务器可能已收到,等待结果', 'The server may have it; wait for the answer'];
  const acts: readonly RowAct<OutboxOperation>[] =
    tab === 'done'
      ? []
      : [
          {
            key: 'retry',
            label: ['重试', 'Retry'],
            onAct: (row) => void retry([row]),
            mayAct: ({ state }) => state !== 'sending' || ['上传中', 'Being sent'],
          },
          {
            key: 'edit',
            label: ['修改', 'Edit'],
            isShown: isEditable,
            onAct: (row) => void edit(row),
            mayAct: (row) => isChangeable(row) || unknown,
          },
          {
            key: 'discard',
            label: ['放弃', 'Discard'],
            isDanger: true,
            isShown: ({ type }) => type !== discardCommandName,
            onAct: (row) => setDiscarding([row]),
            mayAct: (row) => isChangeable(row) || unknown,
          },
        ];
  return (
    <chakra.div display="flex" flexDirection="column" gap={2} h="full" minH={0}>
      <ScreenTitle />
      <DeskFacts deviceId={deviceId} />
      <chakra.section
        bg="bg.panel"
        border="hairline"
        borderRadius="md"
        px={3}
        pb={3}
        display="flex"
        flexDirection="column"
        flex="1 1 auto"
        minH={0}
        gap={2}
      >
        <TabList
          label={['操作状态', 'State of acts']}
          tabs={tabs.map((entry) => ({ ...entry, count: counts[entry.key], tone: entry.key === 'tray' ? 'danger' : 'neutral' }))}
          chosen={tab}
          onChoose={(key) => (setChosen(key), setTicked(new Set()))}
          panelId={panelId}
        />
        <Toolbar view={view} columns={operationColumns}>
          <Button size="sm" variant="primary" icon={Send} onClick={sendNow}>
            {label(['立即上传', 'Send now'])}
          </Button>
          <Button size="sm" icon={RotateCw} disabled={picked.length === 0} onClick={() => void retry(picked)}>
            {label(['重试所选', 'Retry ticked'])}
          </Button>
          <Button size="sm" icon={Trash2} disabled={picked.length === 0 || !picked.every(isChangeable)} onClick={() => setDiscarding(picked)}>
            {label(['放弃所选', 'Discard ticked'])}
          </Button>
          <Button size="sm" icon={Download} disabled={waiting + needing + heldByOthers === 0} onClick={() => void saveExport()}>
            {label(['导出待上传', 'Export unsent'])}
          </Button>
        </Toolbar>
        <chakra.div {...tabPanel(panelId, tab)} display="flex" flex="1 1 auto" minH={0}>
          <DataTable
            label={['待处理', 'Tray']}
            screen="/desk/outbox"
            view={view}
            columns={operationColumns}
            extent="whole"
            rows={rows}
            rowKey={({ opId }) => opId}
            acts={acts}
            onOpen={setShown}
            ticks={tab === 'done' ? undefined : { ticked, onTick: setTicked, mayTick: ({ state }) => state !== 'sending' }}
            failure={
              error
                ? {
                    message: label(['本机存储无法读取: {message}', 'The storage of this computer cannot be read: {message}'], {
                      message: error.message,
                    }),
                  }
                : null
            }
            onRetry={() => location.reload()}
            emptyText={tabs.find(({ key }) => key === tab)?.empty}
          />
        </chakra.div>
      </chakra.section>
      {shown ? <OperationDrawer shown={shown} onClose={() => setShown(null)} /> : null}
      {mended ? <MendDrawer {...mended} onClose={() => setMended(null)} /> : null}
      {discarding.length > 0 ? (
        <ActDrawer
          command={discardOperation}
          rows={discarding.map(({ opId, type, subject }) => ({ opId, type, subject }))}
          nameOf={({ type, subject }) => `${actTitle(type, language)} ${subject}`}
          send={({ opId, reason }) => discard(opId, reason)}
          onClose={() => (setDiscarding([]), setTicked(new Set()))}
        />
      ) : null}
    </chakra.div>
  );
}
