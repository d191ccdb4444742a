import type { Label } from '#domain/kernel/label.ts';
import { sex } from '../../rules/formChoices.ts';
import type { Pedigree, PedigreePerson, Values } from '../../rules/entryForm.ts';
import { membersOf, type Member } from './family.ts';
import { affectedStatus, familyRelation } from './monogenicChoices.ts';

const { self, father, mother, brother, sister, spouse, son, daughter, fetus } = familyRelation;
/** Half of the way between two people side by side. */
const half = 0.75;

const shapes: Readonly<Record<number, PedigreePerson['shape']>> = { [sex.male]: 'square', [sex.female]: 'circle' };
const both = (...labels: readonly (Label | undefined)[]): Label => [
  labels.flatMap((label) => label?.[0] || []).join(' '),
  labels.flatMap((label) => label?.[1] || []).join(' '),
];

function drawn(member: Member, x: number, y: number): PedigreePerson {
  const { name, relation, affected, sampleCode } = member;
  const code: Label = sampleCode === '' ? ['', ''] : [`样本 ${sampleCode}`, `sample ${sampleCode}`];
  return {
    x,
    y,
    name,
    sampleCode,
    shape: shapes[member.sex ?? sex.unknown] ?? 'diamond',
    mark: affected === affectedStatus.affected ? 'affected' : affected === affectedStatus.healthy ? 'healthy' : 'unknown',
    isProband: relation === self,
    text: both([name, name], familyRelation.labelOf(relation), sex.labelOf(member.sex), affectedStatus.labelOf(affected), code),
  };
}
const middleOf = (people: readonly { readonly x: number }[]): number => people.reduce((sum, { x }) => sum + x, 0) / people.length;

/** The family as it is drawn: grandparents, parents, the proband among brothers and sisters, children; null where there is nobody beside the person. */
export function pedigreeOf(values: Values): Pedigree | null {
  const members = membersOf(values);
  if (members.length < 2) return null;
  const all = (...relations: readonly number[]): readonly Member[] => members.filter(({ relation }) => relations.includes(relation ?? 0));
  const siblings = [...all(brother, sister, fetus), ...all(self)];
  const third = [...siblings, ...all(spouse)].map((member, index) => drawn(member, index * 2 * half, 2));
  const sibship = third.slice(0, siblings.length);
  const centre = sibship.length > 0 ? middleOf(sibship) : 0;
  // Each couple stands above the middle of its children; who is not told leaves a gap.
  const couples = [
    { over: centre, at: [father, mother], wide: 2 * half, y: 1 },
    { over: centre - 2 * half, at: [familyRelation.fathersFather, familyRelation.fathersMother], wide: half, y: 0 },
    { over: centre + 2 * half, at: [familyRelation.mothersFather, familyRelation.mothersMother], wide: half, y: 0 },
  ].map(({ over, at, wide, y }) =>
    at.flatMap((relation, side) => all(relation).map((member) => drawn(member, over + (side === 0 ? -wide : wide), y))),
  );
  const [parents = [], ofFather = [], ofMother = []] = couples;
  const pair = third.filter((_person, index) => index >= siblings.length - 1);
  const over = pair.length > 0 ? middleOf(pair) : 0;
  const offspring = all(son, daughter);
  const children = offspring.map((member, index) => drawn(member, over + (index - (offspring.length - 1) / 2) * 2 * half, 3));
  const people = [...couples.flat(), ...third, ...children];
  const lines = [
    ...descent(parents, sibship, centre),
    ...descent(
      ofFather,
      people.filter(({ x, y }) => y === 1 && x < centre),
      centre - 2 * half,
    ),
    ...descent(
      ofMother,
      people.filter(({ x, y }) => y === 1 && x > centre),
      centre + 2 * half,
    ),
    ...descent(pair, children, over),
  ];
  const others = members.filter(({ relation }) => relation === undefined || relation === familyRelation.other).map((member) => drawn(member, 0, 0));
  return { people, lines, others };
}

type Line = Pedigree['lines'][number];
/** The line of a couple, and from its middle the one down to each child. */
function descent(couple: readonly PedigreePerson[], children: readonly PedigreePerson[], middle: number): readonly Line[] {
  const [first] = couple;
  const from = first && (couple.length > 1 ? middle : first.x);
  const mated =
    first && couple.length > 1
      ? [
          across(
            couple.map(({ x }) => x),
            first.y,
          ),
        ]
      : [];
  const [child] = children;
  if (!child || (!first && children.length === 1)) return mated;
  const bar = child.y - drop;
  const down = first && from !== undefined ? [{ x1: from, y1: first.y, x2: from, y2: bar }] : [];
  const xs = children.map(({ x }) => x);
  return [...mated, ...down, across(from === undefined ? xs : [from, ...xs], bar), ...drops(children)];
}
/** From the line of brothers and sisters down to each of them. */
const drop = 0.4;
const drops = (children: readonly PedigreePerson[]): readonly Line[] => children.map(({ x, y }) => ({ x1: x, y1: y - drop, x2: x, y2: y }));
const across = (xs: readonly number[], y: number): Line => ({ x1: Math.min(...xs), y1: y, x2: Math.max(...xs), y2: y });
