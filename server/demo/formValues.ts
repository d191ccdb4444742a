import { sql, type SQL } from 'drizzle-orm';

/** Sixteen weeks at sampling. */
const nipt = sql`jsonb_build_object('niptProduct', 1, 'heightCm', 162, 'weightKg', 58.5, 'bmi', 22.3, 'conceptionMode', 1, 'gestationMethod', 1, 'lastMenstrualDate', sampling_time::date - 112, 'menstrualRegular', 1,
  'menstrualCycleDays', 28, 'gaWeeks', 16, 'gaDays', 0, 'edd', sampling_time::date + 168, 'fetusCount', 1, 'gravidity', 1, 'parity', 0, 'adversePregnancyHistory', jsonb_build_array(1), 'parentalChromosomeAbnormal', 1,
  'geneticFamilyHistory', 0, 'allogeneicTreatment', jsonb_build_array(1), 'malignancyInPregnancy', 0, 'ultrasoundAbnormal', 0, 'serumScreeningResult', 2, 'consentSigned', 1, 'consentDate', sampling_time::date)`;
/** Twelve weeks at sampling, a first pregnancy. */
const eclampsia = sql`jsonb_build_object('heightCm', 162, 'weightKg', 58.5, 'race', 4, 'smoking', 0, 'motherPreeclampsia', 0, 'conceptionMode', 1, 'fetusCount', 1, 'gestationMethod', 1,
  'lastMenstrualDate', sampling_time::date - 84, 'gaDate', sampling_time::date, 'gaWeeks', 12, 'gaDays', 0, 'crlMm1', 56, 'chronicHypertension', 0, 'diabetesType', 0, 'sle', 0, 'aps', 0, 'parous', 0, 'biophysicalDate', sampling_time::date,
  'bpL1Sys', 118, 'bpL1Dia', 74, 'bpL2Sys', 118, 'bpL2Dia', 74, 'bpR1Sys', 118, 'bpR1Dia', 74, 'bpR2Sys', 118, 'bpR2Dia', 74, 'meanArterialPressure', 88.7, 'consentSigned', 1)`;
/** Before a pregnancy: the cards of newborns need the mother, too. */
const deaf = sql`jsonb_build_object('subjectType', 3, 'address', '上海市浦东新区演示路1号', 'collectorName', '采样护士', 'deafFamilyHistory', 1, 'aminoglycosideUse', 1, 'transfusionRecent', 0, 'consentSigned', 1)`;
const infection = sql`jsonb_build_object('pathogenPanel', 4, 'sampleVolume', 5, 'transportCondition', 2, 'patientSource', 1, 'symptoms', jsonb_build_array(1, 2), 'immuneStatus', 1, 'suspectedBsl3', 0,
  'antiInfectives', jsonb_build_array(jsonb_build_object('drug', '无')), 'clinicalDiagnosis', coalesce(reception ->> 'clinicalDiagnosis', '发热待查'))`;
/** A proband alone. */
const monogenic = sql`jsonb_build_object('geneProduct', 6, 'samplePurpose', 1, 'isProband', 1, 'familyRelation', 1, 'affectedStatus', 1, 'familyMedicalHistory', '无', 'consanguinity', 0, 'medicalHistory', '发育迟缓',
  'transfusionRecent', 0, 'transplantHistory', 0, 'consentSigned', 1)`;
/** A woman before a pregnancy; a man gives sperm, for a man tested after his wife needs her. */
const carrier = sql`jsonb_build_object('carrierPanel', case commodity_code when 'SMA01' then 1 when 'FXS01' then 2 when 'THAL01' then 3 when 'CAR155' then 6 else 5 end, 'screeningMode', case sex when 1 then 3 else 1 end,
  'screeningTiming', case sex when 1 then 5 else 1 end, 'reportMode', 1, 'nation', '汉族', 'nativePlace', '广东', 'adversePregnancyHistory', jsonb_build_array(1), 'affectedChild', 0, 'geneticFamilyHistory', 0, 'consanguinity', 0,
  'transfusionRecent', 0, 'transplantHistory', 0, 'hgb', 132, 'mcv', 88.4, 'mch', 29.5, 'hbA', 97, 'hbA2', 2.6, 'hbF', 0.4, 'consentSigned', 1, 'residualRiskAck', 1)`;

/** What the form of an invented requisition (`entry_form`, `commodity_code`) asks beyond the person; its codes are those of domain/sample/forms. */
export const formValues: SQL = sql`case entry_form when 'nipt' then ${nipt} when 'eclampsia' then ${eclampsia} when 'deaf' then ${deaf} when 'CCID' then ${infection} when 'monogenic' then ${monogenic} when 'monogenicCarrier' then ${carrier} else '{}'::jsonb end`;
