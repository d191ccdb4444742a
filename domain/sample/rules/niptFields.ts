import { choice, choiceList, date, decimal, flag, integer, text, type Fields } from '#domain/kernel/fields.ts';
import type { FieldGroup, RequiredWhen } from './entryForm.ts';
import {
  adversePregnancyHistory, allogeneicTreatment, chorionicity, conceptionMode, donorGamete, embryoDay, fetusCount, gestationMethod, heparinUse,
  niptProduct, parentalChromosomeAbnormal, serumScreeningResult, vanishingTwin,
} from './formChoices.ts';

const gaWeeksRange = { min: 0, max: 43, unit: 'w' } as const;
const gaDaysRange = { min: 0, max: 6, unit: 'd' } as const;

/** forms.md 4, what NIPT asks beyond the generic block. */
export const niptFields = {
  niptProduct: choice('检测产品', 'Product', niptProduct, { required: true }),
  heightCm: decimal('孕妇身高', 'Height', { required: true, min: 120, max: 210, scale: 1, unit: 'cm' }),
  weightKg: decimal('孕妇体重', 'Weight', { required: true, min: 30, max: 200, scale: 1, unit: 'kg', help: ['采血时体重', 'At sampling'] }),
  bmi: decimal('BMI', 'BMI', { scale: 1, unit: 'kg/m²' }),
  conceptionMode: choice('受孕方式', 'Conception', conceptionMode, { required: true }),
  embryoTransferDate: date('移植日期', 'Embryo transfer'),
  embryoDay: choice('胚胎天数', 'Embryo day', embryoDay),
  donorGamete: choice('供卵/供精', 'Donor gamete', donorGamete),
  gestationMethod: choice('孕周计算方法', 'Dating method', gestationMethod, { required: true }),
  lastMenstrualDate: date('末次月经', 'LMP'),
  menstrualRegular: flag('月经规律', 'Regular cycle'),
  menstrualCycleDays: integer('月经周期', 'Cycle', { min: 21, max: 45, unit: 'd' }),
  ultrasoundDate: date('超声日期', 'Scan date'),
  ultrasoundGaWeeks: integer('超声孕周(周)', 'Scan GA weeks', { min: 5, max: 24, unit: 'w' }),
  ultrasoundGaDays: integer('超声孕周(天)', 'Scan GA days', gaDaysRange),
  crlMm: decimal('头臀长CRL', 'CRL', { min: 10, max: 90, scale: 1, unit: 'mm' }),
  ntMm: decimal('NT', 'NT', { min: 0.3, max: 15, scale: 1, unit: 'mm' }),
  gaWeeks: integer('采血孕周(周)', 'GA weeks', { required: true, ...gaWeeksRange }),
  gaDays: integer('采血孕周(天)', 'GA days', { required: true, ...gaDaysRange }),
  edd: date('预产期', 'EDD'),
  ageAtEdd: integer('预产年龄', 'Age at EDD', { min: 0, max: 70, unit: 'y' }),
  fetusCount: choice('胎儿数', 'Fetuses', fetusCount, { required: true }),
  chorionicity: choice('绒毛膜性', 'Chorionicity', chorionicity),
  vanishingTwin: choice('双胎消失/减胎', 'Vanishing twin / reduction', vanishingTwin),
  reductionDate: date('消失/减胎日期', 'Date of loss / reduction'),
  gravidity: integer('孕次', 'Gravida', { required: true, min: 1, max: 20 }),
  parity: integer('产次', 'Para', { required: true, min: 0, max: 20 }),
  abortionCount: integer('流产/引产次数', 'Miscarriages', { min: 0, max: 20 }),
  adversePregnancyHistory: choiceList('不良孕产史', 'Adverse history', adversePregnancyHistory, { required: true }),
  adversePregnancyText: text('不良孕产史说明', 'Adverse history, text', { max: 200 }),
  parentalChromosomeAbnormal: choice('夫妇染色体异常', 'Parental karyotype', parentalChromosomeAbnormal, { required: true }),
  parentalChromosomeText: text('夫妇核型', 'Karyotype, text', { max: 200 }),
  geneticFamilyHistory: flag('染色体病家族史', 'Genetic family history', { required: true }),
  geneticFamilyText: text('家族史说明', 'Family history, text', { max: 200 }),
  allogeneicTreatment: choiceList('1年内异体输血/移植/细胞治疗', 'Transfusion / transplant / cells within 1 y', allogeneicTreatment, { required: true }),
  allogeneicDate: date('异体治疗日期', 'Date of treatment'),
  malignancyInPregnancy: flag('恶性肿瘤', 'Malignancy', { required: true }),
  malignancyText: text('肿瘤说明', 'Malignancy, text', { max: 200 }),
  ultrasoundAbnormal: flag('超声结构异常', 'US anomaly', { required: true }),
  ultrasoundAbnormalText: text('超声异常说明', 'US anomaly, text', { max: 200 }),
  serumScreeningResult: choice('血清学筛查', 'Serum screening', serumScreeningResult, { required: true }),
  serumRiskT21: text('21三体风险值', 'T21 risk', { max: 10, help: ['写作 1/n', 'Written 1/n'] }),
  serumRiskT18: text('18三体风险值', 'T18 risk', { max: 10, help: ['写作 1/n', 'Written 1/n'] }),
  ontdRisk: text('ONTD风险值', 'ONTD risk', { max: 10, help: ['写作 1/n', 'Written 1/n'] }),
  heparinUse: choice('肝素用药', 'Heparin', heparinUse),
  medicationHistory: text('其他用药/疾病', 'Medication / illness', { max: 200 }),
  address: text('联系地址', 'Address', { max: 200 }),
  consentDate: date('同意书日期', 'Consent date'),
  insuranceConsent: flag('同意保险', 'Insurance'),
  residualConsent: flag('同意剩余样本使用', 'Residual use'),
} as const satisfies Fields;

export const niptGroups: readonly FieldGroup[] = [
  { key: 'body', title: ['孕妇', 'Mother'], fields: ['niptProduct', 'heightCm', 'weightKg', 'bmi'] },
  { key: 'gestation', title: ['孕周', 'Gestation'], fields: ['conceptionMode', 'embryoTransferDate', 'embryoDay', 'donorGamete', 'gestationMethod', 'lastMenstrualDate', 'menstrualRegular', 'menstrualCycleDays', 'ultrasoundDate', 'ultrasoundGaWeeks', 'ultrasoundGaDays', 'crlMm', 'ntMm', 'gaWeeks', 'gaDays', 'edd', 'ageAtEdd'] },
  { key: 'fetus', title: ['胎儿与孕产史', 'Fetus and history'], fields: ['fetusCount', 'chorionicity', 'vanishingTwin', 'reductionDate', 'gravidity', 'parity', 'abortionCount', 'adversePregnancyHistory', 'adversePregnancyText'] },
  { key: 'risk', title: ['高危因素', 'Risks'], fields: ['parentalChromosomeAbnormal', 'parentalChromosomeText', 'geneticFamilyHistory', 'geneticFamilyText', 'allogeneicTreatment', 'allogeneicDate', 'malignancyInPregnancy', 'malignancyText', 'ultrasoundAbnormal', 'ultrasoundAbnormalText', 'serumScreeningResult', 'serumRiskT21', 'serumRiskT18', 'ontdRisk', 'heparinUse', 'medicationHistory'] },
  { key: 'consent', title: ['知情同意', 'Consent'], fields: ['consentSigned', 'consentCode', 'consentDate', 'insuranceConsent', 'residualConsent', 'address', 'collectorName'] },
];

/** C of forms.md 4, and the free text beside a ticked risk ("enum + text"). */
export const niptRequired: readonly RequiredWhen[] = [
  { fields: ['lastMenstrualDate', 'menstrualRegular'], field: 'gestationMethod', is: [gestationMethod.lmp] },
  { fields: ['menstrualCycleDays'], field: 'gestationMethod', is: [gestationMethod.lmp] },
  { fields: ['ultrasoundDate', 'ultrasoundGaWeeks', 'ultrasoundGaDays'], field: 'gestationMethod', is: [gestationMethod.ultrasound, gestationMethod.crl] },
  { fields: ['crlMm'], field: 'gestationMethod', is: [gestationMethod.crl] },
  { fields: ['embryoTransferDate', 'embryoDay'], field: 'conceptionMode', is: [conceptionMode.ivf] },
  { fields: ['embryoTransferDate', 'embryoDay'], field: 'gestationMethod', is: [gestationMethod.transfer] },
  { fields: ['chorionicity', 'vanishingTwin'], field: 'fetusCount', is: [fetusCount.two, fetusCount.three] },
  { fields: ['reductionDate'], field: 'vanishingTwin', is: [vanishingTwin.vanished, vanishingTwin.reduced] },
  { fields: ['adversePregnancyText'], field: 'adversePregnancyHistory', is: [adversePregnancyHistory.otherChromosome] },
  { fields: ['parentalChromosomeText'], field: 'parentalChromosomeAbnormal', is: [parentalChromosomeAbnormal.mother, parentalChromosomeAbnormal.father] },
  { fields: ['geneticFamilyText'], field: 'geneticFamilyHistory', is: [1] },
  { fields: ['allogeneicDate'], field: 'allogeneicTreatment', is: [allogeneicTreatment.transfusion, allogeneicTreatment.transplant, allogeneicTreatment.cellTherapy] },
  { fields: ['malignancyText'], field: 'malignancyInPregnancy', is: [1] },
  { fields: ['ultrasoundAbnormalText'], field: 'ultrasoundAbnormal', is: [1] },
  { fields: ['consentDate'], field: 'consentSigned', is: [1] },
];

/** DE = Y of forms.md 4. */
export const niptCompared: readonly string[] = [
  'niptProduct', 'heightCm', 'weightKg', 'lastMenstrualDate', 'menstrualCycleDays', 'menstrualRegular', 'ultrasoundGaWeeks', 'ultrasoundGaDays', 'ultrasoundDate', 'crlMm', 'ntMm',
  'gestationMethod', 'gaWeeks', 'gaDays', 'fetusCount', 'chorionicity', 'vanishingTwin', 'reductionDate', 'conceptionMode', 'embryoTransferDate', 'embryoDay', 'gravidity', 'parity',
  'adversePregnancyHistory', 'adversePregnancyText', 'parentalChromosomeAbnormal', 'parentalChromosomeText', 'geneticFamilyHistory', 'geneticFamilyText', 'allogeneicTreatment', 'allogeneicDate',
  'malignancyInPregnancy', 'malignancyText', 'ultrasoundAbnormal', 'ultrasoundAbnormalText', 'serumScreeningResult', 'serumRiskT21', 'serumRiskT18', 'ontdRisk',
];
