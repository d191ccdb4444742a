import type { ActEntry, JournalEntry } from './entry.ts';
import type { Survey } from './journal.ts';

/** What a page asks of its journal worker; answered under the same id, in order. */
export type JournalAsk =
  | { readonly kind: 'survey'; readonly now: number }
  | { readonly kind: 'append'; readonly entries: readonly JournalEntry[] }
  | { readonly kind: 'read'; readonly opIds: readonly string[] };
export interface JournalAnswers {
  readonly survey: Survey;
  /** Milliseconds the write and the flush took. */
  readonly append: number;
  readonly read: readonly ActEntry[];
}
export type JournalRequest = JournalAsk & { readonly id: number };
export type JournalReply =
  | { readonly id: number; readonly answer: JournalAnswers[JournalAsk['kind']] }
  | { readonly id: number; readonly failed: { readonly name: string; readonly message: string } };
