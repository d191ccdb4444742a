import { sql } from 'drizzle-orm';
import type { Acting, ActingUser } from '#domain/kernel/command.ts';
import type { DetailChange, DetailState } from '#domain/sample/detailState.ts';
import { passKind } from '#domain/sample/entryState.ts';
import { isEmptyValue } from '#domain/sample/passes.ts';
import type { Values } from '#domain/sample/rules/entryForm.ts';
import { receptionFields } from '#domain/sample/rules/summaryFields.ts';
import type { Accepted, Several, Tx } from '#server/kernel/http/serve.ts';
import { changeRequisitions, changeTubes } from '#server/spine/changeRows.ts';
import { syncLines } from '#server/spine/bill/syncLines.ts';
import { markOf, noteActs, type Mark } from '#server/spine/line.ts';
import { stepSamples } from '#server/spine/moveSamples.ts';
import { newId } from '#server/storage/ids.ts';
import { insertMany, recordset } from '#server/storage/recordset.ts';
import { entryPassTable } from '#server/storage/sampleTables.ts';
import { together } from '#server/storage/together.ts';
import type { LoadedDetail, RequisitionRow } from './detailState.ts';
import { countEntries } from './entryTally.ts';
import { nameGrams, personNames } from './requisitionRow.ts';

interface Written {
  readonly row: RequisitionRow;
  readonly change: DetailChange;
  readonly acting: Acting;
  readonly opId: string;
  readonly mark: Mark;
}

/** Writes accepted changes of detail entry: new revisions, comparisons, the settled values, the tubes' steps. */
export async function writeDetails(
  tx: Tx,
  command: { readonly name: string },
  acts: Several<Accepted<unknown, DetailState, DetailChange>>,
): Promise<void> {
  const { user, now } = acts[0].acting;
  const { tenantId } = user;
  const written = acts.map(({ state, change, acting, opId }): Written => {
    const { row } = state as LoadedDetail;
    if (!row) throw new Error('detail entry of a requisition that was not loaded');
    return { row, change, acting, opId, mark: markOf(command, { acting, opId }) };
  });
  await together(
    writePasses(tx, user, written),
    ...written.flatMap(({ row, change, acting }) => (change.comparison ? [writeComparison(tx, row.id, change.comparison, acting)] : [])),
    changeRequisitions(
      tx,
      tenantId,
      written.map((act) => ({ id: act.row.id, ...passColumns(act), ...stateColumns(act), ...settledColumns(act) })),
      now,
    ),
    changeTubes(tx, tenantId, written.flatMap(newClient), now),
    changeTubes(tx, tenantId, written.flatMap(newFacts), now),
    stepSamples(
      tx,
      tenantId,
      written.flatMap(({ change, mark }) => change.moves.map((move) => ({ move, mark }))),
    ),
    noteActs(
      tx,
      tenantId,
      written.flatMap(({ row, change, mark }) => (change.moves.length > 0 ? [] : [{ mark, whose: { requisitionId: row.id } }])),
    ),
  );
  // One look at the billable lines, behind the steps and the settled values: each decides of them.
  await syncLines(
    tx,
    tenantId,
    written.flatMap((act) => (act.change.moves.length > 0 || standing(act) ? [act.row.id] : [])),
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
    tx.execute(sql`delete from entry_lock l using ${recordset('x', { requisition_id: 'bigint', pass_no: 'smallint' }, locks)}
      where l.tenant_id = ${tenantId} and l.requisition_id = x.requisition_id and l.pass_no = x.pass_no`),
  );
}

/** Lists show who made a pass without opening it; nobody where it is gone. */
function passColumns({ change: { pass }, acting: { user, now } }: Written) {
  if (!pass) return {};
  const [id, name, time] = pass.kind === passKind.withdrawn ? [null, null, null] : [user.id, user.name, now];
  return pass.pass === 1 ? { firstUserId: id, firstUserName: name, firstTime: time } : { secondUserId: id, secondUserName: name, secondTime: time };
}

const stateColumns = ({ change, acting }: Written) => ({ entryState: change.entryState, settledTime: change.merged ? acting.now : null });

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

/** The values that stand from now on: settled ones, or with the entry withdrawn what reception typed; null where nothing of them changes. */
function standing({ row, change }: Written): { readonly merged: Values | null; readonly values: Values } | null {
  if (!change.merged && change.pass?.kind !== passKind.withdrawn) return null;
  return { merged: change.merged ?? null, values: change.merged ?? row.reception };
}

/** The person columns follow the values that stand. */
function settledColumns(act: Written): Readonly<Record<string, unknown>> {
  const now = standing(act);
  if (!now) return {};
  const { merged, values } = now;
  const names = personNames.filter((name) => name in values && (merged === null || !receptionFields.includes(name)));
  return { ...Object.fromEntries(names.map((name) => [name, values[name] ?? null])), detail: merged, grams: nameGrams(values) };
}

function newClient(act: Written) {
  const client = standing(act)?.values['sendSampleClientId'];
  return typeof client === 'string' ? [{ requisitionId: act.row.id, sendSampleClientId: client }] : [];
}

/** What an entry says of a tube itself. */
const tubeNames = ['testTubeNumber', 'sampleVolume'] as const;
/** A single tube follows the entry too; of several tubes reception's facts stand. */
function newFacts(act: Written) {
  const now = standing(act);
  const [only, ...others] = (act.row.reception['tubes'] ?? []) as readonly Record<string, unknown>[];
  if (!now || !only || others.length > 0) return [];
  const said = tubeNames.flatMap((name) => {
    const value = now.merged ? now.values[name] : (only[name] ?? null);
    return isEmptyValue(value) && now.merged !== null ? [] : [[name, value] as const];
  });
  return said.length > 0 ? [{ requisitionId: act.row.id, ...Object.fromEntries(said) }] : [];
}
