import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { FileSignature, Printer, RefreshCw, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { handoverStatus, saveHandover } from '#domain/sample/handover.ts';
import type { HandoverDetail, HandoverRow, HandoverWorkRow } from '#domain/sample/rows.ts';
import { call, servicePath } from '#src/api/call.ts';
import { Count, DeskLayout } from '#src/console/desk/DeskLayout.tsx';
import { useCall, type PageOf } from '#src/console/desk/useCall.ts';
import { useWorklist } from '#src/console/desk/useWorklist.ts';
import { useOpenedPayloads } from '#src/console/useOpenedPayloads.ts';
import { useOperations, useOutboxStatus } from '#src/console/useOutbox.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { enqueue } from '#src/offline/enqueue.ts';
import { newUuid } from '#src/offline/uuid.ts';
import { Button } from '#src/ui/Button.tsx';
import { confirm } from '#src/ui/confirm.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { notify } from '#src/ui/notify.tsx';
import { ScanBox } from '#src/ui/scan/ScanBox.tsx';
import { playSound } from '#src/ui/scan/sounds.ts';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import type { TableColumn } from '#src/ui/table/column.ts';
import { handoverItemColumns } from './handoverColumns.ts';
import { HandoverSheet, type SheetHandover } from './HandoverSheet.tsx';

/** Entered tubes go to the lab by commodity; another person signs for them at this terminal. Works without network. */
export function Screen() {
  const { label } = useText();
  const { can, user } = useSession();
  const { rows, refresh, isLoading, isOld } = useWorklist<HandoverWorkRow>('handover');
  const saved = useOperations({ types: ['handover.save'] });
  const contents = useOpenedPayloads<{ readonly commodityId?: string; readonly sampleCodes?: readonly string[] }>(saved);
  const status = useOutboxStatus();
  const [commodityId, setCommodityId] = useState<string | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [sheet, setSheet] = useState<SheetHandover | null>(null);
  const queries = useQueryClient();

  // What this desk has put on a list already waits no longer, whatever the kept copy still says.
  const waiting = useMemo(() => {
    const taken = new Set(
      saved
        .filter(({ state }) => !['discarded', 'superseded', 'rejected', 'conflict'].includes(state))
        .flatMap(({ opId }) => {
          const { commodityId: of, sampleCodes = [] } = contents.get(opId) ?? {};
          return sampleCodes.map((code) => `${of} ${code}`);
        }),
    );
    return rows.filter((row) => !taken.has(`${row.commodityId} ${row.sampleCode}`));
  }, [rows, saved, contents]);
  const commodities = useMemo(() => {
    const byId = new Map<string, { id: string; name: string; count: number }>();
    for (const row of waiting)
      byId.set(row.commodityId, { id: row.commodityId, name: row.commodityName, count: (byId.get(row.commodityId)?.count ?? 0) + 1 });
    return [...byId.values()].sort((a, b) => b.count - a.count);
  }, [waiting]);
  const shown = useMemo(() => waiting.filter((row) => row.commodityId === commodityId), [waiting, commodityId]);

  const choose = (id: string): void => {
    setCommodityId(id);
    setTicked(new Set(waiting.filter((row) => row.commodityId === id).map(({ id: rowId }) => rowId)));
  };
  const tickScanned = (code: string): void => {
    const found = waiting.find((row) => row.sampleCode === code || row.testTubeNumber === code);
    playSound(found ? 'ok' : 'refused');
    if (!found) return notify.warn(['待交接名单中没有 {code}', '{code} is not waiting for a handover'], { params: { code } });
    if (found.commodityId !== commodityId) {
      setCommodityId(found.commodityId);
      setTicked(new Set([found.id]));
    } else setTicked(new Set([...ticked, found.id]));
  };
  const make = async (): Promise<void> => {
    const items = shown.filter(({ id }) => ticked.has(id));
    const [first] = items;
    if (!first) return notify.warn(['请选择至少一条数据', 'Select at least one row']);
    const handoverKey = newUuid();
    const { opId } = await enqueue(saveHandover, {
      handoverKey,
      commodityId: first.commodityId,
      sampleCodes: items.map(({ sampleCode }) => sampleCode),
    });
    playSound('ok');
    setTicked(new Set());
    setSheet({
      handoverKey,
      commodityName: first.commodityName,
      actionUserName: user?.name ?? '',
      createTime: null,
      handoverStatus: handoverStatus.pending,
      signUserName: null,
      signTime: null,
      items,
      saveOpId: opId,
    });
  };
  const openSheet = async (row: HandoverRow): Promise<void> => {
    const detail = await call<HandoverDetail>('GET', servicePath('sample', 'sample-handover/print-detail'), {
      query: { handoverId: row.handoverId },
    });
    setSheet({ ...detail, saveOpId: null });
  };

  return (
    <>
      <DeskLayout
        leftLabel={label(['产品', 'Commodities'])}
        rightLabel={label(['待交接样本', 'Tubes waiting'])}
        left={
          <>
            <ScanBox
              label={['扫描样本加入交接', 'Scan a tube to add it']}
              placeholder={['扫描样本加入交接', 'Scan a tube to add it']}
              onScan={({ code }) => tickScanned(code)}
              keepsFocus={sheet === null}
            />
            <chakra.div display="flex" alignItems="center" gap={2}>
              <chakra.h2 textStyle="title">{label(['待交接产品', 'Commodities waiting'])}</chakra.h2>
              <Button size="sm" icon={RefreshCw} isBusy={isLoading} onClick={() => void refresh()}>
                {label(['刷新', 'Refresh'])}
              </Button>
            </chakra.div>
            {isOld ? (
              <chakra.div role="status" textStyle="note" color="warning.text">
                {label(['离线: 显示本机保存的名单', 'Offline: the list kept on this computer'])}
              </chakra.div>
            ) : null}
            {isLoading ? <StateView state="loading" /> : null}
            {!isLoading && commodities.length === 0 ? <StateView state="empty" text={['没有待交接的样本', 'Nothing waits for a handover']} /> : null}
            <chakra.div display="flex" flexDirection="column" gap={1}>
              {commodities.map((entry) => (
                <Button
                  key={entry.id}
                  variant={entry.id === commodityId ? 'primary' : 'secondary'}
                  onClick={() => choose(entry.id)}
                  style={{ justifyContent: 'space-between' }}
                  data-commodity={entry.name}
                >
                  <span>{entry.name}</span>
                  <chakra.strong textStyle="figures">{entry.count}</chakra.strong>
                </Button>
              ))}
            </chakra.div>
          </>
        }
        right={
          <>
            <chakra.div display="flex" gap={2} alignItems="center">
              <Button
                variant="primary"
                icon={FileSignature}
                disabled={ticked.size === 0 || !can('handover_save')}
                onClick={() => void make().catch((error: unknown) => notify.error((error as Error).message))}
              >
                {label(['新建交接 ({count})', 'New handover ({count})'], { count: ticked.size })}
              </Button>
              <chakra.span textStyle="dense" color="fg.muted">
                {label(['按产品交接,由接收人在本机签收', 'By commodity; the receiving person signs at this terminal'])}
              </chakra.span>
            </chakra.div>
            <chakra.div display="flex" flexDirection="column" minH="240px" flex={3}>
              <DataTable
                label={['待交接样本', 'Tubes waiting']}
                screen="/sample/sample-handover"
                columns={handoverItemColumns}
                rows={shown}
                rowKey={(row) => (row as HandoverWorkRow).id}
                ticks={{ ticked, onTick: setTicked }}
                emptyText={['请选择产品,或扫描样本', 'Choose a commodity, or scan a tube']}
              />
            </chakra.div>
            <Handovers onOpen={(row) => void openSheet(row).catch(() => undefined)} onRemoved={() => void refresh()} />
          </>
        }
        foot={
          <>
            <Count label={label(['待交接', 'Waiting for handover'])} value={waiting.length} />
            <Count label={label(['待上传', 'Waiting'])} value={status?.waiting} tone="warning" />
            <Count label={label(['待处理', 'Refused'])} value={status ? status.refused + status.conflict + status.quarantined : null} tone="danger" />
          </>
        }
      />
      {sheet ? (
        <HandoverSheet
          handover={sheet}
          onClose={() => {
            setSheet(null);
            void refresh();
            void queries.invalidateQueries({ queryKey: ['call', 'sample', 'sample-handover/page'] });
          }}
        />
      ) : null}
    </>
  );
}

const handoverColumns: readonly TableColumn<HandoverRow>[] = [
  { key: 'commodityName', title: ['产品', 'Commodity'], width: 130 },
  { key: 'handoverTotal', title: ['数量', 'Tubes'], width: 60, align: 'end' },
  {
    key: 'handoverStatus',
    title: ['状态', 'Status'],
    width: 150,
    text: (row, language) => handoverStatus.labelOf(row.handoverStatus)?.[language === 'zh' ? 0 : 1] ?? '',
    cell: (row) => <HandoverState row={row} />,
  },
  { key: 'actionUserName', title: ['交接人', 'From'], width: 70 },
  { key: 'createTime', title: ['交接时间', 'Made at'], width: 156 },
  { key: 'signUserName', title: ['签收人', 'Signed by'], width: 90 },
  { key: 'signTime', title: ['签收时间', 'Signed at'], width: 160 },
];

function HandoverState({ row }: { readonly row: HandoverRow }) {
  const { label } = useText();
  const text = handoverStatus.labelOf(row.handoverStatus);
  return <StatusWord tone={row.handoverStatus === handoverStatus.handedOver ? 'success' : 'warning'}>{text ? label(text) : ''}</StatusWord>;
}

function Handovers({ onOpen, onRemoved }: { readonly onOpen: (row: HandoverRow) => void; readonly onRemoved: () => void }) {
  const { label } = useText();
  const { can } = useSession();
  const { data, isStale, failure, retry } = useCall<PageOf<HandoverRow>>('sample', 'sample-handover/page', { current: 1, size: 50 });
  const remove = async (row: HandoverRow): Promise<void> => {
    if (
      !(await confirm({
        text: ['确定删除此交接单? 其中样本将重新待交接', 'Remove this handover? Its tubes will wait for a handover again'],
        isDanger: true,
      }))
    )
      return;
    await call('POST', servicePath('sample', 'sample-handover/remove'), { body: { ids: row.handoverId } });
    notify.success(['删除成功', 'Removed']);
    retry();
    onRemoved();
  };
  return (
    <chakra.section display="flex" flexDirection="column" minH="200px" flex={2}>
      <chakra.h2 textStyle="title" mb={1}>
        {label(['交接单', 'Handovers'])}
      </chakra.h2>
      <DataTable
        label={['交接单', 'Handovers']}
        screen="handover-list"
        columns={handoverColumns}
        rows={data?.records}
        rowKey={(row) => row.handoverId}
        isStale={isStale}
        failure={failure}
        onRetry={retry}
        onOpen={onOpen}
        emptyText={['还没有交接单', 'No handover yet']}
        acts={[
          {
            key: 'sign',
            label: ['签收', 'Sign'],
            icon: FileSignature,
            isShown: (row) => row.handoverStatus === handoverStatus.pending,
            onAct: onOpen,
          },
          { key: 'open', label: ['查看', 'View'], icon: Printer, isShown: (row) => row.handoverStatus !== handoverStatus.pending, onAct: onOpen },
          {
            key: 'remove',
            label: ['删除', 'Remove'],
            icon: Trash2,
            isDanger: true,
            isShown: (row) => row.handoverStatus === handoverStatus.pending && can('handover_remove'),
            onAct: (row) => void remove(row).catch(() => undefined),
          },
        ]}
      />
    </chakra.section>
  );
}
