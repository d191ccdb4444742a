import { filledRows, isNoneRow } from '#domain/kernel/fieldRows.ts';
import type { Values } from '../../rules/entryForm.ts';
import { dayOf, isYes, numberOf, textOf } from '../../rules/values.ts';
import { familyRelation } from './monogenicChoices.ts';
import { familyMembers } from './monogenicFields.ts';

/** Years by which a parent is older at least (M-8). */
export const leastYears = 12;

/** One person of a family, by what they are to the proband. */
export interface Member {
  readonly name: string;
  readonly relation: number | undefined;
  readonly sex: number | undefined;
  readonly birthDate: string | undefined;
  readonly affected: number | undefined;
  readonly sampleCode: string;
  /** The one the requisition is about. */
  readonly isExaminee: boolean;
}

/** The person examined, then the others of the form's rows. */
export function membersOf(values: Values): readonly Member[] {
  const rows = filledRows(values['familyMembers']).filter((row) => !isNoneRow(familyMembers, row));
  const relation = numberOf(values['familyRelation']);
  const examinee: Member = {
    name: textOf(values['personName']),
    relation: isYes(values['isProband']) ? familyRelation.self : relation,
    sex: numberOf(values['sex']),
    birthDate: dayOf(values['birthDate']),
    affected: numberOf(values['affectedStatus']),
    sampleCode: textOf(values['sampleCode']),
    isExaminee: true,
  };
  return [
    examinee,
    ...rows.map((row): Member => ({
      name: textOf(row['name']),
      relation: numberOf(row['familyRelation']),
      sex: numberOf(row['sex']),
      birthDate: dayOf(row['birthDate']),
      affected: numberOf(row['affectedStatus']),
      sampleCode: textOf(row['sampleCode']),
      isExaminee: false,
    })),
  ];
}
