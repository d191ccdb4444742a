import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand, type Acting } from '#domain/kernel/command.ts';
import { declareCalls, oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, code, date, dateTime, decimal, integer, reasonField, text } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { accept, refuse, repeat, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import type { Right } from '#domain/kernel/roles.ts';
import { words } from '#domain/search/vocabulary.ts';
import { targetSource } from './qcLot.ts';
import { controlKind } from './rules/controlGate.ts';
import { controlVerdict } from './rules/westgard.ts';

const word = z.string().nullable();
const number = z.number().nullable();
export const viewCharts: Right = { code: 'qcChart_view', label: ['查看质控图', 'View control charts'], roles: ['lab', 'audit1', 'audit2', 'ops'] };
export const qcChartRoute = '/lab/qc-chart';

/** A lot with what its chart says last. */
export const qcChartRow = shape({
  qcLotId: z.string(),
  materialName: z.string(),
  lotNo: z.string(),
  controlKind: oneOf(controlKind),
  panelGroupId: z.string(),
  panelGroupName: word,
  laboratoryId: z.string(),
  laboratoryName: word,
  itemName: word,
  metric: word,
  targetSource: oneOf(targetSource).nullable(),
  expireDate: z.string(),
  pointCount: z.int(),
  lastTime: word,
  lastVerdict: oneOf(controlVerdict).nullable(),
});
export type QcChartRow = RowOf<typeof qcChartRow>;
const kindField = choice('质控类型', 'Control kind', controlKind);
export const qcChartList = describeListing({
  name: 'qcChart',
  title: ['质控图', 'Control charts'],
  at: 'lab/qc-chart/page',
  permission: viewCharts.code,
  row: qcChartRow,
  id: 'qcLotId',
  columns: {
    materialName: text('质控品名称', 'Material'),
    lotNo: code('质控批号', 'Control lot number'),
    controlKind: kindField,
    lastVerdict: choice('最近判定', 'Last verdict', controlVerdict),
    lastTime: dateTime('最近时间', 'Last measured'),
    pointCount: integer('点数', 'Points'),
    itemName: text('检测项', 'Item'),
    ...pick(words, 'panelGroupId', 'laboratoryId'),
    expireDate: date('有效期至', 'Expires'),
  },
  search: { lotNo: code('质控批号', 'Control lot number'), controlKind: kindField, ...pick(words, 'panelGroupId', 'laboratoryId') },
});

/** A measured control on its chart. */
export const qcPointRow = shape({
  qcPointId: z.string(),
  qcLotId: z.string(),
  createTime: z.string(),
  value: z.string(),
  number,
  /** As it was judged when it came in; null: there was no target. */
  z: number,
  verdict: oneOf(controlVerdict),
  rules: z.array(z.string()),
  well: word,
  ruleId: word,
  batch: word,
  fileId: word,
  fileName: word,
  excludedReason: word,
  /** Who excluded it, and when. */
  excludedBy: word,
  excludedTime: word,
});
export type QcPointRow = RowOf<typeof qcPointRow>;
export const qcPointList = describeListing({
  name: 'qcPoint',
  title: ['质控点', 'Control points'],
  at: 'lab/qc-chart/point-page',
  permission: viewCharts.code,
  row: qcPointRow,
  id: 'qcPointId',
  columns: {
    createTime: dateTime('检测时间', 'Measured at'),
    value: text('测定值', 'Measured value'),
    z: decimal('Z 值', 'Z', { scale: 3 }),
    verdict: choice('判定', 'Verdict', controlVerdict),
    rules: text('规则', 'Rules'),
    batch: words.batch,
    fileName: text('文件名', 'File'),
    well: text('孔位', 'Well'),
    excludedReason: text('剔除原因', 'Why excluded'),
    excludedBy: text('剔除人', 'Excluded by'),
  },
  search: { verdict: choice('判定', 'Verdict', controlVerdict), createTime: dateTime('检测时间', 'Measured at') },
  parameters: ['qcLotId'],
});

export const qcChartContracts = declareCalls({
  'GET lab/qc-chart/target': {
    title: ['质控靶值', 'Target of a control'],
    permission: viewCharts.code,
    query: z.object({ qcLotId: z.string() }),
    answer: shape({
      qcLotId: z.string(),
      targetSource: oneOf(targetSource).nullable(),
      /** Null: there is none yet. */
      mean: number,
      sd: number,
      /** Percent of the mean. */
      cv: number,
      /** Points in control so far, of those a target of one's own needs. */
      inControlCount: z.int(),
      neededCount: z.int(),
    }),
  },
});

export interface QcPointState {
  readonly point: {
    readonly qcPointId: string;
    readonly excludedReason: string | null;
    /** Null: it came with no file. */
    readonly fileId: string | null;
    readonly uploadUserId: string | null;
  } | null;
}
const asksReason = { reason: reasonField };
const actInput = z.object({ qcPointId: idText, ...partsOfFields(asksReason) });
export type QcPointInput = z.output<typeof actInput>;
export interface QcPointChange {
  readonly qcPointId: string;
  readonly excludedReason: string | null;
}
const common = {
  service: 'lab',
  permission: 'qcPoint_exclude',
  roles: ['audit1'],
  screens: [qcChartRoute],
  input: actInput,
  answer: shape({ qcPointId: z.string() }),
  asks: asksReason,
  version: 1,
  offline: false,
  lanes: ({ qcPointId }: QcPointInput) => [`qcPoint:${qcPointId}`],
  subject: ({ qcPointId }: QcPointInput) => qcPointId,
  refusals: {
    'qcPoint.unknown': ['没有此质控点', 'No such control point'],
    'qcPoint.ownFile': ['上传人不能剔除或恢复自己文件的质控点', 'Who brought a file neither excludes nor takes back its control points'],
  },
} as const;
/** Why neither act may be done: who excludes a control may let the results of its file go, which is another's to do. */
const refusalOf = ({ point }: QcPointState, { user }: Acting): Refusal | null =>
  !point ? refuse('qcPoint.unknown') : point.uploadUserId === user.id ? refuse('qcPoint.ownFile') : null;

/** Leaves a point out of what its run and later points are judged by; it stays on the chart with the reason. */
export const excludePoint = defineCommand({
  ...common,
  name: 'qcPoint.exclude',
  title: ['剔除质控点', 'Exclude a control point'],
  path: 'qc-chart/exclude',
  consequence: [
    '该点仍在图上，但视为未做：本批质控和结果重新判定，之后的点和累积靶值不再用它',
    'It stays on the chart and counts as if it were not there: its run is judged anew, and later points and the target go without it',
  ],
  isDanger: true,
  decide(state: QcPointState, { qcPointId, reason }: QcPointInput, acting: Acting): Outcome<QcPointChange> {
    const refusal = refusalOf(state, acting);
    if (refusal) return refusal;
    const change = { qcPointId, excludedReason: reason };
    return state.point?.excludedReason === null ? accept(change) : repeat(change);
  },
});
/** Takes a point back in. */
export const includePoint = defineCommand({
  ...common,
  name: 'qcPoint.include',
  title: ['恢复质控点', 'Include a control point again'],
  path: 'qc-chart/include',
  consequence: [
    '该点重新有效：本批质控和结果重新判定，之后的点和累积靶值重新用它',
    'It counts again: for its run, which is judged anew, for later points and for the target',
  ],
  decide(state: QcPointState, { qcPointId }: QcPointInput, acting: Acting): Outcome<QcPointChange> {
    const refusal = refusalOf(state, acting);
    if (refusal) return refusal;
    const change = { qcPointId, excludedReason: null };
    return state.point?.excludedReason === null ? repeat(change) : accept(change);
  },
});
