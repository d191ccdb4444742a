import { isDateTime, toMs, yearsBetween } from '#domain/kernel/dates.ts';
import type { Fields } from '#domain/kernel/fields.ts';
import { ageDisagrees, ageInYears, ageLimits } from './age.ts';
import { dayOf, isEmpty, isYes, numberOf } from './derive.ts';
import type { Finding, JudgeContext, Values } from './entryForm.ts';
import { credentialType, sex as sexes } from './formChoices.ts';
import { holdingHours } from './holdingTime.ts';
import { idCardRemark, readIdCard } from './idCard.ts';
import { cleanName, isNameLike, isSameName } from './person.ts';
import { phoneFault, phoneTexts } from './phone.ts';

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value).trim());
const momentOf = (value: unknown): string | undefined => {
  const text = textOf(value);
  const full = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text} 00:00:00` : text;
  return isDateTime(full) ? full : undefined;
};
/** Clock differences between a desk and the server that R-01 forgives. */
const leewayMs = 5 * 60_000;

/** sampling <= receiving <= now. */
export function judgeTimes(values: Values, { now, receiveTime }: JudgeContext): Finding[] {
  const sampling = momentOf(values['samplingTime']);
  const received = momentOf(receiveTime ?? values['receiveTime']);
  const limit = toMs(now) + leewayMs;
  if (sampling && toMs(sampling) > limit)
    return [{ rule: 'R-01', severity: 'block', fields: ['samplingTime'], text: ['采样时间不能晚于现在', 'Sampling time cannot be later than now'] }];
  if (received && toMs(received) > limit)
    return [{ rule: 'R-01', severity: 'block', fields: ['receiveTime'], text: ['收样时间不能晚于现在', 'Receive time cannot be later than now'] }];
  if (sampling && received && toMs(sampling) > toMs(received)) {
    return [
      {
        rule: 'R-01',
        severity: 'warn',
        isPrinted: true,
        fields: ['samplingTime'],
        text: [`采样时间晚于收样时间(${received})`, `Sampling time is later than the receive time (${received})`],
      },
    ];
  }
  return [];
}

/** The tubes of an entry: `values.tubes`, or the flat values as the only one. */
function tubesOf(values: Values): readonly Values[] {
  const tubes = values['tubes'];
  return Array.isArray(tubes) && tubes.length > 0 ? (tubes as readonly Values[]) : [values];
}

/** C-LOT: each tube against the products. */
function judgeTubes(values: Values, context: JudgeContext): Finding[] {
  const found: Finding[] = [];
  const sampling = momentOf(values['samplingTime']);
  const until = momentOf(context.receiveTime ?? values['receiveTime']) ?? context.now;
  for (const tube of tubesOf(values)) {
    const classId = textOf(tube['sampleClassId'] ?? context.sampleClass?.sampleClassId);
    const className =
      context.sampleClassName?.(classId) ?? (classId === context.sampleClass?.sampleClassId ? context.sampleClass?.sampleClassName : undefined);
    const expiry = dayOf(tube['testTubeExpireTime']);
    if (expiry && sampling && expiry < sampling.slice(0, 10)) {
      found.push({
        rule: 'C-LOT',
        severity: 'warn',
        isPrinted: true,
        fields: ['testTubeExpireTime'],
        text: [`采血管效期 ${expiry} 早于采样时间`, `The tube expired on ${expiry}, before sampling`],
      });
    }
    for (const commodity of context.commodities ?? []) {
      const allowed = commodity.sampleClassIds ?? [];
      if (classId && allowed.length > 0 && !allowed.includes(classId)) {
        found.push({
          rule: 'R-09',
          severity: 'warn',
          isPrinted: true,
          fields: ['sampleClassId'],
          text: [
            `${className ?? '该样本类型'}不适用于${commodity.commodityName}`,
            `${className ?? 'This sample class'} is not accepted for ${commodity.commodityName}`,
          ],
        });
      }
      const volume = numberOf(tube['sampleVolume']);
      if (volume !== undefined && typeof commodity.minimumVolume === 'number' && volume < commodity.minimumVolume) {
        found.push({
          rule: 'R-09',
          severity: 'warn',
          isPrinted: true,
          fields: ['sampleVolume'],
          text: [
            `体积 ${volume} mL 少于${commodity.commodityName}要求的 ${commodity.minimumVolume} mL`,
            `${volume} mL is less than the ${commodity.minimumVolume} mL ${commodity.commodityName} needs`,
          ],
        });
      }
      const hours = holdingHours(commodity, classId, className);
      if (hours !== undefined && sampling && toMs(until) - toMs(sampling) > hours * 3_600_000) {
        const limit = hours % 24 === 0 ? [`${hours / 24} 天`, `${hours / 24} d`] : [`${hours} 小时`, `${hours} h`];
        found.push({
          rule: 'R-02',
          severity: 'warn',
          isPrinted: true,
          fields: ['samplingTime'],
          text: [`采样已超过${commodity.commodityName}的保存时限 ${limit[0]}`, `Older than the ${limit[1]} ${commodity.commodityName} can wait`],
        });
      }
    }
  }
  return found.filter((finding, index) => found.findIndex((other) => other.text[0] === finding.text[0]) === index);
}

/** C-AGE, C-NAME: the person. */
function judgePerson(values: Values, { now }: JudgeContext, allowedSexes: readonly number[] | undefined): Finding[] {
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
  found.push(...judgeIdCard(values, now, birth, sex), ...judgeMinor(values, birth, age, on));
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

/** under 14 years a guardian's name, phone and consent (PIPL 28, 31). */
function judgeMinor(values: Values, birth: string | undefined, age: number | undefined, on: string): Finding[] {
  const years = birth && birth <= on ? yearsBetween(birth, on) : age === undefined ? undefined : ageInYears(age, values['ageUnit']);
  if (years === undefined || years >= 14) return [];
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
function judgePhones(values: Values): Finding[] {
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

/** what a look-up told. */
function judgeExisting(values: Values, { existing }: JudgeContext): Finding[] {
  if (!existing) return [];
  const found: Finding[] = [];
  const code = textOf(values['requisitionCode']);
  const states = {
    used: [`申请单条码 ${code} 已被使用`, `Requisition ${code} has been used`],
    voided: [`申请单条码 ${code} 已作废`, `Requisition ${code} is voided`],
    otherClient: [`申请单条码 ${code} 不属于该送检单位的号段`, `Requisition ${code} belongs to another client's segment`],
  } as const;
  if (existing.requisitionState && existing.requisitionState !== 'usable')
    found.push({ rule: 'R-07', severity: 'block', fields: ['requisitionCode'], text: states[existing.requisitionState] });
  if (existing.isRejected)
    found.push({
      rule: 'R-11',
      severity: 'block',
      fields: ['requisitionCode'],
      text: [`申请单 ${code} 已拒收或终止,不能录入`, `Requisition ${code} was rejected or stopped and cannot be entered`],
    });
  const earlier = existing.earlier ?? [];
  if (earlier.length > 0) {
    const shown = earlier.map((record) => `${record.requisitionCode} ${record.entryTime.slice(0, 10)}`).join(', ');
    found.push({
      rule: 'R-08',
      severity: 'warn',
      fields: ['personName'],
      text: [
        `此人近期已有申请单: ${shown}; 请选择: 补采/重复/双胎/新申请`,
        `This person has earlier requisitions: ${shown}; resample, repeat, twins or new?`,
      ],
    });
  }
  if (isYes(values['isResample']) && !isEmpty(values['originalSampleCode']) && existing.original !== undefined) {
    if (existing.original === null)
      found.push({
        rule: 'R-13',
        severity: 'block',
        fields: ['originalSampleCode'],
        text: ['原样本条码不存在', 'The original sample does not exist'],
      });
    else if (!isSameName(existing.original.personName, textOf(values['personName'])))
      found.push({
        rule: 'R-13',
        severity: 'warn',
        fields: ['originalSampleCode', 'personName'],
        text: ['姓名与原样本不一致', 'The name differs from the original sample'],
      });
  }
  return found;
}

/** products enabled, at home in the laboratory, or entrusted. */
function judgeCommodities(values: Values, { commodities }: JudgeContext): Finding[] {
  const laboratory = textOf(values['contractLaboratoryId']);
  return (commodities ?? []).flatMap((commodity): Finding[] => {
    const { commodityName: name } = commodity;
    if (Number(commodity.isDisable ?? 0) === 1)
      return [{ rule: 'R-10', severity: 'block', fields: ['commodityIds'], text: [`产品已停用: ${name}`, `Commodity is disabled: ${name}`] }];
    if (laboratory && commodity.laboratoryIds && !commodity.laboratoryIds.includes(laboratory))
      return [
        {
          rule: 'R-10',
          severity: 'block',
          fields: ['commodityIds', 'contractLaboratoryId'],
          text: [`该检验所未开展: ${name}`, `The laboratory does not offer ${name}`],
        },
      ];
    return Number(commodity.executeType ?? 1) === 2
      ? [{ rule: 'R-10', severity: 'inform', fields: ['commodityIds'], text: [`${name}为委托外送`, `${name} is entrusted to a partner`] }]
      : [];
  });
}

/** fields marked 字迹不清 go to the phone-back list. */
function judgeUnclear({ unclear }: JudgeContext, fields: Fields): Finding[] {
  const names = [...new Set(unclear ?? [])].filter((name) => fields[name]);
  if (names.length === 0) return [];
  const of = (index: 0 | 1): string => names.map((name) => fields[name]?.label[index]).join(index === 0 ? '、' : ', ');
  return [{ rule: 'R-15', severity: 'inform', fields: names, text: [`字迹不清,待电话核实: ${of(0)}`, `Illegible, to be asked by phone: ${of(1)}`] }];
}

/** and the ranges of forms.md 1 that depend on other fields. */
export function judgeCommon(values: Values, context: JudgeContext, allowedSexes: readonly number[] | undefined, fields: Fields): Finding[] {
  return [
    ...judgeTimes(values, context),
    ...judgeTubes(values, context),
    ...judgePerson(values, context, allowedSexes),
    ...judgePhones(values),
    ...judgeExisting(values, context),
    ...judgeCommodities(values, context),
    ...judgeUnclear(context, fields),
  ];
}
