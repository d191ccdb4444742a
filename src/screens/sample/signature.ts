import type { Problem } from '#domain/kernel/check.ts';
import { signHandover, type SignHandoverPayload } from '#domain/sample/handoverSign.ts';
import { ask } from '#src/api/ask.ts';
import { CallError } from '#src/api/call.ts';
import { enqueue } from '#src/offline/act/enqueue.ts';
import { isChangeable } from '#src/offline/store/operation.ts';
import { readOperations } from '#src/offline/outbox/status.ts';
import { editOperation } from '#src/offline/act/tray.ts';

/** What the rule says against a signature; anything else says nothing about it. */
const refusals: readonly unknown[] = [...Object.keys(signHandover.refusals), 'command.notFound'];
/** Of those: what speaks of the password; the others speak of the person. */
const ofPassword: readonly unknown[] = ['handover.signerWrong', 'handover.signerUnreadable'];

/**
 * What the server says against this signature, at the field it is about; null where it would take it, or cannot be asked:
 * then the signature is saved here and checked when it arrives (docs/decisions/006).
 */
export async function signProblem(payload: SignHandoverPayload): Promise<Problem | null> {
  try {
    await ask('POST sample/sample-handover/sign-check', { body: payload, quiet: true, timeoutMs: 8_000 });
    return null;
  } catch (error) {
    const refusal = error instanceof CallError && !error.isTransport ? (error.body as { readonly refusal?: unknown } | null)?.refusal : undefined;
    if (!refusals.includes(refusal)) return null;
    const { message } = error as CallError;
    return { field: ofPassword.includes(refusal) ? 'signPassword' : 'signAccount', code: 'rule', params: { text: [message, message] } };
  }
}

/** Saves the signature on this desk; answers its key. One that was refused before gives its place to this one, so that it stands in nobody's way. */
export async function saveSignature(payload: SignHandoverPayload): Promise<string> {
  const lane = `handover:${payload.handoverKey.toLowerCase()}`;
  const earlier = await readOperations({ types: [signHandover.name], states: ['rejected', 'conflict'], lane });
  const refused = earlier.findLast(isChangeable);
  const { opId } = refused ? await editOperation(refused.opId, payload) : await enqueue(signHandover, payload);
  return opId;
}
