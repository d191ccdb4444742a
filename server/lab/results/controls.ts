import { sql } from 'drizzle-orm';
import type { CodeOf } from '#domain/kernel/choices.ts';
import { targetSource } from '#domain/lab/qcLot.ts';
import { controlKind, judgeGate, type GateVerdict, type RunControl } from '#domain/lab/rules/controlGate.ts';
import type { ResultRow } from '#domain/lab/rules/resultSheet.ts';
import { isPositive } from '#domain/lab/rules/resultValues.ts';
import { controlVerdict, cumulativeTarget, judgeControl, zOf, type ControlPoint, type ControlVerdict } from '#domain/lab/rules/westgard.ts';
import { newId } from '#server/storage/ids.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { GroupFacts, QcLot } from './groupFacts.ts';

export type ControlKind = CodeOf<typeof controlKind>;
/** A row of a file that is a control, and its lot where it is known. */
export interface ControlRow {
  readonly row: ResultRow;
  readonly kind: ControlKind;
  readonly lot: QcLot | null;
}
/** A place of the file's run sheet that holds a control. */
export interface ControlPlace {
  readonly well: string | null;
  /** 2 negative, 3 positive, 5 of a level. */
  readonly kind: number;
  readonly qcLotId: string | null;
}
const kindOfPlace: Readonly<Record<number, ControlKind>> = { 2: controlKind.negative, 3: controlKind.positive, 5: controlKind.level };
const named: readonly (readonly [ControlKind, RegExp])[] = [
  [controlKind.negative, /^(NC|NTC|NEG|阴性对照)[-_ ]?\d*$/i],
  [controlKind.positive, /^(PC|POS|阳性对照)[-_ ]?\d*$/i],
];

/** Which control a row is: by its lot number, by its well on the run sheet, or by what controls are usually called; null: a sample. */
export function controlOf(row: ResultRow, lots: readonly QcLot[], places: readonly ControlPlace[]): ControlRow | null {
  const lot = lots.find(({ lotNo }) => lotNo.toUpperCase() === row.code.toUpperCase());
  if (lot) return { row, kind: lot.controlKind, lot };
  const place = row.well === '' ? undefined : places.find(({ well }) => well === row.well.toUpperCase());
  const placed = place && kindOfPlace[place.kind];
  const kind = placed ?? named.find(([, pattern]) => pattern.test(row.code))?.[0];
  if (!kind) return null;
  const ofKind = lots.filter((one) => one.controlKind === kind);
  return { row, kind, lot: lots.find(({ qcLotId }) => qcLotId === place?.qcLotId) ?? (ofKind.length === 1 ? ofKind[0]! : null) };
}

export interface QcPoint {
  readonly id: string;
  readonly qcLotId: string;
  readonly well: string | null;
  readonly value: string;
  readonly number: number | null;
  readonly z: number | null;
  readonly verdict: ControlVerdict;
  readonly rules: readonly string[];
}
export interface JudgedControls {
  readonly gate: GateVerdict;
  readonly points: readonly QcPoint[];
  /** Lines of controls that hold results. */
  readonly failedLines: ReadonlySet<number>;
  /** A control of a level was more than two deviations off. */
  readonly isWarned: boolean;
}

interface Earlier {
  readonly qcLotId: string;
  readonly runId: string;
  readonly number: number;
  readonly verdict: ControlVerdict;
}

/** Judges the controls of a file: what each holds, and the points on their charts (docs/lab.md#controls). `runId`: the run sheet, else the file. */
export async function judgeControls(
  reader: Reader,
  tenantId: string,
  facts: GroupFacts,
  rows: readonly ControlRow[],
  asked: { readonly fileId: string; readonly runId: string; readonly laboratoryId: string },
): Promise<JudgedControls> {
  const lots = facts.lots.filter(({ laboratoryId }) => laboratoryId === asked.laboratoryId);
  const history = await earlierPoints(
    reader,
    tenantId,
    rows.flatMap(({ lot }) => (lot ? [lot.qcLotId] : [])),
    asked,
  );
  const points: QcPoint[] = [];
  const failedLines = new Set<number>();
  let isWarned = false;
  const ofRun: ControlPoint[] = [];
  const controls = rows.map(({ row, kind, lot }): RunControl => {
    const given = row.cells.flatMap(({ itemId, value }) => (itemId !== null && value !== '' ? [{ itemId, value }] : []));
    const stands = lot?.itemId ? given.filter(({ itemId }) => itemId === lot.itemId) : given;
    const itemIds = stands.map(({ itemId }) => itemId);
    if (kind !== controlKind.level) {
      const positiveIds = stands.flatMap(({ itemId, value }) => {
        const item = facts.items.get(itemId);
        return item && isPositive(item, value, facts.rule) ? [itemId] : [];
      });
      // A lot that names no item is made of some of the group's: one of them has to be seen.
      const someOf = positiveIds.length > 0 ? [] : itemIds;
      const expectedIds = kind === controlKind.positive ? (lot?.itemId ? [lot.itemId] : someOf) : [];
      const isFailed = kind === controlKind.negative ? positiveIds.length > 0 : expectedIds.some((id) => !positiveIds.includes(id));
      if (isFailed) failedLines.add(row.line);
      if (lot)
        points.push({
          ...pointOf(row, lot),
          value:
            stands
              .map(({ value }) => value)
              .join(' ')
              .slice(0, 200) || '-',
          number: null,
          z: null,
          verdict: isFailed ? controlVerdict.rejected : controlVerdict.inControl,
          rules: [],
        });
      return { kind, itemIds, positiveIds, expectedIds };
    }
    const cell = row.cells.find(({ itemId, metric }) =>
      lot?.itemId ? itemId === lot.itemId : lot?.metric ? metric === lot.metric : itemId !== null,
    );
    const value = Number(cell?.value ?? '');
    if (!lot || !cell || cell.value === '' || !Number.isFinite(value)) return { kind, itemIds, positiveIds: [] };
    const before = history.filter(({ qcLotId }) => qcLotId === lot.qcLotId);
    const target = targetOf(lot, before);
    const own = { qcLotId: lot.qcLotId, number: value, runId: asked.runId };
    if (!target) {
      points.push({ ...pointOf(row, lot), value: cell.value, number: value, z: null, verdict: controlVerdict.inControl, rules: [] });
      history.push({ ...own, verdict: controlVerdict.inControl });
      return { kind, itemIds, positiveIds: [] };
    }
    const z = zOf(value, target);
    const newest = { z, runId: asked.runId };
    // By the target of today: points that came in before there was one have a place on the chart, too.
    const { verdict, rules } = judgeControl([...before.map(({ number, runId }) => ({ z: zOf(number, target), runId })), newest], ofRun);
    ofRun.push(newest);
    history.push({ ...own, verdict });
    points.push({ ...pointOf(row, lot), value: cell.value, number: value, z, verdict, rules });
    if (verdict === controlVerdict.warning) isWarned = true;
    const isOut = verdict === controlVerdict.rejected;
    if (isOut) failedLines.add(row.line);
    return { kind, itemIds, positiveIds: isOut ? itemIds : [] };
  });
  const required = [...new Set(lots.filter(({ isRequired }) => isRequired === 1).map((lot) => lot.controlKind))];
  const verdict = judgeGate(controls, required, [...facts.items.keys()]);
  const why = verdict.why.map(({ text, params }) => ({
    text,
    params: Object.fromEntries(Object.entries(params).map(([name, given]) => [name, facts.items.get(given)?.itemName ?? given])),
  }));
  return { gate: { ...verdict, why }, points, failedLines, isWarned };
}

const pointOf = (row: ResultRow, lot: QcLot) => ({ id: newId(), qcLotId: lot.qcLotId, well: row.well === '' ? null : row.well });

type Measured = Pick<Earlier, 'number' | 'verdict'>;
/** What a lot's points are judged by: its given target, or, of twenty points in control, their own. Null: none yet. `before`: oldest first. */
export function targetOf(
  lot: Pick<QcLot, 'targetSource' | 'mean' | 'sd'>,
  before: readonly Measured[],
): { readonly mean: number; readonly sd: number } | null {
  if (lot.targetSource === targetSource.cumulative) {
    const found = cumulativeTarget(before.filter(({ verdict }) => verdict !== controlVerdict.rejected).map(({ number }) => number));
    return found && found.sd > 0 ? found : null;
  }
  return lot.mean !== null && lot.sd !== null && lot.sd > 0 ? { mean: lot.mean, sd: lot.sd } : null;
}

/** Points of the lots that stood on their charts before this file and its like, oldest first; those a person has excluded are left out. */
async function earlierPoints(
  reader: Reader,
  tenantId: string,
  lotIds: readonly string[],
  { fileId }: { readonly fileId: string },
): Promise<Earlier[]> {
  if (lotIds.length === 0) return [];
  const rows = await readRows<{ qcLotId: string; number: string; verdict: ControlVerdict; runId: string }>(
    reader,
    sql`select qc_lot_id, number, verdict, coalesce(rule_id, file_id, id)::text as run_id from qc_point where tenant_id = ${tenantId}
      and qc_lot_id = ${anyId(lotIds)} and number is not null and excluded_reason is null
      and (file_id is null or file_id not in (select f.id from result_file f join result_file own on own.tenant_id = f.tenant_id and own.id = ${fileId}
        where f.tenant_id = ${tenantId} and f.sha256 = own.sha256 and f.panel_group_id = own.panel_group_id))
      order by create_time, id`,
  );
  return rows.map(({ number, ...point }) => ({ ...point, number: Number(number) }));
}
