import type { Field, Fields } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { textOf } from './derive.ts';
import { formKeys, type EntryForm, type FormKey, type RuleCode } from './entryForm.ts';
import { sex } from './formChoices.ts';
import { genericFields, genericGroups } from './genericFields.ts';
import { niptImpossible } from './niptImpossible.ts';
import { niptCompared, niptFields, niptGroups, niptRequired } from './niptFields.ts';
import { commonCompared, commonRequired, receptionFields } from './summaryFields.ts';

/** Rules every entry is judged by (forms.md 3, and the ranges of forms.md 1). */
export const commonRules: readonly RuleCode[] = [
  'required',
  'R-01',
  'R-02',
  'R-03',
  'R-04',
  'R-05',
  'R-06',
  'R-07',
  'C-CODE',
  'R-08',
  'R-09',
  'R-10',
  'R-11',
  'R-13',
  'R-14',
  'R-15',
  'C-NAME',
  'C-AGE',
  'C-LOT',
];

const generic = (key: FormKey, title: Label, isOwn: boolean): EntryForm => ({
  key,
  title,
  isOwn,
  fields: genericFields,
  groups: genericGroups,
  carried: receptionFields,
  compared: commonCompared,
  derived: ['birthDate', 'sex', 'age', 'ageUnit'],
  requiredWhen: commonRequired,
  impossibleWhen: [],
  rules: commonRules,
  noneIsNo: ['historyText'],
});

const required = (field: Field | undefined): Field => ({ ...(field as Field), required: true, readOnly: false });
const { collectionSite: _site, historyText: _history, ...sharedFields } = genericFields;
const niptOwn: Fields = {
  ...sharedFields,
  birthDate: required(genericFields['birthDate']),
  testTubeNumber: required(genericFields['testTubeNumber']),
  consentSigned: required(genericFields['consentSigned']),
  ...niptFields,
};

const nipt: EntryForm = {
  key: 'nipt',
  title: ['无创产前(NIPT)', 'NIPT'],
  isOwn: true,
  fields: niptOwn,
  groups: [...genericGroups.filter((group) => group.key !== 'collection'), ...niptGroups],
  carried: receptionFields,
  compared: [...commonCompared, ...niptCompared],
  derived: ['birthDate', 'sex', 'age', 'ageUnit', 'bmi', 'gaWeeks', 'gaDays', 'gestationMethod', 'edd', 'ageAtEdd'],
  requiredWhen: [...commonRequired, ...niptRequired],
  impossibleWhen: niptImpossible,
  rules: [...commonRules, 'N-1', 'N-2', 'N-3', 'N-4', 'N-5', 'N-6', 'N-7', 'N-8', 'N-9', 'C-BMI', 'C-GA', 'C-OBS', 'C-RATIO', 'C-CONSENT'],
  noneIsNo: ['adversePregnancyText', 'parentalChromosomeText', 'geneticFamilyText', 'malignancyText', 'ultrasoundAbnormalText'],
  sexes: [sex.female],
};

/**
 * `isOwn: false` says honestly that the generic block stands in:
 * eclampsia, deaf, CCID, monogenic and monogenicCarrier get their own fields with their own issue (forms.md 5-9).
 */
const everyForm: readonly EntryForm[] = [
  generic('nomal', ['普通', 'General'], true),
  nipt,
  generic('eclampsia', ['子痫前期', 'Pre-eclampsia'], false),
  generic('deaf', ['遗传性耳聋', 'Hereditary deafness'], false),
  generic('CCID', ['病原感染', 'Infection pathogens'], false),
  generic('monogenic', ['单基因病', 'Monogenic disease'], false),
  generic('monogenicCarrier', ['携带者筛查', 'Carrier screening'], false),
];

/** The detail forms by their wire key. */
export const entryForms = Object.fromEntries(everyForm.map((form) => [form.key, form])) as Readonly<Record<FormKey, EntryForm>>;

/** The form of a commodity's `entryForm`; an unknown or empty key is the generic one. Case of the wire varies (`ccid`). */
export function entryFormOf(key: unknown): EntryForm {
  const found = formKeys.find((known) => known.toLowerCase() === textOf(key).toLowerCase());
  return found ? entryForms[found] : (everyForm[0] as EntryForm);
}
