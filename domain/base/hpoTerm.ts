import { code, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atDesks } from '#domain/kernel/roles.ts';

/** A phenotype of the Human Phenotype Ontology, as the monogenic form picks it (docs/forms.md#monogenic). Which terms there are is the installation's. */
export const hpoTerm = defineResource({
  name: 'hpoTerm',
  title: ['HPO表型', 'HPO terms'],
  service: 'base',
  path: 'hpo-term',
  verbs: { page: 'page', list: 'list', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'hpoTermId',
  roles: { ...atDesks, ops: 'all' },
  display: { name: 'termName', code: 'termCode', also: 'englishName' },
  fields: {
    termCode: code('HPO编号', 'HPO code', { required: true, unique: true, search: true, max: 10, help: ['HP: 加7位数字', 'HP: and 7 digits'] }),
    termName: text('中文名称', 'Chinese name', { required: true, search: true, max: 100 }),
    englishName: text('英文名称', 'English name', { required: true, search: true, max: 150 }),
  },
  screens: [{ route: '/basic/hpo-term', title: ['HPO表型', 'HPO terms'] }],
  offline: true,
});
