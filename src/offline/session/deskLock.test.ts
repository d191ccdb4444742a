import 'fake-indexeddb/auto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeviceRegistration, DeviceWelcome } from '#domain/kernel/offlineWire.ts';
import { toBase64Url } from '#src/offline/keys/bytes.ts';

/** The other party: people, one data key each, whether it is there, and what it has heard. */
const hourMs = 3_600_000;
const people: Record<string, { id: string; password: string; dataKey: string }> = {};
let isDown = false;
let isRevoked: (keyId: string) => boolean = () => false;
let grantMs = 12 * hourMs;
let registrations: DeviceRegistration[] = [];
/** Keys by desk. */
const held = new Map<string, Set<string>>();
let server: Server;
const passwordKey = generateKeyPairSync('rsa', { modulusLength: 2048 });
const sealing = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
const serverPublicKey = toBase64Url(await crypto.subtle.exportKey('raw', sealing.publicKey));

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      if (isDown) return void request.socket.destroy();
      const url = new URL(request.url ?? '/', 'http://desk');
      const reply = (status: number, body: object): void =>
        void response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify({ code: status, success: status === 200, msg: '', ...body }));
      if (url.pathname.endsWith('oauth/public-key'))
        return reply(200, { data: { publicKey: passwordKey.publicKey.export({ type: 'spki', format: 'der' }).toString('base64') } });
      if (url.pathname.endsWith('oauth/token')) {
        const account = url.searchParams.get('username') ?? '';
        return reply(200, {
          user_id: people[account]?.id,
          tenant_id: '000000',
          account,
          real_name: account,
          access_token: `token-${account}`,
          expires_in: 3600,
        });
      }
      if (url.pathname.endsWith('offline/device')) {
        const person = people[String(request.headers['blade-auth'] ?? '').replace('bearer token-', '')];
        if (!person) return reply(401, {});
        const body = JSON.parse(text) as DeviceRegistration;
        if (isRevoked(body.keyId)) return reply(409, { refusal: 'device.keyRevoked' });
        const isProven = request.headers['x-device-credential'] === `credential of ${body.deviceId}`;
        if (held.has(body.deviceId) && !isProven && !held.get(body.deviceId)?.has(body.keyId)) return reply(403, { refusal: 'desk.other' });
        held.set(body.deviceId, (held.get(body.deviceId) ?? new Set()).add(body.keyId));
        registrations.push(body);
        const data: DeviceWelcome = {
          serverKeyId: 's1',
          serverPublicKey,
          dataKey: person.dataKey,
          credential: `credential of ${body.deviceId}`,
          joinMark: `mark of ${body.deviceId}`,
          grantUntil: new Date(Date.now() + grantMs).toISOString(),
        };
        return reply(200, { data });
      }
      return reply(200, { data: null });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A page of the desk: its own memory, the desk's disk and channels. */
async function openPage() {
  vi.resetModules();
  const { callSettings } = await import('#src/api/request.ts');
  callSettings.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [lock, keys, enter, api, db, drafts, peopleOf] = await Promise.all([
    import('./deskLock.ts'),
    import('#src/offline/keys/deskKeys.ts'),
    import('./enter.ts'),
    import('#src/api/session.ts'),
    import('#src/api/deviceDb.ts'),
    import('#src/offline/store/drafts.ts'),
    import('#src/offline/keys/knownPeople.ts'),
  ]);
  const stop = await lock.startDeskLock();
  pages.push(stop);
  return { ...lock, ...keys, ...enter, ...api, ...db, ...drafts, ...peopleOf, stop };
}
type Page = Awaited<ReturnType<typeof openPage>>;
let pages: (() => void)[] = [];
const until = (page: Page, status: string) => vi.waitFor(() => expect(page.deskLock().status).toBe(status), { timeout: 5000 });
const dataKeyOf = async (page: Page) => toBase64Url(await crypto.subtle.exportKey('raw', page.deskKeys()!.dataKey));

beforeEach(() => {
  for (const account of ['ann', 'ben'])
    people[account] = { id: `id-${account}`, password: '', dataKey: toBase64Url(crypto.getRandomValues(new Uint8Array(32))) };
  [isDown, isRevoked, grantMs, registrations] = [false, () => false, 12 * hourMs, []];
});
afterEach(async () => {
  for (const stop of pages.splice(0)) stop();
  const { deviceDb } = await import('#src/api/deviceDb.ts');
  await Promise.all(deviceDb.tables.map((table) => table.clear()));
  vi.useRealTimers();
});

describe('an online login', () => {
  it('has the keys ready and keeps nothing open on the disk', async () => {
    const page = await openPage();
    expect(page.deskLock().status).toBe('out');
    await page.signIn({ account: 'ann', password: 'Secret-1' });
    await until(page, 'open');
    expect(page.deskKeys()).toMatchObject({ userId: 'id-ann', serverKeyId: 's1', keyId: registrations[0]?.keyId });
    expect(await dataKeyOf(page)).toBe(people['ann']!.dataKey);
    const stored = await Promise.all(page.deviceDb.tables.map((table) => table.toArray()));
    expect(JSON.stringify(stored)).not.toContain(people['ann']!.dataKey);
    expect(JSON.stringify(stored)).not.toContain('Secret-1');
    const person = await page.personOf('id-ann');
    expect(person?.signKey.extractable).toBe(false);
    expect(person?.wrap?.rounds).toBe(600_000);
    expect(await page.readFact('deviceCredential')).toBe(`credential of ${registrations[0]?.deviceId}`);
  });
  it('makes one signing pair a person, and another one where the server has revoked it', async () => {
    const page = await openPage();
    await page.signIn({ account: 'ann', password: 'Secret-1' });
    await page.logout();
    await page.signIn({ account: 'ann', password: 'Secret-1' });
    expect(new Set(registrations.map(({ keyId }) => keyId)).size).toBe(1);
    const first = registrations[0]!.keyId;
    isRevoked = (keyId) => keyId === first;
    await page.logout();
    await page.signIn({ account: 'ann', password: 'Secret-1' });
    expect(registrations.at(-1)?.keyId).not.toBe(first);
    expect((await page.personOf('id-ann'))?.keyId).toBe(registrations.at(-1)?.keyId);
  });
  it('of a second person joins the desk by what it holds; one that lost it goes on under another id and keeps its numbers', async () => {
    const page = await openPage();
    await page.signIn({ account: 'ann', password: 'Secret-1' });
    await page.logout();
    await page.signIn({ account: 'ben', password: 'Secret-1' });
    expect(new Set(registrations.map(({ deviceId }) => deviceId)).size).toBe(1);
    await page.logout();
    const { outboxStore } = await import('#src/offline/outbox/outboxStore.ts');
    await outboxStore.change(async (tx) => tx.save({ ...(await tx.queue()), seq: 7 }));
    await Promise.all(page.deviceDb.tables.map((table) => table.clear()));
    await page.signIn({ account: 'ann', password: 'Secret-1' });
    await until(page, 'open');
    const [before, after] = [registrations[0]!, registrations.at(-1)!];
    expect(after.deviceId).not.toBe(before.deviceId);
    expect([before.numbersBefore, after.numbersBefore]).toEqual([undefined, 7]);
    expect(await outboxStore.read((tx) => tx.queue())).toMatchObject({ deviceId: after.deviceId, seq: 7 });
    await page.logout();
    await page.signIn({ account: 'ben', password: 'Secret-1' });
    expect(registrations.at(-1)).toMatchObject({ deviceId: after.deviceId });
  });
  it('with another password wraps the same key anew', async () => {
    const page = await openPage();
    await page.signIn({ account: 'ann', password: 'Secret-1' });
    await page.logout();
    await page.signIn({ account: 'ann', password: 'Secret-2' });
    await until(page, 'open');
    await page.lockWith();
    expect(await page.unlockDesk('Secret-1')).toMatchObject({ outcome: 'wrong' });
    expect(await page.unlockDesk('Secret-2')).toEqual({ outcome: 'in' });
  });
});

describe('a page that starts', () => {
  it('takes the key from another page, also without network', async () => {
    const first = await openPage();
    await first.signIn({ account: 'ann', password: 'Secret-1' });
    await until(first, 'open');
    isDown = true;
    const second = await openPage();
    await until(second, 'open');
    expect(await dataKeyOf(second)).toBe(people['ann']!.dataKey);
    // Each page seals with a pair of its own.
    expect(second.deskKeys()?.epk).not.toBe(first.deskKeys()?.epk);
  });
  it('alone takes it from the server; without network it asks for the password', async () => {
    const first = await openPage();
    await first.signIn({ account: 'ann', password: 'Secret-1' });
    first.stop();
    const online = await openPage();
    await until(online, 'open');
    online.stop();
    isDown = true;
    const offline = await openPage();
    await until(offline, 'locked');
    expect(offline.deskLock()).toEqual({ status: 'locked', because: 'start' });
    expect(offline.deskKeys()).toBeNull();
    expect(await offline.unlockDesk('Secret-1')).toEqual({ outcome: 'in' });
    expect(await dataKeyOf(offline)).toBe(people['ann']!.dataKey);
  });
  it('finds a locked desk locked, though the server would give the key', async () => {
    const first = await openPage();
    await first.signIn({ account: 'ann', password: 'Secret-1' });
    await until(first, 'open');
    await first.lockWith('123456');
    first.stop();
    const second = await openPage();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(second.deskLock()).toEqual({ status: 'locked', because: 'person' });
    expect(await second.unlockDesk('123456')).toEqual({ outcome: 'in' });
  });
});

describe('the lock', () => {
  it('drops the keys in every page, keeps the draft, and one unlock opens them all', async () => {
    const [one, two] = [await openPage(), await openPage()];
    await one.signIn({ account: 'ann', password: 'Secret-1' });
    await until(one, 'open');
    await until(two, 'open');
    await two.saveDraft('form', { text: 'typed' });
    await one.lockWith('abcdef');
    await until(two, 'locked');
    await vi.waitFor(() => expect([one.deskKeys(), two.deskKeys()]).toEqual([null, null]), { timeout: 3000 });
    expect(await two.unlockDesk('Secret-1')).toEqual({ outcome: 'in' });
    await until(one, 'open');
    expect((await one.readDraft<{ text: string }>('form'))?.value.text).toBe('typed');
  });
  it('holds in pages that hear of the login only after it', async () => {
    const [one, two] = [await openPage(), await openPage()];
    await one.signIn({ account: 'ann', password: 'Secret-1' });
    await until(one, 'open');
    await until(two, 'open');
    await one.lockWith('abcdef');
    await until(two, 'locked');
    const late = new BroadcastChannel('accession-session');
    const heard = new Promise((resolve) => two.onDeskLock(() => resolve(two.deskLock())));
    late.postMessage('login');
    expect(await heard).toMatchObject({ status: 'locked' });
    expect(await one.readFact('lockedFor')).toBe('id-ann');
    late.close();
  });
  it('counts wrong passwords over a reload and slows them down', async () => {
    const page = await openPage();
    await page.signIn({ account: 'ann', password: 'Secret-1' });
    await until(page, 'open');
    await page.lockWith();
    expect(await page.unlockDesk('x')).toEqual({ outcome: 'wrong', waitMs: 0 });
    expect(await page.unlockDesk('x')).toEqual({ outcome: 'wrong', waitMs: 0 });
    expect(await page.unlockDesk('x')).toEqual({ outcome: 'wrong', waitMs: 5000 });
    page.stop();
    const again = await openPage();
    expect(await again.unlockDesk('Secret-1')).toMatchObject({ outcome: 'wait' });
    await again.notePerson('id-ann', { waitUntil: Date.now() - 1 });
    expect(await again.unlockDesk('x')).toEqual({ outcome: 'wrong', waitMs: 10_000 });
    await again.notePerson('id-ann', { waitUntil: 0 });
    expect(await again.unlockDesk('Secret-1')).toEqual({ outcome: 'in' });
    expect((await again.personOf('id-ann'))?.wrongCount).toBe(0);
  });
  it('holds beyond the grant until the server is there again', async () => {
    grantMs = -1000;
    const page = await openPage();
    await page.signIn({ account: 'ann', password: 'Secret-1' });
    await until(page, 'open');
    await page.lockWith();
    isDown = true;
    expect(await page.unlockDesk('Secret-1')).toMatchObject({ outcome: 'grantOver' });
    [isDown, grantMs] = [false, hourMs];
    expect(await page.unlockDesk('Secret-1')).toEqual({ outcome: 'in' });
    expect(Date.parse((await page.personOf('id-ann'))!.grantUntil)).toBeGreaterThan(Date.now());
  });
  it('ends with a logout, and its password with it', async () => {
    const page = await openPage();
    await page.signIn({ account: 'ann', password: 'Secret-1' });
    await until(page, 'open');
    await page.lockWith('abcdef');
    await page.logout();
    await vi.waitFor(async () => expect((await page.personOf('id-ann'))?.lockWrap).toBeNull());
    expect(await page.readFact('lockedFor')).toBeUndefined();
    await page.signIn({ account: 'ben', password: 'Secret-9' });
    await until(page, 'open');
    expect(await dataKeyOf(page)).toBe(people['ben']!.dataKey);
  });
});

describe('a login without network', () => {
  async function knownAndOut(): Promise<Page> {
    const page = await openPage();
    await page.signIn({ account: 'ann', password: 'Secret-1' });
    await until(page, 'open');
    await page.logout();
    await vi.waitFor(() => expect(page.deskKeys()).toBeNull());
    isDown = true;
    return page;
  }
  it('lets in whom the desk knows, in all pages, with no token', async () => {
    const page = await knownAndOut();
    const other = await openPage();
    expect(await page.knownPeople()).toMatchObject([{ account: 'ann', isGranted: true }]);
    expect(await page.signInOffline('ann', 'wrong')).toEqual({ outcome: 'wrong', waitMs: 0 });
    expect(await page.signInOffline('ben', 'Secret-9')).toEqual({ outcome: 'unknown' });
    expect(await page.signInOffline('ANN ', 'Secret-1')).toEqual({ outcome: 'in' });
    await until(page, 'open');
    await until(other, 'open');
    expect(await dataKeyOf(page)).toBe(people['ann']!.dataKey);
    expect(await page.currentSession()).toMatchObject({ userId: 'id-ann', accessToken: '' });
  });
  it('is refused beyond the grant, and a desk clock set back does not lengthen it', async () => {
    const page = await knownAndOut();
    const over = new Date(Date.now() - 1000).toISOString();
    await page.notePerson('id-ann', { grantUntil: over });
    expect(await page.signInOffline('ann', 'Secret-1')).toEqual({ outcome: 'grantOver', until: over });
    expect(await page.knownPeople()).toMatchObject([{ account: 'ann', isGranted: false, grantUntil: over }]);
    await page.notePerson('id-ann', { grantUntil: new Date(Date.now() + hourMs).toISOString() });
    await page.saveFact('lastContactAt', Date.now() + 2 * hourMs);
    expect(await page.signInOffline('ann', 'Secret-1')).toMatchObject({ outcome: 'grantOver' });
  });
  it('is over once the password was changed here', async () => {
    const page = await knownAndOut();
    await page.forgetPassword('id-ann');
    expect(await page.signInOffline('ann', 'Secret-1')).toEqual({ outcome: 'unknown' });
  });
  it('keeps the place when the person signs in with the server after all', async () => {
    const page = await knownAndOut();
    await page.signInOffline('ann', 'Secret-1');
    await until(page, 'open');
    const statuses: string[] = [];
    page.onDeskLock(() => statuses.push(page.deskLock().status));
    isDown = false;
    await page.signIn({ account: 'ann', password: 'Secret-1' });
    expect((await page.currentSession())?.accessToken).toBe('token-ann');
    expect(statuses).toEqual([]);
  });
});
