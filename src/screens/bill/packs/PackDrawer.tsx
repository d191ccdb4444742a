import { chakra } from '@chakra-ui/react';
import { Download, RotateCw, Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { packSending, packStatus } from '#domain/bill/billChoices.ts';
import { retryPackRefusal, retryPacks, sendPackRefusal } from '#domain/bill/packs/packActs.ts';
import { leftLines, packedLines, packReason, type LeftRow, type PackedRow, type PackRow } from '#domain/bill/packs/packRows.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { ListPanel } from '#src/resource/ListPanel.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { useListExport } from '#src/resource/useListExport.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Segmented } from '#src/ui/fields/Segmented.tsx';
import { ProgressBar } from '#src/ui/sheet/ProgressBar.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import { isPackBusy, packAskMs } from './PackShare.tsx';

const packedCells: Cells<PackedRow> = { sampleCode: { width: 130, least: 110, isMono: true }, orderNo: { width: 180, least: 150, isMono: true } };
const leftCells: Cells<LeftRow> = { sampleCode: { width: 130, least: 110, isMono: true }, reasonText: { width: 260, least: 160 } };
const searched = ['sampleCode', 'sendSampleClientId', 'billCustomerId', 'salesmanId'];
const [success, failed] = ['success', 'failed'] as const;

/** A pack: how far it is, what became of its lines by reason, and which of its orders could not be sent. */
export function PackDrawer({
  taskId,
  may,
  onSend,
  onRetry,
  onClose,
}: {
  readonly taskId: string;
  readonly may: { readonly send: boolean; readonly retry: boolean };
  readonly onSend: (row: PackRow) => void;
  readonly onRetry: (row: PackRow) => void;
  readonly onClose: () => void;
}) {
  const { label } = useText();
  const { data, failure, retry } = useAsked('GET bill/orderSystem/summary', { taskId });
  const [chosen, setChosen] = useState<string | null>(null);
  const isBusy = data !== undefined && isPackBusy(data.pack);
  useEffect(() => {
    if (!isBusy) return undefined;
    const timer = setInterval(retry, packAskMs);
    return () => clearInterval(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isBusy]);
  // What went wrong is what a person comes for.
  const shown = chosen ?? (data && data.pack.totalFalse > 0 ? failed : success);
  const pack = data?.pack;
  return (
    <SideDrawer
      size="lg"
      title={pack?.taskName ?? label(['打包详情', 'A pack'])}
      onClose={onClose}
      footer={
        pack && (may.send || may.retry) ? (
          <>
            {may.retry ? (
              <Button icon={RotateCw} disabled={retryPackRefusal(pack) !== null} onClick={() => onRetry(pack)}>
                {label(retryPacks.title)}
              </Button>
            ) : null}
            {may.send ? (
              <Button variant="primary" icon={Send} disabled={sendPackRefusal(pack) !== null} onClick={() => onSend(pack)}>
                {label(['发送 {count} 个订单', 'Send {count} orders'], { count: pack.unsentCount })}
              </Button>
            ) : null}
          </>
        ) : undefined
      }
    >
      {failure && !data ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
      {!data && !failure ? <StateView state="loading" /> : null}
      {data ? (
        <chakra.div display="flex" flexDirection="column" gap={3} minH="full">
          <Progress pack={data.pack} />
          <Segmented
            ariaLabel={label(['成功或失败原因', 'Ordered, or why not'])}
            value={shown}
            onChange={(next) => setChosen(next === null ? null : String(next))}
            options={[
              { code: success, label: [`成功 ${data.pack.totalSuccess}`, `Ordered ${data.pack.totalSuccess}`] },
              { code: failed, label: [`失败 ${data.pack.totalFalse}`, `Failed ${data.pack.totalFalse}`] },
              ...data.reasons.map(({ reason, count }) => {
                const [zh, en] = packReason.labelOf(reason) ?? [reason, reason];
                return { code: reason, label: [`${zh.replace('({why})', '')} ${count}`, `${en.replace(' ({why})', '')} ${count}`] as const };
              }),
            ]}
          />
          <Unsendable orders={data.unsendable} />
          <Lines key={shown} taskId={taskId} shown={shown} name={data.pack.taskName} />
        </chakra.div>
      ) : null}
    </SideDrawer>
  );
}

function Progress({ pack }: { readonly pack: PackRow }) {
  const { label } = useText();
  const { status, sendState, total, totalSuccess, totalFalse, sendSuccess, sendFalse, unsentCount } = pack;
  const hint = label(['可以离开, 后台继续', 'You may leave: it goes on']);
  if (status === packStatus.packing) {
    const done = totalSuccess + totalFalse;
    return (
      <ProgressBar share={total === 0 ? 0 : done / total} text={label(['正在打包 {done} / {total}', 'Packing {done} of {total}'], { done, total })}>
        {hint}
      </ProgressBar>
    );
  }
  if (sendState !== packSending.sending) return null;
  const all = sendSuccess + unsentCount;
  const done = sendSuccess + sendFalse;
  return (
    <ProgressBar share={all === 0 ? 0 : done / all} text={label(['正在发送 {done} / {all} 个订单', 'Sending {done} of {all} orders'], { done, all })}>
      {hint}
    </ProgressBar>
  );
}

function Unsendable({ orders }: { readonly orders: readonly { readonly orderId: string; readonly words: readonly [string, string] }[] }) {
  const { label } = useText();
  if (orders.length === 0) return null;
  return (
    <chakra.section display="grid" gap={1} maxH="160px" overflowY="auto" aria-label={label(['未能发送的订单', 'Orders that could not be sent'])}>
      {orders.map(({ orderId, words }) => (
        <StatusWord key={orderId} tone="danger">
          {label(words)}
        </StatusWord>
      ))}
    </chakra.section>
  );
}

/** The lines of what was chosen; `shown` is success, failed, or one reason alone. */
function Lines({ taskId, shown, name }: { readonly taskId: string; readonly shown: string; readonly name: string }) {
  const isSuccess = shown === success;
  const isOneReason = !isSuccess && shown !== failed;
  const query: Readonly<Record<string, string>> = isOneReason ? { taskId, reason: shown } : { taskId };
  const head = (total: number | undefined) => (
    <ExportButton list={isSuccess ? packedLines : leftLines} total={total ?? 0} query={query} name={name} />
  );
  return isSuccess ? (
    <ListPanel
      list={packedLines}
      screen="pack-success"
      query={query}
      search={searched}
      cells={packedCells}
      head={head}
      emptyText={['没有成功的样本', 'Nothing was ordered']}
    />
  ) : (
    <ListPanel
      list={leftLines}
      screen="pack-failed"
      query={query}
      search={searched}
      cells={leftCells}
      head={head}
      emptyText={['没有失败的样本', 'Nothing failed']}
    />
  );
}

function ExportButton({
  list,
  total,
  query,
  name,
}: {
  readonly list: typeof packedLines | typeof leftLines;
  readonly total: number;
  readonly query: Readonly<Record<string, string>>;
  readonly name: string;
}) {
  const { label } = useText();
  const { isExporting, exportList } = useListExport(list, total);
  return (
    <chakra.div>
      <Button
        size="sm"
        icon={Download}
        isBusy={isExporting}
        disabled={total === 0}
        title={`${name} ${label(list.title)}`}
        onClick={() => void exportList(query)}
      >
        {label(['导出', 'Export'])}
      </Button>
    </chakra.div>
  );
}
