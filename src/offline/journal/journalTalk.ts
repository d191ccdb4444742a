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
/** What the browser counts for the private files, bytes; null where it does not say. */
export interface DiskCount {
  readonly counted: number | null;
}
/** `wants`: the worker asks its page for the DiskCount, Chromium falls over in a worker that ends while it counts. */
export type JournalReply =
  | { readonly wants: 'count' }
  | { readonly id: number; readonly answer: JournalAnswers[JournalAsk['kind']] }
  | { readonly id: number; readonly failed: { readonly name: string; readonly message: string } };
