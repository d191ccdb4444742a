import { z } from 'zod';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { declareCalls, idsGiven, isDone, shape, texts } from '#domain/kernel/contract.ts';
import { choice, code, dateTime, integer, longText, ref, text } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { accept, conflict, refuse, type Outcome } from '#domain/kernel/outcome.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { savedRecord } from '#domain/kernel/resourceShapes.ts';
import { variantClass } from '#domain/lab/rules/judging.ts';
import { words } from '#domain/search/vocabulary.ts';

/** What a report advises where its result is such (docs/report.md#guidance). What has printed is replaced, never changed. */
export const cancerGuidance = defineResource({
  name: 'cancerGuidance',
  title: ['癌症指导信息', 'Cancer guidance'],
  service: 'analyse',
  path: 'cancer',
  verbs: { page: 'page', detail: 'detail', save: 'save', remove: 'remove' },
  id: 'id',
  roles: { lab: ['view', 'save'], audit1: ['view'], audit2: 'all', report: ['view'], ops: ['view'] },
  display: { name: 'cancerType' },
  noSheet: 'each is reviewed for itself by a second person',
  fields: {
    cancerType: text('癌种', 'Cancer type', {
      required: true,
      search: true,
      max: 50,
      help: ['临床诊断、产品或项目名称中含有此词的报告', 'Of reports whose diagnosis, commodity or panel says so'],
    }),
    icdCode: code('ICD编码', 'ICD code', { search: true, max: 16, column: false }),
    geneSymbol: code('基因', 'Gene', { search: true, max: 32, help: ['留空: 任何基因', 'Empty: any gene'] }),
    variantClass: choice('致病性分级', 'Class', variantClass, { search: true }),
    qualitativeResult: choice('定性结果', 'Result', qualitativeResult, { search: true }),
    sex: words.sex,
    ageFrom: integer('年龄下限', 'Age from', { min: 0, max: 150, column: false, help: ['周岁, 空表示不限', 'Whole years; empty: any'] }),
    ageTo: integer('年龄上限', 'Age to', { min: 0, max: 150, column: false }),
    guidance: longText('指导意见', 'Guidance', { required: true, max: 4000 }),
    drugAdvice: longText('用药提示', 'Drug advice', { max: 2000 }),
    evidenceLevel: text('证据等级', 'Evidence level', { max: 20 }),
    citation: text('参考文献', 'Citation', { required: true, max: 500, column: false }),
    authorId: ref('编制人', 'Author', 'userAccount', { readOnly: true }),
    reviewerId: ref('复核人', 'Reviewer', 'userAccount', { readOnly: true, help: ['未复核的不印入报告', 'Unchecked ones are not printed'] }),
    reviewTime: dateTime('复核时间', 'Checked', { readOnly: true, column: false }),
    printTime: dateTime('首次印出时间', 'First printed', {
      readOnly: true,
      help: ['印出后修改会另存为新的一条', 'Once printed, a change makes another one'],
    }),
  },
  screens: [{ route: '/analyse/cancer', title: ['癌症指导信息', 'Cancer guidance'] }],
});

export interface GuidanceState {
  readonly guidance: {
    readonly cancerType: string;
    readonly authorId: string | null;
    readonly reviewerId: string | null;
    readonly isDisable: number;
  } | null;
}
/** Lets reports print it: by another person than who wrote it. */
export const reviewGuidance = defineCommand({
  name: 'cancerGuidance.review',
  title: ['复核癌症指导信息', 'Check cancer guidance'],
  service: 'analyse',
  path: 'cancer/review',
  permission: 'cancerGuidance_review',
  roles: ['audit2'],
  input: z.object({ id: idText }),
  asks: {},
  consequence: ['复核后, 符合条件的报告将印出此内容', 'Reports it is for will print it'],
  answer: shape({ id: z.string(), reviewerId: z.string() }),
  version: 1,
  offline: false,
  lanes: ({ id }) => [`cancerGuidance:${id}`],
  subject: ({ id }) => id,
  refusals: {
    'cancerGuidance.unknown': ['没有此指导信息', 'No such guidance'],
    'cancerGuidance.own': ['不能复核自己编制的内容', 'Nobody checks what they wrote'],
    'cancerGuidance.already': ['“{name}”已复核', '“{name}” is checked already'],
    'cancerGuidance.replaced': ['“{name}”已被新的一条替代', '“{name}” was replaced by another one'],
  },
  decide({ guidance }: GuidanceState, { id }, { user }): Outcome<{ id: string; reviewerId: string }> {
    if (!guidance) return refuse('cancerGuidance.unknown');
    const name = guidance.cancerType;
    if (guidance.isDisable === 1) return conflict('cancerGuidance.replaced', { name });
    if (guidance.reviewerId !== null) return conflict('cancerGuidance.already', { name });
    return guidance.authorId === user.id ? refuse('cancerGuidance.own') : accept({ id, reviewerId: user.id });
  },
});

export const guidanceContracts = declareCalls({
  'POST analyse/cancer/save': savedRecord(cancerGuidance),
  'POST analyse/cancer/remove': {
    title: ['删除癌症指导信息', 'Remove: cancer guidance'],
    permission: 'cancerGuidance_remove',
    query: texts('id', 'ids'),
    body: idsGiven('id', 'ids').nullish(),
    answer: isDone,
  },
});
