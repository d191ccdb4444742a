import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { FileSignature, RefreshCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { handoverList } from '#domain/sample/handoverContracts.ts';
import { saveHandover } from '#domain/sample/handover.ts';
import { handoverStatus } from '#domain/sample/handoverState.ts';
import { words } from '#domain/search/vocabulary.ts';
import type { HandoverRow, HandoverWorkRow } from '#domain/sample/rows.ts';
import { ask } from '#src/api/ask.ts';
import { BiosafetyAlert } from '#src/console/desk/BiosafetyAlert.tsx';
import { Count, DeskLayout, TrayCount } from '#src/console/desk/DeskLayout.tsx';
import { goesBefore } from '#src/offline/store/standing.ts';
import { WorklistCut } from '#src/console/desk/WorklistCut.tsx';
import { WorklistState } from '#src/console/desk/WorklistState.tsx';
import { useWorklist } from '#src/console/desk/useWorklist.ts';
import { useOpenedPayloads } from '#src/console/useOpenedPayloads.ts';
import { useOperations, useOutboxStatus } from '#src/console/useOutbox.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { errorText } from '#src/console/errorText.ts';
import { resourceKey } from '#src/resource/useResourceList.ts';
import { enqueue } from '#src/offline/act/enqueue.ts';
import { newUuid } from '#src/offline/platform/uuid.ts';
import { Button } from '#src/ui/Button.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { notify } from '#src/ui/notify.tsx';
import { ScanBox } from '#src/ui/scan/ScanBox.tsx';
import { playSound } from '#src/ui/scan/sounds.ts';
import { Verdict } from '#src/ui/scan/Verdict.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { handoverItemColumns } from './handoverColumns.ts';
import { HandoverList } from './HandoverList.tsx';
import { useHandoverScan } from './useHandoverScan.ts';
import { HandoverSheet, type SheetHandover } from './HandoverSheet.tsx';

const texts = {
  add: ['扫描样本加入交接', 'Scan a tube to add it'],
  takeOut: ['扫描要移出的样本 (F8 取消)', 'Scan the tube to take out (F8 cancels)'],
} as const satisfies Record<string, Label>;
const mixedColumns: typeof handoverItemColumns = [{ key: 'commodityName', title: words.commodityId.label, width: 150 }, ...handoverItemColumns];

/** Entered tubes go to the lab by commodity; another person signs for them at this terminal. Works without network. */
export function Screen() {
  const { label } = useText();
  const { can, user } = useSession();
  const { rows, fetchedAt, refresh, isLoading, isKnown, failure, isCut, total, beyond } = useWorklist<HandoverWorkRow>('handover');
  const saved = useOperations({ types: ['handover.save'] });
  const contents = useOpenedPayloads<{ readonly commodityId?: string; readonly sampleCodes?: readonly string[] }>(saved);
  const status = useOutboxStatus();
  const [commodityId, setCommodityId] = useState<string | null>(null);
  const [sheet, setSheet] = useState<readonly SheetHandover[] | null>(null);
  const queries = useQueryClient();

  const scan = useHandoverScan(rows, (added) => {
    // A tube of another product: what was scanned is shown as a whole.
    if (commodityId !== null && added.some((row) => row.commodityId !== commodityId)) setCommodityId(null);
  });
  const { brought, ticked, tick } = scan;

  // What this desk has put on a list already waits no longer, whatever the kept copy still says.
  const waiting = useMemo(() => {
    const taken = new Set(
      saved
        .filter((operation) => goesBefore(operation, fetchedAt))
        .flatMap(({ opId }) => {
          const { commodityId: of, sampleCodes = [] } = contents.get(opId) ?? {};
          return sampleCodes.map((code) => `${of} ${code}`);
        }),
    );
    return [...rows, ...brought].filter((row) => !taken.has(`${row.commodityId} ${row.sampleCode}`));
  }, [rows, brought, saved, contents, fetchedAt]);
  const commodities = useMemo(() => {
    const byId = new Map<string, { id: string; name: string; count: number }>();
    for (const row of waiting)
      byId.set(row.commodityId, { id: row.commodityId, name: row.commodityName, count: (byId.get(row.commodityId)?.count ?? 0) + 1 });
    return [...byId.values()].sort((a, b) => b.count - a.count);
  }, [waiting]);
  const chosen = useMemo(() => waiting.filter(({ id }) => ticked.has(id)), [waiting, ticked]);
  const shown = useMemo(
    () =>
      commodityId === null
        ? chosen.toSorted((a, b) => a.commodityName.localeCompare(b.commodityName, 'zh') || a.sampleCode.localeCompare(b.sampleCode))
        : waiting.filter((row) => row.commodityId === commodityId),
    [waiting, chosen, commodityId],
  );

  const choose = (id: string): void => {
    setCommodityId(id);
    tick(new Set(waiting.filter((row) => row.commodityId === id).map(({ id: rowId }) => rowId)));
  };
  /** Ticks of rows out of sight stay. */
  const onTick = (next: ReadonlySet<string>): void => {
    const inSight = new Set(shown.map(({ id }) => id));
    tick(new Set([...[...ticked].filter((id) => !inSight.has(id)), ...[...next].filter((id) => inSight.has(id))]));
  };
  /** A handover is of one commodity: what was scanned in one go becomes one each, on one sheet. */
  const make = async (): Promise<void> => {
    const groups = new Map<string, HandoverWorkRow[]>();
    for (const row of chosen) groups.set(row.commodityId, [...(groups.get(row.commodityId) ?? []), row]);
    if (groups.size === 0) return notify.warn(['请选择至少一条数据', 'Select at least one row']);
    const made: SheetHandover[] = [];
    try {
      for (const [id, items] of groups) {
        const handoverKey = newUuid();
        const { opId } = await enqueue(saveHandover, { handoverKey, commodityId: id, sampleCodes: items.map(({ sampleCode }) => sampleCode) });
        made.push({
          handoverKey,
          commodityName: items[0]?.commodityName ?? '',
          actionUserName: user?.name ?? '',
          createTime: null,
          handoverStatus: handoverStatus.pending,
          signUserName: null,
          signTime: null,
          items,
          saveOpId: opId,
        });
        tick(new Set([...ticked].filter((each) => !made.some((handover) => handover.items.some((item) => 'id' in item && item.id === each)))));
      }
    } finally {
      // What was saved before a failure stands, and is shown.
      if (made.length > 0) setSheet(made);
    }
    playSound('ok');
  };
  const openSheet = async (row: HandoverRow): Promise<void> => {
    const detail = await ask('GET sample/sample-handover/print-detail', {
      query: { handoverId: row.handoverId },
    });
    setSheet([{ ...detail, saveOpId: null }]);
  };

  const verdict = scan.isTakingOut
    ? { kind: 'idle' as const, word: texts.takeOut, detail: '' }
    : (scan.verdict ?? { kind: 'idle' as const, word: ['待扫描', 'Ready'] as const, detail: '' });
  return (
    <>
      <DeskLayout
        leftLabel={label(['产品', 'Commodities'])}
        rightLabel={label(['待交接样本', 'Tubes waiting'])}
        left={
          <>
            <ScanBox
              label={scan.isTakingOut ? texts.takeOut : texts.add}
              placeholder={scan.isTakingOut ? texts.takeOut : texts.add}
              onScan={({ code }) => scan.onScan(code)}
              keepsFocus={sheet === null}
            />
            <Verdict kind={verdict.kind} word={verdict.word} detail={verdict.detail} code={scan.code} />
            <Button
              size="sm"
              variant={commodityId === null ? 'primary' : 'secondary'}
              onClick={() => setCommodityId(null)}
              style={{ justifyContent: 'space-between' }}
              data-chosen
            >
              <span>{label(['已选样本', 'Chosen tubes'])}</span>
              <chakra.strong textStyle="figures">{chosen.length}</chakra.strong>
            </Button>
            <chakra.div display="flex" alignItems="center" gap={2}>
              <chakra.h2 textStyle="title">{label(['待交接产品', 'Commodities waiting'])}</chakra.h2>
              <Button size="sm" icon={RefreshCw} isBusy={isLoading} onClick={() => void refresh()}>
                {label(['刷新', 'Refresh'])}
              </Button>
            </chakra.div>
            <WorklistState isKnown={isKnown} failure={failure} refresh={refresh} />
            {isLoading ? <StateView state="loading" /> : null}
            {isKnown && commodities.length === 0 ? <StateView state="empty" text={['没有待交接的样本', 'Nothing waits for a handover']} /> : null}
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
            <WorklistCut isCut={isCut} total={total} />
          </>
        }
        right={
          <>
            <chakra.div display="flex" gap={2} alignItems="center">
              <Button
                variant="primary"
                icon={FileSignature}
                disabled={chosen.length === 0 || !can('handover_save')}
                onClick={() => void make().catch((error: unknown) => notify.error(errorText(error, label)))}
              >
                {label(['新建交接 ({count})', 'New handover ({count})'], { count: chosen.length })}
              </Button>
              <chakra.span textStyle="dense" color="fg.muted">
                {label(['混扫的样本按产品分组,一次签收', 'Tubes of several commodities are grouped and signed in one go'])}
              </chakra.span>
            </chakra.div>
            <BiosafetyAlert tubes={chosen} />
            <chakra.div display="flex" flexDirection="column" minH="240px" flex={3}>
              <DataTable
                label={['待交接样本', 'Tubes waiting']}
                screen="/sample/sample-handover"
                columns={commodityId === null ? mixedColumns : handoverItemColumns}
                extent="whole"
                rows={shown}
                rowKey={(row) => (row as HandoverWorkRow).id}
                ticks={{ ticked, onTick }}
                emptyText={['请扫描样本,或选择产品', 'Scan a tube, or choose a commodity']}
              />
            </chakra.div>
            <HandoverList onOpen={(row) => void openSheet(row).catch(() => undefined)} onRemoved={() => void refresh()} />
          </>
        }
        foot={
          <>
            <Count label={label(['待交接', 'Waiting for handover'])} value={isKnown ? waiting.length + beyond : null} />
            <Count label={label(['待上传', 'Waiting'])} value={status?.waiting} tone="warning" />
            <TrayCount status={status} />
            <chakra.span color="fg.muted" textStyle="note">
              {label(['扫描加入 · F8 下一次扫描移出 · 空格取消勾选', 'A scan adds · F8 the next scan takes out · Space unticks'])}
            </chakra.span>
          </>
        }
      />
      {sheet ? (
        <HandoverSheet
          handovers={sheet}
          onClose={() => {
            setSheet(null);
            void refresh();
            void queries.invalidateQueries({ queryKey: resourceKey(handoverList) });
          }}
        />
      ) : null}
    </>
  );
}
