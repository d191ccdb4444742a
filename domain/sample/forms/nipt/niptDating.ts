import { daysBetween } from '#domain/kernel/dates.ts';
import { gestationFacts, methodSource, typedGestation } from '../../rules/gestationFacts.ts';
import { dayOf, numberOf } from '../../rules/values.ts';
import type { Finding, Values } from '../../rules/entryForm.ts';
import { gestationMethod } from '../../rules/formChoices.ts';
import { compareLmpWithScan, formatGestation, gestationBySource, trustedGestation } from '../../rules/gestation.ts';

/** 12+0 and 22+6: the window the 2016 specification calls suitable; 26+0: a date nobody should meet. */
const tooEarlyDays = 84;
const lateDays = 160;
const absurdDays = 182;

/** Days of pregnancy at sampling: as typed, else by the order of trust. */
export function niptGestation(values: Values): number | undefined {
  const on = dayOf(values['samplingTime']);
  return typedGestation(values) ?? (on ? trustedGestation(gestationFacts(values), on)?.days : undefined);
}

/** N-1, N-2: the window of sampling. */
export function judgeWindow(days: number | undefined): Finding[] {
  if (days === undefined) return [];
  const shown = formatGestation(days);
  if (days < tooEarlyDays) {
    return [
      {
        rule: 'N-1',
        severity: 'warn',
        isPrinted: true,
        fields: ['gaWeeks', 'gaDays'],
        text: [`不适用: 12周前(${shown}),建议到期重采`, `Not suitable: before 12 weeks (${shown}); a resample is advised`],
        reportText: ['采血孕周不足12+0周,不适用,建议重新采血', 'Sampled before 12+0 weeks: not suitable, resampling advised'],
      },
    ];
  }
  if (days <= lateDays) return [];
  const found: Finding[] = [
    {
      rule: 'N-2',
      severity: 'warn',
      isPrinted: true,
      fields: ['gaWeeks', 'gaDays'],
      text: [`错过最佳时间(${shown};适宜12+0–22+6)`, `Past the best time (${shown}; suitable 12+0 to 22+6)`],
      reportText: ['采血孕周超过22+6周,错过最佳检测时间', 'Sampled after 22+6 weeks: past the best time'],
    },
  ];
  if (days >= absurdDays)
    found.push({
      rule: 'N-2',
      severity: 'warn',
      fields: ['gaWeeks', 'gaDays'],
      text: [`孕周 ${shown} 请核对`, `Check the gestational age ${shown}`],
    });
  return found;
}

/** C-GA, N-6: typed days against what the dates say. */
export function judgeDating(values: Values): Finding[] {
  const found: Finding[] = [];
  const on = dayOf(values['samplingTime']);
  if (!on) return found;
  const facts = gestationFacts(values);
  const typed = typedGestation(values);
  const by = gestationBySource(facts, on);
  const lmp = facts.lastMenstrualDate;
  if (lmp && lmp > on)
    found.push({
      rule: 'C-GA',
      severity: 'block',
      fields: ['lastMenstrualDate'],
      text: ['末次月经不能晚于采样时间', 'LMP cannot be later than sampling'],
    });
  else if (lmp && daysBetween(lmp, on) > 300)
    found.push({
      rule: 'C-GA',
      severity: 'block',
      fields: ['lastMenstrualDate'],
      text: ['末次月经至采样超过300天,请核对', 'LMP is more than 300 days before sampling'],
    });
  const apart = compareLmpWithScan(facts, on);
  if (apart?.verdict === 'tooFar')
    found.push({
      rule: 'C-GA',
      severity: 'warn',
      fields: ['lastMenstrualDate', 'ultrasoundDate'],
      text: [`末次月经与超声孕周相差 ${apart.days} 天`, `LMP and scan differ by ${apart.days} days`],
    });
  if (apart?.verdict === 'useScan')
    found.push({
      rule: 'C-GA',
      severity: 'inform',
      fields: ['gestationMethod'],
      text: [`末次月经与早孕超声相差 ${apart.days} 天,以超声为准`, `LMP and first-trimester scan differ by ${apart.days} days: use the scan`],
    });
  const isIvf = facts.isIvf === true;
  if (typed !== undefined && isIvf && by.ivf !== undefined && Math.abs(typed - by.ivf) > 3) {
    found.push({
      rule: 'N-6',
      severity: 'warn',
      fields: ['gaWeeks', 'gaDays'],
      text: [
        `孕周 ${formatGestation(typed)} 与移植日期推算 ${formatGestation(by.ivf)} 相差3天以上`,
        `${formatGestation(typed)} and ${formatGestation(by.ivf)} by transfer differ by more than 3 days`,
      ],
    });
  }
  // A typed method is held against the order of trust, a named one against its own dates; IVF has its own rule.
  const method = numberOf(values['gestationMethod']) ?? gestationMethod.typed;
  const source = methodSource[method];
  const expected = source ? by[source] : trustedGestation(facts, on)?.days;
  const isJudgedByN6 = isIvf && by.ivf !== undefined;
  if (typed !== undefined && expected !== undefined && !isJudgedByN6 && Math.abs(typed - expected) > 2) {
    found.push({
      rule: 'C-GA',
      severity: 'warn',
      fields: ['gaWeeks', 'gaDays'],
      text: [
        `孕周 ${formatGestation(typed)} 与推算 ${formatGestation(expected)} 相差2天以上`,
        `${formatGestation(typed)} and ${formatGestation(expected)} as calculated differ by more than 2 days`,
      ],
    });
  }
  return found;
}
