import type { ChoiceSet, CodeOf } from './choices.ts';
import type { Label } from './label.ts';

/** The closed set of field kinds; tables keyed by it are exhaustive. */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'code'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'yesNo'
  | 'choice'
  | 'choiceList'
  | 'date'
  | 'dateTime'
  | 'ref'
  | 'refList'
  | 'rows'
  | 'json';

export interface FieldOptions {
  /** Must be given when saving. */
  readonly required?: boolean;
  /** Stands in the search form. */
  readonly search?: boolean;
  /** Shown as a column of the list (default true; false for longText and json). */
  readonly column?: boolean;
  /** Shown in the drawer form (default true). */
  readonly form?: boolean;
  /** Set by the server alone: shown, never accepted. */
  readonly readOnly?: boolean;
  /** No two living rows of a tenant share it. */
  readonly unique?: boolean;
  /** The wire's own spelling, where it differs from the right name. */
  readonly wire?: string;
  /** Text: characters. Numbers: value. Lists: entries. */
  readonly min?: number;
  readonly max?: number;
  /** Digits after the point of a decimal. */
  readonly scale?: number;
  readonly unit?: string;
  readonly help?: Label;
  /** Tells who a patient is, and by what: masked so (docs/search.md#patients), and searched for in no address, where a browser's history would keep it. */
  readonly patient?: 'name' | 'telephone' | 'credentialNo' | 'patientNo';
  /** Says where the secrets of its record go, or as whom: whoever changes it types the stored ones again. */
  readonly isDestination?: boolean;
  /** A password or key: stored sealed, never answered; an empty one leaves what is stored. Kind text alone. */
  readonly isSecret?: boolean;
  /** A reference that does not keep its row from being removed, and why not. */
  readonly unheld?: string;
  /** True or false on the wire, where the contract says so; 1 or 0 inside. */
  readonly isBoolean?: boolean;
  /** What a person is told where it is missing, where the contract has words of its own. */
  readonly missing?: Label;
  /** Minutes that people read and type as days and hours. */
  readonly isDuration?: boolean;
  /** A text that is chosen from the words of this business dictionary. */
  readonly dictionary?: string;
  /** Kind code: the code of a row of this resource, offered by the row's names; a code that no row has is taken as it is typed. */
  readonly codeOf?: string;
  /** A column that `codeOf` fills with the name of what was chosen: which one of the same row. */
  readonly fills?: string;
  /** A reference to an account: which people it may name (default: any colleague). */
  readonly people?: People;
}

/** Whom a picker of people offers. */
export type People = 'colleague' | 'salesperson';

export interface Field extends FieldOptions {
  readonly kind: FieldKind;
  readonly label: Label;
  /** Kinds choice and choiceList. */
  readonly choices?: ChoiceSet;
  /** Kinds ref and refList: the name of the resource it points to. */
  readonly ref?: string;
  /** Kind rows: what a row holds, in the order of typing. */
  readonly columns?: Fields;
  /** Kind rows: the column that says which row it is; 无 in it says that there is nothing to tell. */
  readonly keyColumn?: string;
  /** Kind rows: the columns two typings are compared by; default: the key alone. */
  readonly comparedColumns?: readonly string[];
}

/** What the compiler keeps of a field's options. */
type Duty<Options> = (Options extends { readonly required: true } ? { readonly required: true } : unknown) &
  (Options extends { readonly readOnly: true } ? { readonly readOnly: true } : unknown);
/** A field whose kind the compiler knows: `ValueOf` says what it holds. */
type Made<Kind extends FieldKind, Options> = Field & { readonly kind: Kind } & Duty<Options>;

const make =
  <Kind extends FieldKind>(kind: Kind, base: FieldOptions = {}) =>
  <const Options extends FieldOptions = object>(zh: string, en: string, options?: Options): Made<Kind, Options> =>
    ({ ...base, ...options, kind, label: [zh, en] }) as Field as Made<Kind, Options>;

/** One line, at most 100 characters unless said. */
export const text = make('text', { max: 100 });
/** A password or key of another system, at most 200 characters; taken as it is typed, blanks and all. */
export const secret = make('text', {
  max: 200,
  isSecret: true,
  column: false,
  help: ['留空则不修改已保存的内容', 'Leave empty to keep what is stored'],
});
/** Several lines, at most 500 characters unless said. */
export const longText = make('longText', { max: 500, column: false });
/** A code or barcode: half-width, trimmed, shown in a monospace face; at most 64 characters. */
export const code = make('code', { max: 64 });
export const integer = make('integer');
/** A number with `scale` digits after the point; a number on the wire. */
export const decimal = make('decimal', { scale: 2 });
/** Integer fen inside, a string of yuan on the wire. */
export const money = make('money');
/** 1 or 0 on the wire. */
export const flag = make('yesNo');
/** yyyy-MM-dd. */
export const date = make('date');
/** yyyy-MM-dd HH:mm:ss, Asia/Shanghai. */
export const dateTime = make('dateTime');
export const json = make('json', { column: false });
/** Several rows of described columns, at most 50 unless said; empty rows are none. */
export const rows = <const Options extends FieldOptions & Pick<Field, 'comparedColumns'> = object>(
  zh: string,
  en: string,
  columns: Fields,
  keyColumn: string,
  options?: Options,
): Made<'rows', Options> =>
  ({ max: 50, column: false, ...options, kind: 'rows', label: [zh, en], columns, keyColumn }) as Field as Made<'rows', Options>;

type OfSet<Kind extends FieldKind, Set, Options> = Made<Kind, Options> & { readonly choices: Set };
const makeOfSet =
  <Kind extends FieldKind>(kind: Kind) =>
  <Set extends ChoiceSet, const Options extends FieldOptions = object>(
    zh: string,
    en: string,
    set: Set,
    options?: Options,
  ): OfSet<Kind, Set, Options> =>
    ({ ...options, kind, label: [zh, en], choices: set }) as Field as OfSet<Kind, Set, Options>;
/** One code of a closed set. */
export const choice = makeOfSet('choice');
export const choiceList = makeOfSet('choiceList');

const makeRef =
  <Kind extends FieldKind>(kind: Kind) =>
  <const Options extends FieldOptions = object>(zh: string, en: string, resource: string, options?: Options): Made<Kind, Options> =>
    ({ ...options, kind, label: [zh, en], ref: resource }) as Field as Made<Kind, Options>;
/** The id of one row of another resource, named. */
export const ref = makeRef('ref');
export const refList = makeRef('refList');

/** Why an act is done; it stands in the audit trail. */
export const reasonField = text('原因', 'Reason', { required: true, max: 200 });

export type Fields = Readonly<Record<string, Field>>;

/** What a field holds once it was checked, by kind. */
interface Values {
  readonly text: string;
  readonly longText: string;
  readonly code: string;
  readonly integer: number;
  readonly decimal: number;
  readonly money: string;
  readonly yesNo: 0 | 1;
  readonly date: string;
  readonly dateTime: string;
  readonly ref: string;
  readonly refList: string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly json: unknown;
}
/** The value of a given field. */
export type ValueOf<One extends Field> = One extends { readonly kind: infer Kind; readonly choices?: infer Set }
  ? Kind extends keyof Values
    ? Values[Kind]
    : Kind extends 'choice'
      ? CodeOf<Set>
      : CodeOf<Set>[]
  : never;
/** The values of fields once they were checked: what was not given and need not be is null. */
export type ValuesOf<Asked extends Fields> = string extends keyof Asked
  ? Readonly<Record<string, unknown>>
  : { readonly [Name in keyof Asked]: ValueOf<Asked[Name]> | (Asked[Name] extends { readonly required: true } ? never : null) };
