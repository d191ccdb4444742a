import { sql } from 'drizzle-orm';
import type { CodeOf } from '#domain/kernel/choices.ts';
import { targetSource } from '#domain/lab/qcLot.ts';
import { controlKind, judgeGate, type GateVerdict, type RunControl } from '#domain/lab/rules/controlGate.ts';
import { itemsShown } from '#domain/lab/rules/runBackground.ts';
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

/**
 * Which control a row is: by its lot number, by its well on the run sheet, or by what controls are usually called; none: a sample. One material
 * has a lot of the same number for each item it is judged in, and its row is a control of each.
 */
export function controlsOf(row: ResultRow, lots: readonly QcLot[], places: readonly ControlPlace[]): readonly ControlRow[] {
  const numbered = lots.filter(({ lotNo }) => lotNo.toUpperCase() === row.code.toUpperCase());
  if (numbered.length > 0) return numbered.map((lot) => ({ row, kind: lot.controlKind, lot }));
  const place = row.well === '' ? undefined : places.find(({ well }) => well === row.well.toUpperCase());
  const placed = place && kindOfPlace[place.kind];
  const kind = placed ?? named.find(([, pattern]) => pattern.test(row.code))?.[0];
  if (!kind) return [];
  const ofKind = lots.filter((one) => one.controlKind === kind);
  const isOne = new Set(ofKind.map(({ lotNo }) => lotNo)).size === 1;
  const material = ofKind.find(({ qcLotId }) => qcLotId === place?.qcLotId) ?? (isOne ? ofKind[0] : undefined);
  const own = ofKind.filter(({ lotNo }) => lotNo === material?.lotNo);
  return own.length > 0 ? own.map((lot) => ({ row, kind, lot })) : [{ row, kind, lot: null }];
}

export interface QcPoint {
  readonly id: string;
  readonly qcLotId: string;
  readonly line: number;
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

/** Judges the controls of a file: what each holds, and the points on their charts (docs/lab.md#controls). `runId`: the run sheet, else the file; `ofRun`: controls in its other files. */
export async function judgeControls(
  reader: Reader,
  tenantId: string,
  facts: GroupFacts,
  rows: readonly ControlRow[],
  asked: { readonly fileId: string; readonly runId: string; readonly laboratoryId: string; readonly ofRun: readonly RunControl[] },
): Promise<JudgedControls> {
  const history = await earlierPoints(
    reader,
    tenantId,
    rows.flatMap(({ lot }) => (lot ? [lot.qcLotId] : [])),
    asked,
  );
  const points: QcPoint[] = [];
  const failedLines = new Set<number>();
  let isWarned = false;
  const ofRun: (ControlPoint & { readonly measure: string | null })[] = [];
  const everyId = [...facts.items.keys()];
  const controls = rows.map(({ row, kind, lot }): RunControl => {
    const lotId = lot?.qcLotId ?? null;
    const named = itemsShown(row.findings ?? [], facts.namedItems, facts.rule);
    const shown = row.cells.filter(({ itemId, value }) => itemId !== null && value !== '' && (!lot?.itemId || itemId === lot.itemId));
    // What cannot be read is neither positive nor negative.
    const unreadIds = shown.flatMap(({ itemId, fault }) => (itemId !== null && fault !== null ? [itemId] : []));
    if (kind !== controlKind.level) {
      const positiveIds = shown.flatMap(({ itemId, value, fault }) => {
        const item = facts.items.get(itemId ?? '');
        return item && fault === null && isPositive(item, value, facts.rule) ? [item.itemId] : [];
      });
      const isNegative = kind === controlKind.negative;
      // What a library of nothing shows of organisms is its run's background, and told at each finding.
      if (!isNegative) positiveIds.push(...named);
      const expectedIds = isNegative ? [] : lot?.itemId ? [lot.itemId] : everyId;
      const unseenIds = expectedIds.filter((id) => !positiveIds.includes(id) && !unreadIds.includes(id));
      // A blank often has a library's measures and no item's value.
      const isEmpty = !row.cells.some(({ value, fault }) => value !== '' && fault === null) && (row.findings ?? []).length === 0;
      const contaminatedIds = isNegative ? positiveIds : [];
      const isFailed = unreadIds.length + unseenIds.length + contaminatedIds.length > 0;
      if (isFailed) failedLines.add(row.line);
      if (lot && (isFailed || !isEmpty))
        points.push({
          ...pointOf(row, lot),
          value: [...shown.map(({ value }) => value), ...(row.findings ?? []).map(({ name }) => name)].join(' ').slice(0, 200) || '-',
          number: null,
          z: null,
          verdict: isFailed ? controlVerdict.rejected : controlVerdict.inControl,
          rules: [],
        });
      return { kind, lotId, isEmpty, failedIds: contaminatedIds, unreadIds, unseenIds };
    }
    const outIds = [...new Set(shown.flatMap(({ itemId }) => itemId ?? []))];
    const cell = row.cells.find(({ itemId, metric }) =>
      lot?.itemId ? itemId === lot.itemId : lot?.metric ? metric === lot.metric : itemId !== null,
    );
    const value = Number(cell?.value ?? '');
    const isEmpty = !cell || cell.value === '';
    if (!isEmpty && (cell.fault !== null || !Number.isFinite(value))) {
      failedLines.add(row.line);
      return { kind, lotId, isEmpty: true, failedIds: [], unreadIds: cell.itemId === null ? [] : [cell.itemId], isOutForAll: cell.itemId === null };
    }
    if (!lot || isEmpty) return { kind, lotId, isEmpty, failedIds: [] };
    const before = history.filter(({ qcLotId }) => qcLotId === lot.qcLotId);
    const target = targetOf(lot, before);
    const own = { qcLotId: lot.qcLotId, number: value, runId: asked.runId };
    if (!target) {
      points.push({ ...pointOf(row, lot), value: cell.value, number: value, z: null, verdict: controlVerdict.inControl, rules: [] });
      history.push({ ...own, verdict: controlVerdict.inControl });
      return { kind, lotId, failedIds: [] };
    }
    const z = zOf(value, target);
    const newest = { z, runId: asked.runId };
    // By the target of today: points that came in before there was one have a place on the chart, too.
    const measure = lot.itemId ?? lot.metric;
    const alike = ofRun.filter((one) => one.measure === measure);
    const { verdict, rules } = judgeControl([...before.map(({ number, runId }) => ({ z: zOf(number, target), runId })), newest], alike);
    ofRun.push({ ...newest, measure });
    history.push({ ...own, verdict });
    points.push({ ...pointOf(row, lot), value: cell.value, number: value, z, verdict, rules });
    if (verdict === controlVerdict.warning) isWarned = true;
    const isOut = verdict === controlVerdict.rejected;
    if (isOut) failedLines.add(row.line);
    return { kind, lotId, failedIds: isOut ? outIds : [], isOutForAll: isOut && outIds.length === 0 };
  });
  const ofLaboratory = facts.requiredLots.filter(({ laboratoryId }) => laboratoryId === asked.laboratoryId);
  const verdict = judgeGate(controls, ofLaboratory, everyId, asked.ofRun);
  const why = verdict.why.map(({ text, params }) => ({
    text,
    params: Object.fromEntries(Object.entries(params).map(([name, given]) => [name, facts.items.get(given)?.itemName ?? given])),
  }));
  return { gate: { ...verdict, why }, points, failedLines, isWarned };
}

const pointOf = (row: ResultRow, lot: QcLot) => ({ id: newId(), qcLotId: lot.qcLotId, line: row.line, well: row.well === '' ? null : row.well });

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

/** Points of the lots that stood on their charts before this file and its like, also where it is judged anew, oldest first; those a person has excluded are left out. */
async function earlierPoints(
  reader: Reader,
  tenantId: string,
  lotIds: readonly string[],
  { fileId }: { readonly fileId: string },
): Promise<Earlier[]> {
  if (lotIds.length === 0) return [];
  const rows = await readRows<{ qcLotId: string; number: string; verdict: ControlVerdict; runId: string }>(
    reader,
    sql`with alike as (select f.id from result_file f join result_file own on own.tenant_id = f.tenant_id and own.id = ${fileId}
        where f.tenant_id = ${tenantId} and f.sha256 = own.sha256 and f.panel_group_id = own.panel_group_id),
      own_point as (select distinct on (qc_lot_id) qc_lot_id, create_time, id from qc_point where tenant_id = ${tenantId} and qc_lot_id = ${anyId(lotIds)} and file_id in (select id from alike) order by qc_lot_id, create_time, id)
      select p.qc_lot_id, p.number, p.verdict, coalesce(p.rule_id, p.file_id, p.id)::text as run_id from qc_point p left join own_point o on o.qc_lot_id = p.qc_lot_id
      where p.tenant_id = ${tenantId} and p.qc_lot_id = ${anyId(lotIds)} and p.number is not null and p.excluded_reason is null
        and (p.file_id is null or p.file_id not in (select id from alike)) and (o.id is null or (p.create_time, p.id) < (o.create_time, o.id))
      order by p.create_time, p.id`,
  );
  return rows.map(({ number, ...point }) => ({ ...point, number: Number(number) }));
}
