import type { SignerCheck } from '#server/ports/signerCheck.ts';
import { decryptWithServerKey } from './loginKey.ts';
import { verifyUserPassword } from './verifyUserPassword.ts';

/** Lets a second person sign on somebody else's terminal: their password, sealed together with the one thing they sign. */
export const checkSigner: SignerCheck = async (tx, { tenantId, account, sealed, nonce, permission }) => {
  const opened = await decryptWithServerKey(tx, sealed);
  const end = `\n${nonce}`;
  if (opened === null || !opened.endsWith(end)) return { state: 'unreadable' };
  const verified = await verifyUserPassword(tx, tenantId, account, opened.slice(0, -end.length));
  if (verified.outcome !== 'right') return { state: verified.outcome };
  const { id, name, permissions } = verified.user;
  return { state: 'known', id, name, isAllowed: permissions.has(permission) };
};
