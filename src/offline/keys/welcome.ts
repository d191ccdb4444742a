import { keyRevokedCode, offlinePaths, type DeviceRegistration, type DeviceWelcome } from '#domain/kernel/offlineWire.ts';
import { call, CallError, servicePath } from '#src/api/call.ts';
import { type PersonRow, saveFact, type Session } from '#src/api/deviceDb.ts';
import { answerError, request } from '#src/api/request.ts';
import { appVersion } from '../appVersion.ts';
import { deviceId } from '../outboxStore.ts';
import { fromBase64Url } from './bytes.ts';
import { importDataKey } from './makeKeys.ts';
import { markOf, wrapDataKey } from './passwordWrap.ts';
import { defaultLockMinutes, knowPerson, notePerson, personOf } from './people.ts';

export interface Welcomed {
  readonly person: PersonRow;
  readonly dataKey: CryptoKey;
}
export interface WelcomeOptions {
  /** Known at a login alone: the data key is wrapped under it, and he can come back in without network. */
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
 * Makes this desk the person's (offline.md 3.9): registers the key he signs with, and takes from the server what seals,
 * what shows him his own, what carries acts without a session, and until when he may come in without network.
 * Throws CallError, a transport one where the server cannot be asked: what was known before then stands.
 */
export async function welcome(session: Session, { password, isNew = false, timeoutMs = 15_000 }: WelcomeOptions = {}): Promise<Welcomed> {
  return alone(async () => {
    let person = await knowPerson(session);
    const ask = async (): Promise<DeviceWelcome> => {
      const { keyId, publicKey } = person;
      const body: DeviceRegistration = { deviceId: await deviceId(), keyId, publicKey, appVersion };
      const path = servicePath('sample', offlinePaths.device);
      if (!isNew) return call<DeviceWelcome>('POST', path, { body, quiet: true, timeoutMs });
      const answer = await request('POST', path, { body, timeoutMs, accessToken: session.accessToken });
      if (answer.code !== 200) throw answerError(answer);
      return answer.body.data as DeviceWelcome;
    };
    const heard = await ask().catch(async (error: unknown) => {
      if (!isRevoked(error)) throw error;
      person = await knowPerson(session, { isAnew: true });
      return ask();
    });
    return keep(person, heard, password);
  });
}

const isRevoked = (error: unknown): boolean =>
  error instanceof CallError && (error.body as { readonly refusal?: unknown } | undefined)?.refusal === keyRevokedCode;

async function keep({ userId }: PersonRow, heard: DeviceWelcome, password: string | undefined): Promise<Welcomed> {
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
    // Who proved himself to the server has no wrong passwords to his name.
    ...(password === undefined ? {} : { wrongCount: 0, waitUntil: 0 }),
  };
  await Promise.all([notePerson(userId, change), saveFact('deviceCredential', heard.credential)]);
  const person = await personOf(userId);
  if (!person) throw new Error('the person went while he was being welcomed');
  return { person, dataKey };
}
