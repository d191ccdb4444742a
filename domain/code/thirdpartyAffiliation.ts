import { longText, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** A programme or partner whose own barcodes come with the samples (docs/contract.md#barcode-binding). */
export const thirdpartyAffiliation = defineResource({
  name: 'thirdpartyAffiliation',
  title: ['第三方归属', 'Third-party affiliation'],
  service: 'base',
  path: 'code-thirdparty-affiliation',
  verbs: { page: 'affiliation-page', list: 'list', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable' },
  id: 'affiliationId',
  roles: { reception: ['view'], ops: 'all' },
  display: { name: 'affiliationName' },
  fields: {
    affiliationName: text('归属名称', 'Name', { required: true, unique: true, search: true }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/code/code-thirdparty-affiliation', title: ['第三方归属管理', 'Third-party affiliations'] }],
});
