import { toMs } from '#domain/kernel/dates.ts';
import { dayOf, momentOf, numberOf, textOf } from './values.ts';
import type { Finding, JudgeContext, Values } from './entryForm.ts';
import { holdingHours } from './holdingTime.ts';

/** Clock differences between a desk and the server that R-01 forgives. */
const leewayMs = 5 * 60_000;

/** sampling <= receiving <= now. */
export function judgeTimes(values: Values, { now, receiveTime }: JudgeContext): Finding[] {
  const sampling = momentOf(values['samplingTime']);
  const received = momentOf(receiveTime ?? values['receiveTime']);
  // The order of the texts is the order of the moments; the leeway is reckoned only where it could matter.
  const isFuture = (moment: string | undefined): boolean => moment !== undefined && moment > now && toMs(moment) > toMs(now) + leewayMs;
  if (isFuture(sampling))
    return [{ rule: 'R-01', severity: 'block', fields: ['samplingTime'], text: ['采样时间不能晚于现在', 'Sampling time cannot be later than now'] }];
  if (isFuture(received))
    return [{ rule: 'R-01', severity: 'block', fields: ['receiveTime'], text: ['收样时间不能晚于现在', 'Receive time cannot be later than now'] }];
  if (sampling && received && sampling > received) {
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
export function judgeTubes(values: Values, context: JudgeContext): Finding[] {
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
