import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { exportPatients, viewPatients } from '#domain/search/sampleRights.ts';
import { containsPattern, gramsOfTerm } from '#server/storage/grams.ts';

/** Who takes a list away as a file. */
export interface FileTaker extends ActingUser {
  readonly takesFile: true;
}
export const takingFile = (user: ActingUser): FileTaker => ({ ...user, takesFile: true });
/** Who looks at patients. */
export type PatientViewer = { readonly user: Pick<ActingUser, 'permissions'> & Partial<Pick<FileTaker, 'takesFile'>> };
/** Whoever is to know patients though no person asks: the client who sent their samples. Each use is named in docs/search.md#patients. */
export const knowsPatients: PatientViewer = { user: { permissions: new Set([viewPatients.code]) } };
/** Finds them by a part of a name; a file finds whom its list finds. */
export const findsPatients = ({ user }: PatientViewer): boolean => user.permissions.has(viewPatients.code);
/** Is told who they are: on a screen by one right, in a file by a second one beside it. */
export const seesPatients = (viewer: PatientViewer): boolean =>
  findsPatients(viewer) && (!viewer.user.takesFile || viewer.user.permissions.has(exportPatients.code));

/** Keys of rows that tell who a patient is. */
export type PatientKey = 'personName' | 'patientName' | 'telephone' | 'contactNumber' | 'credentialNo' | 'idCard' | 'patientNo';
declare const isMasked: unique symbol;
/** A column of such a key, as much of it as its viewer may see: made here alone, so that the compiler refuses one in clear. */
export type PatientColumn = ((viewer: PatientViewer) => SQL) & { readonly [isMasked]: true };
const shownAs = (column: (viewer: PatientViewer) => SQL): PatientColumn => column as PatientColumn;
/** The column in clear to who sees patients. */
const clearOr = (column: SQL, masked: SQL): PatientColumn => shownAs((viewer) => (seesPatients(viewer) ? column : masked));

const stars = (column: SQL, kept: number): SQL => sql`repeat('*', greatest(char_length(${column}) - ${sql.raw(String(kept))}, 0))`;
/** Both ends of a number; of a short one nothing. */
const ends = (column: SQL, middle: SQL): SQL =>
  sql`case when char_length(${column}) >= 8 then left(${column}, 3) || ${middle} || right(${column}, 4) else ${stars(column, 0)} end`;

/** How a number is shown whoever looks: 138****5678. */
export const maskedNumber = (column: SQL): SQL => ends(column, sql`'****'`);

/** What is shown of a patient to whoever looks: all, or what docs/search.md#patients leaves of it. Columns of a listing. */
export const patientShown = {
  /** 张三 → 张*. */
  name: (column: SQL) => clearOr(column, sql`(left(${column}, 1) || repeat('*', greatest(char_length(${column}) - 1, 1)))`),
  /** 13812345678 → 138****5678. */
  telephone: (column: SQL) => clearOr(column, maskedNumber(column)),
  /** 11010519491231002X → 110***********002X. */
  credentialNo: (column: SQL) => clearOr(column, ends(column, stars(column, 7))),
  /** The last two alone. */
  patientNo: (column: SQL) =>
    clearOr(column, sql`(case when char_length(${column}) > 2 then ${stars(column, 2)} || right(${column}, 2) else ${stars(column, 0)} end)`),
} as const satisfies Record<string, (column: SQL) => PatientColumn>;

/** An expression over a column as its viewer may see it: of several people each is masked. */
export const patientWithin = (column: PatientColumn, expression: (shown: SQL) => SQL): PatientColumn =>
  shownAs((viewer) => expression(column(viewer)));
const nobody: PatientViewer = { user: { permissions: new Set() } };
/** The same masked whoever looks: of a list that shows it in clear to nobody. */
export const maskedToAll = (column: PatientColumn): PatientColumn => shownAs(() => column(nobody));

/**
 * A name that is searched for ('' asks for nobody): whole, where patients are masked or `isWhole`, else any part of it. Where there are
 * `grams`, it is found by their index.
 */
export function patientNamed(
  viewer: PatientViewer,
  given: string,
  { column, grams, isWhole = false }: { readonly column: SQL; readonly grams?: SQL; readonly isWhole?: boolean },
): SQL | undefined {
  const typed = given.normalize('NFKC').trim();
  if (typed === '') return undefined;
  const found = grams ? sql`${grams} @> ${sql.param(gramsOfTerm(typed))}::text[] and` : sql``;
  return isWhole || !findsPatients(viewer) ? sql`(${found} ${column} = ${typed})` : sql`(${found} lower(${column}) like ${containsPattern(typed)})`;
}
/** A number of a patient is searched for whole: its beginning tells on whoever has it. */
export function patientNumbered(given: string, column: SQL): SQL | undefined {
  const typed = given.normalize('NFKC').trim().toUpperCase();
  return typed === '' ? undefined : sql`${column} = ${typed}`;
}
