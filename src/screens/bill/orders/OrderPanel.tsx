import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { ListPlus, Pencil, ReceiptText, Send, Trash2, Undo2 } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { createBill, mixedIn, mostOrders, orderBillRefusal } from '#domain/bill/bills/billCreate.ts';
import { orderCancelRefusal, plainOrderActs, recheckOrderActs, orderSendRefusal, orderUnsentRefusal } from '#domain/bill/orders/orderActs.ts';
import type { forcedOrders, OrderListRow, orders, OrdersOf, recheckOrders, searchedOrders } from '#domain/bill/orders/orderRows.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { Button } from '#src/ui/Button.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { CreateBill, type Billed } from '../bills/CreateBill.tsx';
import { PasteBox, usePastedCodes } from '../PasteBox.tsx';
import { sentAsOf } from '../monthBefore.ts';
import { useBillKeys } from '../useBillKeys.ts';
import { AddLines } from './AddLines.tsx';
import { OrderDrawer } from './OrderDrawer.tsx';
import { UnitCell } from './UnitCell.tsx';

const plainCells: Cells<OrderListRow> = {
  orderNo: { width: 180, least: 150, isMono: true },
  totalQty: { width: 80, least: 64, align: 'end' },
  totalAmount: { width: 110, least: 90, align: 'end' },
};
type OrderKind = 'order' | 'recheckOrder';
type Verb = 'send' | 'cancelSend' | 'remove';

/** Orders of one list, opened with their items and samples; `kind` null: to look at alone. */
export function OrderPanel({
  list,
  kind,
  ofList,
}: {
  readonly list: typeof orders | typeof recheckOrders | typeof forcedOrders | typeof searchedOrders;
  readonly kind: OrderKind | null;
  /** Which orders the list has. */
  readonly ofList: OrdersOf;
}) {
  const { label } = useText();
  const { can, user } = useSession();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<OrderListRow | null>(null);
  const [asked, setAsked] = useState<{ readonly verb: Verb; readonly rows: readonly OrderListRow[] } | null>(null);
  const [edited, setEdited] = useState<OrderListRow | null>(null);
  const [extended, setExtended] = useState<OrderListRow | null>(null);
  const [billed, setBilled] = useState<Billed | null>(null);
  const acts = kind === 'recheckOrder' ? recheckOrderActs : plainOrderActs;
  const userId = user?.id ?? '';
  const maySend = kind !== null && can(acts.send.permission);
  const mayBill = kind !== null && can(createBill.permission);
  /** Pressed by Ctrl+Enter. */
  const main = useRef<HTMLButtonElement>(null);
  const { paste, codes, screen } = usePastedCodes(list, ofList);
  useBillKeys({ box: paste.inputRef, onMain: () => main.current?.click() });
  const rowActs = useMemo((): readonly RowAct<OrderListRow>[] => {
    if (kind === null) return [];
    const offered: readonly (RowAct<OrderListRow> & { readonly permission: string })[] = [
      {
        key: 'send',
        label: ['发送', 'Send'],
        icon: Send,
        permission: acts.send.permission,
        isShown: ({ sended }) => sended === 0,
        mayAct: (row) => allowedBy(acts.send, orderSendRefusal(row, userId)),
        onAct: (row) => setAsked({ verb: 'send', rows: [row] }),
      },
      {
        key: 'cancelSend',
        label: ['取消发送', 'Take sending back'],
        icon: Undo2,
        isDanger: true,
        permission: acts.cancelSend.permission,
        isShown: ({ sended }) => sended === 1,
        mayAct: (row) => allowedBy(acts.cancelSend, orderCancelRefusal(row)),
        onAct: (row) => setAsked({ verb: 'cancelSend', rows: [row] }),
      },
      {
        key: 'edit',
        label: ['修改', 'Change'],
        icon: Pencil,
        permission: acts.edit.permission,
        mayAct: (row) => allowedBy(acts.edit, orderUnsentRefusal(row)),
        onAct: setEdited,
      },
      {
        key: 'addLines',
        label: ['加入样本', 'Add samples'],
        icon: ListPlus,
        permission: acts.edit.permission,
        mayAct: (row) => allowedBy(acts.edit, orderUnsentRefusal(row)),
        onAct: setExtended,
      },
      {
        key: 'remove',
        label: ['删除', 'Remove'],
        icon: Trash2,
        isDanger: true,
        permission: acts.remove.permission,
        mayAct: (row) => allowedBy(acts.remove, orderUnsentRefusal(row)),
        onAct: (row) => setAsked({ verb: 'remove', rows: [row] }),
      },
    ];
    return offered.filter(({ permission }) => can(permission));
  }, [kind, acts, can, userId]);
  const isSendable = useMemo(() => (row: OrderListRow) => orderSendRefusal(row, userId) === null, [userId]);
  const mayTick = useMemo(
    () => (row: OrderListRow) => (maySend && isSendable(row)) || (mayBill && orderBillRefusal(row) === null),
    [isSendable, maySend, mayBill],
  );
  const renew = useCallback((): void => void queries.invalidateQueries({ queryKey: ['call', 'bill'] }), [queries]);
  const mayEdit = kind !== null && can(acts.edit.permission);
  const cells = useMemo(
    (): Cells<OrderListRow> => ({
      ...plainCells,
      ...(mayEdit
        ? {
            billName: {
              width: 200,
              least: 140,
              cell: (row) =>
                orderUnsentRefusal(row) === null ? (
                  <UnitCell key={row.version} order={row} command={acts.edit} onDone={renew} />
                ) : (
                  <>{row.billName}</>
                ),
            },
          }
        : {}),
    }),
    [mayEdit, acts, renew],
  );
  const nameOf = ({ orderId }: { readonly orderId: string }): string => asked?.rows.find((row) => row.orderId === orderId)?.orderNo ?? orderId;
  const drawer = { rows: (asked?.rows ?? []).map(({ orderId }) => ({ orderId })), nameOf, onClose: () => setAsked(null), onDone: renew };
  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH={0} gap={2}>
      <PasteBox {...paste} />
      <chakra.div flex={1} minH={0}>
        <ListingScreen
          key={codes}
          list={list}
          screen={screen}
          cells={cells}
          acts={rowActs}
          onOpen={setOpened}
          {...(maySend || mayBill ? { mayTick } : {})}
          emptyText={['没有订单', 'No orders']}
          tools={({ ticked }) => (
            <>
              {maySend ? (
                <Button
                  ref={main}
                  size="sm"
                  variant="primary"
                  icon={Send}
                  keyHint="Ctrl+Enter"
                  disabled={ticked.length === 0 || !ticked.every(isSendable)}
                  onClick={() => setAsked({ verb: 'send', rows: ticked })}
                >
                  {label(['发送 {count}', 'Send {count}'], { count: ticked.length })}
                </Button>
              ) : null}
              {mayBill ? <BillButton ticked={ticked} onBill={() => setBilled({ orderIds: ticked.map(({ orderId }) => orderId) })} /> : null}
            </>
          )}
        />
      </chakra.div>
      {asked?.verb === 'send' ? <ActDrawer command={acts.send} values={sentAsOf()} {...drawer} /> : null}
      {asked?.verb === 'cancelSend' ? <ActDrawer command={acts.cancelSend} {...drawer} /> : null}
      {asked?.verb === 'remove' ? <ActDrawer command={acts.remove} {...drawer} /> : null}
      {edited ? (
        <ActDrawer
          command={acts.edit}
          rows={[{ orderId: edited.orderId, version: edited.version }]}
          nameOf={() => edited.orderNo}
          values={{ billUnitId: edited.billUnitId, remark: edited.remark ?? '' }}
          onClose={() => setEdited(null)}
          onDone={renew}
        />
      ) : null}
      {opened ? (
        <OrderDrawer
          order={opened}
          place={kind === 'recheckOrder' || opened.businessType > 2 ? 'recheckOrder' : 'order'}
          onTakeOut={kind !== null && can(acts.edit.permission) && orderUnsentRefusal(opened) === null ? { command: acts.edit, onDone: renew } : null}
          onBill={mayBill && orderBillRefusal(opened) === null ? (lineIds) => setBilled({ lineIds }) : null}
          onClose={() => setOpened(null)}
        />
      ) : null}
      {extended ? <AddLines order={extended} command={acts.edit} onDone={renew} onClose={() => setExtended(null)} /> : null}
      {billed ? <CreateBill billed={billed} onClose={() => setBilled(null)} onDone={renew} /> : null}
    </chakra.div>
  );
}

/** 生成账单 of ticked orders; greyed it says why. */
function BillButton({ ticked, onBill }: { readonly ticked: readonly OrderListRow[]; readonly onBill: () => void }) {
  const { label } = useText();
  const what = mixedIn(ticked);
  const isBillable = ticked.length > 0 && ticked.length <= mostOrders && ticked.every((row) => orderBillRefusal(row) === null);
  const why = what ? label(createBill.refusals['bill.mixed']!, { what: label(what) }) : undefined;
  return (
    <Button size="sm" icon={ReceiptText} disabled={!isBillable || what !== null} title={why} onClick={onBill}>
      {label(['生成账单 {count}', 'Bill {count}'], { count: ticked.length })}
    </Button>
  );
}
