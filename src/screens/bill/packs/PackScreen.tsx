import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { Plus, RotateCw, Send } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { packSending, packStatus } from '#domain/bill/billChoices.ts';
import { createPack, retryPackRefusal, retryPacks, sendPackRefusal, sendPacks } from '#domain/bill/packs/packActs.ts';
import { packs, type PackRow } from '#domain/bill/packs/packRows.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useNow } from '#src/console/useNow.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { Button } from '#src/ui/Button.tsx';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { PackDrawer } from './PackDrawer.tsx';
import { monthBefore, sentAsOf } from '../monthBefore.ts';
import { useBillKeys } from '../useBillKeys.ts';
import { isPackBusy, packAskMs, PackShare } from './PackShare.tsx';

const tones: Readonly<Record<number, Tone>> = { [packStatus.packing]: 'info', [packStatus.done]: 'success', [packStatus.failed]: 'danger' };
const sendTones: Readonly<Record<number, Tone>> = { [packSending.sending]: 'info', [packSending.done]: 'success' };

function Packing({ row }: { readonly row: PackRow }) {
  const { label } = useText();
  if (row.status === packStatus.packing)
    return <PackShare done={row.totalSuccess + row.totalFalse} total={row.total} label={['打包中', 'Packing']} />;
  return <StatusWord tone={tones[row.status] ?? 'neutral'}>{label(packStatus.labelOf(row.status) ?? ['', ''])}</StatusWord>;
}
function Sending({ row }: { readonly row: PackRow }) {
  const { label } = useText();
  const { sendState, sendSuccess, sendFalse, unsentCount } = row;
  if (sendState === packSending.sending)
    return <PackShare done={sendSuccess + sendFalse} total={sendSuccess + unsentCount} label={['发送中', 'Sending']} />;
  const isPart = sendState === packSending.done && sendFalse > 0;
  return <StatusWord tone={isPart ? 'warning' : (sendTones[sendState] ?? 'neutral')}>{label(packSending.labelOf(sendState) ?? ['', ''])}</StatusWord>;
}
const figure = { width: 84, least: 64, align: 'end' } as const;
const cells: Cells<PackRow> = {
  taskName: { width: 180, least: 120 },
  status: { width: 150, least: 120, cell: (row) => <Packing row={row} /> },
  total: figure,
  totalSuccess: figure,
  totalFalse: figure,
  unsentCount: figure,
  sendSuccess: figure,
  sendFalse: figure,
  sendState: { width: 150, least: 120, cell: (row) => <Sending row={row} /> },
};

/** 系统打包: what is open of a month becomes orders behind the screen; how far it is, what failed and why, sent together. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const now = formatDateTime(useNow());
  const [shown, setShown] = useState<readonly PackRow[]>([]);
  const [isNew, setNew] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ readonly verb: 'send' | 'retry'; readonly rows: readonly PackRow[] } | null>(null);
  /** Pressed by Ctrl+Enter. */
  const main = useRef<HTMLButtonElement>(null);
  useBillKeys({ onMain: () => main.current?.click() });
  const renew = (): void => void queries.invalidateQueries({ queryKey: ['call', 'bill'] });
  const isBusy = shown.some(isPackBusy);
  useEffect(() => {
    if (!isBusy) return undefined;
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey: ['call', 'bill', 'orderSystem/list'] }), packAskMs);
    return () => clearInterval(timer);
  }, [isBusy, queries]);
  const may = useMemo(() => ({ create: can(createPack.permission), retry: can(retryPacks.permission), send: can(sendPacks.permission) }), [can]);
  const acts = useMemo((): readonly RowAct<PackRow>[] => {
    const offered: readonly (RowAct<PackRow> & { readonly permission: string })[] = [
      {
        key: 'send',
        label: ['发送', 'Send'],
        icon: Send,
        permission: sendPacks.permission,
        mayAct: (row) => allowedBy(sendPacks, sendPackRefusal(row)),
        onAct: (row) => setAsked({ verb: 'send', rows: [row] }),
      },
      {
        key: 'retry',
        label: retryPacks.title,
        icon: RotateCw,
        permission: retryPacks.permission,
        mayAct: (row) => allowedBy(retryPacks, retryPackRefusal(row)),
        onAct: (row) => setAsked({ verb: 'retry', rows: [row] }),
      },
    ];
    return offered.filter(({ permission }) => can(permission));
  }, [can, setAsked]);
  const drawer = {
    rows: (asked?.rows ?? []).map(({ taskId }) => ({ taskId })),
    nameOf: ({ taskId }: { readonly taskId: string }) => asked?.rows.find((row) => row.taskId === taskId)?.taskName ?? taskId,
    onClose: () => setAsked(null),
    onDone: renew,
  };
  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH={0}>
      <ListingScreen
        list={packs}
        cells={cells}
        acts={acts}
        onRows={setShown}
        onOpen={openPack(setOpened)}
        {...(may.send ? { mayTick } : {})}
        emptyText={['还没有打包, 新建一个把待开单的样本批量生成订单', 'No pack yet: make one, and what is to be ordered becomes orders']}
        tools={({ ticked }) => (
          <>
            {may.create ? (
              <Button ref={main} size="sm" variant="primary" icon={Plus} keyHint="Ctrl+Enter" onClick={() => setNew(true)}>
                {label(createPack.title)}
              </Button>
            ) : null}
            {may.send ? (
              <Button size="sm" icon={Send} disabled={ticked.length === 0} onClick={() => setAsked({ verb: 'send', rows: ticked })}>
                {label(['发送 {count}', 'Send {count}'], { count: ticked.length })}
              </Button>
            ) : null}
          </>
        )}
      />
      {isNew ? (
        <ActDrawer
          command={createPack}
          rows={[{}]}
          nameOf={() => ''}
          values={{
            taskName: label(['{month} 月结打包', 'Pack of {month}'], { month: monthBefore(now).auditTimeEnd.slice(0, 7) }),
            ...monthBefore(now),
          }}
          onClose={() => setNew(false)}
          onDone={(done) => {
            renew();
            setOpened(done[0]?.answer?.taskId ?? null);
          }}
        />
      ) : null}
      {asked?.verb === 'send' ? <ActDrawer command={sendPacks} values={sentAsOf()} {...drawer} /> : null}
      {asked?.verb === 'retry' ? <ActDrawer command={retryPacks} {...drawer} /> : null}
      {opened && !asked ? (
        <PackDrawer
          taskId={opened}
          may={may}
          onSend={(row) => setAsked({ verb: 'send', rows: [row] })}
          onRetry={(row) => setAsked({ verb: 'retry', rows: [row] })}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </chakra.div>
  );
}

const mayTick = (row: PackRow): boolean => sendPackRefusal(row) === null;
const openPack =
  (open: (taskId: string) => void) =>
  ({ taskId }: PackRow): void =>
    open(taskId);
