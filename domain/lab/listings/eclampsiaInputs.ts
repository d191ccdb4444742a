import { date, decimal, integer, type Fields } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { gestationOn } from '#domain/sample/forms/eclampsia/deriveEclampsia.ts';
import { isOutsideModel, modelDays } from '#domain/sample/forms/eclampsia/judgeEclampsia.ts';
import type { Values } from '#domain/sample/rules/entryForm.ts';
import { chorionicity, conceptionMode, fetusCount } from '#domain/sample/rules/formChoices.ts';
import { dayOf, isEmpty, numberOf } from '#domain/sample/rules/values.ts';

/** What the registered risk programme reads, in its order; codes are the model's own numbers (docs/forms.md#export-templates). */
export const eclampsiaFields = {
  birthDate: date('出生日期', 'Birth date'),
  modelHeight: decimal('身高(cm)', 'Height (cm)'),
  modelWeight: decimal('体重(kg)', 'Weight (kg)'),
  race: integer('种族', 'Race'),
  smoking: integer('孕期吸烟', 'Smoking in pregnancy'),
  motherPreeclampsia: integer('母亲子痫前期史', 'Mother had pre-eclampsia'),
  modelConception: integer('受孕方式代码', 'Conception code'),
  modelFetuses: integer('胎儿数代码', 'Fetuses code'),
  crlMm1: decimal('头臀长1(mm)', 'CRL 1 (mm)'),
  crlMm2: decimal('头臀长2(mm)', 'CRL 2 (mm)'),
  gaDate: date('孕周测量日期', 'Date of the scan'),
  gaDaysAtScan: integer('测量日孕天', 'Days of pregnancy at the scan'),
  chronicHypertension: integer('慢性高血压', 'Chronic hypertension'),
  diabetesType: integer('糖尿病类型', 'Diabetes type'),
  diabetesTreatment: integer('糖尿病用药', 'Diabetes treatment'),
  sle: integer('SLE', 'SLE'),
  aps: integer('抗磷脂综合征', 'APS'),
  parous: integer('经产', 'Parous'),
  previousPreeclampsia: integer('既往子痫前期', 'Previous pre-eclampsia'),
  previousDeliveryDate: date('上次分娩日期', 'Last delivery'),
  previousGaDays: integer('上次分娩孕天', 'Days of the last pregnancy'),
  meanArterialPressure: decimal('平均动脉压', 'Mean arterial pressure'),
  utaPiMean: decimal('子宫动脉PI均值', 'Mean uterine artery PI'),
  biophysicalDate: date('血压/超声测量日期', 'Biophysical date'),
  gaDaysAtBiophysical: integer('生物物理测量日孕天', 'Days of pregnancy at the biophysical date'),
  samplingDate: date('采血日期', 'Blood date'),
  gaDaysAtSampling: integer('采血日孕天', 'Days of pregnancy at the blood date'),
  plgf: decimal('PlGF(pg/mL)', 'PlGF (pg/mL)'),
  pappa: decimal('PAPP-A(mIU/L)', 'PAPP-A (mIU/L)'),
} as const satisfies Fields;

const span = `${modelDays.from}-${modelDays.to}`;
/** Why a requisition cannot be given to the model; null where it can: E-1 and E-7 of docs/forms.md#export-templates. */
export function eclampsiaFault(detail: Values, samplingTime: string | null): Label | null {
  const days = gestationOn(detail, dayOf(samplingTime));
  if (days === undefined) return ['缺少孕周、测量日期或采样时间', 'No gestational age, date of it or sampling time'];
  if (isOutsideModel(days)) return [`采血孕天 ${days} 不在 ${span}`, `Day ${days} of pregnancy at sampling is not within ${span}`];
  const isMultiple = (numberOf(detail['fetusCount']) ?? fetusCount.one) >= fetusCount.two;
  if (isMultiple && (modelFetuses(detail) === null || isEmpty(detail['crlMm2'])))
    return ['双胎缺少绒毛膜性或头臀长2', 'Twins without known chorionicity or second CRL'];
  if (!isMultiple && !isEmpty(detail['crlMm2'])) return ['单胎填有头臀长2', 'A singleton with a second CRL'];
  return null;
}

const asIs = [
  'race',
  'smoking',
  'motherPreeclampsia',
  'crlMm1',
  'crlMm2',
  'chronicHypertension',
  'diabetesType',
  'diabetesTreatment',
  'sle',
  'aps',
  'parous',
  'previousPreeclampsia',
  'meanArterialPressure',
  'utaPiMean',
] as const;
/** East Asian, the model's code for who says nothing else. */
const usualRace = 4;

/** The model's conception: 1 natural, 2 ovulation drugs (insemination too), 3 IVF; another way has no code. */
const modelConception: Readonly<Record<number, number>> = {
  [conceptionMode.natural]: 1,
  [conceptionMode.induced]: 2,
  [conceptionMode.iui]: 2,
  [conceptionMode.ivf]: 3,
};
/** The model's fetuses: 1 singleton, 2 twins of one chorion, 3 of two; null where that is not known. */
function modelFetuses(detail: Values): number | null {
  const count = numberOf(detail['fetusCount']);
  if (count === fetusCount.one) return 1;
  if (count !== fetusCount.two) return null;
  const between = numberOf(detail['chorionicity']);
  return between === chorionicity.monoMono || between === chorionicity.monoDi ? 2 : between === chorionicity.diDi ? 3 : null;
}

/** The model's inputs of a requisition. `results`: values of the task by item code. */
export function eclampsiaInputs(
  detail: Values,
  samplingTime: string | null,
  results: Readonly<Record<string, string>>,
): Readonly<Record<keyof typeof eclampsiaFields, string | number | null>> {
  const number = (key: string): number | null => numberOf(detail[key]) ?? null;
  const day = (key: string): string | null => dayOf(detail[key]) ?? null;
  const measured = (...codes: readonly string[]): number | null => {
    const code = Object.keys(results).find((one) => codes.includes(one.replaceAll('-', '').toUpperCase()));
    return code === undefined ? null : (numberOf(results[code]) ?? null);
  };
  const [previousWeeks, previousDays] = [number('previousGaWeeks'), number('previousGaDays')];
  const sampled = dayOf(samplingTime);
  const scanned = dayOf(detail['gaDate']);
  return {
    ...(Object.fromEntries(asIs.map((key) => [key, number(key)])) as Record<(typeof asIs)[number], number | null>),
    race: number('race') ?? usualRace,
    birthDate: day('birthDate'),
    modelHeight: number('heightCm'),
    modelWeight: number('weightKg'),
    modelConception: modelConception[number('conceptionMode') ?? 0] ?? null,
    modelFetuses: modelFetuses(detail),
    gaDate: scanned ?? null,
    gaDaysAtScan: gestationOn(detail, scanned) ?? null,
    previousDeliveryDate: day('previousDeliveryDate'),
    previousGaDays: previousWeeks === null ? null : previousWeeks * 7 + (previousDays ?? 0),
    biophysicalDate: day('biophysicalDate'),
    gaDaysAtBiophysical: gestationOn(detail, dayOf(detail['biophysicalDate'])) ?? null,
    samplingDate: sampled ?? null,
    gaDaysAtSampling: gestationOn(detail, sampled) ?? null,
    plgf: measured('PLGF'),
    pappa: measured('PAPPA'),
  };
}
