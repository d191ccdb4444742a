import { sql } from 'drizzle-orm';
import { chargeAct, lineState } from '#domain/bill/billChoices.ts';
import { pricesOf, repriced, type Repriced } from '#domain/bill/lines/planLines.ts';
import { repriceLines, type RepriceState } from '#domain/bill/lines/repriceLine.ts';
import { yuanOf } from '#server/kernel/core/money.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { serveCommand } from '#server/kernel/http/serve.ts';
import { isLineInSight } from '#server/spine/bill/lineSight.ts';
import { freezeInnerPrices } from '#server/spine/bill/innerPrices.ts';
import { readLineFacts } from '#server/spine/bill/readLineFacts.ts';
import { repriceJob } from '#server/spine/bill/repriceJob.ts';
import { changeLines } from '#server/spine/bill/syncLines.ts';
import { marked, own } from '#server/spine/loading.ts';
import { chargeChangeTable } from '#server/storage/billTables.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { newId } from '#server/storage/ids.ts';
import { readRows } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';

const answerOf = (lineId: string, { price }: Repriced) => ({ lineId, billPriceStr: price === null ? null : yuanOf(price) });

/** `salesLine.reprice`: the line's price, and a record of what it was. */
export const servedReprice = serveCommand(repriceLines, {
  async load(tx, { lineId }, { user }): Promise<RepriceState> {
    const [seen] = await own<{ requisitionId: string }>(
      tx,
      sql`select l.requisition_id::text as requisition_id, ${marked(sql`l.id::text`, isLineInSight(user, 'l'))} from sales_line l
        where l.tenant_id = ${user.tenantId} and l.id = ${lineId} for update of l`,
    );
    if (!seen) return { line: null, found: null };
    const [facts] = await readLineFacts(tx, user.tenantId, [seen.requisitionId], true);
    const line = facts?.lines.find((one) => one.lineId === lineId);
    return { line: line ? { ...line, before: pricesOf(line) } : null, found: facts && line ? repriced(facts, line) : null };
  },
  async write(tx, { change: { lineId, before, after }, input: { reason }, acting: { user, now } }) {
    await changeLines(tx, user.tenantId, [{ lineId, ...after }], now);
    await freezeInnerPrices(tx, user.tenantId, sql`l.id = ${lineId}`);
    await tx.execute(
      insertMany(chargeChangeTable, [
        {
          id: newId(),
          tenantId: user.tenantId,
          lineId,
          act: chargeAct.reprice,
          before,
          after,
          reason,
          creatorId: user.id,
          creatorName: user.name,
          createTime: now,
        },
      ]),
    );
    return answerOf(lineId, after);
  },
  answerRepeat: ({ change: { lineId, after } }) => answerOf(lineId, after),
});

/** As `sales_line_no_price_ix` has it; l: a line. */
const isOpenWithoutPrice = sql`l.price is null and l.state in (0, 1) and l.excluded_by = 0`;

/** Lines of one transaction. */
const portion = 200;

/**
 * `bill.reprice`: lines without a price get one where a policy that was saved, enabled or changed since has one for their day
 * (docs/bill.md#prices). What has a price keeps it. Begins by itself each minute, and at once where a policy is saved.
 */
export const repricing = (database: Database): JobKind<object> => ({
  name: repriceJob,
  cron: '* * * * *',
  expireSeconds: 1_800,
  async run(_payload, signal) {
    const tenants = await readRows<{ tenantId: string }>(database.orm, sql`select distinct tenant_id from price_policy order by tenant_id`);
    for (const { tenantId } of tenants) {
      let seen: readonly string[] = [];
      do {
        const after = seen.at(-1);
        seen = await database.transaction((tx) => priceOpenLines(tx, tenantId, after));
      } while (!signal.aborted && seen.length === portion);
    }
  },
});

/** Prices some of a tenant's lines that have none and may have one now; the ids of those looked at, in their order, from behind `after` on. */
export async function priceOpenLines(tx: Tx, tenantId: string, after = '0'): Promise<readonly string[]> {
  const lines = await readRows<{ id: string; requisitionId: string }>(
    tx,
    sql`select l.id::text as id, l.requisition_id::text as requisition_id from sales_line l where l.tenant_id = ${tenantId} and l.id > ${after} and ${isOpenWithoutPrice}
        and exists (select 1 from price_policy p where p.tenant_id = l.tenant_id and p.send_sample_client_id = l.send_sample_client_id and p.commodity_id = l.commodity_id and p.is_deleted = 0
          and p.is_disable = 0 and (p.agent_client_id is null or p.agent_client_id = l.agent_customer_id) and p.update_time >= l.update_time - interval '1 minute')
      order by l.id limit ${portion}`,
  );
  if (lines.length === 0) return [];
  const facts = await readLineFacts(
    tx,
    tenantId,
    lines.map(({ requisitionId }) => requisitionId),
    true,
  );
  const ids = new Set(lines.map(({ id }) => id));
  const changes = facts.flatMap((one) =>
    one.lines
      .filter(({ lineId, price, state }) => ids.has(lineId) && price === null && (state === lineState.unreported || state === lineState.open))
      .flatMap((line) => {
        const found = repriced(one, line);
        return found && found.price !== null ? [{ lineId: line.lineId, ...found }] : [];
      }),
  );
  // A policy that was being saved at this moment is looked at again (the minute above): once more for nothing is better than never.
  const now = nowText();
  await changeLines(tx, tenantId, changes, now);
  await tx.execute(sql`update sales_line set update_time = ${now} where tenant_id = ${tenantId} and id = ${anyId([...ids])}`);
  await freezeInnerPrices(tx, tenantId, sql`l.id = ${anyId([...ids])}`);
  return [...ids];
}
