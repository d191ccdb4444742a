import { yearsBetween } from '#domain/kernel/dates.ts';
import { ageDisagrees, ageInYears, ageLimits } from './age.ts';
import { dayOf, isEmpty, isYes, numberOf, textOf } from './values.ts';
import type { Finding, JudgeContext, Values } from './entryForm.ts';
import { credentialType, sex as sexes } from './formChoices.ts';
import { idCardRemark, readIdCard } from './idCard.ts';
import { cleanName, isNameLike } from './person.ts';
import { phoneFault, phoneTexts } from './phone.ts';

/** C-AGE, C-NAME: the person. */
export function judgePerson(values: Values, { now }: JudgeContext, allowedSexes: readonly number[] | undefined): Finding[] {
  const found: Finding[] = [];
  const name = textOf(values['personName']);
  const birth = dayOf(values['birthDate']);
  const sampling = dayOf(values['samplingTime']);
  const on = sampling ?? now.slice(0, 10);
  const age = numberOf(values['age']);
  const sex = numberOf(values['sex']);
  if (name !== '' && !isNameLike(cleanName(name)))
    found.push({
      rule: 'C-NAME',
      severity: 'warn',
      fields: ['personName'],
      text: ['姓名含有中文、字母和·以外的字符', 'The name holds other characters than Chinese, letters and ·'],
    });
  if (birth && birth > on)
    found.push({
      rule: 'R-03',
      severity: 'block',
      fields: ['birthDate'],
      text: sampling
        ? ['出生日期不能晚于采样时间', 'Birth date cannot be later than sampling']
        : ['出生日期不能晚于今天', 'Birth date cannot be later than today'],
    });
  else if (birth && age !== undefined && ageDisagrees(age, values['ageUnit'], birth, on)) {
    found.push({
      rule: 'R-03',
      severity: 'warn',
      fields: ['age'],
      text: [
        `年龄与出生日期相差1年以上(按出生日期 ${yearsBetween(birth, on)} 岁)`,
        `Age and birth date differ by more than a year (${yearsBetween(birth, on)} by birth date)`,
      ],
    });
  }
  const ageLimit = ageLimits[Number(values['ageUnit'] ?? 1)];
  if (age !== undefined && ageLimit !== undefined && age > ageLimit)
    found.push({
      rule: 'C-AGE',
      severity: 'block',
      fields: ['age'],
      text: [`该单位下年龄不能大于${ageLimit}`, `With this unit the age may be at most ${ageLimit}`],
    });
  if (sex !== undefined && allowedSexes && !allowedSexes.includes(sex)) {
    const names = allowedSexes.map((code) => sexes.labelOf(code) ?? ['', '']);
    found.push({
      rule: 'R-06',
      severity: 'block',
      fields: ['sex'],
      text: [
        `此表单性别只能是${names.map((label) => label[0]).join('、')}`,
        `This form admits sex ${names.map((label) => label[1]).join(', ')} only`,
      ],
    });
  }
  found.push(...judgeIdCard(values, now, birth, sex), ...judgeMinor(values, on));
  return found;
}

/** checksum and date of the ID card; birth date and sex equal to it. A warning: foreigners and old cards exist. */
function judgeIdCard(values: Values, now: string, birth: string | undefined, sex: number | undefined): Finding[] {
  const number = textOf(values['credentialNo']);
  if (number === '' || Number(values['credentialType'] ?? credentialType.idCard) !== credentialType.idCard) return [];
  const card = readIdCard(number, now.slice(0, 10));
  const remark = idCardRemark(card);
  if (remark) return [{ rule: 'R-04', severity: 'warn', fields: ['credentialNo'], text: remark }];
  const found: Finding[] = [];
  if (birth && card.birthDate !== birth)
    found.push({
      rule: 'R-04',
      severity: 'warn',
      fields: ['birthDate', 'credentialNo'],
      text: [`出生日期与身份证(${card.birthDate})不一致`, `Birth date differs from the ID card (${card.birthDate})`],
    });
  if (sex !== undefined && sex !== sexes.unknown && card.sex !== sex)
    found.push({ rule: 'R-04', severity: 'warn', fields: ['sex', 'credentialNo'], text: ['性别与身份证不一致', 'Sex differs from the ID card'] });
  return found;
}

/** From here on nobody is asked for a guardian. */
export const adultYears = 14;
/** The age in years on a day, by the birth date, else as typed. */
export function yearsOn(values: Values, on: string): number | undefined {
  const [birth, age] = [dayOf(values['birthDate']), numberOf(values['age'])];
  return birth && birth <= on ? yearsBetween(birth, on) : age === undefined ? undefined : ageInYears(age, values['ageUnit']);
}

/** under 14 years a guardian's name, phone and consent (PIPL 28, 31). */
function judgeMinor(values: Values, on: string): Finding[] {
  const years = yearsOn(values, on);
  if (years === undefined || years >= adultYears) return [];
  const missing = ['guardianName', 'guardianPhone'].filter((field) => isEmpty(values[field]));
  if (!isYes(values['guardianConsent'])) missing.push('guardianConsent');
  return missing.length === 0
    ? []
    : [
        {
          rule: 'R-14',
          severity: 'warn',
          fields: missing,
          text: ['未满14周岁,请填写监护人姓名、电话并确认监护人同意', 'Under 14: guardian name, phone and consent are needed'],
        },
      ];
}

/** phones. */
export function judgePhones(values: Values): Finding[] {
  const found: Finding[] = [];
  const telephone = textOf(values['telephone']);
  const fault = telephone === '' ? undefined : phoneFault(telephone);
  if (fault) found.push({ rule: 'R-05', severity: 'block', fields: ['telephone'], text: phoneTexts[fault] });
  for (const field of ['doctorPhone', 'guardianPhone']) {
    const phone = textOf(values[field]);
    const badly = phone === '' ? undefined : phoneFault(phone, true);
    if (badly) found.push({ rule: 'R-05', severity: 'warn', fields: [field], text: phoneTexts[badly] });
  }
  return found;
}
