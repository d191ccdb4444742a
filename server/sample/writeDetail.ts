import { getTableColumns, sql } from 'drizzle-orm';
import type { Acting, ActingUser } from '#domain/kernel/command.ts';
import type { DetailChange, DetailState } from '#domain/sample/detailState.ts';
import { passKind, type PassNo } from '#domain/sample/entryState.ts';
import type { Values } from '#domain/sample/rules/entryForm.ts';
import { receptionFields } from '#domain/sample/rules/summaryFields.ts';
import type { Accepted, Several, Tx } from '#server/kernel/serve.ts';
import { newId } from '#server/storage/ids.ts';
import { insertMany, recordset } from '#server/storage/recordset.ts';
import { entryPassTable, requisitionTable } from '#server/storage/sampleTables.ts';
import { together } from '#server/storage/together.ts';
import type { LoadedDetail, RequisitionRow } from './detailState.ts';
import { countEntries } from './entryTally.ts';
import { moveSamples } from './moveSamples.ts';
import { nameGrams, personNames } from './requisitionRow.ts';

interface Written {
  readonly row: RequisitionRow;
  readonly change: DetailChange;
  readonly acting: Acting;
  readonly opId: string;
}

/** Writes accepted changes of detail entry: new revisions, comparisons, the settled values, the tubes' steps. */
export async function writeDetails(tx: Tx, acts: Several<Accepted<unknown, DetailState, DetailChange>>): Promise<void> {
  const { user, now } = acts[0].acting;
  const { tenantId } = user;
  const written = acts.map(({ state, change, acting, opId }): Written => {
    const { row } = state as LoadedDetail;
    if (!row) throw new Error('detail entry of a requisition that was not loaded');
    return { row, change, acting, opId };
  });
  const settled = written.flatMap(({ row, change }) =>
    change.merged || change.pass?.kind === passKind.withdrawn ? [{ row, merged: change.merged ?? null }] : [],
  );
  await together(
    writePasses(tx, user, written),
    ...written.flatMap(({ row, change, acting }) => (change.comparison ? [writeComparison(tx, row.id, change.comparison, acting)] : [])),
    writeStates(tx, tenantId, written, now),
    settle(tx, tenantId, settled),
    moveSamples(
      tx,
      tenantId,
      written.flatMap(({ change }) => change.moves),
      now,
    ),
  );
}

async function writePasses(tx: Tx, user: ActingUser, written: readonly Written[]): Promise<void> {
  const { tenantId } = user;
  const made = written.flatMap(({ change: { pass }, ...act }) => (pass ? [{ ...act, pass }] : []));
  if (made.length === 0) return;
  const rows = made.map(({ row, pass: { pass, startedAt, seconds, ...record }, acting, opId }) => ({
    ...record,
    id: newId(),
    tenantId,
    requisitionId: row.id,
    passNo: pass,
    startedAt,
    seconds: seconds === null ? null : Math.round(seconds),
    unclear: [...record.unclear],
    authorId: acting.user.id,
    authorName: acting.user.name,
    occurredAt: acting.occurredAt,
    opId,
    createTime: acting.now,
  }));
  const entered = made.filter(({ pass }) => pass.kind === passKind.entered);
  const locks = made.map(({ row, pass: { pass } }) => ({ requisition_id: row.id, pass_no: pass }));
  await together(
    tx.execute(insertMany(entryPassTable, rows)),
    countEntries(
      tx,
      user,
      entered.map(({ pass: { pass }, acting }) => ({ enterType: pass === 1 ? 2 : 3, time: acting.occurredAt ?? acting.now })),
    ),
    ...([1, 2] as const).map((passNo) =>
      namePasses(
        tx,
        user,
        passNo,
        made
          .filter(({ pass }) => pass.pass === passNo)
          .map(({ row, pass, acting }) => ({ id: row.id, time: pass.kind === passKind.withdrawn ? null : acting.now })),
      ),
    ),
    tx.execute(sql`delete from entry_lock l using ${recordset('x', { requisition_id: 'bigint', pass_no: 'smallint' }, locks)}
      where l.tenant_id = ${tenantId} and l.requisition_id = x.requisition_id and l.pass_no = x.pass_no`),
  );
}

/** Lists show who made a pass without opening it; `time` null: it is gone. */
async function namePasses(
  tx: Tx,
  user: ActingUser,
  pass: PassNo,
  made: readonly { readonly id: string; readonly time: string | null }[],
): Promise<void> {
  if (made.length === 0) return;
  const [userId, userName, time] =
    pass === 1 ? [sql`first_user_id`, sql`first_user_name`, sql`first_time`] : [sql`second_user_id`, sql`second_user_name`, sql`second_time`];
  await tx.execute(sql`update requisition r set ${userId} = case when x.time is null then null else ${user.id}::bigint end,
      ${userName} = case when x.time is null then null else ${user.name}::text end, ${time} = x.time
    from ${recordset('x', { id: 'bigint', time: 'timestamptz' }, made)} where r.tenant_id = ${user.tenantId} and r.id = x.id`);
}

async function writeStates(tx: Tx, tenantId: string, written: readonly Written[], now: string): Promise<void> {
  const states = written.map(({ row, change }) => ({ id: row.id, state: change.entryState, settled: change.merged ? now : null }));
  await tx.execute(sql`update requisition r set entry_state = x.state, settled_time = x.settled, update_time = ${now}, version = r.version + 1
    from ${recordset('x', { id: 'bigint', state: 'smallint', settled: 'timestamptz' }, states)} where r.tenant_id = ${tenantId} and r.id = x.id`);
}

async function writeComparison(tx: Tx, requisitionId: string, comparison: NonNullable<DetailChange['comparison']>, acting: Acting): Promise<void> {
  const { round, state, differences, decisions } = comparison;
  const fields = (differences ?? []).map(({ field }) => field);
  const isArbitrated = decisions !== undefined;
  await tx.execute(sql`insert into entry_comparison (id, tenant_id, requisition_id, round, state, differences, first_fields, decisions, create_time, update_time)
    values (${newId()}, ${acting.user.tenantId}, ${requisitionId}, ${round}, ${state}, ${JSON.stringify(differences ?? [])}::jsonb, ${sql.param(fields)}::text[], null, ${acting.now}, ${acting.now})
    on conflict (tenant_id, requisition_id, round) do update set state = excluded.state, update_time = excluded.update_time,
      differences = ${differences && differences.length > 0 ? sql`excluded.differences` : sql`entry_comparison.differences`},
      decisions = ${isArbitrated ? sql`${JSON.stringify(decisions)}::jsonb` : sql`entry_comparison.decisions`},
      arbitrator_id = ${isArbitrated ? acting.user.id : null}, arbitrator_name = ${isArbitrated ? acting.user.name : null}`);
}

interface Settled {
  readonly row: RequisitionRow;
  readonly merged: Values | null;
}
const columnsOf = getTableColumns(requisitionTable) as unknown as Record<string, { readonly name: string; getSQLType(): string }>;

/** The person columns follow the settled values, or go back to what reception typed (`null`). */
async function settle(tx: Tx, tenantId: string, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return;
  const rows = settled.map(({ row, merged }) => {
    const values = merged ?? row.reception;
    const names = personNames.filter((name) => name in values && (merged === null || !receptionFields.includes(name)));
    const columns = Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
    return { row, merged, values, written: { id: row.id, ...columns, detail: merged, grams: nameGrams(values) } };
  });
  const clients = rows.flatMap(({ row, values: { sendSampleClientId: client } }) => (typeof client === 'string' ? [{ id: row.id, client }] : []));
  // A single tube's number follows the entry too; of several tubes reception's numbers stand.
  const numbers = rows.flatMap(({ row, merged, values }) => {
    const [only, ...others] = (row.reception['tubes'] ?? []) as readonly Record<string, unknown>[];
    const number = merged ? values['testTubeNumber'] : (only?.['testTubeNumber'] ?? null);
    return only && others.length === 0 && (typeof number === 'string' || merged === null) ? [{ id: row.id, number }] : [];
  });
  await together(
    ...alike(rows.map(({ written }) => written)).map((group) => writeSettled(tx, tenantId, group)),
    ...[clients].filter(isAny).map((those) =>
      tx.execute(sql`update sample s set send_sample_client_id = x.client from ${recordset('x', { id: 'bigint', client: 'bigint' }, those)}
        where s.tenant_id = ${tenantId} and s.requisition_id = x.id and s.send_sample_client_id is distinct from x.client`),
    ),
    ...[numbers].filter(isAny).map((those) =>
      tx.execute(sql`update sample s set test_tube_number = x.number from ${recordset('x', { id: 'bigint', number: 'text' }, those)}
        where s.tenant_id = ${tenantId} and s.requisition_id = x.id and s.test_tube_number is distinct from x.number`),
    ),
  );
}

const isAny = (items: readonly unknown[]): boolean => items.length > 0;

/** Rows that write the same columns. */
function alike<Row extends object>(rows: readonly Row[]): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = Object.keys(row).join();
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return [...groups.values()];
}

async function writeSettled(tx: Tx, tenantId: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const used = Object.keys(rows[0] ?? {}).map((key) => ({ key, column: columnsOf[key]! }));
  const shape = Object.fromEntries(used.map(({ key, column }) => [key, column.getSQLType()]));
  const set = used.filter(({ key }) => key !== 'id').map(({ key, column }) => `"${column.name}" = x."${key}"`);
  await tx.execute(
    sql`update requisition r set ${sql.raw(set.join(', '))} from ${recordset('x', shape, rows)} where r.tenant_id = ${tenantId} and r.id = x.id`,
  );
}
