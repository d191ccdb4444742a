import { useQueryClient } from '@tanstack/react-query';
import { Pencil, Send, Trash2, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { cancelRefusal, plainOrderActs, recheckOrderActs, sendRefusal, unsentRefusal } from '#domain/bill/orders/orderActs.ts';
import type { forcedOrders, OrderListRow, orders, recheckOrders, searchedOrders } from '#domain/bill/orders/orderRows.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { Button } from '#src/ui/Button.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { OrderDrawer } from './OrderDrawer.tsx';

const cells: Cells<OrderListRow> = {
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
}: {
  readonly list: typeof orders | typeof recheckOrders | typeof forcedOrders | typeof searchedOrders;
  readonly kind: OrderKind | null;
}) {
  const { label } = useText();
  const { can, user } = useSession();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<OrderListRow | null>(null);
  const [asked, setAsked] = useState<{ readonly verb: Verb; readonly rows: readonly OrderListRow[] } | null>(null);
  const [edited, setEdited] = useState<OrderListRow | null>(null);
  const acts = kind === 'recheckOrder' ? recheckOrderActs : plainOrderActs;
  const userId = user?.id ?? '';
  const maySend = kind !== null && can(acts.send.permission);
  const rowActs = useMemo((): readonly RowAct<OrderListRow>[] => {
    if (kind === null) return [];
    const offered: readonly (RowAct<OrderListRow> & { readonly permission: string })[] = [
      {
        key: 'send',
        label: ['发送', 'Send'],
        icon: Send,
        permission: acts.send.permission,
        isShown: ({ sended }) => sended === 0,
        mayAct: (row) => allowedBy(acts.send, sendRefusal(row, userId)),
        onAct: (row) => setAsked({ verb: 'send', rows: [row] }),
      },
      {
        key: 'cancelSend',
        label: ['取消发送', 'Take sending back'],
        icon: Undo2,
        isDanger: true,
        permission: acts.cancelSend.permission,
        isShown: ({ sended }) => sended === 1,
        mayAct: (row) => allowedBy(acts.cancelSend, cancelRefusal(row)),
        onAct: (row) => setAsked({ verb: 'cancelSend', rows: [row] }),
      },
      {
        key: 'edit',
        label: ['修改', 'Change'],
        icon: Pencil,
        permission: acts.edit.permission,
        mayAct: (row) => allowedBy(acts.edit, unsentRefusal(row)),
        onAct: setEdited,
      },
      {
        key: 'remove',
        label: ['删除', 'Remove'],
        icon: Trash2,
        isDanger: true,
        permission: acts.remove.permission,
        mayAct: (row) => allowedBy(acts.remove, unsentRefusal(row)),
        onAct: (row) => setAsked({ verb: 'remove', rows: [row] }),
      },
    ];
    return offered.filter(({ permission }) => can(permission));
  }, [kind, acts, can, userId]);
  const mayTick = useMemo(() => (row: OrderListRow) => sendRefusal(row, userId) === null, [userId]);
  const renew = (): void => void queries.invalidateQueries({ queryKey: ['call', 'bill'] });
  const nameOf = ({ orderId }: { readonly orderId: string }): string => asked?.rows.find((row) => row.orderId === orderId)?.orderNo ?? orderId;
  const drawer = { rows: (asked?.rows ?? []).map(({ orderId }) => ({ orderId })), nameOf, onClose: () => setAsked(null), onDone: renew };
  return (
    <>
      <ListingScreen
        list={list}
        cells={cells}
        acts={rowActs}
        onOpen={setOpened}
        {...(maySend ? { mayTick } : {})}
        emptyText={['没有订单', 'No orders']}
        tools={({ ticked }) =>
          maySend ? (
            <Button size="sm" variant="primary" icon={Send} disabled={ticked.length === 0} onClick={() => setAsked({ verb: 'send', rows: ticked })}>
              {label(['发送 {count}', 'Send {count}'], { count: ticked.length })}
            </Button>
          ) : null
        }
      />
      {asked?.verb === 'send' ? <ActDrawer command={acts.send} {...drawer} /> : null}
      {asked?.verb === 'cancelSend' ? <ActDrawer command={acts.cancelSend} {...drawer} /> : null}
      {asked?.verb === 'remove' ? <ActDrawer command={acts.remove} {...drawer} /> : null}
      {edited ? (
        <ActDrawer
          command={acts.edit}
          rows={[{ orderId: edited.orderId, version: edited.version }]}
          nameOf={() => edited.orderNo}
          values={{ billName: edited.billName ?? '', remark: edited.remark ?? '' }}
          onClose={() => setEdited(null)}
          onDone={renew}
        />
      ) : null}
      {opened ? (
        <OrderDrawer
          order={opened}
          place={kind === 'recheckOrder' || opened.businessType > 2 ? 'recheckOrder' : 'order'}
          onTakeOut={kind !== null && can(acts.edit.permission) && unsentRefusal(opened) === null ? { command: acts.edit, onDone: renew } : null}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </>
  );
}
