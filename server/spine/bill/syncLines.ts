import { sql } from 'drizzle-orm';
import { excludedBit, lineState, sign } from '#domain/bill/billChoices.ts';
import type { KnownLine, LineFacts } from '#domain/bill/lines/lineFacts.ts';
import { planLines, type LineChange, type LinePlan, type WantedLine } from '#domain/bill/lines/planLines.ts';
import { nowText } from '#server/storage/clock.ts';
import { salesLineTable } from '#server/storage/billTables.ts';
import { gramsOf } from '#server/storage/grams.ts';
import { newId } from '#server/storage/ids.ts';
import { insertMany, recordset } from '#server/storage/recordset.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Reader } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';
import { columnsOf } from '../changeRows.ts';
import { refreshClientBits } from './clientBits.ts';
import { freezeInnerPrices } from './innerPrices.ts';
import { readLineFacts } from './readLineFacts.ts';

/**
 * The one door that makes and moves billable lines (docs/bill.md#lines): afterwards the lines of these requisitions are what their tubes, tasks,
 * stops and reports say. Does nothing where they are already. Within the act that changed these, behind its last statement; of two acts that make
 * the same line at once the second meets its unique key and is done again.
 */
export async function syncLines(tx: Tx, tenantId: string, requisitionIds: readonly string[]): Promise<void> {
  const ids = [...new Set(requisitionIds)].toSorted();
  if (ids.length === 0) return;
  const facts = await readLineFacts(tx, tenantId, ids, true);
  const now = nowText();
  const plans = facts.map((one) => ({ facts: one, plan: planLines(one) }));
  const changed = plans.flatMap(({ plan }) => plan.changed);
  const credited = plans.flatMap(({ plan }) => plan.credited);
  await changeLines(tx, tenantId, changed, now);
  // The original makes room for what is charged instead of it.
  if (credited.length > 0)
    await tx.execute(sql`update sales_line set is_credited = 1, update_time = ${now}, version = version + 1 where tenant_id = ${tenantId}
      and id = ${anyId(credited.map(({ lineId }) => lineId))}`);
  const rows = plans.flatMap(({ facts: { requisitionId }, plan: { made } }) => made.map((line) => rowOf(tenantId, requisitionId, line, now)));
  const reds = plans.flatMap(({ facts: { requisitionId }, plan }) => plan.credited.map((line) => redOf(tenantId, requisitionId, line, now)));
  if (rows.length + reds.length > 0) await tx.execute(insertMany(salesLineTable, [...rows, ...reds]));
  if (rows.length > 0) await keepSampleBits(tx, tenantId, rows);
  const returned = changed.filter(({ state, sendSampleClientId }) => state === 0 || state === 1 || sendSampleClientId !== undefined);
  await refreshClientBits(tx, tenantId, [...rows.map(({ id }) => id), ...returned.map(({ lineId }) => lineId)]);
  // What between laboratories goes by: that it was reported, and its price.
  const isSettledAnew = changed.some(({ reported, price, withdrawn }) => reported === 1 || price !== undefined || withdrawn === 0);
  if (reds.length > 0 || rows.some(({ reported }) => reported === 1) || isSettledAnew)
    await freezeInnerPrices(tx, tenantId, sql`l.requisition_id = ${anyId(ids)}`);
}

/** A sample that is not charged (docs/bill.md#exclusion) stays so when its line is made anew, as after a report that was withdrawn: as the last line before it. */
async function keepSampleBits(tx: Tx, tenantId: string, made: readonly { readonly id: string }[]): Promise<void> {
  const ids = anyId(made.map(({ id }) => id));
  await tx.execute(sql`update sales_line l set excluded_by = l.excluded_by | ${excludedBit.sample}::int where l.tenant_id = ${tenantId} and l.id = ${ids}
    and (select e.excluded_by & ${excludedBit.sample}::int from sales_line e where e.tenant_id = l.tenant_id and e.requisition_id = l.requisition_id
      and e.commodity_id = l.commodity_id and e.supplement_no = l.supplement_no and e.sign = 1 and not e.id = ${ids} order by e.id desc limit 1) > 0`);
}

/** What `syncLines` would do now: nothing, where every act went through it. */
export const plannedLines = async (
  reader: Reader,
  tenantId: string,
  requisitionIds: readonly string[],
): Promise<readonly { readonly facts: LineFacts; readonly plan: LinePlan }[]> =>
  (await readLineFacts(reader, tenantId, requisitionIds, false)).map((facts) => ({ facts, plan: planLines(facts) }));

const rowOf = (tenantId: string, requisitionId: string, line: WantedLine, now: string) => ({
  ...line,
  id: newId(),
  tenantId,
  requisitionId,
  supplementaryed: line.supplementNo > 0 ? 1 : 0,
  grams: gramsOf([line.personName]),
  sign: sign.plus,
  excludedBy: 0,
  isCredited: 0,
  withdrawn: 0,
  createTime: now,
  updateTime: now,
  version: 1,
});

/** The red line of one that was charged: the same price, taken back the day it was withdrawn. */
function redOf(tenantId: string, requisitionId: string, { lineId, isSent: _sent, ...line }: KnownLine, now: string) {
  return {
    ...rowOf(tenantId, requisitionId, { ...line, state: lineState.open }, now),
    sign: sign.minus,
    creditOf: lineId,
    auditTime: now,
    reported: 1,
  };
}

/** Changes lines that were locked by what differs; those that change the same columns go together. */
export async function changeLines(tx: Tx, tenantId: string, changes: readonly LineChange[], now: string): Promise<void> {
  const known = columnsOf(salesLineTable);
  const groups = new Map<string, LineChange[]>();
  for (const change of changes) {
    const name = Object.keys(change).toSorted().join();
    groups.set(name, [...(groups.get(name) ?? []), change]);
  }
  for (const group of groups.values()) {
    const withGrams = group.map(({ lineId, ...change }) => ({
      id: lineId,
      ...change,
      ...('personName' in change ? { grams: gramsOf([change.personName ?? null]) } : {}),
    }));
    const used = Object.keys(withGrams[0] ?? {}).map((key) => ({ key, ...known[key]! }));
    const shape = Object.fromEntries(used.map(({ key, type }) => [key, type]));
    const set = used.filter(({ key }) => key !== 'id').map(({ key, name }) => `"${name}" = x."${key}"`);
    const done = await tx.execute(sql`update sales_line l set ${sql.raw(set.join(', '))}, update_time = ${now}, version = l.version + 1
      from ${recordset('x', shape, withGrams)} where l.tenant_id = ${tenantId} and l.id = x.id`);
    if (done.rowCount !== group.length) throw new Error(`${group.length - (done.rowCount ?? 0)} lines were not where they were read`);
  }
}
