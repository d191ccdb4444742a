import { isEmpty, isYes, textOf } from './derive.ts';
import type { Finding, JudgeContext, Values } from './entryForm.ts';
import { isSameName } from './person.ts';

/** what a look-up told. */
export function judgeExisting(values: Values, { existing }: JudgeContext): Finding[] {
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
export function judgeCommodities(values: Values, { commodities }: JudgeContext): Finding[] {
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
