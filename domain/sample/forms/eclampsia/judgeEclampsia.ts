import { addDays, yearsBetween } from '#domain/kernel/dates.ts';
import type { Finding, Values } from '../../rules/entryForm.ts';
import { blocks, informs, judgeConsent, prints, warns } from '../../rules/found.ts';
import { fetusCount } from '../../rules/formChoices.ts';
import { formatGestation } from '../../rules/gestation.ts';
import { typedGestation } from '../../rules/gestationFacts.ts';
import { dayOf, isEmpty, isYes, numberOf } from '../../rules/values.ts';
import { gestationOn, indexOf, pressureOf, readingsOf, reckonedAtScan } from './deriveEclampsia.ts';
import { parous } from './eclampsiaChoices.ts';
import { readings } from './eclampsiaFields.ts';

/** Days of pregnancy the risk model reads: 11+0 to 14+1. */
export const modelDays = { from: 77, to: 99 } as const;
/** The first day the product is offered for: 11+2. */
const productFrom = 79;
/** What the model cuts its inputs to. */
const modelRanges = [
  ['heightCm', 127, 198, '身高', 'Height'],
  ['weightKg', 34, 190, '体重', 'Weight'],
  ['crlMm1', 45, 84, '头臀长1', 'CRL 1'],
  ['crlMm2', 45, 84, '头臀长2', 'CRL 2'],
] as const;

export const isOutsideModel = (days: number): boolean => days < modelDays.from || days > modelDays.to;
/** Whether the blood was taken outside the weeks the model reads: then its risk says nothing (E-1 of docs/forms.md#eclampsia). Unknown weeks do not say so. */
export function isOutOfModel(values: Values, samplingTime: string | null): boolean {
  const days = gestationOn(values, dayOf(samplingTime));
  return days !== undefined && isOutsideModel(days);
}

/** E-1, C-MODEL: what the model can be given. */
function judgeModel(values: Values): Finding[] {
  const found: Finding[] = [];
  for (const [field, zh, en] of [
    ['gaDate', '测量日', 'at the scan'],
    ['biophysicalDate', '血压/超声测量日', 'on the biophysical date'],
    ['samplingTime', '采血日', 'at sampling'],
  ] as const) {
    const days = gestationOn(values, dayOf(values[field]));
    if (days === undefined) continue;
    const shown = formatGestation(days);
    if (isOutsideModel(days))
      found.push(
        prints(
          'E-1',
          [field],
          `${zh}孕周 ${shown} 不在 11+0–14+1,无法按模型计算`,
          `${shown} ${en} is not within 11+0 to 14+1: the model cannot reckon`,
        ),
      );
    else if (field === 'samplingTime' && days < productFrom)
      found.push(prints('E-1', [field], `采血孕周 ${shown} 早于产品窗口 11+2`, `Sampled at ${shown}, before 11+2 of the product`));
  }
  for (const [field, from, to, zh, en] of modelRanges) {
    const value = numberOf(values[field]);
    if (value !== undefined && (value < from || value > to))
      found.push(warns('C-MODEL', [field], `${zh} ${value} 超出模型范围 ${from}–${to}`, `${en} ${value} is outside the model's ${from} to ${to}`));
  }
  const [birth, on] = [dayOf(values['birthDate']), dayOf(values['samplingTime'])];
  const years = birth && on && birth <= on ? yearsBetween(birth, on) : undefined;
  if (years !== undefined && (years < 12 || years > 55))
    found.push(warns('C-MODEL', ['birthDate'], `年龄 ${years} 岁超出模型范围 12–55`, `Age ${years} is outside the model's 12 to 55`));
  return found;
}

/** E-3: an earlier birth lies before this pregnancy. */
function judgePrevious(values: Values): Finding[] {
  const given = ['previousPreeclampsia', 'previousDeliveryDate', 'previousGaWeeks', 'previousGaDays'].filter((name) => !isEmpty(values[name]));
  const isFirst = !isEmpty(values['parous']) && numberOf(values['parous']) === parous.no;
  if (isFirst && given.length > 0) return [blocks('E-3', given, '初产不应填写既往分娩', 'A first birth has no previous delivery')];
  const [delivery, scan, days] = [dayOf(values['previousDeliveryDate']), dayOf(values['gaDate']), typedGestation(values)];
  const lmp = dayOf(values['lastMenstrualDate']) ?? (scan && days !== undefined ? addDays(scan, -days) : undefined);
  if (!delivery || !lmp) return [];
  if (delivery >= lmp) return [blocks('E-3', ['previousDeliveryDate'], '上次分娩须早于本次妊娠', 'The last delivery must lie before this pregnancy')];
  if (addDays(delivery, 91) > lmp)
    return [warns('E-3', ['previousDeliveryDate'], '上次分娩距本次末次月经不足3个月', 'The last delivery is less than 3 months before the LMP')];
  return yearsBetween(delivery, lmp) >= 15
    ? [warns('E-3', ['previousDeliveryDate'], '上次分娩距本次妊娠超过15年', 'The last delivery is more than 15 years ago')]
    : [];
}

/** E-4, E-5, E-6, E-8, C-BP: pressures and indices. */
function judgePressure(values: Values): Finding[] {
  const found: Finding[] = [];
  for (const [sys, dia] of readings) {
    const [high, low] = [numberOf(values[sys]), numberOf(values[dia])];
    if (high !== undefined && low !== undefined && high <= low)
      found.push(blocks('C-BP', [sys, dia], '收缩压须高于舒张压', 'Systolic must be above diastolic'));
  }
  const map = numberOf(values['meanArterialPressure']);
  const reckoned = pressureOf(values);
  if (map !== undefined && reckoned !== undefined && Math.abs(map - reckoned) > 1)
    found.push(warns('E-4', ['meanArterialPressure'], `平均动脉压与四次血压推算的 ${reckoned} 不符`, `The readings give ${reckoned} mmHg`));
  const [l1, l2, r1, r2] = readingsOf(values);
  if (l1 && l2 && r1 && r2) {
    const isArmApart = Math.abs((l1.systolic + l2.systolic) / 2 - (r1.systolic + r2.systolic) / 2) > 10;
    const isPairApart = [
      [l1, l2],
      [r1, r2],
    ].some(([one, two]) => Math.abs(one!.systolic - two!.systolic) > 10 || Math.abs(one!.diastolic - two!.diastolic) > 6);
    if (isArmApart || isPairApart)
      found.push(informs('E-5', ['bpL1Sys'], '两臂或同臂两次血压相差过大,建议第三次测量', 'The readings are far apart: a third one is advised'));
  }
  const [mean, index] = [numberOf(values['utaPiMean']), indexOf(values)];
  if (mean !== undefined && index !== undefined && Math.abs(mean - index) > 0.0101)
    found.push(warns('E-6', ['utaPiMean'], `均值与左右推算的 ${index} 不符`, `Both sides give ${index}`));
  if (isYes(values['chronicHypertension']) && map !== undefined && map > 105)
    found.push(warns('E-8', ['meanArterialPressure'], '慢性高血压且平均动脉压>105,请复核', 'Chronic hypertension with MAP over 105: check it'));
  return found;
}

/** E-7: what lies between twins; the model knows no triplets. */
function judgeFetuses(values: Values): Finding[] {
  const count = numberOf(values['fetusCount']);
  if (count === fetusCount.three) return [blocks('E-7', ['fetusCount'], '三胎及以上不能按模型计算', 'The model knows no three or more fetuses')];
  return count === fetusCount.one && !isEmpty(values['crlMm2'])
    ? [blocks('E-7', ['crlMm2'], '单胎不应填写头臀长2', 'A singleton has no second CRL')]
    : [];
}

/** C-GA: typed days at the scan against what the method reckons. */
function judgeDating(values: Values): Finding[] {
  const [typed, reckoned] = [typedGestation(values), reckonedAtScan(values)];
  if (reckoned && reckoned.days < 0)
    return [blocks('C-GA', ['gaDate'], '测量日期不能早于末次月经或移植', 'The scan cannot lie before the LMP or the transfer')];
  return typed !== undefined && reckoned && Math.abs(typed - reckoned.days) > 2
    ? [
        warns(
          'C-GA',
          ['gaWeeks', 'gaDays'],
          `孕周 ${formatGestation(typed)} 与推算 ${formatGestation(reckoned.days)} 相差2天以上`,
          `${formatGestation(typed)} and ${formatGestation(reckoned.days)} as calculated differ by more than 2 days`,
        ),
      ]
    : [];
}

/** E-1 to E-8 and the ranges of docs/forms.md#eclampsia. The risk itself is the registered programme's to reckon. */
export function judgeEclampsia(values: Values): Finding[] {
  return [
    ...judgeModel(values),
    ...judgeFetuses(values),
    ...judgePrevious(values),
    ...judgePressure(values),
    ...judgeDating(values),
    ...judgeConsent(values),
  ];
}
