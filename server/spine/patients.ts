import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { viewPatients } from '#domain/search/sampleRights.ts';
import { containsPattern, gramsOfTerm } from '#server/storage/grams.ts';

type Viewer = { readonly user: Pick<ActingUser, 'permissions'> };
const isClear = ({ user }: Viewer): boolean => user.permissions.has(viewPatients.code);
const stars = (column: SQL, kept: number): SQL => sql`repeat('*', greatest(char_length(${column}) - ${sql.raw(String(kept))}, 0))`;
/** Both ends of a number; of a short one nothing. */
const ends = (column: SQL, middle: SQL): SQL =>
  sql`case when char_length(${column}) >= 8 then left(${column}, 3) || ${middle} || right(${column}, 4) else ${stars(column, 0)} end`;

/** How a number is shown whoever looks: 138****5678. */
export const maskedNumber = (column: SQL): SQL => ends(column, sql`'****'`);

/** What is shown of a patient to whoever looks: all, or what docs/search.md#patients leaves of it. Columns of a listing. */
export const patientShown = {
  /** 张三 → 张*. */
  name:
    (column: SQL) =>
    (viewer: Viewer): SQL =>
      isClear(viewer) ? column : sql`(left(${column}, 1) || repeat('*', greatest(char_length(${column}) - 1, 1)))`,
  /** 13812345678 → 138****5678. */
  telephone:
    (column: SQL) =>
    (viewer: Viewer): SQL =>
      isClear(viewer) ? column : maskedNumber(column),
  /** 11010519491231002X → 110***********002X. */
  credentialNo:
    (column: SQL) =>
    (viewer: Viewer): SQL =>
      isClear(viewer) ? column : ends(column, stars(column, 7)),
  /** The last two alone. */
  patientNo:
    (column: SQL) =>
    (viewer: Viewer): SQL =>
      isClear(viewer)
        ? column
        : sql`(case when char_length(${column}) > 2 then ${stars(column, 2)} || right(${column}, 2) else ${stars(column, 0)} end)`,
} as const;

/**
 * A name that is searched for ('' asks for nobody): whole, where patients are masked or `isWhole`, else any part of it. `grams` finds it by its
 * index.
 */
export function patientNamed(
  viewer: Viewer,
  given: string,
  { column, grams, isWhole = false }: { readonly column: SQL; readonly grams: SQL; readonly isWhole?: boolean },
): SQL | undefined {
  const typed = given.normalize('NFKC').trim();
  if (typed === '') return undefined;
  const found = sql`${grams} @> ${sql.param(gramsOfTerm(typed))}::text[]`;
  return isWhole || !isClear(viewer) ? sql`(${found} and ${column} = ${typed})` : sql`(${found} and lower(${column}) like ${containsPattern(typed)})`;
}
/** A number of a patient is searched for whole: its beginning tells on whoever has it. */
export function patientNumbered(given: string, column: SQL): SQL | undefined {
  const typed = given.normalize('NFKC').trim().toUpperCase();
  return typed === '' ? undefined : sql`${column} = ${typed}`;
}
