import { addDays, daysBetween, yearsBetween } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import { bodyMassIndex } from './bodyMeasures.ts';
import { dayOf, gestationFacts, isEmpty, isYes, methodSource, numberOf, typedGestation } from './derive.ts';
import type { Finding, JudgeContext, Values } from './entryForm.ts';
import {
  adversePregnancyHistory,
  allogeneicTreatment,
  conceptionMode,
  fetusCount,
  gestationMethod,
  parentalChromosomeAbnormal,
  serumScreeningResult,
  vanishingTwin,
} from './formChoices.ts';
import { compareLmpWithScan, deliveryBy, formatGestation, gestationBySource, trustedGestation } from './gestation.ts';

/** 12+0 and 22+6: the window the 2016 specification calls suitable; 26+0: a date nobody should meet. */
const tooEarlyDays = 84;
const lateDays = 160;
const absurdDays = 182;

interface Ticked {
  readonly isTicked: boolean;
  readonly fields: readonly string[];
  readonly text: Label;
}
const listOf = (value: unknown): readonly number[] => (Array.isArray(value) ? value.map(Number) : isEmpty(value) ? [] : [Number(value)]);

/** Days of pregnancy at sampling: as typed, else by the order of trust. */
export function niptGestation(values: Values): number | undefined {
  const on = dayOf(values['samplingTime']);
  return typedGestation(values) ?? (on ? trustedGestation(gestationFacts(values), on)?.days : undefined);
}

/** N-1, N-2. */
function judgeWindow(days: number | undefined): Finding[] {
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

function judgeLists(values: Values): Finding[] {
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

/** C-GA, N-6: typed days against what the dates say. */
function judgeDating(values: Values): Finding[] {
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

/** The number all papers of one pregnancy share: without leading letters and without a `-n` tail. */
export function codeFamily(code: unknown): string {
  return String(code ?? '')
    .normalize('NFKC')
    .trim()
    .toUpperCase()
    .replace(/-\d{1,2}$/, '')
    .replace(/^[A-Z]+/, '');
}

/** N-7: consent, requisition and tube carry one number. */
function judgeNumbers(values: Values): Finding[] {
  const given = (['requisitionCode', 'consentCode', 'testTubeNumber'] as const).filter((field) => !isEmpty(values[field]));
  const isOne = new Set(given.map((field) => codeFamily(values[field]))).size <= 1;
  return isOne
    ? []
    : [
        {
          rule: 'N-7',
          severity: 'warn',
          fields: given.filter((field) => field !== 'requisitionCode'),
          text: ['申请单、知情同意书与采血管编号不一致', 'Requisition, consent and tube numbers do not match'],
        },
      ];
}

/** N-5, N-8, N-9, C-OBS, C-BMI. */
function judgePregnancy(values: Values, context: JudgeContext): Finding[] {
  const found: Finding[] = [];
  const on = dayOf(values['samplingTime']);
  const count = numberOf(values['fetusCount']) ?? 0;
  const allowed = Math.min(...(context.commodities?.map((commodity) => commodity.maxFetusCount ?? fetusCount.two) ?? [fetusCount.two]));
  if (count >= fetusCount.three && allowed < count)
    found.push({
      rule: 'N-5',
      severity: 'block',
      fields: ['fetusCount'],
      text: ['该产品不支持三胎及以上', 'The product does not admit three or more fetuses'],
    });
  const lost = dayOf(values['reductionDate']);
  const hasLost = [vanishingTwin.vanished, vanishingTwin.reduced].some((code) => numberOf(values['vanishingTwin']) === code);
  if (hasLost && lost && on && daysBetween(lost, on) < 56) {
    found.push({
      rule: 'N-8',
      severity: 'warn',
      isPrinted: true,
      fields: ['reductionDate'],
      text: [
        `双胎消失/减胎距采样不足8周(${Math.floor(daysBetween(lost, on) / 7)}周)`,
        'Vanishing twin or reduction less than 8 weeks before sampling',
      ],
      reportText: ['双胎之一消失或减胎距采血不足8周,结果可能受影响', 'Loss of a twin less than 8 weeks before sampling may affect the result'],
    });
  }
  const birth = dayOf(values['birthDate']);
  const years = birth && on && birth <= on ? yearsBetween(birth, on) : numberOf(values['age']);
  if (years !== undefined && (years < 15 || years > 55))
    found.push({ rule: 'N-9', severity: 'warn', fields: ['age', 'birthDate'], text: [`年龄 ${years} 岁,请核对`, `Age ${years}: please check`] });
  const gravidity = numberOf(values['gravidity']);
  for (const [field, zh, en] of [
    ['parity', '产次', 'Para'],
    ['abortionCount', '流产次数', 'Miscarriages'],
  ] as const) {
    const times = numberOf(values[field]);
    if (gravidity !== undefined && times !== undefined && times > gravidity)
      found.push({ rule: 'C-OBS', severity: 'block', fields: [field], text: [`${zh}不能大于孕次`, `${en} cannot exceed gravida`] });
  }
  const height = numberOf(values['heightCm']);
  const weight = numberOf(values['weightKg']);
  const bmi = height && weight ? bodyMassIndex(height, weight) : undefined;
  if (bmi !== undefined && (bmi < 14 || bmi > 50))
    found.push({
      rule: 'C-BMI',
      severity: 'warn',
      fields: ['heightCm', 'weightKg'],
      text: [`BMI ${bmi},请核对身高体重`, `BMI ${bmi}: check height and weight`],
    });
  return found;
}

/** C-CONSENT, C-RATIO: consent signed, at the latest the day after sampling; risk values written 1/n. */
function judgePapers(values: Values): Finding[] {
  const found: Finding[] = [];
  const on = dayOf(values['samplingTime']);
  const consent = dayOf(values['consentDate']);
  if (!isEmpty(values['consentSigned']) && !isYes(values['consentSigned']))
    found.push({
      rule: 'C-CONSENT',
      severity: 'warn',
      isPrinted: true,
      fields: ['consentSigned'],
      text: ['知情同意书未签署', 'Consent is not signed'],
    });
  if (consent && on && consent > addDays(on, 1))
    found.push({
      rule: 'C-CONSENT',
      severity: 'block',
      fields: ['consentDate'],
      text: ['同意书日期不能晚于采样次日', 'Consent cannot be dated later than the day after sampling'],
    });
  for (const field of ['serumRiskT21', 'serumRiskT18', 'ontdRisk']) {
    const risk = String(values[field] ?? '')
      .normalize('NFKC')
      .replace(/\s|:/g, (mark) => (mark === ':' ? '/' : ''));
    const bound = /^1\/(\d{1,6})$/.exec(risk)?.[1];
    if (risk !== '' && !(bound && Number(bound) >= 1 && Number(bound) <= 100_000))
      found.push({
        rule: 'C-RATIO',
        severity: 'block',
        fields: [field],
        text: ['风险值应写作 1/n,n 为 1–100000', 'A risk is written 1/n, n from 1 to 100000'],
      });
  }
  return found;
}

/** N-1 to N-9 and the ranges of forms.md 4. */
export function judgeNipt(values: Values, context: JudgeContext): Finding[] {
  return [
    ...judgeWindow(niptGestation(values)),
    ...judgeLists(values),
    ...judgeDating(values),
    ...judgeNumbers(values),
    ...judgePregnancy(values, context),
    ...judgePapers(values),
  ];
}
