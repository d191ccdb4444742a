import type { Label } from '#domain/kernel/label.ts';
import { entryState, type PassNo } from '#domain/sample/entryState.ts';
import type { FormKey } from '#domain/sample/rules/entryForm.ts';
import type { DetailRow, EntryWorkRow } from '#domain/sample/rows.ts';
import { ask } from '#src/api/ask.ts';

/** Of a requisition that a desk's list lacks: what is entered, and who has it open; or why it does not wait for this pass. */
export type AskedWork = { readonly work: EntryWorkRow; readonly lockedBy: string | null } | { readonly why: Label; readonly params: object };

/**
 * Asks the server for a requisition that a desk's list lacks: received since, or behind the oldest that a desk keeps. Throws
 * CallError: 404 where there is none, 409 where it is entered with another form.
 */
export async function askEntryWork(requisitionCode: string, pass: PassNo, form: FormKey): Promise<AskedWork> {
  const row = await ask('GET sample/enter-info/get-detail-info', {
    query: { requisitionCode, enterStandard: form, pass },
    quiet: true,
    signal: AbortSignal.timeout(4000),
  });
  const why = whyNotEntered(row);
  return why ?? { work: workOf(row), lockedBy: row.lockedBy };
}

function whyNotEntered({ madeBy, own, pass, isDoubleEntry, entryState: state }: DetailRow): Extract<AskedWork, { readonly why: Label }> | null {
  if (madeBy !== null) return { why: ['{code} 已由 {by} 录入', '{by} has entered {code}'], params: { by: madeBy } };
  if (own) return { why: ['{code} 已由您录入', 'You have entered {code}'], params: {} };
  if (pass === 2 && isDoubleEntry !== 1) return { why: ['{code} 不需二录', '{code} takes no second entry'], params: {} };
  if (state < entryState.settled) return null;
  const [zh = '', en = ''] = entryState.labelOf(state) ?? [];
  return { why: [`{code} 录入状态: ${zh}`, `{code}: ${en}`], params: {} };
}

/** As the desk's list would have it. */
export const workOf = (row: DetailRow): EntryWorkRow => ({
  ...row,
  id: row.requisitionId,
  receiveTime: String(row.carried['receiveTime'] ?? ''),
  isUrgent: Number(row.carried['isUrgent'] ?? 0),
});
