import type { EntryForm } from '../../rules/entryForm.ts';
import { sex } from '../../rules/formChoices.ts';
import { genericFields, genericGroups, requiredField } from '../generic/genericFields.ts';
import { withGenericBlock } from '../generic/genericForm.ts';
import { deriveEclampsia } from './deriveEclampsia.ts';
import { eclampsiaCompared, eclampsiaFields, eclampsiaGroups, eclampsiaImpossible, eclampsiaRequired } from './eclampsiaFields.ts';
import { isOutOfModel, judgeEclampsia } from './judgeEclampsia.ts';

const { collectionSite: _site, historyText: _history, ...sharedFields } = genericFields;
const block = withGenericBlock('eclampsia');

/** docs/forms.md#eclampsia */
export const eclampsiaForm: EntryForm = {
  ...block,
  screen: { route: '/sample/eclampsia', icon: 'heart-pulse' },
  fields: {
    ...sharedFields,
    birthDate: requiredField('birthDate'),
    consentSigned: requiredField('consentSigned'),
    ...eclampsiaFields,
  },
  groups: [...genericGroups.filter(({ key }) => key !== 'collection'), ...eclampsiaGroups],
  compared: [...block.compared, ...eclampsiaCompared],
  derived: [...block.derived, 'race', 'gaWeeks', 'gaDays', 'meanArterialPressure', 'utaPiMean'],
  requiredWhen: [...block.requiredWhen, ...eclampsiaRequired],
  impossibleWhen: eclampsiaImpossible,
  noneIsNo: [],
  resultInputs: ['birthDate', 'samplingTime', ...Object.keys(eclampsiaFields)],
  isOutOfModel,
  sexes: [sex.female],
  ownRules: {
    'E-1': ['模型孕周', 'Days the model reads'],
    'E-3': ['既往分娩', 'Previous delivery'],
    'E-4': ['平均动脉压', 'Mean arterial pressure'],
    'E-5': ['血压相差', 'Readings apart'],
    'E-6': ['子宫动脉PI均值', 'Mean UtA-PI'],
    'E-7': ['双胎', 'Twins'],
    'E-8': ['高血压复核', 'Hypertension'],
    'C-MODEL': ['模型范围', 'Ranges of the model'],
    'C-BP': ['血压', 'Blood pressure'],
    'C-GA': ['孕周', 'Gestational age'],
    'C-CONSENT': ['知情同意书', 'Consent'],
  },
  judge: judgeEclampsia,
  derive: deriveEclampsia,
};
