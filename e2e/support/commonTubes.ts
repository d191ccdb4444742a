import { addDays, yearsBetween } from '#domain/kernel/dates.ts';
import { samplingTime } from './prepare.ts';

/** What is pressed at a stop, or scanned there, and what the pass holds in that field by then. */
interface Answer {
  readonly press?: string;
  readonly scan?: string;
  readonly is?: unknown;
}
/** The commonest tube of a form: what is ordered and how it is entered. A stop that is not named is passed by Enter. */
export interface CommonTube {
  readonly name: string;
  readonly route: string;
  readonly commodity: string;
  readonly sampleClass: string;
  readonly answers: Readonly<Record<string, Answer>>;
  /** What reception typed stands there from the start. */
  readonly isSingle?: boolean;
  /** What the pass holds beyond the answers: what the form works out itself, and whole rows. */
  readonly follows: Readonly<Record<string, unknown>>;
  /** Key presses at most: as many as were counted once nobody was led to what follows or cannot apply; one more is a stop more, and wants a reason. */
  readonly most: number;
  /** The same of the second pass, where it is counted. */
  readonly mostAgain?: number;
}

const day = samplingTime().slice(0, 10);
const before = (days: number): string => addDays(day, -days);
const born = (years: number): string => `${Number(day.slice(0, 4)) - years - 1}-12-31`;

const chosen = (code: number): Answer => ({ press: String(code), is: code });
const among = (code: number): Answer => ({ press: String(code), is: [code] });
const number = (value: number): Answer => ({ press: String(value), is: value });
const words = (text: string): Answer => ({ press: text, is: text });
const on = (date: string): Answer => ({ press: date.replaceAll('-', ''), is: date });
const at = (date: string, time: string): Answer => ({ press: `${date.replaceAll('-', '')} ${time.replace(':', '')}`, is: `${date} ${time}:00` });
const scanned = (code: string): Answer => ({ scan: code, is: code });
const cell = (press: string): Answer => ({ press });

const sampled = at(day, '00:10');
const [yes, no] = [chosen(1), chosen(0)];

const phone = (index: number): Answer => words(`1991111${String(index).padStart(4, '0')}`);
/** Tubes bear the number of their requisition. */
const card = (index: number): Answer => scanned(`FKAT00000${index}`);
const edd = addDays(day, 168);

export const commonTubes: readonly CommonTube[] = [
  {
    name: 'NIPT',
    route: '/sample/nipt/1',
    commodity: 'NIPT01',
    sampleClass: 'EDTA全血',
    answers: {
      testTubeNumber: card(1),
      samplingTime: sampled,
      personName: words('孙晓梅'),
      birthDate: on(born(31)),
      telephone: phone(1),
      department: words('产科'),
      doctorName: words('林医生'),
      niptProduct: chosen(1),
      heightCm: number(162),
      weightKg: number(58.5),
      conceptionMode: chosen(1),
      gestationMethod: chosen(1),
      lastMenstrualDate: on(before(112)),
      menstrualRegular: yes,
      menstrualCycleDays: number(28),
      fetusCount: chosen(1),
      gravidity: number(1),
      parity: number(0),
      adversePregnancyHistory: among(1),
      parentalChromosomeAbnormal: chosen(1),
      geneticFamilyHistory: no,
      allogeneicTreatment: among(1),
      malignancyInPregnancy: no,
      ultrasoundAbnormal: no,
      serumScreeningResult: chosen(1),
      consentSigned: yes,
      consentDate: on(day),
    },
    follows: { sex: 2, age: 31, ageUnit: 1, bmi: 22.3, gaWeeks: 16, gaDays: 0, edd, ageAtEdd: yearsBetween(born(31), edd) },
    most: 128,
  },
  {
    name: 'eclampsia',
    route: '/sample/eclampsia/1',
    commodity: 'PE01',
    sampleClass: '血清',
    answers: {
      samplingTime: sampled,
      personName: words('钱佳慧'),
      birthDate: on(born(30)),
      telephone: phone(2),
      department: words('产科'),
      doctorName: words('林医生'),
      heightCm: number(162),
      weightKg: number(58.5),
      smoking: no,
      motherPreeclampsia: no,
      conceptionMode: chosen(1),
      fetusCount: chosen(1),
      gestationMethod: chosen(1),
      lastMenstrualDate: on(before(86)),
      gaDate: on(day),
      crlMm1: number(58),
      chronicHypertension: no,
      diabetesType: chosen(0),
      sle: no,
      aps: no,
      parous: chosen(0),
      aspirinUse: no,
      biophysicalDate: on(day),
      bpL1Sys: number(118),
      bpL1Dia: number(74),
      bpL2Sys: number(116),
      bpL2Dia: number(72),
      bpR1Sys: number(117),
      bpR1Dia: number(73),
      bpR2Sys: number(115),
      bpR2Dia: number(71),
      utaPiLeft: number(1.6),
      utaPiRight: number(1.8),
      consentSigned: yes,
    },
    follows: { sex: 2, race: 4, age: 30, ageUnit: 1, gaWeeks: 12, gaDays: 2, meanArterialPressure: 87.2, utaPiMean: 1.7 },
    most: 156,
  },
  {
    name: 'deaf',
    route: '/sample/deaf/1',
    commodity: 'DEAF20',
    sampleClass: '干血斑',
    answers: {
      testTubeNumber: card(3),
      samplingTime: sampled,
      sex: chosen(1),
      telephone: phone(3),
      patientNo: words('ZY2026031'),
      subjectType: chosen(1),
      screeningRound: chosen(1),
      motherName: words('李秋云'),
      motherAge: number(29),
      address: words('青禾市临江路8号'),
      birthTime: at(before(4), '00:05'),
      birthWeightG: number(3250),
      gaWeeks: number(39),
      gaDays: number(2),
      fetusCount: number(1),
      collectionMethod: chosen(1),
      collectionSite: chosen(1),
      collectorName: words('卢护士'),
      spotCount: number(3),
      spotQuality: chosen(1),
      deafFamilyHistory: chosen(1),
      aminoglycosideUse: chosen(1),
      transfusionRecent: no,
      consentSigned: yes,
      guardianRelation: chosen(1),
    },
    follows: {
      personName: '李秋云之子',
      birthDate: before(4),
      age: 4,
      ageUnit: 3,
      guardianName: '李秋云',
      guardianPhone: phone(3).is,
      guardianConsent: 1,
    },
    most: 136,
  },
  {
    name: 'infection',
    route: '/sample/CCID/1',
    commodity: 'TNGS01',
    sampleClass: '痰',
    isSingle: true,
    answers: {
      department: words('呼吸科'),
      doctorName: words('林医生'),
      clinicalDiagnosis: words('肺部感染'),
      pathogenPanel: chosen(4),
      sampleVolume: number(3),
      transportCondition: chosen(2),
      patientSource: chosen(1),
      symptoms: { press: '1', is: [1] },
      immuneStatus: chosen(1),
      'antiInfectives.drug': cell('无'),
      suspectedBsl3: no,
    },
    follows: { antiInfectives: [{ drug: '无' }] },
    most: 67,
  },
  {
    name: 'monogenic',
    route: '/sample/monogenic/1',
    commodity: 'WES01',
    sampleClass: 'EDTA全血',
    answers: {
      samplingTime: sampled,
      personName: words('周小满'),
      sex: chosen(1),
      birthDate: on(born(6)),
      telephone: phone(5),
      department: words('儿科'),
      doctorName: words('林医生'),
      guardianName: words('周父'),
      guardianPhone: phone(5),
      guardianConsent: yes,
      geneProduct: chosen(2),
      samplePurpose: chosen(1),
      isProband: yes,
      familyRelation: chosen(1),
      affectedStatus: chosen(1),
      consanguinity: no,
      familyMedicalHistory: words('无'),
      medicalHistory: words('发育迟缓'),
      'hpoTerms.code': cell('HP:0001263'),
      transfusionRecent: no,
      transplantHistory: no,
      consentSigned: yes,
      secondaryFindingsConsent: chosen(1),
    },
    follows: { age: 6, ageUnit: 1, hpoTerms: [{ code: 'HP:0001263', name: '全面发育迟缓' }] },
    most: 135,
  },
  {
    name: 'carrier, one person',
    route: '/sample/monogenicCarrier/1',
    commodity: 'CAR09',
    sampleClass: 'EDTA全血',
    answers: {
      samplingTime: sampled,
      personName: words('吴若兰'),
      sex: chosen(2),
      birthDate: on(born(28)),
      telephone: phone(6),
      department: words('产科'),
      doctorName: words('林医生'),
      carrierPanel: chosen(5),
      screeningMode: chosen(1),
      screeningTiming: chosen(1),
      reportMode: chosen(1),
      nation: words('汉族'),
      nativePlace: words('广东'),
      adversePregnancyHistory: among(1),
      affectedChild: no,
      geneticFamilyHistory: no,
      consanguinity: no,
      transfusionRecent: no,
      transplantHistory: chosen(0),
      consentSigned: yes,
      residualRiskAck: yes,
    },
    follows: { age: 28, ageUnit: 1 },
    most: 105,
    mostAgain: 105,
  },
  {
    name: 'carrier, a couple',
    route: '/sample/monogenicCarrier/1',
    commodity: 'CAR09',
    sampleClass: 'EDTA全血',
    answers: {
      samplingTime: sampled,
      personName: words('郑思雨'),
      sex: chosen(2),
      birthDate: on(born(29)),
      telephone: phone(7),
      department: words('产科'),
      doctorName: words('林医生'),
      carrierPanel: chosen(5),
      screeningMode: chosen(2),
      screeningTiming: chosen(2),
      reportMode: chosen(2),
      nation: words('汉族'),
      nativePlace: words('广东'),
      lastMenstrualDate: on(before(70)),
      fetusCount: chosen(1),
      conceptionMode: chosen(1),
      partnerName: words('王海'),
      partnerCredentialNo: words('320102199003070017'),
      partnerTelephone: phone(8),
      partnerSampleCode: card(8),
      adversePregnancyHistory: among(1),
      affectedChild: no,
      geneticFamilyHistory: no,
      consanguinity: no,
      transfusionRecent: no,
      transplantHistory: chosen(0),
      consentSigned: yes,
      residualRiskAck: yes,
      partnerConsentSigned: yes,
    },
    follows: { age: 29, ageUnit: 1, gaWeeks: 10, gaDays: 0, partnerCredentialType: 1, partnerBirthDate: '1990-03-07', partnerSex: 1 },
    most: 148,
    mostAgain: 148,
  },
];
