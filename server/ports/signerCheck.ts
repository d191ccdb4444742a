import type { Signer } from '#domain/sample/handoverSign.ts';
import type { Tx } from '#server/kernel/http/serve.ts';

/** What a person typed to prove on another's terminal who they are. */
export interface SignAttempt {
  readonly tenantId: string;
  readonly account: string;
  /** Base64 of RSA-OAEP over encodeURIComponent(password + '\n' + nonce). */
  readonly sealed: string;
  /** Ties the sealed text to one thing signed, so that it cannot be used for another. */
  readonly nonce: string;
  /** The right they need. */
  readonly permission: string;
}

/** Checks it inside the caller's transaction, with nothing awaited but the database and the CPU. Failures count toward the account's lock-out. */
export type SignerCheck = (tx: Tx, attempt: SignAttempt) => Promise<Exclude<Signer, { readonly state: 'unchecked' }>>;
