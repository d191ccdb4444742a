import { addDays, daysBetween, toMs } from '#domain/kernel/dates.ts';
import { officialDays } from '#domain/base/officialDays.ts';
import type { Label } from '#domain/kernel/label.ts';
import { isWorkingDay, workCalendar } from '#domain/base/workCalendar.ts';
import type { Finding, JudgeContext, SetField, Values } from '../../rules/entryForm.ts';
import { blocks, informs, judgeConsent, prints, warns } from '../../rules/found.ts';
import { sex } from '../../rules/formChoices.ts';
import { typedGestation } from '../../rules/gestationFacts.ts';
import { phoneFault, phoneTexts } from '../../rules/phone.ts';
import { dayOf, isEmpty, isYes, momentOf, numberOf, textOf } from '../../rules/values.ts';
import { guardianRelation, screeningRound, spotQuality, subjectType } from './deafChoices.ts';
import { deriveMother, judgeMother } from './mother.ts';

const hourMs = 3_600_000;
/** The days on which a card travels: the State's, for a desk knows no other here. */
const calendar = workCalendar(officialDays);

/** Working days after one day up to another. */
function workingDays(from: string, to: string): number {
  let days = 0;
  // Nobody waits for a card longer than the windows judge.
  for (let day = addDays(from, 1); day <= to && days <= 60; day = addDays(day, 1)) if (isWorkingDay(day, calendar)) days += 1;
  return days;
}

/** D-1, D-2, D-3: the times of a card, and an early or small child. */
function judgeTimes(values: Values, context: JudgeContext): Finding[] {
  const found: Finding[] = [];
  const [birth, sampling] = [momentOf(values['birthTime']), momentOf(values['samplingTime'])];
  if (birth && sampling && numberOf(values['subjectType']) === subjectType.newborn) {
    const hours = (toMs(sampling) - toMs(birth)) / hourMs;
    if (hours < 0) found.push(blocks('D-1', ['birthTime'], '出生时间不能晚于采样时间', 'The birth cannot be later than sampling'));
    else if (hours < 72)
      found.push(
        prints('D-1', ['samplingTime'], `采血不足72小时(${Math.floor(hours)}小时)`, `Sampled ${Math.floor(hours)} h after birth, before 72 h`),
      );
    else if (hours > 20 * 24) found.push(warns('D-1', ['samplingTime'], '采血超过出生后20天', 'Sampled more than 20 days after birth'));
  }
  const received = momentOf(context.receiveTime ?? values['receiveTime']);
  if (sampling && received && daysBetween(sampling.slice(0, 10), received.slice(0, 10)) > 5) {
    const days = workingDays(sampling.slice(0, 10), received.slice(0, 10));
    if (days > 5)
      found.push(warns('D-2', ['samplingTime'], `采血至收样 ${days} 个工作日,超过5个工作日`, `${days} working days from sampling to receipt`));
  }
  const [weight, days] = [numberOf(values['birthWeightG']), typedGestation(values)];
  if ((weight !== undefined && weight < 2500) || (days !== undefined && days < 37 * 7))
    found.push(informs('D-3', ['birthWeightG', 'gaWeeks'], '早产或低体重儿', 'A premature or light child'));
  return found;
}

/** D-5: the card itself. */
function judgeCard(values: Values): Finding[] {
  const [count, quality] = [numberOf(values['spotCount']), numberOf(values['spotQuality'])];
  const isBad = (count !== undefined && count < 3) || (quality !== undefined && quality !== spotQuality.good);
  return isBad
    ? [
        prints(
          'D-5',
          ['spotCount', 'spotQuality'],
          '血片不合格: 建议拒收并通知重采',
          'The spots are not good enough: reject the card and ask for another',
        ),
      ]
    : [];
}

/** D-6: hearing was tested after birth, the second time within 42 days. */
function judgeHearing(values: Values): Finding[] {
  const birth = dayOf(values['birthTime']) ?? dayOf(values['birthDate']);
  if (!birth) return [];
  const early = ['hearingFirstDate', 'hearingSecondDate'].filter((name) => (dayOf(values[name]) ?? birth) < birth);
  if (early.length > 0) return [blocks('D-6', early, '听力筛查日期不能早于出生', 'Hearing cannot be tested before birth')];
  const second = dayOf(values['hearingSecondDate']);
  return second && numberOf(values['subjectType']) === subjectType.newborn && daysBetween(birth, second) > 42
    ? [warns('D-6', ['hearingSecondDate'], '复筛超过出生后42天', 'The second screen is later than 42 days')]
    : [];
}

/** C-ORDER, D-8, D-9, R-05: order of birth, foreign blood, a recalled card, the other phones. */
function judgeRest(values: Values): Finding[] {
  const found: Finding[] = [];
  const [count, order] = [numberOf(values['fetusCount']), numberOf(values['birthOrder'])];
  if (count !== undefined && order !== undefined && order > count)
    found.push(blocks('C-ORDER', ['birthOrder'], '胎序不能大于胎数', 'The order cannot exceed the number'));
  const [gravidity, parity] = [numberOf(values['gravidity']), numberOf(values['parity'])];
  if (gravidity !== undefined && parity !== undefined && parity > gravidity)
    found.push(blocks('C-ORDER', ['parity'], '产次不能大于孕次', 'Para cannot exceed gravida'));
  if (isYes(values['transfusionRecent']))
    found.push(prints('D-8', ['transfusionRecent'], '近期输血可能影响结果', 'A recent transfusion may affect the result'));
  if (numberOf(values['screeningRound']) === screeningRound.recall && !isYes(values['isResample']))
    found.push(warns('D-9', ['screeningRound'], '召回采血,但前处理未标记补采', 'A recalled card that reception did not mark as a resample'));
  for (const [field, isLandline] of [
    ['fatherPhone', true],
    ['telephone2', true],
  ] as const) {
    const phone = textOf(values[field]);
    const fault = phone === '' ? undefined : phoneFault(phone, isLandline);
    if (fault) found.push(warns('R-05', [field], ...phoneTexts[fault]));
  }
  return found;
}

/** D-1 to D-9 and the mother's document (docs/forms.md#deafness). */
export function judgeDeaf(values: Values, context: JudgeContext): Finding[] {
  return [
    ...judgeMother(values, context),
    ...judgeTimes(values, context),
    ...judgeCard(values),
    ...judgeHearing(values),
    ...judgeRest(values),
    ...judgeConsent(values),
  ];
}

const childWords: Readonly<Record<number, string>> = { [sex.male]: '之子', [sex.female]: '之女', [sex.unknown]: '之婴' };

/** Who consents for a newborn is its guardian: they are not asked for twice. */
function deriveGuardian(values: Values, set: SetField): void {
  const relation = numberOf(values['guardianRelation']);
  if (numberOf(values['subjectType']) !== subjectType.newborn || (relation !== guardianRelation.mother && relation !== guardianRelation.father))
    return;
  const from: Label = ['按同意人', 'who consents'];
  const isFather = relation === guardianRelation.father;
  const given = (value: unknown): string | undefined => textOf(value) || undefined;
  set('guardianName', given(values[isFather ? 'fatherName' : 'motherName']), from);
  set('guardianPhone', (isFather ? given(values['fatherPhone']) : undefined) ?? given(values['telephone']), from);
  if (isYes(values['consentSigned'])) set('guardianConsent', 1, from);
}

/** The child's birth date and, before it has one, its name; the mother's age, and the guardian. */
export function deriveDeaf(values: Record<string, unknown>, set: SetField): void {
  deriveMother(values, set);
  deriveGuardian(values, set);
  set('birthDate', dayOf(values['birthTime']), ['按出生时间', 'by the time of birth']);
  const mother = textOf(values['motherName']);
  const word = childWords[numberOf(values['sex']) ?? 0];
  if (numberOf(values['subjectType']) === subjectType.newborn && mother !== '' && word && !isEmpty(values['sex']))
    set('personName', `${mother}${word}`, ['按母亲姓名', "by the mother's name"]);
}
