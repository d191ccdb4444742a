import type { Label } from '#domain/kernel/label.ts';
import type { EntryForm } from '../../rules/entryForm.ts';
import { sex } from '../../rules/formChoices.ts';
import { genericFields, genericGroups, requiredField } from '../generic/genericFields.ts';
import { withGenericBlock } from '../generic/genericForm.ts';
import { deriveNipt } from './deriveNipt.ts';
import { judgeNipt } from './judgeNipt.ts';
import { niptCompared, niptFields, niptGroups, niptRequired } from './niptFields.ts';
import { niptImpossible } from './niptImpossible.ts';

const ownRules: Readonly<Record<string, Label>> = {
  'N-1': ['孕周不足12周', 'Before 12 weeks'],
  'N-2': ['错过最佳孕周', 'Past the best weeks'],
  'N-3': ['慎用人群', 'Caution group'],
  'N-4': ['不适用人群', 'Not suitable'],
  'N-5': ['多胎', 'Multiple pregnancy'],
  'N-6': ['移植日期与孕周', 'Transfer date and GA'],
  'N-7': ['编号一致', 'One number'],
  'N-8': ['双胎消失或减胎', 'Vanishing twin'],
  'N-9': ['孕妇年龄', 'Age of the mother'],
  'C-BMI': ['身高体重', 'Height and weight'],
  'C-GA': ['孕周', 'Gestational age'],
  'C-OBS': ['孕产次', 'Gravida and para'],
  'C-RATIO': ['风险值写法', 'Notation of a risk'],
  'C-CONSENT': ['知情同意书', 'Consent'],
};

const { collectionSite: _site, historyText: _history, ...sharedFields } = genericFields;
const block = withGenericBlock('nipt');

/** docs/forms.md#nipt */
export const niptForm: EntryForm = {
  ...block,
  screen: { route: '/sample/nipt', icon: 'baby' },
  isTubeNumberAsked: true,
  fields: {
    ...sharedFields,
    birthDate: requiredField('birthDate'),
    testTubeNumber: requiredField('testTubeNumber'),
    consentSigned: requiredField('consentSigned'),
    ...niptFields,
  },
  groups: [...genericGroups.filter((group) => group.key !== 'collection'), ...niptGroups],
  compared: [...block.compared, ...niptCompared],
  derived: [...block.derived, 'bmi', 'gaWeeks', 'gaDays', 'gestationMethod', 'edd', 'ageAtEdd'],
  requiredWhen: [...block.requiredWhen, ...niptRequired],
  impossibleWhen: niptImpossible,
  noneIsNo: ['adversePregnancyText', 'parentalChromosomeText', 'geneticFamilyText', 'malignancyText', 'ultrasoundAbnormalText'],
  resultInputs: ['gaWeeks', 'gaDays', 'weightKg', 'fetusCount'],
  sexes: [sex.female],
  // The longest any cfDNA tube allows; plain EDTA (8 h to plasma) is the product's own setting.
  usualHours: { EDTA全血: 5 * 24 },
  ownRules,
  judge: judgeNipt,
  derive: deriveNipt,
};
