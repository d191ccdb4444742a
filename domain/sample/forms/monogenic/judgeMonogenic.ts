import { yearsBetween } from '#domain/kernel/dates.ts';
import { filledRows, isNoneRow } from '#domain/kernel/fieldRows.ts';
import { ageInYears } from '../../rules/age.ts';
import { cleanName } from '../../rules/person.ts';
import type { Finding, JudgeContext, Values } from '../../rules/entryForm.ts';
import { blocks, judgeConsent, prints, warns } from '../../rules/found.ts';
import { sex } from '../../rules/formChoices.ts';
import { dayOf, isEmpty, isYes, numberOf, textOf } from '../../rules/values.ts';
import { codeOf, ownClassNames, ownSamples } from '../../rules/ownSamples.ts';
import { leastYears, membersOf, type Member } from './family.ts';
import { isDna, judgeHouse } from './judgeHouse.ts';
import { affectedStatus, familyRelation, onsetAgeUnit } from './monogenicChoices.ts';
import { monogenicFields } from './monogenicFields.ts';

const { self, father, mother, son, daughter, other } = familyRelation;
const repeated = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.filter((one, index) => one !== '' && texts.indexOf(one) !== index)),
];
const maleRelations = new Set<number>([father, familyRelation.brother, son, familyRelation.fathersFather, familyRelation.mothersFather]);
const femaleRelations = new Set<number>([mother, familyRelation.sister, daughter, familyRelation.fathersMother, familyRelation.mothersMother]);

/** M-1, M-5: what somebody is to the proband agrees with their sex. */
function judgeSexes(members: readonly Member[]): Finding[] {
  return members.flatMap((member): Finding[] => {
    const fields = member.isExaminee ? ['sex', 'familyRelation'] : ['familyMembers'];
    const { name, relation = 0 } = member;
    if (member.sex === sex.unknown || member.sex === undefined)
      return member.sex === undefined || relation === familyRelation.fetus
        ? []
        : [warns('M-5', fields, `${name}性别未知,可能延误分析`, `The sex of ${name} is unknown: it may delay the analysis`)];
    const isWrong = (maleRelations.has(relation) && member.sex !== sex.male) || (femaleRelations.has(relation) && member.sex !== sex.female);
    const [zh, en] = familyRelation.labelOf(relation) ?? ['', ''];
    return isWrong ? [blocks('M-1', fields, `${name}是${zh},性别不符`, `${name} is ${en}: the sex contradicts it`)] : [];
  });
}

/** M-2, M-3: the samples named as parents'. */
function judgeParents(values: Values, members: readonly Member[], { sampleNamed }: JudgeContext): Finding[] {
  const own = ownSamples(values);
  const family = codeOf(values['familyCode']);
  return (['fatherSampleCode', 'motherSampleCode'] as const).flatMap((field): Finding[] => {
    const parent = codeOf(values[field]);
    if (parent === '') return [];
    if (own.includes(parent)) return [blocks('M-2', [field], '不能是本人的样本', "It is the person's own sample")];
    const named = members.find(({ sampleCode }) => codeOf(sampleCode) === parent);
    const isChild = named?.relation === son || named?.relation === daughter;
    if (named && isChild && members[0]?.relation === self) return [blocks('M-2', [field], '子女不能作为父母', 'A child cannot be a parent')];
    if (named && named.sex !== undefined && named.sex !== sex.unknown && named.sex !== (field === 'fatherSampleCode' ? sex.male : sex.female))
      return [blocks('M-1', [field], '父母样本的性别不符', "The sex contradicts a parent's sample")];
    const theirs = codeOf(sampleNamed?.(parent)?.entry?.['familyCode']);
    // Of one family code it is of the family; of another one, that is told as such.
    return named || (family !== '' && theirs !== '')
      ? []
      : [warns('M-3', [field], '该样本不在家系成员中,请核对', 'The sample is not of a member of the family')];
  });
}

/** M-4, M-6, M-8, M-10: the family as a whole. */
function judgeFamily(members: readonly Member[]): Finding[] {
  const found: Finding[] = [];
  const [examinee] = members;
  if (members.every(({ affected }) => affected !== affectedStatus.affected) && examinee?.affected !== undefined)
    found.push(warns('M-4', ['affectedStatus'], '家系中没有患病成员', 'Nobody of the family is affected'));
  const twice = repeated(members.map(({ sampleCode }) => codeOf(sampleCode)));
  if (twice.length > 0) found.push(blocks('M-6', ['familyMembers'], `样本重复: ${twice.join('、')}`, `A sample stands twice: ${twice.join(', ')}`));
  const names = repeated(members.map(({ name }) => cleanName(name)));
  if (names.length > 0) found.push(warns('M-6', ['familyMembers'], `成员重名: ${names.join('、')}`, `A name stands twice: ${names.join(', ')}`));
  const probands = members.filter(({ relation }) => relation === self);
  if (probands.length > 1) found.push(blocks('M-10', ['isProband', 'familyMembers'], '一个家系只能有一名先证者', 'A family has one proband'));
  else if (probands.length === 0 && members.length > 1) found.push(warns('M-10', ['isProband'], '家系中没有先证者', 'The family has no proband'));
  const child = probands[0]?.birthDate;
  for (const parent of members.filter(({ relation }) => relation === father || relation === mother))
    if (child && parent.birthDate && (parent.birthDate > child || yearsBetween(parent.birthDate, child) < leastYears))
      found.push(
        warns(
          'M-8',
          ['familyMembers'],
          `${parent.name}与先证者年龄相差不足${leastYears}岁`,
          `${parent.name} is less than ${leastYears} years older than the proband`,
        ),
      );
  const lost = members.filter(({ relation }) => relation === other).map(({ name }) => name);
  if (lost.length > 0)
    found.push(warns('M-11', ['familyMembers'], `与家系无关联: ${lost.join('、')}`, `Related to nobody of the family: ${lost.join(', ')}`));
  return found;
}

/** C-HPO, C-ONSET, C-BLOOD, C-DNA: phenotype, foreign blood, DNA. */
function judgeRest(values: Values, context: JudgeContext): Finding[] {
  const found: Finding[] = [];
  const wrong = filledRows(values['hpoTerms'])
    .filter((row) => !isNoneRow(monogenicFields.hpoTerms, row) && !/^HP:\d{7}$/.test(codeOf(row['code'])))
    .map((row) => textOf(row['code']));
  if (wrong.length > 0)
    found.push(blocks('C-HPO', ['hpoTerms'], `HPO编号应为 HP: 加7位数字: ${wrong.join('、')}`, `A term is HP: and 7 digits: ${wrong.join(', ')}`));
  const [onset, unit, age] = [numberOf(values['onsetAge']), numberOf(values['onsetAgeUnit']), numberOf(values['age'])];
  const began = onset === undefined || unit === undefined || unit > onsetAgeUnit.days ? undefined : ageInYears(onset, unit);
  const years = age === undefined ? undefined : ageInYears(age, values['ageUnit']);
  if (began !== undefined && years !== undefined && began >= years + 1)
    found.push(blocks('C-ONSET', ['onsetAge'], '发病年龄不能大于年龄', 'The onset cannot be later than the age'));
  if (isYes(values['transfusionRecent']) || isYes(values['transplantHistory']))
    found.push(
      prints(
        'C-BLOOD',
        ['transfusionRecent', 'transplantHistory'],
        '输血或移植可能影响血样结果',
        'Transfusion or transplant may affect a blood sample',
      ),
    );
  const missing = ['dnaConcentration', 'dnaVolume', 'ratio260280'].filter((name) => isEmpty(values[name]));
  if (ownClassNames(values, context).some(isDna) && missing.length > 0)
    found.push(warns('C-DNA', missing, 'DNA样本请填写浓度、体积与质量', 'Of DNA say concentration, volume and quality'));
  const transfused = dayOf(values['transfusionDate']);
  const on = dayOf(values['samplingTime']);
  if (transfused && on && transfused > on)
    found.push(blocks('C-BLOOD', ['transfusionDate'], '输血日期不能晚于采样', 'A transfusion cannot lie after sampling'));
  return found;
}

/** M-1 to M-11 and the consistencies of docs/forms.md#monogenic. */
export function judgeMonogenic(values: Values, context: JudgeContext): Finding[] {
  const members = membersOf(values);
  const byForm = [...judgeSexes(members), ...judgeParents(values, members, context), ...judgeFamily(members)];
  // What the form says of a field already is not said again by the house.
  const byHouse = judgeHouse(values, members, context).filter(
    ({ rule, fields }) => !byForm.some((one) => one.rule === rule && one.fields.join() === fields.join()),
  );
  return [...byForm, ...byHouse, ...judgeRest(values, context), ...judgeConsent(values)];
}
