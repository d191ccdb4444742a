import {
  deviceCredentialHeader,
  keyRevokedCode,
  offlinePaths,
  otherDeskCode,
  type DeviceRegistration,
  type DeviceWelcome,
} from '#domain/kernel/offlineWire.ts';
import { call, CallError, servicePath } from '#src/api/call.ts';
import { type PersonRow, readFact, saveFact, type Session } from '#src/api/deviceDb.ts';
import { answerError, request } from '#src/api/request.ts';
import { appVersion } from '#src/offline/platform/appVersion.ts';
import { deviceId, outboxStore } from '#src/offline/outbox/outboxStore.ts';
import { changeDeviceId } from '#src/offline/outbox/saveAct.ts';
import { secondCopy } from '#src/offline/journal/secondCopy.ts';
import { fromBase64Url } from '#src/offline/keys/bytes.ts';
import { importDataKey } from '#src/offline/keys/makeKeys.ts';
import { markOf, wrapDataKey } from '#src/offline/keys/passwordWrap.ts';
import { defaultLockMinutes, knowPerson, notePerson, personOf } from '#src/offline/keys/knownPeople.ts';

export interface Welcomed {
  readonly person: PersonRow;
  readonly dataKey: CryptoKey;
}
export interface WelcomeOptions {
  /** Known at a login alone: the data key is wrapped under it, and they can come back in without network. */
  readonly password?: string;
  /** The session is not kept yet: its own token is used, and nothing renews it. */
  readonly isNew?: boolean;
  readonly timeoutMs?: number;
}

const lockName = 'accession-desk-keys';
/** One tab of this desk after the other: a person's signing pair is made once. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const { locks } = (globalThis as { readonly navigator?: { readonly locks?: LockManager } }).navigator ?? {};
  return locks ? ((await locks.request(lockName, work)) as T) : work();
}

/**
 * Makes this desk the person's (docs/offline.md#signed-and-sealed): registers the key they sign with, and takes from the server what seals,
 * what shows them their own, what carries acts without a session, and until when they may come in without network. A desk that
 * cannot prove itself any more goes on under another id; what it did before is carried under the old one. Throws CallError, a transport one where the server cannot be asked: what was known before then stands.
 */
export async function welcome(session: Session, { password, isNew = false, timeoutMs = 15_000 }: WelcomeOptions = {}): Promise<Welcomed> {
  return alone(async () => {
    let person = await knowPerson(session);
    const ask = async (): Promise<DeviceWelcome> => {
      const { keyId, publicKey } = person;
      const { before } = await outboxStore.read((tx) => tx.queue());
      const headers = await proofFor(session.tenantId);
      // The desk's databases may be gone: its second copy still tells who it is.
      const joinMark = deviceCredentialHeader in headers ? undefined : secondCopy.joinMark(session.tenantId);
      const body: DeviceRegistration = {
        deviceId: await deviceId(),
        keyId,
        publicKey,
        appVersion,
        ...(before ? { numbersBefore: before } : {}),
        ...(joinMark === undefined ? {} : { joinMark }),
      };
      const path = servicePath('sample', offlinePaths.device);
      if (!isNew) return call<DeviceWelcome>('POST', path, { body, headers, quiet: true, timeoutMs });
      const answer = await request('POST', path, { body, headers, timeoutMs, accessToken: session.accessToken });
      if (answer.code !== 200) throw answerError(answer);
      return answer.body.data as DeviceWelcome;
    };
    const askAnew = async (error: unknown): Promise<DeviceWelcome> => {
      if (isRefusal(error, keyRevokedCode)) person = await knowPerson(session, { isAnew: true });
      else if (isRefusal(error, otherDeskCode)) await changeDeviceId(await deviceId());
      else throw error;
      return ask();
    };
    const heard = await ask().catch(askAnew);
    return keep(person, heard, password);
  });
}

const isRefusal = (error: unknown, code: string): boolean =>
  error instanceof CallError && (error.body as { readonly refusal?: unknown } | undefined)?.refusal === code;

/** By what the desk proves itself in a house: several may share it, and each has given it a credential of its own. */
async function proofFor(tenantId: string): Promise<Readonly<Record<string, string>>> {
  const credential = (await credentials())[tenantId] ?? (await readFact('deviceCredential'));
  return credential ? { [deviceCredentialHeader]: credential } : {};
}
const credentials = async (): Promise<Readonly<Record<string, string>>> =>
  JSON.parse((await readFact('credentialByTenant')) ?? '{}') as Record<string, string>;

async function keep({ userId, tenantId }: PersonRow, heard: DeviceWelcome, password: string | undefined): Promise<Welcomed> {
  const dataKey = await importDataKey(fromBase64Url(heard.dataKey));
  const [mark, known] = await Promise.all([markOf(dataKey), personOf(userId)]);
  // Another data key (the server's secret was changed): the old wraps would open nothing that is written from now on.
  const isSame = known?.dataKeyMark === mark;
  const wrap = password === undefined ? (isSame ? known.wrap : null) : await wrapDataKey(dataKey, password, userId);
  const change: Partial<PersonRow> = {
    serverKeyId: heard.serverKeyId,
    serverPublicKey: heard.serverPublicKey,
    grantUntil: heard.grantUntil,
    welcomedAt: Date.now(),
    dataKeyMark: mark,
    wrap,
    lockWrap: isSame ? known.lockWrap : null,
    lockMinutes: heard.lockMinutes ?? defaultLockMinutes,
    // Who proved themselves to the server has no wrong passwords to their name.
    ...(password === undefined ? {} : { wrongCount: 0, waitUntil: 0 }),
  };
  const credentialByTenant = JSON.stringify({ ...(await credentials()), [tenantId]: heard.credential });
  await Promise.all([notePerson(userId, change), saveFact('deviceCredential', heard.credential), saveFact('credentialByTenant', credentialByTenant)]);
  await secondCopy.noteJoinMark(tenantId, heard.joinMark);
  const person = await personOf(userId);
  if (!person) throw new Error('the person went while they were being welcomed');
  return { person, dataKey };
}
