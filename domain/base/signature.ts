import { choices } from '#domain/kernel/choices.ts';
import { choice, code, date, dateTime, integer, longText, ref } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** Which of a person's signatures counts. */
export const signatureState = choices({ current: [1, '现用', 'Current'], replaced: [2, '已替换', 'Replaced'] });

/** The picture of a person's signature. Versions follow each other; one that stands on a report is never changed. */
export const signature = defineResource({
  name: 'signature',
  title: ['电子签名', 'Signature'],
  service: 'base',
  path: 'signature',
  verbs: { page: 'page', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'signatureId',
  roles: { ops: 'all' },
  display: { name: 'userId' },
  noSheet: 'a signature is a picture, and every change of it a new version',
  fields: {
    userId: ref('签名人', 'Person', 'userAccount', { required: true, search: true }),
    versionNo: integer('版本', 'Version', { readOnly: true }),
    signatureState: choice('签名状态', 'Version state', signatureState, { readOnly: true, search: true }),
    validFrom: date('生效日期', 'Valid from', { required: true }),
    validTo: date('失效日期', 'Valid to', { help: ['空表示长期有效', 'Empty: without end'] }),
    firstUseTime: dateTime('首次使用', 'First used', { readOnly: true }),
    imageSha256: code('图片校验值', 'Picture checksum', { readOnly: true, column: false, form: false }),
    imageSize: integer('图片大小', 'Picture size', { readOnly: true, unit: 'B', column: false, form: false }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/basic/signature', title: ['电子签名管理', 'Signatures'] }],
});
