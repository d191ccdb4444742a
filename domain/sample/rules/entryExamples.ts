import type { Finding, JudgeContext, Values } from './entryForm.ts';

/** Invented entries that the tests of the rules share. */
export const now = '2026-11-21 10:00:00';
export const context: JudgeContext = { now };
export const rulesOf = (findings: readonly Finding[]): string[] => findings.map((finding) => `${finding.rule}:${finding.severity}`);

export const person: Values = {
  requisitionCode: 'A26000001',
  personName: '章晴',
  sex: 2,
  age: 33,
  ageUnit: 1,
  birthDate: '1993-09-03',
  credentialType: 1,
  credentialNo: '320102199003070025',
  telephone: '19900004964',
  samplingTime: '2026-11-20 12:00:00',
};
export const plain: Values = { ...person, credentialType: null, credentialNo: null };
/** A NIPT entry nobody objects to: LMP 2026-08-12, 14+2 at sampling. */
export const nipt: Values = {
  ...plain,
  testTubeNumber: 'T26000001',
  niptProduct: 1,
  heightCm: 162,
  weightKg: 55,
  gestationMethod: 1,
  lastMenstrualDate: '2026-08-12',
  menstrualRegular: 1,
  menstrualCycleDays: 28,
  gaWeeks: 14,
  gaDays: 2,
  fetusCount: 1,
  conceptionMode: 1,
  gravidity: 1,
  parity: 0,
  adversePregnancyHistory: [1],
  parentalChromosomeAbnormal: 1,
  geneticFamilyHistory: 0,
  allogeneicTreatment: [1],
  malignancyInPregnancy: 0,
  ultrasoundAbnormal: 0,
  serumScreeningResult: 2,
  consentSigned: 1,
  consentDate: '2026-11-20',
};

/** What the monogenic form asks beyond the generic block, of a proband alone; nobody objects to it. */
export const monogenicOwn: Values = {
  geneProduct: 6,
  samplePurpose: 1,
  isProband: 1,
  familyRelation: 1,
  affectedStatus: 1,
  familyMedicalHistory: '无',
  consanguinity: 0,
  medicalHistory: '发育迟缓',
  transfusionRecent: 0,
  transplantHistory: 0,
  consentSigned: 1,
};

/** What carrier screening asks beyond the generic block, of a woman alone before a pregnancy; nobody objects to it. */
export const carrierOwn: Values = {
  carrierPanel: 5,
  screeningMode: 1,
  screeningTiming: 1,
  reportMode: 1,
  nation: '汉族',
  nativePlace: '广东',
  adversePregnancyHistory: [1],
  affectedChild: 0,
  geneticFamilyHistory: 0,
  consanguinity: 0,
  transfusionRecent: 0,
  transplantHistory: 0,
  consentSigned: 1,
  residualRiskAck: 1,
};
