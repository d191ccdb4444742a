import { chargeType } from '#domain/bill/billChoices.ts';
import { choice, code, decimal, flag, integer, longText, refList, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atDesks } from '#domain/kernel/roles.ts';
import { entryForm } from './entryForm.ts';
import { executeType } from './executeType.ts';

/** What a client orders; it decides the entry form, the double entry and the sample classes. */
export const commodity = defineResource({
  name: 'commodity',
  title: ['产品', 'Commodity'],
  service: 'base',
  path: 'commodity',
  verbs: { page: 'page', list: 'list-all', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'commodityId',
  roles: { ...atDesks, billing: ['view'], finance: ['view'], sales: ['view'], ops: 'all' },
  display: { name: 'commodityName', code: 'commodityCode' },
  fields: {
    commodityCode: code('产品编号', 'Commodity code', { required: true, unique: true, search: true, max: 32 }),
    commodityName: text('产品名称', 'Name', { required: true, unique: true, search: true }),
    commodityShortName: text('产品简称', 'Short name', { max: 30 }),
    noticeName: text('通知名称', 'Name in messages', {
      max: 20,
      column: false,
      help: ['短信中的{产品}; 不得含结果、检测项或基因; 不填写作“检测”', 'What text messages call it: no result, item or gene; empty: “a test”'],
    }),
    erpCode: code('ERP编号', 'ERP code', { search: true, max: 32 }),
    executeType: choice('检测类型', 'Execute type', executeType, { required: true, search: true }),
    entryForm: choice('录入表单', 'Entry form', entryForm, { required: true, search: true }),
    isDoubleEntry: flag('双人录入', 'Double entry', { wire: 'doubleEntry' }),
    sampleClassIds: refList('样本类型', 'Sample classes', 'sampleClass', { required: true, column: false }),
    panelIds: refList('检测项目', 'Panels', 'panel', { column: false }),
    minVolume: decimal('最少样本量', 'Least volume', { min: 0, max: 100, unit: 'mL' }),
    holdingHours: integer('采样后有效时长', 'Holding time', {
      min: 1,
      max: 8760,
      unit: 'h',
      help: ['采样到收样超过此时长时提示', 'Entry warns when sampling to receipt took longer'],
    }),
    maxFetusCount: integer('最多胎数', 'Most fetuses', {
      min: 1,
      max: 9,
      column: false,
      help: ['NIPT: 超过时不能录入; 3为三胎及以上; 空表示双胎', 'NIPT: more cannot be entered; 3 is three or more; empty: two'],
    }),
    isColdChain: flag('冷链运输', 'Cold chain', {
      wire: 'coldChain',
      column: false,
      help: ['接样时必填送达温度', 'Receipt asks for the arrival temperature'],
    }),
    isResearch: flag('科研用途', 'Research use', {
      wire: 'research',
      column: false,
      help: ['报告印“仅供科研”', 'Its reports say that they are for research alone'],
    }),
    chargeType: choice('收费类型', 'Charge type', chargeType, {
      readOnly: true,
      search: true,
      help: ['空表示自检; 由收费类型管理改变', 'Empty: own test; changed where charges are managed'],
    }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/basic/commodity', title: ['产品管理', 'Commodities'] }],
  offline: true,
});
