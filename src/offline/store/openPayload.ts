import { deskKeys } from '#src/offline/keys/deskKeys.ts';
import type { OutboxOperation } from './operation.ts';
import { openOwn } from '#src/offline/seal/sealAct.ts';

/** `locked`: its author must unlock first. `other`: another person's. `damaged`: it cannot be read by this desk any more; the server still may. */
export type Unreadable = 'locked' | 'other' | 'damaged';
export type Opened = { readonly isReadable: true; readonly payload: unknown } | { readonly isReadable: false; readonly why: Unreadable };

/** What an act says, for the eyes of who works here now. Never throws. */
export async function openPayload(operation: OutboxOperation): Promise<Opened> {
  const { sealed, own, payload, authorId } = operation;
  if (!sealed) return { isReadable: true, payload };
  const keys = deskKeys();
  if (!keys) return { isReadable: false, why: 'locked' };
  if (keys.userId !== authorId) return { isReadable: false, why: 'other' };
  try {
    return { isReadable: true, payload: await openOwn({ ...operation, sealed, own: own ?? '' }, keys) };
  } catch {
    return { isReadable: false, why: 'damaged' };
  }
}
