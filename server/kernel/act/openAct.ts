import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import { authorUnprovenCode, sealAlgorithm, unsealCodes, type SentOperation } from '#domain/kernel/offlineWire.ts';
import { sealedTo, signedText } from '#domain/kernel/sealing.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import type { Courier } from './courier.ts';
import { strangenessOf } from '#server/kernel/core/strangeBody.ts';
import type { DeskContext } from './deskContext.ts';

/** An act as its author wrote it, or the refusal with which its desk keeps it. */
export type OpenedAct =
  | {
      readonly state: 'open';
      readonly payload: unknown;
      /** SHA-256 of its canonical JSON, hex. */
      readonly payloadHash: string;
      /** signature: under the author's key of this device. session: they carry it themselves. */
      readonly provenBy: 'signature' | 'session';
      /** The signing key was revoked since, and another than the author brings the act. */
      readonly isKeyRevoked: boolean;
    }
  | { readonly state: 'shut'; readonly code: string };

interface DeviceKey {
  readonly userId: string;
  readonly publicKey: string;
  readonly isRevoked: boolean;
}

const verifyAside = promisify(verify);
const parsedKeys = new Map<string, KeyObject>();
const mostParsedKeys = 5_000;

/** SHA-256 of the canonical JSON of a payload, hex. */
export const payloadHashOf = (payload: unknown): string => createHash('sha256').update(canonicalJson(payload)).digest('hex');

/**
 * Opens the acts of a batch and checks who wrote them, before any transaction (docs/offline.md#signed-and-sealed): the author is proven by
 * their signature under a key registered on this device, or by being the courier, at this desk. A signature that is
 * there must hold; one under a key nobody registered counts for nothing. Asks the database once.
 */
export async function openActs(
  context: DeskContext,
  courier: Courier,
  desk: { readonly deviceId: string; readonly isDesk: boolean },
  ops: readonly SentOperation[],
): Promise<ReadonlyMap<SentOperation, OpenedAct>> {
  const keys = await keysOf(context, courier.tenantId, desk.deviceId, ops);
  const opened = await Promise.all(ops.map(async (op) => [op, await openAct(context, courier, desk, op, keys)] as const));
  return new Map(opened);
}

async function openAct(
  context: DeskContext,
  courier: Courier,
  { deviceId, isDesk }: { readonly deviceId: string; readonly isDesk: boolean },
  op: SentOperation,
  keys: ReadonlyMap<string, DeviceKey>,
): Promise<OpenedAct> {
  const isOwn = op.authorId === courier.userId;
  const key = op.sig === undefined ? undefined : keys.get(op.keyId ?? '');
  if (op.tenantId !== undefined && op.tenantId !== courier.tenantId) return shut(authorUnprovenCode);
  if (!key && !(isOwn && isDesk)) return shut(authorUnprovenCode);
  if (key && key.userId !== op.authorId) return shut(unsealCodes.badSignature);
  const read = await readPayload(context, op);
  if (!('payload' in read)) return shut(read.code);
  const payloadHash = payloadHashOf(read.payload);
  const open = { state: 'open', payload: read.payload, payloadHash } as const;
  if (!key) return { ...open, provenBy: 'session', isKeyRevoked: false };
  const text = Buffer.from(signedText(op, { deviceId, payloadHash }));
  const isRight = await verifyAside(
    'sha256',
    text,
    { key: parsedKey(key.publicKey), dsaEncoding: 'ieee-p1363' },
    Buffer.from(op.sig ?? '', 'base64url'),
  );
  return isRight ? { ...open, provenBy: 'signature', isKeyRevoked: key.isRevoked && !isOwn } : shut(unsealCodes.badSignature);
}

const shut = (code: string): OpenedAct => ({ state: 'shut', code });

/** The payload of an act, unsealed where it is sealed; a code of `unsealCodes` where that cannot be done. */
export async function readPayload(
  { sealKeys }: DeskContext,
  { opId, authorId, payload, sealed }: SentOperation,
): Promise<{ readonly payload: unknown } | { readonly code: string }> {
  if (!sealed) return readable(payload);
  if (sealed.alg !== sealAlgorithm) return { code: unsealCodes.unreadable };
  const [epk, iv, ct] = [sealed.epk, sealed.iv, sealed.ct].map((text) => Buffer.from(text, 'base64url')) as [Buffer, Buffer, Buffer];
  const opened = await sealKeys.open({ kid: sealed.kid, epk, iv, ct }, sealedTo(opId, authorId));
  if (opened.state !== 'open') return { code: opened.state === 'keyUnknown' ? unsealCodes.keyUnknown : unsealCodes.unreadable };
  try {
    return readable(JSON.parse(opened.bytes.toString('utf8')));
  } catch {
    return { code: unsealCodes.unreadable };
  }
}

/** A payload that readers by recursion can take; what no column keeps is told field by field where the act is judged. */
const readable = (payload: unknown): { readonly payload: unknown } | { readonly code: string } =>
  strangenessOf(payload) === 'tooDeep' ? { code: unsealCodes.unreadable } : { payload };

async function keysOf(
  { database }: DeskContext,
  tenantId: string,
  deviceId: string,
  ops: readonly SentOperation[],
): Promise<ReadonlyMap<string, DeviceKey>> {
  const ids = [...new Set(ops.flatMap(({ sig, keyId }) => (sig === undefined || keyId === undefined ? [] : [keyId])))];
  if (ids.length === 0) return new Map();
  const { rows } = await database.orm.execute<{ key_id: string; user_id: string; public_key: string; is_revoked: boolean }>(
    sql`select key_id, user_id::text as user_id, public_key, revoked_time is not null as is_revoked from device_key
      where tenant_id = ${tenantId} and device_id = ${deviceId} and key_id = ${anyText(ids)}`,
  );
  return new Map(rows.map((row) => [row.key_id, { userId: row.user_id, publicKey: row.public_key, isRevoked: row.is_revoked }]));
}

/** A key object for an SPKI that was checked when it was registered; made once. */
function parsedKey(spki: string): KeyObject {
  const known = parsedKeys.get(spki);
  if (known) return known;
  if (parsedKeys.size >= mostParsedKeys) parsedKeys.clear();
  const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });
  parsedKeys.set(spki, key);
  return key;
}
