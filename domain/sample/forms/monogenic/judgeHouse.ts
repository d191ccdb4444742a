import { yearsBetween } from '#domain/kernel/dates.ts';
import type { Finding, JudgeContext, NamedSample, Values } from '../../rules/entryForm.ts';
import { blocks, informs, warns } from '../../rules/found.ts';
import { sex } from '../../rules/formChoices.ts';
import { codeOf, ownClassNames, ownSamples } from '../../rules/ownSamples.ts';
import { dayOf, numberOf } from '../../rules/values.ts';
import { leastYears, membersOf, type Member } from './family.ts';
import { geneProduct } from './monogenicChoices.ts';

const parents = [
  ['fatherSampleCode', '父亲', 'father', sex.male],
  ['motherSampleCode', '母亲', 'mother', sex.female],
] as const;
/** What is prepared as DNA is not prepared as blood; a tube for cell-free DNA holds blood. */
export const isDna = (className: string): boolean => /DNA/i.test(className) && !/cfDNA/i.test(className);
const familyOf = (entry: Values | null | undefined): string => codeOf(entry?.['familyCode']);

/** Codes of the family's other tubes: the parents' fields, then the rows. */
export function namesOfFamily(values: Values): readonly string[] {
  const rows = membersOf(values).filter(({ isExaminee }) => !isExaminee);
  const codes = [...parents.map(([field]) => values[field]), ...rows.map(({ sampleCode }) => sampleCode)].map(codeOf);
  return [...new Set(codes.filter((code) => code !== ''))];
}

/** M-1, M-2, M-3, M-5, M-8 of a sample named as a parent's, by what the house has of it. */
function judgeParent(values: Values, [field, zh, en, wanted]: (typeof parents)[number], code: string, known: NamedSample): Finding[] {
  const own = ownSamples(values);
  const { entry } = known;
  if (parents.some(([theirs]) => own.includes(codeOf(entry?.[theirs]))))
    return [blocks('M-2', [field], `样本 ${code} 的申请单以本样本为父母`, `The requisition of ${code} has this sample as its parent`)];
  const [family, theirFamily] = [familyOf(values), familyOf(entry)];
  if (family !== '' && theirFamily !== '' && family !== theirFamily)
    return [blocks('M-3', [field], `样本 ${code} 属于家系 ${theirFamily}`, `Sample ${code} is of family ${theirFamily}`)];
  if (known.sex === sex.unknown)
    return [
      warns(
        'M-5',
        [field],
        `${zh}样本 ${code} 的性别未知,可能延误分析`,
        `The sex of the ${en}'s sample ${code} is unknown: it may delay the analysis`,
      ),
    ];
  if (known.sex !== null && known.sex !== wanted)
    return [blocks('M-1', [field], `${zh}样本 ${code} 的性别不符`, `The sex of ${code} contradicts a ${en}'s sample`)];
  const [born, child] = [dayOf(known.birthDate), dayOf(values['birthDate'])];
  const isTold = membersOf(values).some((member) => codeOf(member.sampleCode) === code && member.birthDate !== undefined);
  return born && child && !isTold && (born > child || yearsBetween(born, child) < leastYears)
    ? [
        warns(
          'M-8',
          [field],
          `${zh}样本 ${code} 与受检者年龄相差不足${leastYears}岁`,
          `The ${en} of sample ${code} is less than ${leastYears} years older`,
        ),
      ]
    : [];
}

/** M-1 to M-9 by what the house has of the family's tubes; a desk knows nothing of them, the server does. */
export function judgeHouse(values: Values, members: readonly Member[], context: JudgeContext): Finding[] {
  const own = ownSamples(values);
  const known = namesOfFamily(values)
    .filter((code) => !own.includes(code))
    .flatMap((code) => {
      const sample = context.sampleNamed?.(code);
      return sample === undefined ? [] : [{ code, sample }];
    });
  const here = known.flatMap(({ code, sample }) => (sample ? [{ code, sample }] : []));
  const found: Finding[] = [];
  for (const parent of parents) {
    const code = codeOf(values[parent[0]]);
    const sample = here.find((one) => one.code === code)?.sample;
    if (sample) found.push(...judgeParent(values, parent, code, sample));
  }
  const family = familyOf(values);
  const strangers = here.filter(({ code, sample }) => {
    const theirs = familyOf(sample.entry);
    const isParent = parents.some(([field]) => codeOf(values[field]) === code);
    return !isParent && family !== '' && theirs !== '' && theirs !== family && members.some((member) => codeOf(member.sampleCode) === code);
  });
  if (strangers.length > 0) {
    const codes = strangers.map(({ code, sample }) => `${code}(${familyOf(sample.entry)})`);
    found.push(blocks('M-6', ['familyMembers'], `样本属于其他家系: ${codes.join('、')}`, `Samples of another family: ${codes.join(', ')}`));
  }
  const classes = ownClassNames(values, context);
  const apart = here.filter(({ sample }) => sample.sampleClassName !== '' && classes.some((name) => isDna(name) !== isDna(sample.sampleClassName)));
  if (apart.length > 0) {
    const codes = apart.map(({ code, sample }) => `${code}(${sample.sampleClassName})`);
    found.push(
      warns(
        'M-7',
        ['familyMembers'],
        `家系样本的前处理不同: ${codes.join('、')}`,
        `Samples of the family are prepared in different ways: ${codes.join(', ')}`,
      ),
    );
  }
  const awaited = known.filter(({ sample }) => !sample?.isReceived).map(({ code }) => code);
  if (awaited.length > 0 && numberOf(values['geneProduct']) === geneProduct.wesFamily)
    found.push(
      informs(
        'M-9',
        ['familyMembers'],
        `等待家系样本 ${awaited.join('、')},周期请按最后收到的样本告知`,
        `The family awaits ${awaited.join(', ')}: promise its time from the last sample`,
      ),
    );
  return found;
}
