import { choice, date, decimal, flag, integer, text, type Fields } from '#domain/kernel/fields.ts';
import type { FieldGroup, ImpossibleWhen, RequiredWhen } from '../../rules/entryForm.ts';
import { chorionicity, conceptionMode, embryoDay, fetusCount, gestationMethod } from '../../rules/formChoices.ts';
import { diabetesTreatment, diabetesType, parous, race } from './eclampsiaChoices.ts';

const crl = { min: 10, max: 120, scale: 1, unit: 'mm' } as const;
const sys = { min: 70, max: 220, unit: 'mmHg' } as const;
const dia = { min: 40, max: 140, unit: 'mmHg' } as const;
const index = { min: 0.2, max: 5, scale: 2 } as const;

/** Systolic and diastolic pressure of each reading, in the order they are taken. */
export const readings = [
  ['bpL1Sys', 'bpL1Dia'],
  ['bpL2Sys', 'bpL2Dia'],
  ['bpR1Sys', 'bpR1Dia'],
  ['bpR2Sys', 'bpR2Dia'],
] as const;

/** docs/forms.md#eclampsia, what it asks beyond the generic block. */
export const eclampsiaFields = {
  heightCm: decimal('身高', 'Height', { required: true, min: 100, max: 220, scale: 1, unit: 'cm' }),
  weightKg: decimal('体重', 'Weight', { required: true, min: 25, max: 250, scale: 1, unit: 'kg' }),
  race: choice('种族', 'Race', race, { required: true }),
  nation: text('民族', 'Ethnic group', { max: 50 }),
  smoking: flag('孕期吸烟', 'Smoking in pregnancy', { required: true }),
  motherPreeclampsia: flag('母亲子痫前期史', 'Mother had pre-eclampsia', { required: true }),
  conceptionMode: choice('受孕方式', 'Conception', conceptionMode, { required: true }),
  embryoTransferDate: date('移植日期', 'Embryo transfer'),
  embryoDay: choice('胚胎天数', 'Embryo day', embryoDay),
  fetusCount: choice('胎儿数', 'Fetuses', fetusCount, { required: true }),
  chorionicity: choice('绒毛膜性', 'Chorionicity', chorionicity),
  gestationMethod: choice('孕周计算方法', 'Dating method', gestationMethod, { required: true }),
  lastMenstrualDate: date('末次月经', 'LMP'),
  gaDate: date('孕周测量日期', 'Date of the scan', { required: true }),
  crlMm1: decimal('头臀长1', 'CRL 1', crl),
  crlMm2: decimal('头臀长2', 'CRL 2', { ...crl, help: ['双胎填写', 'Of twins'] }),
  gaWeeks: integer('测量日孕周(周)', 'GA weeks at the scan', { required: true, min: 0, max: 43, unit: 'w' }),
  gaDays: integer('测量日孕周(天)', 'GA days at the scan', { required: true, min: 0, max: 6, unit: 'd' }),
  chronicHypertension: flag('慢性高血压', 'Chronic hypertension', { required: true }),
  diabetesType: choice('糖尿病', 'Diabetes', diabetesType, { required: true }),
  diabetesTreatment: choice('糖尿病用药', 'Diabetes treatment', diabetesTreatment),
  sle: flag('系统性红斑狼疮', 'SLE', { required: true }),
  aps: flag('抗磷脂综合征', 'APS', { required: true }),
  parous: choice('产次(≥24周)', 'Parity (24 w or more)', parous, { required: true }),
  previousPreeclampsia: flag('既往子痫前期', 'Previous pre-eclampsia'),
  previousDeliveryDate: date('上次分娩日期', 'Last delivery'),
  previousGaWeeks: integer('上次分娩孕周(周)', 'Last GA weeks', { min: 24, max: 42, unit: 'w' }),
  previousGaDays: integer('上次分娩孕周(天)', 'Last GA days', { min: 0, max: 6, unit: 'd' }),
  biophysicalDate: date('血压/超声测量日期', 'Biophysical date', { required: true }),
  bpL1Sys: integer('左臂1 收缩压', 'Left 1, systolic', sys),
  bpL1Dia: integer('左臂1 舒张压', 'Left 1, diastolic', dia),
  bpL2Sys: integer('左臂2 收缩压', 'Left 2, systolic', sys),
  bpL2Dia: integer('左臂2 舒张压', 'Left 2, diastolic', dia),
  bpR1Sys: integer('右臂1 收缩压', 'Right 1, systolic', sys),
  bpR1Dia: integer('右臂1 舒张压', 'Right 1, diastolic', dia),
  bpR2Sys: integer('右臂2 收缩压', 'Right 2, systolic', sys),
  bpR2Dia: integer('右臂2 舒张压', 'Right 2, diastolic', dia),
  meanArterialPressure: decimal('平均动脉压', 'Mean arterial pressure', { required: true, min: 50, max: 150, scale: 1, unit: 'mmHg' }),
  utaPiLeft: decimal('子宫动脉PI 左', 'UtA-PI left', index),
  utaPiRight: decimal('子宫动脉PI 右', 'UtA-PI right', index),
  utaPiMean: decimal('子宫动脉PI 均值', 'UtA-PI mean', index),
  aspirinUse: flag('服用阿司匹林', 'Aspirin'),
  aspirinStartDate: date('阿司匹林开始日期', 'Aspirin since'),
} as const satisfies Fields;

const previous = ['previousPreeclampsia', 'previousDeliveryDate', 'previousGaWeeks', 'previousGaDays'] as const;

export const eclampsiaGroups: readonly FieldGroup[] = [
  { key: 'body', title: ['孕妇', 'Mother'], fields: ['heightCm', 'weightKg', 'race', 'nation', 'smoking', 'motherPreeclampsia'] },
  {
    key: 'gestation',
    title: ['孕周与胎儿', 'Gestation and fetuses'],
    fields: [
      'conceptionMode',
      'embryoTransferDate',
      'embryoDay',
      'fetusCount',
      'chorionicity',
      'gestationMethod',
      'lastMenstrualDate',
      'gaDate',
      'crlMm1',
      'crlMm2',
      'gaWeeks',
      'gaDays',
    ],
  },
  {
    key: 'history',
    title: ['病史', 'History'],
    fields: ['chronicHypertension', 'diabetesType', 'diabetesTreatment', 'sle', 'aps', 'parous', ...previous, 'aspirinUse', 'aspirinStartDate'],
  },
  {
    key: 'biophysical',
    title: ['血压与超声', 'Pressure and Doppler'],
    fields: ['biophysicalDate', ...readings.flat(), 'meanArterialPressure', 'utaPiLeft', 'utaPiRight', 'utaPiMean'],
  },
  { key: 'consent', title: ['知情同意', 'Consent'], fields: ['consentSigned', 'consentCode', 'collectorName'] },
];

export const eclampsiaRequired: readonly RequiredWhen[] = [
  { fields: ['lastMenstrualDate'], field: 'gestationMethod', is: [gestationMethod.lmp] },
  { fields: ['embryoTransferDate', 'embryoDay'], field: 'conceptionMode', is: [conceptionMode.ivf] },
  { fields: ['embryoTransferDate', 'embryoDay'], field: 'gestationMethod', is: [gestationMethod.transfer] },
  { fields: ['crlMm1'], field: 'gestationMethod', is: [gestationMethod.crl] },
  { fields: ['chorionicity', 'crlMm1', 'crlMm2'], field: 'fetusCount', is: [fetusCount.two] },
  { fields: ['diabetesTreatment'], field: 'diabetesType', is: [diabetesType.type1, diabetesType.type2] },
  { fields: previous, field: 'parous', is: [parous.yes] },
  { fields: readings.flat(), field: 'meanArterialPressure', isEmpty: true },
  { fields: ['aspirinStartDate'], field: 'aspirinUse', is: [1] },
];

export const eclampsiaImpossible: readonly ImpossibleWhen[] = [
  { fields: ['embryoTransferDate', 'embryoDay'], field: 'conceptionMode', is: [conceptionMode.natural, conceptionMode.induced, conceptionMode.iui] },
  { fields: ['chorionicity', 'crlMm2'], field: 'fetusCount', is: [fetusCount.one] },
  { fields: ['diabetesTreatment'], field: 'diabetesType', is: [diabetesType.none] },
  { fields: previous, field: 'parous', is: [parous.no] },
  { fields: ['aspirinStartDate'], field: 'aspirinUse', is: [0] },
];

const notCompared: ReadonlySet<string> = new Set(['aspirinUse', 'aspirinStartDate']);
/** What the two passes are compared by: all the model reads. */
export const eclampsiaCompared: readonly string[] = Object.keys(eclampsiaFields).filter((name) => !notCompared.has(name));
