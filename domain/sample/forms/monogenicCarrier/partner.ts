import type { Finding, JudgeContext, SetField, Values } from '../../rules/entryForm.ts';
import { blocks, warns } from '../../rules/found.ts';
import { credentialType, sex } from '../../rules/formChoices.ts';
import { idCardRemark, readIdCard, type IdCard } from '../../rules/idCard.ts';
import { phoneFault, phoneTexts } from '../../rules/phone.ts';
import { dayOf, isEmpty, numberOf, textOf } from '../../rules/values.ts';

/** The partner's ID card as it reads; undefined where their document is another one or none. */
function cardOf(values: Values, today: string): IdCard | undefined {
  const [type, number] = [values['partnerCredentialType'], textOf(values['partnerCredentialNo'])];
  return number === '' || (!isEmpty(type) && Number(type) !== credentialType.idCard) ? undefined : readIdCard(number, today);
}

/** Document type, birth date and sex by the partner's card, where nobody typed them. */
export function derivePartner(values: Values, set: SetField): void {
  const on = dayOf(values['samplingTime']);
  const card = on ? cardOf(values, on) : undefined;
  if (!card || card.fault) return;
  const from = ['按配偶身份证', "by the partner's ID card"] as const;
  if (!card.isOld) set('partnerCredentialType', credentialType.idCard, from);
  set('partnerBirthDate', card.birthDate, from);
  set('partnerSex', card.sex, from);
}

/** of the partner: born before sampling, the card right and of the same date and sex, a phone that can be called. */
export function judgePartner(values: Values, { now }: JudgeContext): Finding[] {
  const found: Finding[] = [];
  const birth = dayOf(values['partnerBirthDate']);
  if (birth && birth > (dayOf(values['samplingTime']) ?? now.slice(0, 10)))
    found.push(blocks('R-03', ['partnerBirthDate'], '配偶出生日期不能晚于采样时间', "The partner's birth date cannot be later than sampling"));
  const card = cardOf(values, now.slice(0, 10));
  const remark = card && idCardRemark(card);
  if (remark) found.push(warns('R-04', ['partnerCredentialNo'], `配偶: ${remark[0]}`, `Partner: ${remark[1]}`));
  else if (card) {
    if (birth && card.birthDate !== birth)
      found.push(
        warns(
          'R-04',
          ['partnerBirthDate', 'partnerCredentialNo'],
          `配偶出生日期与身份证(${card.birthDate})不一致`,
          `The partner's birth date differs from the ID card (${card.birthDate})`,
        ),
      );
    const typed = numberOf(values['partnerSex']);
    if (typed !== undefined && typed !== sex.unknown && card.sex !== typed)
      found.push(warns('R-04', ['partnerSex', 'partnerCredentialNo'], '配偶性别与身份证不一致', "The partner's sex differs from the ID card"));
  }
  const phone = textOf(values['partnerTelephone']);
  const fault = phone === '' ? undefined : phoneFault(phone, true);
  if (fault) found.push(warns('R-05', ['partnerTelephone'], ...phoneTexts[fault]));
  return found;
}
