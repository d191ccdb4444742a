import { choice, code, integer, longText, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atDesks } from '#domain/kernel/roles.ts';
import { codeType } from './codeStyle.ts';

/** A span of numbers from which codes are given out: to desks in blocks, later to sending clients. Nothing of it is ever given twice. */
export const numberSegment = defineResource({
  name: 'numberSegment',
  title: ['号段', 'Number segment'],
  service: 'code',
  path: 'number-segment',
  verbs: { page: 'page', list: 'list', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable' },
  id: 'segmentId',
  roles: { ...atDesks, ops: 'all' },
  display: { name: 'segmentName', code: 'prefix' },
  fields: {
    segmentName: text('号段名称', 'Name', { required: true, unique: true, search: true, max: 50 }),
    codeType: choice('条码类型', 'Code type', codeType, { required: true, search: true }),
    laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { search: true, help: ['空表示所有检验所', 'Empty: every laboratory'] }),
    sendSampleClientId: ref('送检单位', 'Sending client', 'sendSampleClient', {
      help: ['空表示本中心自用,可由前台预留', 'Empty: for our own use; desks may reserve from it'],
    }),
    prefix: code('前缀', 'Prefix', { max: 20 }),
    digits: integer('数字位数', 'Digits', { required: true, min: 1, max: 12 }),
    firstNumber: integer('起始号', 'First number', { required: true, min: 0, max: 999_999_999_999 }),
    lastNumber: integer('终止号', 'Last number', { required: true, min: 0, max: 999_999_999_999 }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/code/number-segment', title: ['号段管理', 'Number segments'] }],
  offline: true,
});
