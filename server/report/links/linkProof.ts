import { timingSafeEqual, createHash } from 'node:crypto';
import { codeOfDocument, spelled, type LinkProof } from '#domain/report/publicReport.ts';
import { reportReceiver } from '#domain/report/reportReceiver.ts';
import { phoneFault } from '#domain/session/phone.ts';
import { openSecrets } from '#server/kernel/resource/secretText.ts';
import type { Database } from '#server/storage/database.ts';

/** What is known of a link's reader and of the patient. */
export interface Proven {
  readonly tenantId: string;
  readonly receiverId: string | null;
  readonly credentialNo: string | null;
  readonly telephone: string | null;
}
export interface Proof {
  readonly kind: LinkProof;
  /** What is to be typed; of a telephone: where a code goes to. */
  readonly value: string;
}

/**
 * How a link's reader shows that it is theirs (docs/report.md#links): a receiver by their password where they have one, anybody else by the
 * patient's document, or, where that is not known, by a code sent to the patient's telephone. Null: nobody could.
 */
export async function proofOf({ orm }: Database, { tenantId, receiverId, credentialNo, telephone }: Proven): Promise<Proof | null> {
  const password = receiverId === null ? null : ((await openSecrets(orm, reportReceiver, tenantId, receiverId))['password'] ?? null);
  if (password !== null) return { kind: 'password', value: password };
  return proofOfPatient({ credentialNo, telephone });
}
/** The same of a patient, by what the requisition says of them. */
export function proofOfPatient({ credentialNo, telephone }: Pick<Proven, 'credentialNo' | 'telephone'>): Proof | null {
  const code = codeOfDocument(credentialNo);
  if (code !== null) return { kind: 'document', value: code };
  const phone = telephone?.trim() ?? '';
  return phone === '' || phoneFault(phone) ? null : { kind: 'phone', value: phone };
}

/** Whether what was typed is it; in the same time for all that was typed. */
export function isProven({ kind, value }: Proof, typed: string): boolean {
  const hashed = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hashed(kind === 'password' ? typed : spelled(typed)), hashed(value));
}
