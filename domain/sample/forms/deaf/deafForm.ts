import type { EntryForm } from '../../rules/entryForm.ts';
import { genericFields, genericGroups, requiredField } from '../generic/genericFields.ts';
import { withGenericBlock } from '../generic/genericForm.ts';
import { deafCompared, deafFields, deafGroups, deafImpossible, deafRequired } from './deafFields.ts';
import { deriveDeaf, judgeDeaf } from './judgeDeaf.ts';
import { withoutMothersDocument } from './mother.ts';

const { historyText: _history, ...sharedFields } = genericFields;
const block = withGenericBlock('deaf');
const blockGroup = (wanted: string) => genericGroups.filter(({ key }) => key === wanted);
const beforePerson: ReadonlySet<string> = new Set(['subject', 'birth']);

/** docs/forms.md#deafness */
export const deafForm: EntryForm = {
  ...block,
  screen: { route: '/sample/deaf', icon: 'ear' },
  isTubeNumberAsked: true,
  fields: {
    ...sharedFields,
    birthDate: requiredField('birthDate'),
    telephone: requiredField('telephone'),
    consentSigned: requiredField('consentSigned'),
    ...deafFields,
  },
  // Whose card it is comes first: name, age and guardian of a newborn follow from mother, birth and consent.
  groups: [
    ...blockGroup('sample'),
    ...deafGroups.filter(({ key }) => beforePerson.has(key)),
    ...blockGroup('person').map((group) => ({ ...group, fields: ['sex', ...group.fields.filter((name) => name !== 'sex')] })),
    ...blockGroup('clinic'),
    ...deafGroups.filter(({ key }) => !beforePerson.has(key)),
    ...blockGroup('guardian'),
  ],
  compared: [...block.compared, ...deafCompared],
  derived: [...block.derived, 'personName', 'motherAge', 'motherCredentialType', 'guardianName', 'guardianPhone', 'guardianConsent'],
  requiredWhen: [...block.requiredWhen, ...deafRequired],
  impossibleWhen: deafImpossible,
  noneIsNo: [],
  personOf: withoutMothersDocument,
  // A card is weighed by its spots (D-5), not by a volume.
  withoutRules: ['R-09'],
  ownRules: {
    'D-1': ['采血时间窗', 'Window of sampling'],
    'D-2': ['采血至收样', 'Sampling to receipt'],
    'D-3': ['早产或低体重', 'Premature or light'],
    'D-5': ['血片质量', 'Quality of the spots'],
    'D-6': ['听力筛查日期', 'Dates of hearing tests'],
    'D-8': ['近期输血', 'Recent transfusion'],
    'D-9': ['召回采血', 'Recalled card'],
    'C-ORDER': ['胎序与孕产次', 'Order of births'],
    'C-CONSENT': ['知情同意书', 'Consent'],
  },
  judge: judgeDeaf,
  derive: deriveDeaf,
};
