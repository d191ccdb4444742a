import type { ChoiceSet } from './choices.ts';
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
  /** Tells who a patient is: what is searched for by it stands in no address, where a browser's history would keep it. */
  readonly patient?: boolean;
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
}

type Make = (zh: string, en: string, options?: FieldOptions) => Field;
const make =
  (kind: FieldKind, base: FieldOptions = {}): Make =>
  (zh, en, options = {}) => ({ ...base, ...options, kind, label: [zh, en] });

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

/** One code of a closed set. */
export function choice(zh: string, en: string, set: ChoiceSet, options: FieldOptions = {}): Field {
  return { ...options, kind: 'choice', label: [zh, en], choices: set };
}
export function choiceList(zh: string, en: string, set: ChoiceSet, options: FieldOptions = {}): Field {
  return { ...options, kind: 'choiceList', label: [zh, en], choices: set };
}
/** The id of one row of another resource, named. */
export function ref(zh: string, en: string, resource: string, options: FieldOptions = {}): Field {
  return { ...options, kind: 'ref', label: [zh, en], ref: resource };
}
export function refList(zh: string, en: string, resource: string, options: FieldOptions = {}): Field {
  return { ...options, kind: 'refList', label: [zh, en], ref: resource };
}

export type Fields = Readonly<Record<string, Field>>;
