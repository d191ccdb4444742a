import { monogenicOwn } from '#domain/sample/rules/entryExamples.ts';
import { samplingTime } from './prepare.ts';

const day = samplingTime().slice(0, 10);
const birthDate = `${Number(day.slice(0, 4)) - 31}-12-31`;

/** What forms ask beyond the person, of those nobody objects to. */
export const asked = {
  nipt: {
    birthDate,
    niptProduct: 1,
    heightCm: 162,
    weightKg: 58.5,
    conceptionMode: 1,
    gestationMethod: 5,
    gaWeeks: 16,
    gaDays: 2,
    fetusCount: 1,
    gravidity: 1,
    parity: 0,
    adversePregnancyHistory: [1],
    parentalChromosomeAbnormal: 1,
    geneticFamilyHistory: 0,
    allogeneicTreatment: [1],
    malignancyInPregnancy: 0,
    ultrasoundAbnormal: 0,
    serumScreeningResult: 1,
    consentSigned: 1,
    consentDate: day,
    doctorName: '林医生',
    department: '产科',
  },
  infection: {
    pathogenPanel: 4,
    sampleVolume: 5,
    transportCondition: 2,
    patientSource: 1,
    symptoms: [1, 2],
    immuneStatus: 1,
    suspectedBsl3: 0,
    antiInfectives: [{ drug: '无' }],
    clinicalDiagnosis: '发热待查',
    doctorName: '林医生',
    department: '呼吸科',
  },
  deaf: {
    birthDate,
    subjectType: 3,
    address: '青禾市临江路 8 号',
    collectorName: '卢护士',
    deafFamilyHistory: 1,
    aminoglycosideUse: 1,
    transfusionRecent: 0,
    consentSigned: 1,
  },
  monogenic: { birthDate, ...monogenicOwn },
};
