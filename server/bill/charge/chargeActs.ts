import { sql, type SQL } from 'drizzle-orm';
import { executeType } from '#domain/base/executeType.ts';
import { chargeAct, chargeType, lineState } from '#domain/bill/billChoices.ts';
import { allLines } from '#domain/bill/billRights.ts';
import { buyCommodities, chargeContracts, endBuying, endGiving, giveClients, type ChargeState } from '#domain/bill/charge/chargeActs.ts';
import { chargeMoves, type Charged, type ChargedLine, type ChargeMove } from '#domain/bill/charge/chargeMoves.ts';
import { mostNamed, type TouchedLines } from '#domain/bill/touchedLines.ts';
import type { Acting, ActingUser } from '#domain/kernel/command.ts';
import type { Label } from '#domain/kernel/label.ts';
import { idsIn } from '#server/kernel/core/idList.ts';
import { serveCommand, type Call, type ServedCommand } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { shareAgain } from '#server/spine/bill/innerPrices.ts';
import { syncLines } from '#server/spine/bill/syncLines.ts';
import { linesInSight } from '#server/spine/bill/lineSight.ts';
import { chargeChangeTable } from '#server/storage/billTables.ts';
import { newId } from '#server/storage/ids.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { insertMany, recordset } from '#server/storage/recordset.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { closeOrders, openOrders } from './rewriteOrders.ts';
import { areElsewhere, changeMaster, countLines, isChangeable, isWithErp, linesOf, lockClient, orderedLines } from '../touchLines.ts';

const actOf: Readonly<Record<ChargeMove, number>> = {
  giving: chargeAct.giving,
  givingRestore: chargeAct.givingRestore,
  commodityBuy: chargeAct.buy,
  commodityRestore: chargeAct.buyRestore,
};

interface Known extends ChargedLine {
  readonly lineId: string;
  readonly orderId: string | null;
  readonly requisitionId: string;
  readonly state: number;
}
/** So many lines are written by one statement. */
const portion = 2_000;

interface Moved {
  readonly move: ChargeMove;
  readonly where: SQL;
  readonly reason: string;
  readonly acting: Acting;
}
/**
 * Moves lines (alias l) that meet a condition and are in no order the ERP has, noting each for ever; the unsent orders of these are written anew. Locks lines,
 * then orders.
 */
async function moveCharges(
  tx: Tx,
  { move, where, reason, acting: { user, now } }: Moved,
): Promise<Pick<TouchedLines, 'lines' | 'orders' | 'orderCount'>> {
  // Locked first and read then: whoever waited for one that ordered a line sees its order.
  const locked = await readRows<{ id: string }>(
    tx,
    sql`select l.id from sales_line l where ${where} and ${isChangeable} order by l.id for update of l`,
  );
  const known = await readRows<Known>(
    tx,
    sql`select l.id::text as line_id, l.requisition_id::text as requisition_id, l.state::int as state, l.business_type::int as business_type, l.charge_type::int as charge_type, l.charge_type_before::int as charge_type_before,
        l.price::float8 as price, l.price_before::float8 as price_before,
        (select p.order_id::text from sales_order_line p where p.tenant_id = l.tenant_id and p.line_id = l.id) as order_id,
        exists (select 1 from laboratory y where y.tenant_id = l.tenant_id and y.id = l.execute_laboratory_id and y.execute_type = ${executeType.outsourced}) as is_outer
      from sales_line l where l.tenant_id = ${user.tenantId} and l.id = ${anyId(locked.map(({ id }) => id))} and ${isChangeable} order by l.id`,
  );
  const movable = known.flatMap((line) => {
    const after = chargeMoves[move](line);
    return after ? [{ line, after }] : [];
  });
  const opened = await openOrders(tx, user.tenantId, [...new Set(movable.flatMap(({ line }) => line.orderId ?? []))]);
  const openIds = new Set(opened.map(({ id }) => id));
  const moved = movable.filter(({ line: { orderId } }) => orderId === null || openIds.has(orderId));
  // A price that is none stands in no order: such a line leaves it first.
  const unpriced = moved.flatMap(({ line, after }) => (after.price === null && line.orderId !== null ? [line.lineId] : []));
  if (unpriced.length > 0)
    await tx.execute(sql`update sales_line set state = ${lineState.open} where tenant_id = ${user.tenantId} and id = ${anyId(unpriced)}`);
  for (let from = 0; from < moved.length; from += portion) {
    const some = moved.slice(from, from + portion);
    await tx.execute(sql`update sales_line l set business_type = x.business_type, charge_type = x.charge_type, charge_type_before = x.charge_type_before, price = x.price,
        price_before = x.price_before, update_time = ${now}, version = l.version + 1
      from ${recordset(
        'x',
        { id: 'bigint', business_type: 'smallint', charge_type: 'smallint', charge_type_before: 'smallint', price: 'bigint', price_before: 'bigint' },
        some.map(({ line, after }) => ({
          id: line.lineId,
          business_type: after.businessType,
          charge_type: after.chargeType,
          charge_type_before: after.chargeTypeBefore,
          price: after.price,
          price_before: after.priceBefore,
        })),
      )} where l.tenant_id = ${user.tenantId} and l.id = x.id`);
    await tx.execute(
      insertMany(
        chargeChangeTable,
        some.map(({ line, after }) => ({
          id: newId(),
          tenantId: user.tenantId,
          lineId: line.lineId,
          act: actOf[move],
          before: chargedOf(line),
          after: chargedOf(after),
          reason,
          creatorId: user.id,
          creatorName: user.name,
          createTime: now,
        })),
      ),
    );
  }
  await closeOrders(tx, user.tenantId, opened, move === 'giving', now);
  await settleReasons(tx, user.tenantId, move, moved);
  return { lines: moved.length, orders: opened.slice(0, mostNamed).map(({ orderNo }) => orderNo), orderCount: opened.length };
}

/**
 * Of what is not reported yet, the line's own door says anew why it costs what it costs, and of what has no price, whether there is one since; a price
 * that was a gift's from the beginning is told as what it is now.
 */
async function settleReasons(
  tx: Tx,
  tenantId: string,
  move: ChargeMove,
  moved: readonly { readonly line: Known; readonly after: Charged }[],
): Promise<void> {
  if (move === 'givingRestore') {
    await shareAgain(
      tx,
      tenantId,
      moved.map(({ line }) => line.lineId),
    );
    await tx.execute(sql`update sales_line l set price_reason = ${JSON.stringify(noGift)}::jsonb, price_params = '{}'::jsonb where l.tenant_id = ${tenantId}
      and l.id = ${anyId(moved.map(({ line }) => line.lineId))}
      and not exists (select 1 from charge_change c where c.tenant_id = l.tenant_id and c.line_id = l.id and c.act = ${chargeAct.giving})`);
  }
  const open = moved.filter(({ line, after }) => line.state === lineState.unreported || after.price === null);
  const requisitionIds = [...new Set(open.map(({ line }) => line.requisitionId))];
  for (let from = 0; from < requisitionIds.length; from += portion) await syncLines(tx, tenantId, requisitionIds.slice(from, from + portion));
}
const noGift: Label = ['取消赠送，恢复原价', 'No longer a gift: the price it had below'];

const chargedOf = ({ businessType, chargeType: type, chargeTypeBefore, price, priceBefore }: Charged) => ({
  businessType,
  chargeType: type,
  chargeTypeBefore,
  price,
  priceBefore,
});

/** Moves the lines of a client or a commodity; what stands in orders the ERP has, or is voiding, stays and is named. */
async function moveAll(tx: Tx, id: string, moved: Moved): Promise<TouchedLines> {
  return { id, ...(await moveCharges(tx, moved)), ...(await orderedLines(tx, sql`${moved.where} and ${isWithErp}`)) };
}

type OnClients = typeof giveClients;
const ofClient = (command: OnClients, move: ChargeMove): ServedCommand =>
  serveCommand(command, {
    async load(tx, { sendSampleClientId: clientId }, { user }): Promise<ChargeState> {
      const laboratoryIds = await laboratoriesOf(tx, user);
      const owner = await lockClient<{ name: string; isOn: boolean }>(
        tx,
        user,
        clientId,
        sql`k.client_name as name, coalesce(k.is_giving, 0) = 1 as is_on`,
        laboratoryIds,
      );
      return { owner, isElsewhere: owner !== null && (await areElsewhere(tx, linesOf(user.tenantId, { clientIds: [clientId] }), laboratoryIds)) };
    },
    async write(tx, { change: { ownerId, isOn }, input: { reason }, acting }) {
      const { user, now } = acting;
      await changeMaster(tx, 'send_sample_client', ownerId, sql`is_giving = ${isOn ? 1 : 0}`, user, now);
      return moveAll(tx, ownerId, { move, where: linesOf(user.tenantId, { clientIds: [ownerId] }), reason, acting });
    },
  });

/** A commodity is every laboratory's and every client's: who is limited to some of them changes it for nobody. */
async function commodityState(tx: Tx, user: ActingUser, commodityId: string): Promise<ChargeState> {
  const owner = await readRow<{ name: string; isOn: boolean }>(
    tx,
    sql`select c.commodity_name as name, coalesce(c.charge_type, 0) = ${chargeType.purchased} as is_on from commodity c
      where c.tenant_id = ${user.tenantId} and c.id = ${commodityId} and c.is_deleted = 0 for update`,
  );
  return { owner: owner ?? null, isElsewhere: !user.permissions.has(allLines.code) || (await laboratoriesOf(tx, user)) !== null };
}

type OnCommodities = typeof buyCommodities;
const ofCommodity = (command: OnCommodities, move: ChargeMove): ServedCommand =>
  serveCommand(command, {
    load: (tx, { commodityId }, { user }) => commodityState(tx, user, commodityId),
    async write(tx, { change: { ownerId, isOn }, input: { reason }, acting }) {
      const { user, now } = acting;
      // Empty is what it was before anybody bought it: our own test.
      await changeMaster(tx, 'commodity', ownerId, sql`charge_type = ${isOn ? chargeType.purchased : null}`, user, now);
      return moveAll(tx, ownerId, { move, where: linesOf(user.tenantId, { commodityIds: [ownerId] }), reason, acting });
    },
  });

export const chargeActs: readonly ServedCommand[] = [
  ofClient(giveClients, 'giving'),
  ofClient(endGiving as unknown as OnClients, 'givingRestore'),
  ofCommodity(buyCommodities, 'commodityBuy'),
  ofCommodity(endBuying as unknown as OnCommodities, 'commodityRestore'),
];

export const chargeCalls: readonly Call[] = serveCalls(chargeContracts, {
  'GET bill/chargeTypeManage/counts': {
    async handle({ db, user, query: { sendSampleClientIds = '', commodityIds = '' } }) {
      const of = {
        ...(sendSampleClientIds === '' ? {} : { clientIds: idsIn(sendSampleClientIds) }),
        ...(commodityIds === '' ? {} : { commodityIds: idsIn(commodityIds) }),
      };
      // Nothing was named: nothing would be met.
      const where = Object.keys(of).length === 0 ? sql`false` : linesOf(user.tenantId, of);
      return countLines(db, sql`${await linesInSight(db, user, 'l')} and ${where}`);
    },
  },
});
