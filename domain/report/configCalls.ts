import { z } from 'zod';
import { declareCalls, idsGiven, isDone, labelShape, pageShape, shape, texts, type RowOf } from '#domain/kernel/contract.ts';
import { listParameters, rowShape, savedRecord } from '#domain/kernel/resourceShapes.ts';
import { releaseCriterion } from './releaseCriterion.ts';
import { reportConfig } from './reportConfig.ts';
import { reportReceiver } from './reportReceiver.ts';
import { reportStrategy } from './reportStrategy.ts';
import { conversionShape } from './saveConversion.ts';

const explainedConfig = shape({
  configId: z.string(),
  configName: z.string(),
  templateName: z.string().nullable(),
  strategyName: z.string().nullable(),
  /** Heavier ones come first. */
  rank: z.int(),
  /** Why it is not for this report; null: it is. */
  why: labelShape.nullable(),
});
/** Which configuration a report of a sample would be made by, and why. */
export const explained = shape({
  requisitionCode: z.string(),
  /** One for each report the sample's results would make. */
  reports: z.array(
    shape({
      groupKey: z.string(),
      panelGroupNames: z.array(z.string()),
      commodityNames: z.array(z.string()),
      chosenId: z.string().nullable(),
      fault: labelShape.nullable(),
      configs: z.array(explainedConfig),
    }),
  ),
});
export type ExplainedConfig = RowOf<typeof explained>;

const releaseState = shape({
  laboratoryId: z.string().nullable(),
  laboratoryName: z.string().nullable(),
  isOn: z.boolean(),
  reason: z.string(),
  userName: z.string(),
  createTime: z.string(),
});
export type ReleaseState = RowOf<typeof releaseState>;

const replayedReport = shape({
  reportId: z.string(),
  reportNo: z.string(),
  issueTime: z.string(),
  /** It went out without a person then. */
  isAuto: z.boolean(),
  /** It was taken back afterwards. */
  isWithdrawn: z.boolean(),
  /** The first condition that would have kept it for a person; null: it would have gone out. */
  why: labelShape.nullable(),
});
export type ReplayedReport = RowOf<typeof replayedReport>;

const pageOfKind = (title: readonly [string, string]) => ({
  title,
  permission: 'reportConfig_view',
  query: listParameters(reportConfig, 'configType'),
  answer: pageShape(rowShape(reportConfig)),
});

export const configContracts = declareCalls({
  'GET report/report-config/default-page': pageOfKind(['默认报告配置', 'Default report configurations']),
  'GET report/report-config/custom-page': pageOfKind(['自定义报告配置', 'Custom report configurations']),
  'POST report/report-config/save': savedRecord(reportConfig),
  'POST report/report-config/enable': {
    title: ['启用报告配置', 'Enable: report configuration'],
    permission: 'reportConfig_enable',
    query: texts('configId', 'id', 'ids'),
    body: idsGiven('configId', 'configIds', 'id', 'ids').nullish(),
    answer: isDone,
  },
  'GET report/report-config/convert-detail': {
    title: ['结果转换详情', 'Wording of results: detail'],
    permission: 'reportConfig_view',
    query: texts('configId', 'id'),
    answer: shape({
      configId: z.string(),
      configName: z.string(),
      conversionNo: z.int(),
      rows: z.array(shape({ ...conversionShape.shape, itemName: z.string().nullable(), itemCode: z.string().nullable() })),
    }),
  },
  'GET report/report-config/explain': {
    title: ['试一试: 样本适用的报告配置', 'Which configuration a sample is reported by'],
    permission: 'reportConfig_view',
    query: texts('sampleCode'),
    answer: explained,
  },
  'POST report/report-strategy/save': savedRecord(reportStrategy),
  'GET report/report-strategy/auto-release-state': {
    byHand: 'standing',
    title: ['自动发布开关', 'Whether reports are issued by themselves'],
    permission: 'reportStrategy_view',
    answer: z.array(releaseState),
  },
  'POST report/release-criterion/save': savedRecord(releaseCriterion),
  /** The last 500 issued reports of the asker's laboratories, newest first, judged by a criterion as it is written now. */
  'GET report/release-criterion/replay': {
    title: ['发布标准回放', 'Replay of a release criterion'],
    permission: 'releaseCriterion_view',
    query: texts('criterionId', 'id'),
    answer: shape({ criterionName: z.string(), reports: z.array(replayedReport) }),
  },
  'POST report/report-receiver/save': savedRecord(reportReceiver),
});
