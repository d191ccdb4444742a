import { sql } from 'drizzle-orm';
import { addDays } from '#domain/kernel/dates.ts';
import { targetSource } from '#domain/lab/qcLot.ts';
import { controlKind } from '#domain/lab/rules/controlGate.ts';
import { cumulativeTarget, judgeControl, zOf, type ControlPoint } from '#domain/lab/rules/westgard.ts';
import { resourceByName } from '#domain/resources.ts';
import { insertRows, type InsertedBy } from '#server/storage/insertRows.ts';
import { newId } from '#server/storage/ids.ts';
import { qcPointTable } from '#server/storage/labBatchTables.ts';
import { readRows } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import type { Tx } from '#server/storage/tx.ts';
import type { Chance } from '../invented.ts';

const months = 62;
/** Further control lots of levels: group, item, number, material, target or null where it is its own first twenty points. */
const lots = [
  ['PG08', 'ALT', 'QC-L2-2026', '生化复合质控水平2', 124, 4.2],
  ['PG07', 'WBC', 'QC-CBC-N', '全血细胞质控 中值', 7.2, 0.18],
  ['PG07', 'HGB', 'QC-CBC-H', '全血细胞质控 高值', null, null],
] as const;
/** Where a chart is drawn around, and how far: of lots whose target is their own. */
const centres: Readonly<Record<string, readonly [mean: number, sd: number]>> = { 'QC-CBC-H': [158, 1.9] };
/** Days before today on which a lot's control was off, by so many deviations. */
const off: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  'QC-L1-2026': { 44: 2.3, 31: -3.4, 12: 2.2 },
  'QC-L2-2026': { 20: -2.4 },
  'QC-CBC-N': { 37: 2.6, 9: 2.1 },
};

interface Lot {
  readonly id: string;
  readonly lotNo: string;
  readonly source: number | null;
  readonly mean: string | null;
  readonly sd: string | null;
}

/** Adds level controls and two months of their points, a working day each, judged as they came in; the lots by their numbers. */
export async function addControlMonths(tx: Tx, by: InsertedBy, chance: Chance): Promise<ReadonlyMap<string, string>> {
  const { tenantId, now } = by;
  const items = await readRows<{ groupCode: string; itemCode: string; itemId: string; panelGroupId: string; laboratoryId: string }>(
    tx,
    sql`select distinct g.panel_group_code as group_code, i.item_code, i.id as item_id, g.id as panel_group_id, g.laboratory_id from panel_group g
      join panel p on p.tenant_id = g.tenant_id and p.panel_group_id = g.id join item i on i.tenant_id = p.tenant_id and i.id = any(p.item_ids) where g.tenant_id = ${tenantId}`,
  );
  const rows = lots.flatMap(([group, code, lotNo, materialName, mean, sd]) => {
    const item = items.find(({ groupCode, itemCode }) => groupCode === group && itemCode === code);
    if (!item) return [];
    const { laboratoryId, panelGroupId, itemId } = item;
    const target = mean === null ? { targetSource: targetSource.cumulative } : { targetSource: targetSource.given, mean, sd };
    return [
      {
        id: newId(),
        laboratoryId,
        panelGroupId,
        itemId,
        lotNo,
        materialName,
        controlKind: controlKind.level,
        expireDate: '2028-06-30',
        isRequired: 0,
        ...target,
      },
    ];
  });
  await insertRows(tx, resourceByName('qcLot'), rows, by);
  const known = await readRows<Lot>(
    tx,
    sql`select id, lot_no, target_source as source, mean, sd from qc_lot where tenant_id = ${tenantId} and control_kind = ${controlKind.level} and is_deleted = 0 order by id`,
  );
  const points = known.flatMap((lot) => pointsOf(lot, now, chance)).map((point) => ({ ...point, tenantId }));
  await tx.execute(insertMany(qcPointTable, points));
  return new Map(known.map(({ lotNo, id }) => [lotNo, id]));
}

function pointsOf(lot: Lot, now: string, chance: Chance) {
  const [mean, sd] = lot.mean === null ? (centres[lot.lotNo] ?? [1, 0.1]) : [Number(lot.mean), Number(lot.sd)];
  const before: (ControlPoint & { number: number })[] = [];
  return Array.from({ length: months }, (_day, index) => months - index).flatMap((daysAgo) => {
    const day = addDays(now.slice(0, 10), -daysAgo);
    const told = off[lot.lotNo]?.[daysAgo];
    if (told === undefined && new Date(`${day}T00:00:00Z`).getUTCDay() === 0) return [];
    // To and fro, so that chance alone never breaks a rule.
    const usual = ((before.length % 2 === 0 ? 1 : -1) * (20 + chance.below(110))) / 100;
    const value = Number((mean + (told ?? usual) * sd).toFixed(2));
    const target = lot.source === targetSource.cumulative ? cumulativeTarget(before.map(({ number }) => number)) : { mean, sd };
    const id = newId();
    const z = target ? zOf(value, target) : null;
    const judged = z === null ? { verdict: 1, rules: [] } : judgeControl([...before, { z, runId: id }]);
    const isOut = judged.verdict === 3;
    if (!isOut) before.push({ z: z ?? 0, runId: id, number: value });
    return [
      {
        id,
        qcLotId: lot.id,
        value: String(value),
        number: value,
        z: z === null ? null : Number(z.toFixed(4)),
        verdict: judged.verdict,
        rules: judged.rules,
        excludedReason: isOut ? '失控:试剂批间差,更换试剂重测后在控' : null,
        createTime: `${day} 08:${String(10 + chance.below(40)).padStart(2, '0')}:00`,
      },
    ];
  });
}
