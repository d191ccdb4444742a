import { canonicalJson } from './canonical.ts';
import type { SentOperation } from './offlineWire.ts';

/** HKDF's `info`: what the derived key is for. Salt: the ephemeral public key's bytes. */
export const sealInfo = 'accession-op-1';

/** What an act's ciphertext is bound to: no act's payload can stand in another's place. */
export const sealedTo = (opId: string, authorId: string): string => `${sealInfo}|${opId}|${authorId}`;

/** What the ciphertext of part `part` (from 0) of an image is bound to. */
export const blobSealedTo = (sha256: string, part: number): string => `accession-blob-1|${sha256}|${part}`;

/** Bytes of an image in one part. */
export const blobPartBytes = 1024 * 1024;

/**
 * What an author signs: all of their act but its number, which its device gives it at the commit.
 * `payloadHash` is that of the open payload (SHA-256 of its canonical JSON, hex).
 */
export function signedText(
  op: Omit<SentOperation, 'seq' | 'payload' | 'payloadHash' | 'sealed' | 'sig'>,
  { deviceId, payloadHash }: { readonly deviceId: string; readonly payloadHash: string },
): string {
  return canonicalJson([
    'accession-op-1',
    deviceId,
    op.opId,
    op.tenantId ?? '',
    op.authorId,
    op.deptId ?? '',
    op.roleId ?? '',
    op.type,
    op.typeVersion,
    payloadHash,
    op.lanes,
    op.dependsOn,
    op.occurredAt,
    op.clockOffsetMs,
    op.appVersion,
    op.supersedes ?? '',
    (op.blobs ?? []).map(({ sha256 }) => sha256),
  ]);
}
