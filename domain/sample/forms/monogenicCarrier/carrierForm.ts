import type { EntryForm } from '../../rules/entryForm.ts';
import { codeOf } from '../../rules/ownSamples.ts';
import { genericFields, genericGroups, requiredField } from '../generic/genericFields.ts';
import { withGenericBlock } from '../generic/genericForm.ts';
import { carrierCompared, carrierFields, carrierGroups, carrierImpossible, carrierRequired } from './carrierFields.ts';
import { deriveCarrier, judgeCarrier } from './judgeCarrier.ts';

const { collectionSite: _site, historyText: _history, ...sharedFields } = genericFields;
const block = withGenericBlock('monogenicCarrier');

/** docs/forms.md#carrier-screening */
export const carrierForm: EntryForm = {
  ...block,
  screen: { route: '/sample/monogenicCarrier', icon: 'users' },
  fields: {
    ...sharedFields,
    birthDate: requiredField('birthDate'),
    consentSigned: requiredField('consentSigned'),
    ...carrierFields,
  },
  groups: [...genericGroups.filter(({ key }) => key !== 'collection'), ...carrierGroups],
  compared: [...block.compared, ...carrierCompared],
  derived: [...block.derived, 'gaWeeks', 'gaDays', 'partnerCredentialType', 'partnerBirthDate', 'partnerSex'],
  requiredWhen: [...block.requiredWhen, ...carrierRequired],
  impossibleWhen: carrierImpossible,
  noneIsNo: ['affectedChildText', 'geneticFamilyText'],
  ownRules: {
    'K-1': ['夫妻性别', 'Sex of the partners'],
    'K-2': ['夫妻联合报告', "The couple's report"],
    'K-3': ['X连锁疾病', 'X-linked diseases'],
    'K-4': ['孕周超过22周', 'Past 22 weeks'],
    'K-5': ['输血或骨髓移植', 'Transfusion or marrow transplant'],
    'K-6': ['地贫表型', 'Signs of thalassaemia'],
    'C-LINK': ['配偶样本', "Partner's sample"],
    'C-ADDON': ['附加项目与性别', 'Add-ons and sex'],
    'C-GA': ['孕周', 'Gestational age'],
    'C-BLOOD': ['输血日期', 'Date of transfusion'],
    'C-ADULT': ['成人年龄', 'Age of an adult'],
    'C-CONSENT': ['知情同意书', 'Consent'],
  },
  namesSamples: (values) => [codeOf(values['partnerSampleCode'])],
  judge: judgeCarrier,
  derive: deriveCarrier,
};
