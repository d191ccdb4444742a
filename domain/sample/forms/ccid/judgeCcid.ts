import { toMs, yearsBetween } from '#domain/kernel/dates.ts';
import { filledRows } from '#domain/kernel/fieldRows.ts';
import { ageInYears } from '../../rules/age.ts';
import type { Finding, JudgeContext, Values } from '../../rules/entryForm.ts';
import { suspectedText } from '../../biosafety.ts';
import { blocks, informs, prints, warns } from '../../rules/found.ts';
import { dayOf, isEmpty, isYes, momentOf, numberOf, textOf } from '../../rules/values.ts';
import { codeOf, ownSamples } from '../../rules/ownSamples.ts';
import { rejectMeasure } from '../../rejectReasons.ts';
import { infectionSite, pathogenPanel, transportCondition } from './ccidChoices.ts';

interface Tube {
  readonly className: string;
  readonly volume: number | undefined;
}

/** The tubes as reception has settled them, by the name of their class. */
function tubesOf(values: Values, context: JudgeContext): readonly Tube[] {
  const tubes: readonly unknown[] = Array.isArray(values['tubes']) && values['tubes'].length > 0 ? values['tubes'] : [values];
  return (tubes as readonly Values[]).map((tube) => {
    const id = textOf(tube['sampleClassId'] ?? context.sampleClass?.sampleClassId);
    const known = id === context.sampleClass?.sampleClassId ? context.sampleClass.sampleClassName : undefined;
    return { className: context.sampleClassName?.(id) ?? known ?? '', volume: numberOf(tube['sampleVolume']) };
  });
}

/** Least volumes by class, mL, where the product says nothing; blood of a child needs less. Common practice, for the laboratory to confirm. */
const leastVolumes = [
  { pattern: /灌洗/, least: 5, ofChild: 5 },
  { pattern: /痰/, least: 3, ofChild: 3 },
  { pattern: /血(?!片|斑)/, least: 3, ofChild: 1.5 },
  { pattern: /脑脊液/, least: 1, ofChild: 1 },
] as const;
/** Hours a class may wait, where the product says nothing; on dry ice nothing waits too long. */
const longestHours = [
  { pattern: /灌洗|脑脊液/, hours: 24 },
  { pattern: /EDTA/, hours: 8 },
  { pattern: /血浆|Streck|游离/, hours: 72 },
] as const;

function isChild(values: Values): boolean {
  const [birth, on, age] = [dayOf(values['birthDate']), dayOf(values['samplingTime']), numberOf(values['age'])];
  const years = birth && on ? yearsBetween(birth, on) : age === undefined ? undefined : ageInYears(age, values['ageUnit']);
  return years !== undefined && years < 14;
}

/** C-1, C-3, C-VOL, C-SITE: the tubes. */
function judgeSpecimens(values: Values, context: JudgeContext): Finding[] {
  const found: Finding[] = [];
  const sampling = momentOf(values['samplingTime']);
  const until = momentOf(context.receiveTime ?? values['receiveTime']) ?? context.now;
  const isOnIce = numberOf(values['transportCondition']) === transportCondition.dryIce;
  const panel = numberOf(values['pathogenPanel']);
  const isMngs = panel !== undefined && panel <= pathogenPanel.mngsBoth;
  const commodities = context.commodities ?? [];
  const isVolumeSaid = commodities.some(({ minimumVolume }) => typeof minimumVolume === 'number');
  const isWaitSaid = commodities.some(({ holdingHours }) => holdingHours !== undefined && holdingHours !== null);
  for (const { className, volume } of tubesOf(values, context)) {
    const hours = longestHours.find(({ pattern }) => pattern.test(className))?.hours;
    if (hours !== undefined && !isWaitSaid && !isOnIce && sampling && toMs(until) - toMs(sampling) > hours * 3_600_000)
      found.push(
        prints('C-1', ['samplingTime'], `${className}采样至收样超过 ${hours} 小时`, `${className}: more than ${hours} h from sampling to receipt`),
      );
    const hint = leastVolumes.find(({ pattern }) => pattern.test(className));
    const least = hint && (isChild(values) ? hint.ofChild : hint.least);
    if (least !== undefined && !isVolumeSaid && volume !== undefined && volume < least)
      found.push(
        prints(
          'C-VOL',
          ['sampleVolume'],
          `${className} ${volume} mL 少于建议的 ${least} mL`,
          `${className}: ${volume} mL is less than the ${least} mL advised`,
        ),
      );
    if (isMngs && /尿/.test(className)) found.push(informs('C-3', ['pathogenPanel'], '不建议尿液做 mNGS', 'mNGS of urine is not advised'));
    if (/组织|灌洗/.test(className) && isEmpty(values['specimenSite']))
      found.push(warns('C-SITE', ['specimenSite'], `${className}请填写采样部位`, `${className}: say where it was taken`));
  }
  return found.filter((finding, index) => found.findIndex(({ text }) => text[0] === finding.text[0]) === index);
}

/** C-CASE: what is tested by concession was let through by somebody. */
function judgeConcession(values: Values, { caseNamed }: JudgeContext): Finding[] {
  const caseNo = codeOf(values['concessionId']);
  const known = caseNo === '' ? undefined : caseNamed?.(caseNo);
  if (known === undefined) return [];
  const told = (zh: string, en: string): Finding[] => [warns('C-CASE', ['concessionId'], zh, en)];
  if (known === null) return told(`没有异常登记 ${caseNo}`, `There is no abnormal case ${caseNo}`);
  if (!ownSamples(values).some((code) => known.sampleCodes.includes(code)))
    return told(`异常登记 ${caseNo} 不含本申请单的样本`, `Abnormal case ${caseNo} has no sample of this requisition`);
  return known.measure === rejectMeasure.concession
    ? []
    : told(`异常登记 ${caseNo} 的处理措施不是让步检测`, `Abnormal case ${caseNo} does not let its samples be tested by concession`);
}

const rnaPanels: readonly number[] = [pathogenPanel.mngsRna, pathogenPanel.mngsBoth];
const coldEnough: readonly number[] = [transportCondition.dryIce, transportCondition.preserved];
const floraSites: readonly number[] = [infectionSite.bowel, infectionSite.skin, infectionSite.genital];

/** C-1 to C-7, C-CASE and the hints of docs/forms.md#infection. */
export function judgeCcid(values: Values, context: JudgeContext): Finding[] {
  const found = [...judgeSpecimens(values, context), ...judgeConcession(values, context)];
  const [panel, transport] = [numberOf(values['pathogenPanel']), numberOf(values['transportCondition'])];
  if (panel !== undefined && transport !== undefined && rnaPanels.includes(panel) && !coldEnough.includes(transport))
    found.push(prints('C-2', ['transportCondition'], 'RNA 检测应干冰或保存液运输', 'RNA travels on dry ice or in preserving liquid'));
  const sites = (Array.isArray(values['infectionSite']) ? values['infectionSite'] : []).map(Number);
  if (sites.some((site) => floraSites.includes(site)))
    found.push(
      prints('C-4', ['infectionSite'], '部位有正常菌群,结果须结合临床', 'A site with normal flora: to be read with the clinic', [
        '取样部位存在正常菌群,检出微生物须结合临床判断',
        'The site has a normal flora; findings are to be read with the clinic',
      ]),
    );
  const on = dayOf(values['samplingTime']);
  const drugs = filledRows(values['antiInfectives']);
  const late = drugs.filter((row) => on !== undefined && (dayOf(row['startDate']) ?? on) > on).map((row) => textOf(row['drug']));
  if (late.length > 0)
    found.push(warns('C-5', ['antiInfectives'], `${late.join('、')} 在采样之后开始`, `${late.join(', ')} was begun after sampling`));
  if (drugs.some((row) => (dayOf(row['stopDate']) ?? '9999') < (dayOf(row['startDate']) ?? '0000')))
    found.push(blocks('C-5', ['antiInfectives'], '停用日期不能早于开始日期', 'A drug cannot be stopped before it was begun'));
  const temperature = numberOf(values['bodyTemperature']);
  if (temperature !== undefined && (temperature < 34 || temperature > 43))
    found.push(warns('C-6', ['bodyTemperature'], `体温 ${temperature} ℃,请核对`, `${temperature} ℃: please check`));
  const onset = dayOf(values['onsetDate']);
  if (onset && on && onset > on) found.push(warns('C-6', ['onsetDate'], '起病日期晚于采样', 'The onset lies after sampling'));
  if (isYes(values['suspectedBsl3'])) {
    const agents: readonly unknown[] = Array.isArray(values['biosafetyAgents']) ? values['biosafetyAgents'] : [];
    found.push(informs('C-7', ['suspectedBsl3'], ...suspectedText(agents)));
  }
  const named = textOf(values['focusPathogens'])
    .split(/[、,,;;]/)
    .filter((one) => one.trim() !== '');
  if (named.length > 10) found.push(blocks('C-FOCUS', ['focusPathogens'], '重点关注病原最多10项', 'At most 10 focus pathogens'));
  return found;
}
