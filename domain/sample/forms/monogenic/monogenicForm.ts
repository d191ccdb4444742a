import type { EntryForm } from '../../rules/entryForm.ts';
import { genericFields, genericGroups, requiredField } from '../generic/genericFields.ts';
import { withGenericBlock } from '../generic/genericForm.ts';
import { namesOfFamily } from './judgeHouse.ts';
import { judgeMonogenic } from './judgeMonogenic.ts';
import { pedigreeOf } from './pedigree.ts';
import { monogenicCompared, monogenicFields, monogenicGroups, monogenicImpossible, monogenicRequired } from './monogenicFields.ts';

const { collectionSite: _site, historyText: _history, ...sharedFields } = genericFields;
const block = withGenericBlock('monogenic');

/** docs/forms.md#monogenic */
export const monogenicForm: EntryForm = {
  ...block,
  screen: { route: '/sample/monogenic', icon: 'dna' },
  fields: {
    ...sharedFields,
    birthDate: requiredField('birthDate'),
    consentSigned: requiredField('consentSigned'),
    ...monogenicFields,
  },
  groups: [...genericGroups.filter(({ key }) => key !== 'collection'), ...monogenicGroups],
  compared: [...block.compared, ...monogenicCompared],
  requiredWhen: [...block.requiredWhen, ...monogenicRequired],
  impossibleWhen: monogenicImpossible,
  noneIsNo: ['familyMedicalHistory'],
  ownRules: {
    'M-1': ['父母性别', 'Sex of relatives'],
    'M-2': ['父母样本', "Parents' samples"],
    'M-3': ['家系之外的样本', 'Sample outside the family'],
    'M-4': ['没有患病成员', 'Nobody affected'],
    'M-5': ['性别未知', 'Sex unknown'],
    'M-6': ['样本或姓名重复', 'Twice in the family'],
    'M-7': ['样本前处理不同', 'Prepared in different ways'],
    'M-8': ['父母年龄', 'Age of the parents'],
    'M-9': ['等待家系样本', 'Awaiting the family'],
    'M-10': ['先证者', 'Proband'],
    'M-11': ['与家系无关联', 'Related to nobody'],
    'C-HPO': ['HPO编号', 'HPO terms'],
    'C-ONSET': ['发病年龄', 'Age at onset'],
    'C-BLOOD': ['输血或移植', 'Transfusion or transplant'],
    'C-DNA': ['DNA质量', 'DNA'],
    'C-CONSENT': ['知情同意书', 'Consent'],
  },
  namesSamples: namesOfFamily,
  pedigree: pedigreeOf,
  judge: judgeMonogenic,
};
