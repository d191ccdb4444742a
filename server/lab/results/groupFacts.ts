import { sql } from 'drizzle-orm';
import type { CodeOf } from '#domain/kernel/choices.ts';
import type { qcLot as qcLotResource } from '#domain/lab/qcLot.ts';
import type { controlKind, RequiredLot } from '#domain/lab/rules/controlGate.ts';
import { metric } from '#domain/lab/rules/metrics.ts';
import { usualLimits, type QualityLimit } from '#domain/lab/rules/judging.ts';
import type { NamedItem } from '#domain/lab/rules/runBackground.ts';
import { noRule, type GroupRule, type JudgedItem } from '#domain/lab/rules/resultValues.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';

export type GroupItem = JudgedItem & { readonly itemShortName: string | null; readonly deltaPercent: number | null };
export interface QcLot {
  readonly qcLotId: string;
  readonly laboratoryId: string;
  readonly controlKind: CodeOf<typeof controlKind>;
  readonly lotNo: string;
  readonly itemId: string | null;
  readonly metric: string | null;
  readonly targetSource: CodeOf<typeof qcLotResource.fields.targetSource.choices> | null;
  readonly mean: number | null;
  readonly sd: number | null;
  readonly isRequired: number | null;
}
/** What a panel group's results are judged by, as it stands now. */
export interface GroupFacts {
  readonly panelGroupId: string;
  readonly items: ReadonlyMap<string, GroupItem>;
  /** The same as files and findings name them. */
  readonly namedItems: readonly NamedItem[];
  readonly panels: ReadonlyMap<string, readonly string[]>;
  readonly rule: GroupRule;
  readonly limits: readonly (QualityLimit & { readonly panelId: string | null })[];
  /** Those that may be used on the day. */
  readonly lots: readonly QcLot[];
  /** Those that have to stand in every run; an expired one asks for it until it is disabled. */
  readonly requiredLots: readonly (RequiredLot & Pick<QcLot, 'laboratoryId'>)[];
}

const number = (text: string | number | null): number | null => (text === null ? null : Number(text));

/** Reads what a group is judged by. `day`: `yyyy-MM-dd`, for lots that have expired. */
export async function groupFacts(reader: Reader, tenantId: string, panelGroupId: string, day: string): Promise<GroupFacts> {
  const panels = await readRows<{ panelId: string; itemIds: string[] | null }>(
    reader,
    sql`select id::text as panel_id, item_ids::text[] as item_ids from panel where tenant_id = ${tenantId} and panel_group_id = ${panelGroupId} and is_deleted = 0 order by id`,
  );
  const items = await readRows<Omit<GroupItem, 'deltaPercent'> & { deltaPercent: string | null }>(
    reader,
    sql`select i.id::text as item_id, i.item_code, i.item_name, i.item_short_name, i.unit, i.reference_range, i.result_kind as kind, i.delta_percent
      from item i where i.tenant_id = ${tenantId} and i.is_deleted = 0 and i.id in
        (select unnest(p.item_ids) from panel p where p.tenant_id = ${tenantId} and p.is_deleted = 0 and p.panel_group_id = ${panelGroupId}) order by i.sort, i.id`,
  );
  const [rule] = await readRows<GroupRule>(
    reader,
    sql`select judge_kind, coalesce(item_ids, '{}')::text[] as item_ids, grey_from::float8 as grey_from, high_from::float8 as high_from, cut_off::int as cut_off, control_times::float8 as control_times, single_het_as, result_words
      from judge_rule where tenant_id = ${tenantId} and panel_group_id = ${panelGroupId} and is_deleted = 0 and is_disable = 0 order by id desc limit 1`,
  );
  const known = await readRows<{
    panelId: string | null;
    metric: string;
    min: string | null;
    max: string | null;
    onFail: QualityLimit['onFail'];
    isDisable: number;
  }>(
    reader,
    sql`select panel_id::text as panel_id, metric, min_value as min, max_value as max, on_fail, is_disable::int as is_disable from qc_limit
      where tenant_id = ${tenantId} and panel_group_id = ${panelGroupId} and is_deleted = 0 order by id`,
  );
  const own = known.flatMap(({ isDisable, min, max, ...limit }) => (isDisable === 0 ? [{ ...limit, min: number(min), max: number(max) }] : []));
  const usual = usualLimits(rule?.judgeKind).filter((limit) => !known.some((one) => one.metric === limit.metric));
  const lots = await readRows<QcLot & { mean: number | string | null; sd: number | string | null; isExpired: boolean }>(
    reader,
    sql`select id::text as qc_lot_id, laboratory_id::text as laboratory_id, control_kind, lot_no, item_id::text as item_id, metric, target_source, mean, sd, is_required, expire_date < ${day} as is_expired from qc_lot
      where tenant_id = ${tenantId} and panel_group_id = ${panelGroupId} and is_deleted = 0 and is_disable = 0 order by id`,
  );
  return {
    panelGroupId,
    items: new Map(items.map((item) => [item.itemId, { ...item, deltaPercent: number(item.deltaPercent) }])),
    namedItems: items.map(({ itemId, itemName, itemCode, itemShortName }) => ({ itemId, names: [itemName, itemCode, itemShortName ?? ''] })),
    panels: new Map(panels.map(({ panelId, itemIds }) => [panelId, itemIds ?? []])),
    rule: rule ?? noRule,
    limits: [...usual.map((limit) => ({ ...limit, panelId: null })), ...own].map((limit) => ({
      ...limit,
      name: metric.labelOf(limit.metric) ?? limit.metric,
    })),
    lots: lots
      .filter(({ isExpired }) => !isExpired)
      .map(({ isExpired: _isExpired, ...lot }) => ({ ...lot, mean: number(lot.mean), sd: number(lot.sd) })),
    requiredLots: lots.flatMap(({ qcLotId: lotId, controlKind: kind, lotNo, laboratoryId, isRequired, isExpired }) =>
      isRequired === 1 ? [{ lotId, kind, lotNo, laboratoryId, isExpired }] : [],
    ),
  };
}

/** The panels of a task with the items that were frozen in it, and the limits that hold for them. */
export function ofTask(facts: GroupFacts, { panelIds, itemIds }: { readonly panelIds: readonly string[]; readonly itemIds: readonly string[] }) {
  const left = new Set(itemIds);
  const known = (ids: readonly string[]): GroupItem[] =>
    ids.flatMap((itemId) => {
      const item = facts.items.get(itemId);
      return item && left.delete(itemId) ? [item] : [];
    });
  const panels = panelIds.map((panelId) => known(facts.panels.get(panelId) ?? []));
  const others = known([...left]);
  return {
    panels: [...panels, others].filter((panel) => panel.length > 0),
    limits: limitsOf(facts, panelIds),
  };
}

/** The limits that hold for a task of these panels. */
export const limitsOf = ({ limits }: Pick<GroupFacts, 'limits'>, panelIds: readonly string[]): GroupFacts['limits'] =>
  limits.filter(({ panelId }) => panelId === null || panelIds.includes(panelId));
