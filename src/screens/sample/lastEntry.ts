import type { Values } from '#domain/sample/rules/entryForm.ts';
import { enterSummary } from '#domain/sample/summary.ts';
import type { SummaryPayload } from '#domain/sample/summaryInput.ts';
import { openPayload } from '#src/offline/store/openPayload.ts';
import { opState } from '#src/offline/outbox/status.ts';
import { readRemembered, writeRemembered } from '#src/ui/remembered.ts';
import { fromPayload } from './summaryForm.ts';

const key = 'summary-last';
/** A batch goes on after a reload; the next day begins with an empty form. */
const carriedForMs = 12 * 3_600_000;

/** Notes which act was the last of this form, so that its values can be carried over after a reload; null: nothing is. */
export function rememberLastEntry(userId: string, opId: string | null): void {
  writeRemembered(userId, key, opId);
}

/** The values of the last act of this form. An act that came from a sheet is not the form's: its patient's shipment is nobody else's. */
export async function readLastEntry(userId: string): Promise<Values | null> {
  const opId = readRemembered<string | null>(userId, key, null);
  const last = opId === null ? undefined : await opState(opId);
  if (!last || last.type !== enterSummary.name || last.createdAt < Date.now() - carriedForMs) return null;
  const opened = await openPayload(last);
  return opened.isReadable && opened.payload ? fromPayload(opened.payload as SummaryPayload).values : null;
}
