import type { EntryForm } from '../../rules/entryForm.ts';
import { codeOf } from '../../rules/ownSamples.ts';
import { genericFields, genericGroups, requiredField } from '../generic/genericFields.ts';
import { withGenericBlock } from '../generic/genericForm.ts';
import { ccidCompared, ccidFields, ccidGroups, ccidImpossible, ccidRequired } from './ccidFields.ts';
import { judgeCcid } from './judgeCcid.ts';

const { collectionSite: _site, ...sharedFields } = genericFields;
const block = withGenericBlock('CCID');

/** docs/forms.md#infection */
export const ccidForm: EntryForm = {
  ...block,
  screen: { route: '/sample/CCID', icon: 'bug' },
  fields: {
    ...sharedFields,
    department: requiredField('department'),
    doctorName: requiredField('doctorName'),
    clinicalDiagnosis: requiredField('clinicalDiagnosis'),
    ...ccidFields,
  },
  groups: [...genericGroups.filter(({ key }) => key !== 'collection'), ...ccidGroups],
  // Reception may not have measured it.
  carried: block.carried.filter((name) => name !== 'sampleVolume'),
  compared: [...block.compared, ...ccidCompared],
  requiredWhen: [...block.requiredWhen, ...ccidRequired],
  impossibleWhen: ccidImpossible,
  ownRules: {
    'C-1': ['采样至收样时限', 'Sampling to receipt'],
    'C-2': ['RNA运输条件', 'Transport of RNA'],
    'C-3': ['尿液mNGS', 'mNGS of urine'],
    'C-4': ['正常菌群部位', 'Normal flora'],
    'C-5': ['用药日期', 'Dates of drugs'],
    'C-6': ['体温与起病', 'Temperature and onset'],
    'C-7': ['生物安全', 'Biosafety'],
    'C-VOL': ['建议体积', 'Volume advised'],
    'C-SITE': ['采样部位', 'Site of the specimen'],
    'C-FOCUS': ['重点关注病原', 'Focus pathogens'],
    'C-CASE': ['让步检测', 'Concession'],
  },
  namesCases: (values) => [codeOf(values['concessionId'])],
  judge: judgeCcid,
};
