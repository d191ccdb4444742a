import type { Label } from './label.ts';
import type { Problem } from './check.ts';

export type RefusalParams = Readonly<Record<string, string | number | boolean | null | Label | undefined>>;

/** A rule said no; `code` is `area.reason`, its text stands with the command. */
export interface Refusal {
  readonly accepted: false;
  /** refused: would be refused again. conflict: somebody or something was there first, a person must look. */
  readonly kind: 'refused' | 'conflict';
  readonly code: string;
  readonly params: RefusalParams;
  /** Faults of single fields, so that the form can show them in place. */
  readonly problems?: readonly Problem[];
}

export interface Acceptance<Change> {
  readonly accepted: true;
  readonly change: Change;
  /** Already so: nothing is written, the answer says who and when (a repeat scan). */
  readonly repeat?: boolean;
}

export type Outcome<Change> = Acceptance<Change> | Refusal;

export function accept<Change>(change: Change): Acceptance<Change> {
  return { accepted: true, change };
}
/** The act had been done before: information, no write. */
export function repeat<Change>(change: Change): Acceptance<Change> {
  return { accepted: true, change, repeat: true };
}
export function refuse(code: string, params: RefusalParams = {}, problems?: readonly Problem[]): Refusal {
  return { accepted: false, kind: 'refused', code, params, ...(problems ? { problems } : {}) };
}
export function conflict(code: string, params: RefusalParams = {}): Refusal {
  return { accepted: false, kind: 'conflict', code, params };
}
