import { addDays, yearsBetween } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import { bodyMassIndex } from '../../rules/bodyMeasures.ts';
import { dayOf, isEmpty, isYes, numberOf } from '../../rules/values.ts';
import type { Finding, Values } from '../../rules/entryForm.ts';
import {
  adversePregnancyHistory,
  allogeneicTreatment,
  conceptionMode,
  fetusCount,
  parentalChromosomeAbnormal,
  serumScreeningResult,
} from '../../rules/formChoices.ts';
import { deliveryBy } from '../../rules/gestation.ts';
import { niptGestation } from './niptDating.ts';

interface Ticked {
  readonly isTicked: boolean;
  readonly fields: readonly string[];
  readonly text: Label;
}
const listOf = (value: unknown): readonly number[] => (Array.isArray(value) ? value.map(Number) : isEmpty(value) ? [] : [Number(value)]);

/** Age in completed years at the expected date of delivery. */
function ageAtDelivery(values: Values, days: number | undefined): number | undefined {
  const birth = dayOf(values['birthDate']);
  const on = dayOf(values['samplingTime']);
  if (birth && on && days !== undefined && birth < on) return yearsBetween(birth, deliveryBy(days, on));
  return numberOf(values['ageAtEdd']);
}

/** N-3 慎用: use with caution; fixed wording on the report. */
export function cautions(values: Values): Ticked[] {
  const height = numberOf(values['heightCm']);
  const weight = numberOf(values['weightKg']);
  const bmi = height && weight ? bodyMassIndex(height, weight) : numberOf(values['bmi']);
  const age = ageAtDelivery(values, niptGestation(values));
  const history = listOf(values['adversePregnancyHistory']);
  return [
    {
      isTicked: numberOf(values['serumScreeningResult']) === serumScreeningResult.high,
      fields: ['serumScreeningResult'],
      text: ['血清学筛查高风险', 'serum screening high risk'],
    },
    { isTicked: (age ?? 0) >= 35, fields: ['birthDate'], text: ['预产年龄≥35岁', 'age at delivery 35 or more'] },
    { isTicked: (bmi ?? 0) > 40, fields: ['weightKg'], text: ['BMI>40', 'BMI over 40'] },
    { isTicked: numberOf(values['conceptionMode']) === conceptionMode.ivf, fields: ['conceptionMode'], text: ['IVF-ET妊娠', 'IVF-ET pregnancy'] },
    {
      isTicked: history.includes(adversePregnancyHistory.trisomy21) || history.includes(adversePregnancyHistory.otherChromosome),
      fields: ['adversePregnancyHistory'],
      text: ['曾育染色体异常胎儿', 'earlier child with a chromosomal disorder'],
    },
    { isTicked: (numberOf(values['fetusCount']) ?? 1) >= fetusCount.two, fields: ['fetusCount'], text: ['双胎及多胎妊娠', 'multiple pregnancy'] },
  ];
}

/** N-4 不适用: not suitable; needs a note of the call back to the doctor. GA below 12+0 is N-1. */
export function contraindications(values: Values): Ticked[] {
  const karyotype = numberOf(values['parentalChromosomeAbnormal']);
  const treatments = listOf(values['allogeneicTreatment']).filter((code) => code !== allogeneicTreatment.none);
  const treated = dayOf(values['allogeneicDate']);
  const on = dayOf(values['samplingTime']);
  const isWithinYear = !treated || !on || treated > addDays(on, -366);
  return [
    {
      isTicked: karyotype === parentalChromosomeAbnormal.mother || karyotype === parentalChromosomeAbnormal.father,
      fields: ['parentalChromosomeAbnormal'],
      text: ['夫妇一方染色体异常', 'a parent with a chromosomal disorder'],
    },
    {
      isTicked: treatments.length > 0 && isWithinYear,
      fields: ['allogeneicTreatment'],
      text: ['1年内异体输血、移植或细胞治疗', 'transfusion, transplant or cell therapy within a year'],
    },
    { isTicked: isYes(values['ultrasoundAbnormal']), fields: ['ultrasoundAbnormal'], text: ['超声提示结构异常', 'structural anomaly on ultrasound'] },
    {
      isTicked: isYes(values['geneticFamilyHistory']),
      fields: ['geneticFamilyHistory'],
      text: ['有基因遗传病家族史或高风险', 'genetic family history or high risk of a genetic disease'],
    },
    { isTicked: isYes(values['malignancyInPregnancy']), fields: ['malignancyInPregnancy'], text: ['孕期合并恶性肿瘤', 'malignancy in pregnancy'] },
  ];
}

/** N-3, N-4: one finding for each thing that is so. */
export function judgeLists(values: Values): Finding[] {
  const careful = cautions(values)
    .filter((entry) => entry.isTicked)
    .map((entry): Finding => ({
      rule: 'N-3',
      severity: 'warn',
      isPrinted: true,
      fields: entry.fields,
      text: [`慎用: ${entry.text[0]}`, `Caution: ${entry.text[1]}`],
      reportText: [`慎用人群: ${entry.text[0]},检测准确性有一定程度下降`, `Caution group: ${entry.text[1]}; accuracy may be reduced`],
    }));
  const unsuitable = contraindications(values)
    .filter((entry) => entry.isTicked)
    .map((entry): Finding => ({
      rule: 'N-4',
      severity: 'warn',
      isPrinted: true,
      fields: entry.fields,
      text: [`不适用: ${entry.text[0]},请填写与医生的回访记录`, `Not suitable: ${entry.text[1]}; note the call back to the doctor`],
      reportText: [`不适用人群: ${entry.text[0]}`, `Not suitable: ${entry.text[1]}`],
    }));
  return [...careful, ...unsuitable];
}
