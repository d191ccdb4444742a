import type { Label } from '#domain/kernel/label.ts';
import { isEmpty, isYes, textOf } from './values.ts';
import type { Existing, Finding, JudgeContext, Values } from './entryForm.ts';
import { isSameName } from './person.ts';

/** What R-07 says of a code; `what` names it. */
const codeTexts: Readonly<Record<Exclude<NonNullable<Existing['requisitionState']>, 'usable'>, (what: Label) => Label>> = {
  used: ([zh, en]) => [`${zh} 已被使用`, `${en} has been used`],
  voided: ([zh, en]) => [`${zh} 已作废`, `${en} is voided`],
  otherClient: ([zh, en]) => [`${zh} 属于其他送检单位的号段`, `${en} belongs to another client's segment`],
  otherLaboratory: ([zh, en]) => [`${zh} 所属号段不用于该检验所`, `${en} is of a segment for another laboratory`],
  outside: ([zh, en]) => [`${zh} 不在该送检单位的号段内`, `${en} is not of the client's own segment`],
};

/** What speaks against a code, in words. */
export const codeSentence = (state: keyof typeof codeTexts, what: Label): Label => codeTexts[state](what);

/** the codes are of the client's segment and not void. It blocks; whoever may overrule it says why. */
function judgeCodes(values: Values, { existing, mayOverrule }: JudgeContext): Finding[] {
  const severity = mayOverrule ? 'warn' : 'block';
  const found = (state: Existing['requisitionState'], field: string, what: Label): Finding[] =>
    state === undefined || state === 'usable' ? [] : [{ rule: 'R-07', severity, fields: [field], text: codeTexts[state](what) }];
  const code = textOf(values['requisitionCode']);
  const tubes = Object.entries(existing?.tubeStates ?? {});
  return [
    ...found(existing?.requisitionState, 'requisitionCode', [`申请单条码 ${code}`, `Requisition ${code}`]),
    ...tubes.flatMap(([tube, state]) => found(state, 'sampleCode', [`样本条码 ${tube}`, `Sample ${tube}`])),
  ];
}

/** what a look-up told. */
export function judgeExisting(values: Values, context: JudgeContext): Finding[] {
  const { existing } = context;
  if (!existing) return [];
  const found: Finding[] = judgeCodes(values, context);
  const code = textOf(values['requisitionCode']);
  if (existing.isRejected)
    found.push({
      rule: 'R-11',
      severity: 'block',
      fields: ['requisitionCode'],
      text: [`申请单 ${code} 已拒收或终止,不能录入`, `Requisition ${code} was rejected or stopped and cannot be entered`],
    });
  const earlier = existing.earlier ?? [];
  if (earlier.length > 0) {
    const shown = earlier.map((record) => `${record.requisitionCode} ${record.entryTime.slice(0, 10)}`.trim()).join(', ');
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
