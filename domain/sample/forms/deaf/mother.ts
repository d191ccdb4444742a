import { yearsBetween } from '#domain/kernel/dates.ts';
import type { Finding, JudgeContext, SetField, Values } from '../../rules/entryForm.ts';
import { warns } from '../../rules/found.ts';
import { credentialType, sex } from '../../rules/formChoices.ts';
import { idCardRemark, readIdCard } from '../../rules/idCard.ts';
import { dayOf, isEmpty, numberOf, textOf } from '../../rules/values.ts';
import { subjectType } from './deafChoices.ts';

const isNewborn = (values: Values): boolean => numberOf(values['subjectType']) === subjectType.newborn;

/** A newborn has no document: what stands there is the mother's, and says nothing of the child. */
export const withoutMothersDocument = (values: Values): Values =>
  isNewborn(values) ? { ...values, credentialType: null, credentialNo: null } : values;

/** The mother's ID card: in her own fields, or of a newborn where reception typed it. Undefined without one. */
function cardOf(values: Values): { readonly field: string; readonly number: string } | undefined {
  const places = isNewborn(values) ? (['motherCredential', 'credential'] as const) : (['motherCredential'] as const);
  const place = places.find((one) => textOf(values[`${one}No`]) !== '');
  if (!place) return undefined;
  const type = values[`${place}Type`];
  return isEmpty(type) || Number(type) === credentialType.idCard ? { field: `${place}No`, number: textOf(values[`${place}No`]) } : undefined;
}

/** The mother's age by her card, where nobody typed one. */
export function deriveMother(values: Values, set: SetField): void {
  const on = dayOf(values['samplingTime']);
  const card = cardOf(values);
  if (!on || !card) return;
  const { fault, birthDate, isOld } = readIdCard(card.number, on);
  if (fault || !birthDate) return;
  set('motherAge', yearsBetween(birthDate, on), ['按母亲身份证', "by the mother's ID card"]);
  if (!isOld && card.field === 'motherCredentialNo') set('motherCredentialType', credentialType.idCard, ['按母亲身份证', "by the mother's ID card"]);
}

/** of the mother: her card is right, a woman's, and of her age. */
export function judgeMother(values: Values, { now }: JudgeContext): Finding[] {
  const card = cardOf(values);
  if (!card) return [];
  const read = readIdCard(card.number, now.slice(0, 10));
  const remark = idCardRemark(read);
  if (remark) return [warns('R-04', [card.field], ...remark)];
  const found: Finding[] = [];
  if (read.sex !== undefined && read.sex !== sex.female)
    found.push(warns('R-04', [card.field], '母亲身份证的性别为男', "The mother's ID card is a man's"));
  const [age, on] = [numberOf(values['motherAge']), dayOf(values['samplingTime']) ?? now.slice(0, 10)];
  const years = read.birthDate ? yearsBetween(read.birthDate, on) : undefined;
  if (age !== undefined && years !== undefined && Math.abs(age - years) > 1)
    found.push(
      warns(
        'R-03',
        ['motherAge'],
        `母亲年龄与身份证相差1年以上(按身份证 ${years} 岁)`,
        `The mother's age and her ID card differ by more than a year (${years})`,
      ),
    );
  return found;
}
