import { z } from 'zod';
import { declareCalls, fileAnswer, idsGiven, isDone, labelShape, oneOf, shape, texts, type RowOf } from '#domain/kernel/contract.ts';
import { idText } from '#domain/kernel/ids.ts';
import { recordBody, savedId } from '#domain/kernel/resourceShapes.ts';
import { contentShape } from './reportContent.ts';
import { reportExample } from './inventedReports.ts';
import { paperSize, reportKind, reportTemplate, versionState } from './reportTemplate.ts';

export const templateFinding = shape({
  level: z.enum(['B', 'W']),
  code: z.string(),
  text: labelShape,
  blockId: z.string().nullable(),
});
export const templateVersion = shape({
  versionNo: z.int(),
  state: oneOf(versionState),
  contentSha256: z.string(),
  editorName: z.string(),
  updateTime: z.string(),
  releaserName: z.string().nullable(),
  releaseTime: z.string().nullable(),
  reason: z.string().nullable(),
});
export type TemplateVersion = RowOf<typeof templateVersion>;
const templateDetail = shape({
  id: z.string(),
  templateId: z.string(),
  templateName: z.string(),
  panelGroupId: z.string().nullable(),
  panelGroupName: z.string().nullable(),
  laboratoryId: z.string().nullable(),
  laboratoryName: z.string().nullable(),
  reportKind: oneOf(reportKind),
  paper: oneOf(paperSize),
  liveNo: z.int().nullable(),
  draftNo: z.int().nullable(),
  remark: z.string().nullable(),
  isDisable: z.literal([0, 1]),
  disable: z.boolean(),
  version: z.int(),
  actionUserName: z.string().nullable(),
  createTime: z.string(),
  updateTime: z.string(),
  /** Which version `content` is of; null: none was drawn yet. */
  versionNo: z.int().nullable(),
  content: contentShape.nullable(),
  findings: z.array(templateFinding),
  versions: z.array(templateVersion),
});
export type TemplateDetail = RowOf<typeof templateDetail>;

export const templateContracts = declareCalls({
  'GET report/report-template/detail': {
    title: ['报告模板详情', 'Report template: detail'],
    permission: 'reportTemplate_view',
    query: texts('templateId', 'id', 'versionNo'),
    answer: templateDetail,
  },
  'POST report/report-template/save': {
    title: ['保存报告模板', 'Save: report template'],
    permission: 'reportTemplate_save',
    body: recordBody(reportTemplate),
    answer: savedId,
  },
  'POST report/report-template/enable': {
    title: ['发布/启用报告模板', 'Release or enable a report template'],
    permission: 'reportTemplate_enable',
    body: z.object({ ...idsGiven('templateId', 'templateIds', 'id', 'ids').shape, reason: z.string().max(200).nullish() }),
    query: texts('templateId', 'id', 'ids', 'reason'),
    answer: isDone,
  },
  'POST report/report-template/remove': {
    title: ['删除报告模板', 'Remove: report template'],
    permission: 'reportTemplate_remove',
    query: texts('templateId', 'id', 'ids'),
    body: idsGiven('templateId', 'templateIds', 'id', 'ids').nullish(),
    answer: isDone,
  },
  'POST report/report-template/preview': {
    title: ['预览报告模板', 'Preview a report template'],
    permission: 'reportTemplate_save',
    body: z.object({
      content: contentShape,
      paper: oneOf(paperSize).optional(),
      /** Whose results are printed; without it invented ones are. */
      sampleCode: z.string().max(64).nullish(),
      /** Which panel group's results, where the sample has several. */
      panelGroupId: idText.nullish(),
      /** Which invented ones; without it those that fit the template's tables. */
      example: oneOf(reportExample).nullish(),
    }),
    repeats: ['只读', 'reads'],
    answer: fileAnswer,
  },
});
