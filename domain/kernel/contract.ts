import { z } from 'zod';
import type { ChoiceSet, CodeOf } from './choices.ts';
import type { Label } from './label.ts';
import type { Service } from './services.ts';

/** How a call is named: `GET lab/lab-task/receive-status`. The method and the whole place, once. */
export type CallName = `${'GET' | 'POST'} ${Service}/${string}`;

/** Why a list may be made by hand; all others are described resources or listings (docs/decisions/011-listings.md). */
export const whyByHand = {
  tree: 'whole: a page would tear it',
  picker: "what a picker offers, in the contract's own shape: a short list without pages",
  ownTable: 'lies in a table of its own, the same for the whole installation (server/system/ownTable.ts)',
  family: "the contract's dictionaries and roles: the family's shapes over described tables",
  secondLook: "rows get their titles, groups or words from a second look-up by the page's ids",
  desks: 'desks and their acts: one set of columns and conditions serves pages, details and alarms',
  images: 'its columns serve its detail and the queue of a desk, too',
  own: "one person's own, a handful of rows",
  standing: 'how something stands in each laboratory or state: a line for each',
  calendar: 'days of a calendar: a year at most',
  publicFlavour: "the public flavour's logs and scopes: renamed or fixed for clients of the family after reading",
} as const;

/** What a call takes and answers. The server serves it, the client asks by its name; the types of both follow from here. */
export interface Contract {
  /** Of a list that is neither a described resource nor a listing: why. */
  readonly byHand?: keyof typeof whyByHand;
  readonly title: Label;
  /** null: every signed-in user may; then `everybody` says why. */
  readonly permission: string | null;
  readonly everybody?: string;
  /** What stands behind the question mark; absent: nothing. */
  readonly query?: z.ZodObject;
  /** Of a POST; absent: nothing. */
  readonly body?: z.ZodType;
  /** A file comes with it as a form. */
  readonly isUpload?: boolean;
  /**
   * Why a POST that is asked again does no harm. Absent: it is done once for each `Idempotency-Key`, and asked again it
   * answers what it answered first.
   */
  readonly repeats?: Label;
  /** Parts of the body of which not even a hash is kept to know a repeat by: passwords. */
  readonly unhashed?: readonly string[];
  /** The `data` of the envelope; `fileAnswer` where a file comes in its place. */
  readonly answer: z.ZodType;
}
export type Contracts = Readonly<Record<CallName, Contract>>;

/** Keeps each contract's own types. */
export const declareCalls = <const Declared extends Contracts>(contracts: Declared): Declared => contracts;

/** A call of a family, below the place of each. */
export type FamilyName = `${'GET' | 'POST'} ${string}`;
/** What a family of calls answers under several places: `{ 'GET list': … }` below `system/dict` is `GET system/dict/list`. */
export function callsUnder<const Place extends Service | `${Service}/${string}`, const Family extends Readonly<Record<FamilyName, Contract>>>(
  place: Place,
  family: Family,
): Under<Place, Family> {
  return Object.fromEntries(Object.entries(family).map(([name, contract]) => [name.replace(' ', ` ${place}/`), contract])) as Under<Place, Family>;
}
type Under<Place extends string, Family> = {
  readonly [
    Name in keyof Family as Name extends `${infer Method extends 'GET' | 'POST'} ${infer Path}` ? `${Method} ${Place}/${Path}` : never
  ]: Family[Name];
};

/** As it is read: nobody changes an answer. */
export type Answered<T> = T extends object ? { readonly [Key in keyof T]: Answered<T[Key]> } : T;
export type AnswerOf<One extends Contract> = Answered<z.output<One['answer']>>;
/** As the client gives it; numbers are written as text. */
export type QueryOf<One extends Contract> = One extends { readonly query: infer Query extends z.ZodType }
  ? Written<z.input<Query>>
  : Record<never, never>;
type Written<Query> = { readonly [Key in keyof Query]: string extends Query[Key] ? Query[Key] | number : Query[Key] };
/** As the client gives it. */
export type BodyOf<One extends Contract> = One extends { readonly body: infer Body extends z.ZodType } ? Answered<z.input<Body>> : undefined;

/** A row or another object of an answer: what is not named here is not answered. */
export const shape = z.strictObject;
/** The type of a shape's rows. */
export type RowOf<Shape extends z.ZodType> = Answered<z.output<Shape>>;

/** One page of a list: `records` and how many there are. */
export const pageShape = <Row extends z.ZodType>(row: Row) =>
  shape({
    records: z.array(row),
    total: z.int(),
    size: z.int(),
    current: z.int(),
    pages: z.int(),
    orders: z.array(z.never()),
    searchCount: z.literal(true),
    /** There are more than `total`: of a long listing, counting all would cost more than the page. */
    isTotalCapped: z.literal(true).optional(),
  });

/** Whatever somebody else wrote: an act's payload, a value of a form. */
export const anyJson = z.unknown().meta({ type: ['string', 'number', 'boolean', 'object', 'array', 'null'] });
/** Values by name, of which the call knows neither. */
export const anyRecord = z.record(z.string(), anyJson);
/** The answer is a file, not an envelope; its handler answers by itself. */
export const fileAnswer = z.file();

/** A text in both languages. */
export const labelShape = z.tuple([z.string(), z.string()]);

/** One of a described set of codes. */
export const oneOf = <const Set extends ChoiceSet>(set: Set): z.ZodType<CodeOf<Set>> =>
  z.literal(set.options.map(({ code }) => code)) as unknown as z.ZodType<CodeOf<Set>>;

/** Parameters of a query by name: text, and none of them needed. */
export function parameters<const Name extends string>(...names: readonly Name[]) {
  const given = z.union([z.string(), z.array(z.string())]).optional();
  return z.object(Object.fromEntries(names.map((name) => [name, given])) as Record<Name, typeof given>);
}
/** Ids under any of these names: a list, one of them, or one text with commas. */
export function idsGiven<const Name extends string>(...names: readonly Name[]) {
  const id = z.union([z.string(), z.number()]);
  const given = z.union([id, z.array(id)]).nullish();
  return z.object(Object.fromEntries(names.map((name) => [name, given])) as Record<Name, typeof given>);
}
/** Those of every page. */
export const paging = ['current', 'size', 'ascs', 'descs', 'keyword'] as const;

/** Parameters of a query by name that are given once at most, and none of them needed. */
export function texts<const Name extends string>(...names: readonly Name[]) {
  const given = z.string().optional();
  return z.object(Object.fromEntries(names.map((name) => [name, given])) as Record<Name, typeof given>);
}
/** Arguments of an act, in the query (as the family sends them) or in the body; several ids as a list or with commas. */
export function inQueryOrBody<const Name extends string>(...names: readonly Name[]) {
  const one = z.union([z.string(), z.number()]);
  const given = z.union([one, z.array(one)]).nullish();
  return { query: parameters(...names), body: z.object(Object.fromEntries(names.map((name) => [name, given])) as Record<Name, typeof given>) };
}
/** What was done and has nothing to tell. */
export const isDone = z.literal(true);

/** The parts of a call's name. */
export function partsOf(name: CallName): { readonly method: 'GET' | 'POST'; readonly service: Service; readonly path: string } {
  const [, method, service, path] = /^(GET|POST) ([a-z]+)\/(.+)$/.exec(name) ?? [];
  return { method: method as 'GET' | 'POST', service: service as Service, path: path ?? '' };
}
