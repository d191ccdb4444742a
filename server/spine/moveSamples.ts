import { sql } from 'drizzle-orm';
import { itemState } from '#domain/sample/itemState.ts';
import { isLegalMove, labStatus, type LabStatus, type StatusMove } from '#domain/sample/sampleStatus.ts';
import { readRows } from '#server/storage/readRows.ts';
import { recordset } from '#server/storage/recordset.ts';
import { sampleTable } from '#server/storage/spineTables.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { syncLines } from './bill/syncLines.ts';
import { columnsOf } from './changeRows.ts';
import { markRow, markShape, ontoLine, type Mark } from './line.ts';

/** What else becomes known of a tube with its step; columns by their property names. */
export type StepFacts = Readonly<Partial<Record<keyof typeof sampleTable.$inferInsert, string | number | null>>>;

/** A step of a tube on its line; `facts` are written with it. */
export interface SampleStep {
  readonly move: StatusMove;
  readonly mark: Mark;
  readonly facts?: StepFacts;
}

/** Takes steps as `stepSamples` does; billable lines follow. */
export async function moveSamples(tx: Tx, tenantId: string, steps: readonly SampleStep[]): Promise<void> {
  await stepSamples(tx, tenantId, steps);
  await syncMoved(tx, tenantId, steps);
}

/**
 * The one place that changes `labStatus` of tubes that are known: each step is of the table of legal moves, and stands on its tube's line.
 * Throws where a step is not legal, or where a tube is not where the rule saw it (its row was locked by `load`, so neither can
 * happen unless the code is wrong). Steps of one tube are taken in their order; every step brings the same facts. By itself for an act that
 * looks at the billable lines after all it writes, else `moveSamples`.
 */
export async function stepSamples(tx: Tx, tenantId: string, steps: readonly SampleStep[]): Promise<void> {
  const [now] = steps.map(({ mark }) => mark.acting.now);
  if (now === undefined) return;
  for (const { move } of steps) {
    if (!isLegalMove(move) || move.from === null) throw new Error(`illegal move ${move.from} -> ${move.to} of ${move.sampleCode}`);
  }
  const known = columnsOf(sampleTable);
  const facts = Object.keys(steps[0]?.facts ?? {}).map((key) => ({ key, ...known[key]! }));
  const shape = {
    ...markShape,
    sample_code: 'text',
    from_status: 'smallint',
    to_status: 'smallint',
    ...Object.fromEntries(facts.map(({ key, type }) => [key, type])),
  };
  const set = sql.raw(facts.map(({ key, name }) => `, "${name}" = x."${key}"`).join(''));
  for (const round of inOrder(steps)) {
    const rows = round.map(({ move, mark, facts: own }) => ({
      ...markRow(mark),
      sample_code: move.sampleCode,
      from_status: move.from,
      to_status: move.to,
      ...own,
    }));
    const moved = await tx.execute(sql`with moved as (
        update sample s set lab_status = x.to_status, update_time = ${now}, version = s.version + 1,
          enter_time = case when x.to_status = ${labStatus.pendingEntry} then null
            when x.to_status = ${labStatus.entered} and x.from_status = ${labStatus.pendingEntry} then ${now}::timestamptz else s.enter_time end${set}
        from ${recordset('x', shape, rows)} where s.tenant_id = ${tenantId} and s.sample_code = x.sample_code and s.lab_status = x.from_status
        returning s.id as sample_id, s.requisition_id, x.*)
      ${ontoLine(tenantId, sql`select * from moved`)}`);
    if (moved.rowCount !== rows.length) throw new Error(`${rows.length - (moved.rowCount ?? 0)} tubes were not where they were read`);
  }
  await moveItems(tx, tenantId, steps);
}

/** Statuses between which what is billable of a tube changes: unknown before its entry, gone once rejected, ended, or out. */
const billable: readonly LabStatus[] = [labStatus.pendingEntry, labStatus.issued, labStatus.terminated, labStatus.rejected];
async function syncMoved(tx: Tx, tenantId: string, steps: readonly { readonly move: StatusMove }[]): Promise<void> {
  const codes = steps.flatMap(({ move }) => (billable.some((status) => status === move.from || status === move.to) ? [move.sampleCode] : []));
  if (codes.length === 0) return;
  const rows = await readRows<{ requisitionId: string }>(
    tx,
    sql`select distinct requisition_id::text as requisition_id from sample where tenant_id = ${tenantId} and sample_code = ${anyText(codes)}`,
  );
  await syncLines(
    tx,
    tenantId,
    rows.map(({ requisitionId }) => requisitionId),
  );
}

/** First steps of all tubes, then the second ones. */
function inOrder<Step extends { readonly move: StatusMove }>(steps: readonly Step[]): Step[][] {
  const counts = new Map<string, number>();
  const rounds: Step[][] = [];
  for (const step of steps) {
    const at = counts.get(step.move.sampleCode) ?? 0;
    counts.set(step.move.sampleCode, at + 1);
    (rounds[at] ??= []).push(step);
  }
  return rounds;
}

/** What a tube was ordered for waits for a handover as long as the tube is entered. */
async function moveItems(tx: Tx, tenantId: string, steps: readonly { readonly move: StatusMove }[]): Promise<void> {
  const codesOf = (isMeant: (move: StatusMove) => boolean): string[] => steps.flatMap(({ move }) => (isMeant(move) ? [move.sampleCode] : []));
  const ready = codesOf(({ from, to }) => from === labStatus.pendingEntry && to === labStatus.entered);
  const unready = codesOf(({ from, to }) => to === labStatus.rejected || (from === labStatus.entered && to === labStatus.pendingEntry));
  for (const [codes, before, after] of [
    [ready, itemState.notReady, itemState.waiting],
    [unready, itemState.waiting, itemState.notReady],
  ] as const) {
    if (codes.length > 0)
      await tx.execute(
        sql`update sample_item set item_state = ${after} where tenant_id = ${tenantId} and sample_code = ${anyText(codes)} and item_state = ${before}`,
      );
  }
}
