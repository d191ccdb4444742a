import { choices } from '#domain/kernel/choices.ts';
import { choice, integer, longText, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atBenches } from '#domain/kernel/roles.ts';

/** What a report is to its requisition (docs/report.md#kinds). */
export const reportKind = choices({
  regular: [1, '常规报告', 'Regular'],
  custom: [2, '定制报告', 'Custom'],
  auxiliary: [3, '辅助报告', 'Auxiliary'],
  supplementary: [4, '补充报告', 'Supplementary'],
});
/** The report of a requisition's results, as the laboratory's or as a client's own configuration has it; the other kinds stand beside one. */
export const isMainKind = (kind: number): boolean => kind === reportKind.regular || kind === reportKind.custom;
export const paperSize = choices({ a4: ['A4', 'A4', 'A4'], a5: ['A5', 'A5', 'A5'] });
/** A version is drawn, then prints, then has printed: what was issued by it can be set again, byte for byte. */
export const versionState = choices({ draft: [1, '草稿', 'Draft'], live: [2, '启用', 'Live'], past: [3, '历史', 'Past'] });

/** How reports look: a list of blocks in versions, of which one is drawn and one prints (docs/report.md#templates). */
export const reportTemplate = defineResource({
  name: 'reportTemplate',
  title: ['报告模板', 'Report template'],
  service: 'report',
  path: 'report-template',
  verbs: { page: 'page', list: 'list', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'templateId',
  roles: { ...atBenches, audit2: ['view', 'enable'], ops: 'all' },
  display: { name: 'templateName' },
  noSheet: 'a template is its blocks, which no row of cells holds',
  isDisableBoolean: true,
  fields: {
    templateName: text('模板名称', 'Name', { required: true, unique: true, search: true, max: 50 }),
    panelGroupId: ref('项目组', 'Panel group', 'panelGroup', { search: true, help: ['留空: 全部项目组', 'Empty: every panel group'] }),
    laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { search: true, help: ['留空: 全部检验所', 'Empty: every laboratory'] }),
    reportKind: choice('报告类型', 'Report kind', reportKind, { required: true, search: true }),
    paper: choice('纸张', 'Paper', paperSize, { required: true }),
    liveNo: integer('启用版本', 'Live version', { readOnly: true }),
    draftNo: integer('草稿版本', 'Draft version', { readOnly: true }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/lab-report/template', title: ['报告模板管理', 'Report templates'] }],
  laboratoryField: 'laboratoryId',
  isOpenWithoutLaboratory: true,
});
