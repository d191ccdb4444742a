import type { SignerCheck } from '#server/ports/signerCheck.ts';
import { decryptWithServerKey } from './loginKey.ts';
import { verifyUserPassword } from './verifyUserPassword.ts';

/** The port's adapter on our own accounts. A text sealed for another handover is unreadable, whatever the password. */
export const checkSigner: SignerCheck = async (tx, { tenantId, account, sealed, nonce, permission }) => {
  const opened = await decryptWithServerKey(tx, sealed);
  const cut = opened?.lastIndexOf('\n') ?? -1;
  if (opened === null || cut < 0 || opened.slice(cut + 1) !== nonce) return { state: 'unreadable' };
  const verified = await verifyUserPassword(tx, tenantId, account, opened.slice(0, cut));
  if (verified.outcome !== 'right') return { state: verified.outcome };
  return { state: 'known', id: verified.user.id, name: verified.user.name, isAllowed: verified.user.permissions.has(permission) };
};
