import { choices } from '#domain/kernel/choices.ts';
import { choice, code, flag, integer, json, longText, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atDesks } from '#domain/kernel/roles.ts';

/** What a code names. */
export const codeType = choices({
  requisition: [1, '申请单条码', 'Requisition'],
  sample: [2, '样本条码', 'Sample'],
  lab: [3, '实验室编号', 'Lab code'],
});
export const symbology = choices({
  code128: ['code128', 'Code 128', 'Code 128'],
  code39: ['code39', 'Code 39', 'Code 39'],
  qr: ['qr', 'QR 码', 'QR'],
  dataMatrix: ['datamatrix', 'Data Matrix', 'Data Matrix'],
});

/** How codes of a laboratory look: a pattern (regular expression), or a prefix and a length; and how their label looks. */
export const codeStyle = defineResource({
  name: 'codeStyle',
  title: ['条码样式', 'Code style'],
  service: 'code',
  path: 'code-style',
  verbs: { page: 'page', list: 'list', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'styleId',
  roles: { ...atDesks, ops: 'all' },
  display: { name: 'styleName' },
  fields: {
    styleName: text('样式名称', 'Name', { required: true, unique: true, search: true, max: 50 }),
    laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { search: true, help: ['空表示所有检验所', 'Empty: every laboratory'] }),
    sendSampleClientId: ref('送检单位', 'Sending client', 'sendSampleClient', {
      search: true,
      help: ['空表示所有单位; 指定后该单位只收符合其样式的条码', 'Empty: every client; a client with styles of its own is held to them'],
    }),
    codeType: choice('条码类型', 'Code type', codeType, { required: true, search: true }),
    symbology: choice('码制', 'Symbology', symbology, { required: true }),
    prefix: code('前缀', 'Prefix', { max: 16 }),
    length: integer('总长度', 'Length', { min: 1, max: 64 }),
    pattern: text('正则表达式', 'Pattern', { max: 200, help: ['填写后代替前缀和长度', 'Replaces prefix and length'] }),
    /** Why the stored pattern is not used, in words; empty where it is. Such a style refuses nothing. */
    patternFault: longText('正则问题', 'Pattern fault', { readOnly: true, column: true, form: false }),
    isDefault: flag('默认标签', 'Default label', { help: ['此类条码打印时首先选用', 'Chosen first when codes of this type are printed'] }),
    /** A `LabelLayout`; drawn in its own window. */
    layout: json('标签版面', 'Label layout', { form: false }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/code/code-style', title: ['条码样式', 'Code styles'] }],
  offline: true,
});
