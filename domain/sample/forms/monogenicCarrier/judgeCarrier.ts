import { daysBetween, yearsBetween } from '#domain/kernel/dates.ts';
import { ageInYears } from '../../rules/age.ts';
import type { Finding, JudgeContext, SetField, Values } from '../../rules/entryForm.ts';
import { blocks, informs, judgeConsent, prints, warns } from '../../rules/found.ts';
import { sex } from '../../rules/formChoices.ts';
import { formatGestation, gestationByLmp } from '../../rules/gestation.ts';
import { typedGestation } from '../../rules/gestationFacts.ts';
import { codeOf, ownClassNames, ownSamples } from '../../rules/ownSamples.ts';
import { dayOf, isEmpty, isYes, numberOf } from '../../rules/values.ts';
import { addOns, carrierPanel, reportMode, screeningMode, screeningTiming, transplantHistory } from './carrierChoices.ts';
import { derivePartner, judgePartner } from './partner.ts';

/** 22+0: after it little time is left for a prenatal diagnosis. */
const lateDays = 22 * 7;
/** Days a transfusion leaves foreign cells in the blood. */
const foreignDays = 30;
const longestDays = 300;
const withoutThalassaemia: ReadonlySet<number> = new Set([carrierPanel.sma, carrierPanel.fmr1, carrierPanel.deafness]);
const xLinkedAddOns: ReadonlySet<number> = new Set([addOns.fmr1, addOns.dmd]);

const addOnsOf = (values: Values): readonly number[] => (Array.isArray(values['addOns']) ? values['addOns'].map(Number) : []);

/** K-1, K-2, K-3, C-LINK, C-ADDON: whom the screening is of. */
function judgeCouple(values: Values, { sampleNamed }: JudgeContext): Finding[] {
  const found: Finding[] = [];
  const [person, partner] = [numberOf(values['sex']), numberOf(values['partnerSex'])];
  const isDonor = numberOf(values['screeningTiming']) === screeningTiming.donor;
  if (person !== undefined && person === partner && person !== sex.unknown && !isDonor)
    found.push(warns('K-1', ['sex', 'partnerSex'], '夫妻双方性别相同,请核对', 'Both partners have the same sex: please check'));
  const linked = codeOf(values['partnerSampleCode']);
  const own = ownSamples(values);
  const theirs = sampleNamed?.(linked)?.entry;
  if (own.includes(linked)) found.push(blocks('C-LINK', ['partnerSampleCode'], '不能是本人的样本', "It is the person's own sample"));
  else if (theirs && !own.includes(codeOf(theirs['partnerSampleCode'])))
    found.push(
      warns(
        'C-LINK',
        ['partnerSampleCode'],
        '该样本的申请单未将本样本填为配偶样本,请核对',
        "The requisition of that sample does not name this one as its partner's: please check",
      ),
    );
  if (numberOf(values['reportMode']) === reportMode.couple)
    found.push(
      informs(
        'K-2',
        ['reportMode'],
        '夫妻联合报告须待双方样本均有结果,周期请按较晚的样本告知',
        "A couple's report waits for both samples: promise its time from the later one",
      ),
    );
  const extras = addOnsOf(values);
  const isXLinked = numberOf(values['carrierPanel']) === carrierPanel.fmr1 || extras.some((code) => xLinkedAddOns.has(code));
  if (person === sex.male && linked === '' && numberOf(values['screeningMode']) !== screeningMode.together && isXLinked)
    found.push(
      informs(
        'K-3',
        ['carrierPanel', 'addOns'],
        'X连锁疾病由女方携带传递,男方单独检测意义有限',
        'X-linked diseases are passed on by the woman: the man alone tells little',
      ),
    );
  if (person !== undefined && person !== sex.male && extras.includes(addOns.yMicrodeletion))
    found.push(blocks('C-ADDON', ['addOns'], 'Y微缺失仅限男性', 'Y microdeletion is tested in men alone'));
  return found;
}

/** K-4, C-GA: the pregnancy. */
function judgeGestation(values: Values): Finding[] {
  const found: Finding[] = [];
  const [lmp, on, days] = [dayOf(values['lastMenstrualDate']), dayOf(values['samplingTime']), typedGestation(values)];
  if (lmp && on && (lmp > on || daysBetween(lmp, on) > longestDays))
    found.push(
      blocks('C-GA', ['lastMenstrualDate'], '末次月经须在采样前300天之内', 'LMP cannot be later than sampling, nor more than 300 days before it'),
    );
  else if (lmp && on && days !== undefined && Math.abs(days - gestationByLmp(lmp, on)) > 14)
    found.push(
      warns(
        'C-GA',
        ['gaWeeks', 'lastMenstrualDate'],
        `孕周与末次月经(${formatGestation(gestationByLmp(lmp, on))})相差14天以上`,
        `GA differs from the LMP (${formatGestation(gestationByLmp(lmp, on))}) by more than 14 days`,
      ),
    );
  if (days !== undefined && days > lateDays)
    found.push(
      prints(
        'K-4',
        ['gaWeeks', 'gaDays'],
        `孕周 ${formatGestation(days)} 超过22周,产前诊断时间紧迫`,
        `GA ${formatGestation(days)} is past 22 weeks: little time is left for a prenatal diagnosis`,
      ),
    );
  return found;
}

/** K-5, K-6, C-BLOOD: blood that is not the person's own, and what its count points to. */
function judgeBlood(values: Values, context: JudgeContext): Finding[] {
  const found: Finding[] = [];
  const [transfused, on] = [dayOf(values['transfusionDate']), dayOf(values['samplingTime'])];
  if (transfused && on && transfused > on)
    found.push(blocks('C-BLOOD', ['transfusionDate'], '输血日期不能晚于采样', 'A transfusion cannot lie after sampling'));
  const isForeign = isYes(values['transfusionRecent']) && !(transfused && on && daysBetween(transfused, on) > foreignDays);
  const classes = ownClassNames(values, context);
  const isBuccal = classes.length > 0 && classes.every((name) => /口腔/.test(name));
  if ((isForeign || numberOf(values['transplantHistory']) === transplantHistory.marrow) && !isBuccal)
    found.push(
      prints(
        'K-5',
        ['transfusionRecent', 'transplantHistory'],
        '1个月内输血或骨髓移植后血样不适用,建议改采口腔拭子',
        'After a transfusion within a month or a marrow transplant blood is not suitable: take a buccal swab',
      ),
    );
  const [mcv, mch] = [numberOf(values['mcv']), numberOf(values['mch'])];
  if (withoutThalassaemia.has(numberOf(values['carrierPanel']) ?? 0) && ((mcv !== undefined && mcv < 80) || (mch !== undefined && mch < 27)))
    found.push(
      informs('K-6', ['mcv', 'mch'], 'MCV<80或MCH<27,而筛查方案不含地贫', 'MCV below 80 or MCH below 27, and the panel has no thalassaemia in it'),
    );
  return found;
}

/** C-ADULT, C-CONSENT: who may be screened, and that both have agreed. */
function judgeRest(values: Values): Finding[] {
  const found: Finding[] = [];
  const [birth, on, typed] = [dayOf(values['birthDate']), dayOf(values['samplingTime']), numberOf(values['age'])];
  const years = birth && on && birth <= on ? yearsBetween(birth, on) : typed === undefined ? undefined : ageInYears(typed, values['ageUnit']);
  if (years !== undefined && (years < 18 || years > 60))
    found.push(warns('C-ADULT', ['birthDate', 'age'], `年龄 ${Math.floor(years)} 岁,请核对`, `Age ${Math.floor(years)}: please check`));
  const isCouple = numberOf(values['reportMode']) === reportMode.couple;
  if (isCouple && !isEmpty(values['partnerConsentSigned']) && !isYes(values['partnerConsentSigned']))
    found.push(prints('C-CONSENT', ['partnerConsentSigned'], '配偶知情同意书未签署', "The partner's consent is not signed"));
  return found;
}

/** K-1 to K-6, the partner, and the consistencies of docs/forms.md#carrier-screening. */
export function judgeCarrier(values: Values, context: JudgeContext): Finding[] {
  return [
    ...judgeCouple(values, context),
    ...judgePartner(values, context),
    ...judgeGestation(values),
    ...judgeBlood(values, context),
    ...judgeRest(values),
    ...judgeConsent(values),
  ];
}

/** The weeks by the LMP, the partner by their card. */
export function deriveCarrier(values: Record<string, unknown>, set: SetField): void {
  derivePartner(values, set);
  const [lmp, on] = [dayOf(values['lastMenstrualDate']), dayOf(values['samplingTime'])];
  const days = lmp && on ? gestationByLmp(lmp, on) : undefined;
  if (days === undefined || days < 0 || days > longestDays) return;
  set('gaWeeks', Math.floor(days / 7), ['按末次月经', 'by LMP']);
  set('gaDays', days % 7, ['按末次月经', 'by LMP']);
}
