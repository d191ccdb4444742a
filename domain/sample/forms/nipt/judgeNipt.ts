import { addDays, daysBetween, yearsBetween } from '#domain/kernel/dates.ts';
import { bodyMassIndex } from '../../rules/bodyMeasures.ts';
import { dayOf, isEmpty, isYes, numberOf, textOf } from '../../rules/values.ts';
import type { Finding, JudgeContext, Values } from '../../rules/entryForm.ts';
import { fetusCount, vanishingTwin } from '../../rules/formChoices.ts';
import { judgeDating, judgeWindow, niptGestation } from './niptDating.ts';
import { judgeLists } from './niptLists.ts';

/** The number all papers of one pregnancy share: without leading letters and without a `-n` tail. */
export function codeFamily(code: unknown): string {
  return textOf(code)
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
  if (allowed < count)
    found.push({
      rule: 'N-5',
      severity: 'block',
      fields: ['fetusCount'],
      text:
        allowed < fetusCount.two
          ? ['该产品只支持单胎', 'The product admits a single fetus alone']
          : ['该产品不支持三胎及以上', 'The product does not admit three or more fetuses'],
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
    const risk = textOf(values[field])
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

/** N-1 to N-9 and the ranges of docs/forms.md#nipt. */
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
