import { targetSource } from '#domain/lab/qcLot.ts';
import { controlKind } from '#domain/lab/rules/controlGate.ts';
import { judgeKind, onFail } from '#domain/lab/rules/judging.ts';
import { metric } from '#domain/lab/rules/metrics.ts';
import { newId } from '#server/storage/ids.ts';

type Row = Record<string, unknown> & { readonly id: string };
export interface LabBase {
  readonly panelGroups: readonly Row[];
  readonly panels: readonly Row[];
  readonly items: readonly Row[];
}

const kinds = {
  PG01: judgeKind.z,
  PG02: judgeKind.range,
  PG03: judgeKind.genotype,
  PG04: judgeKind.pathogen,
  PG05: judgeKind.variant,
  PG11: judgeKind.manual,
} as const satisfies Readonly<Record<string, string>>;
const basis = '产品说明书 检验方法的局限性';
/** Groups that sequence, and what their libraries must reach: measure, at least, at most, what follows. */
const limits = {
  PG01: [
    [metric.fetalFraction, 4, null, onFail.redo],
    [metric.rawReads, 10, null, onFail.redo],
    [metric.mappedRate, 85, null, onFail.redo],
    [metric.duplicateRate, null, 40, onFail.redo],
    [metric.gc, 33, 55, onFail.tell],
  ],
  PG04: [[metric.q30, 75, null, onFail.redo]],
} as const;

/** What the positive control of a group is made of. */
const spiked = { PG01: '21三体', PG04: '肺炎支原体' } as const satisfies Record<keyof typeof limits, string>;

/** Controls, limits of quality and rules of judging of the demo's groups. */
export function labMaster({ panelGroups, panels, items }: LabBase) {
  const byCode = new Map(panelGroups.map((group) => [String(group['panelGroupCode']), group]));
  const lot = (group: Row, kind: string, materialName: string, lotNo: string): Row => ({
    id: newId(),
    laboratoryId: group['laboratoryId'],
    panelGroupId: group.id,
    controlKind: kind,
    materialName,
    lotNo,
    expireDate: '2028-12-31',
    isRequired: 1,
  });
  const qcLots: Row[] = Object.keys(limits).flatMap((code) => {
    const group = byCode.get(code);
    if (!group) return [];
    const itemId = items.find(({ itemName }) => itemName === spiked[code as keyof typeof limits])?.id;
    return [
      lot(group, controlKind.negative, '阴性对照', `NC-${code}`),
      { ...lot(group, controlKind.positive, '阳性对照', `PC-${code}`), ...(itemId ? { itemId } : {}) },
    ];
  });
  const biochemistry = byCode.get('PG08');
  const alt = items.find(({ itemCode }) => itemCode === 'ALT');
  if (biochemistry && alt)
    qcLots.push({
      ...lot(biochemistry, controlKind.level, '生化复合质控水平1', 'QC-L1-2026'),
      isRequired: 0,
      itemId: alt.id,
      targetSource: targetSource.given,
      mean: 38,
      sd: 1.6,
    });
  const qcLimits: Row[] = Object.entries(limits).flatMap(([code, rows]) =>
    rows.map(([name, minValue, maxValue, then]) => ({
      id: newId(),
      panelGroupId: byCode.get(code)?.id,
      metric: name,
      minValue,
      maxValue,
      onFail: then,
      basis,
    })),
  );
  const judgeRules: Row[] = panelGroups.map((group) => {
    const kind = Object.entries(kinds).find(([code]) => code === group['panelGroupCode'])?.[1] ?? judgeKind.range;
    const own = new Set(panels.filter(({ panelGroupId }) => panelGroupId === group.id).flatMap(({ itemIds }) => itemIds as string[]));
    const chromosomes = items.filter(({ id, unit }) => own.has(id) && unit === 'Z值').map(({ id }) => id);
    return { id: newId(), panelGroupId: group.id, judgeKind: kind, itemIds: kind === judgeKind.z ? chromosomes : [] };
  });
  return { qcLot: qcLots, qcLimit: qcLimits, judgeRule: judgeRules };
}
