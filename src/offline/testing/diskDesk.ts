import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { defineCommand } from '#domain/kernel/command.ts';
import type { DeviceState, OperationBatch } from '#domain/kernel/offlineWire.ts';
import { accept } from '#domain/kernel/outcome.ts';
import { deviceDb, saveFact, type Session } from '#src/api/deviceDb.ts';
import { callSettings } from '#src/api/request.ts';
import { dropSession, keepSession } from '#src/api/sessionStore.ts';
import { cacheDb } from '#src/offline/store/cacheDb.ts';
import type { NetAnswer } from '../core/classify.ts';
import { setDeskKeys } from '../keys/deskKeys.ts';
import { openPayload } from '#src/offline/store/openPayload.ts';
import { numberLease } from '#src/offline/store/numberLease.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { forgetDeviceId, outboxStore } from '#src/offline/outbox/outboxStore.ts';
import { drain } from '#src/offline/send/sender.ts';
import { FakeServer } from './fakeServer.ts';
import { installLocks } from './locksShim.ts';
import { SealingParty } from './sealingParty.ts';

/** An act with a patient's name in it. */
export const scan = defineCommand<{ code: string; personName?: string | undefined }, null, object>({
  name: 'test.scan',
  title: ['扫描', 'Scan'],
  service: 'sample',
  path: 'test/scan',
  permission: 'test',
  roles: [],
  version: 3,
  offline: true,
  input: z.object({ code: z.string().min(1), personName: z.string().optional() }),
  lanes: ({ code }) => [`tube:${code}`],
  subject: ({ code }) => code,
  refusals: {},
  decide: () => accept({}),
});

export const wait = (ms = 10): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A desk on a real IndexedDB with real keys, and the model server behind real HTTP. */
export class DiskDesk {
  other = new FakeServer();
  readonly party = new SealingParty();
  isDown = true;
  state: Partial<DeviceState> = {};
  /** The mark of the server's database. */
  copy = 'first';
  /** Calls it answers whatever else is down, by the end of their path: the data, or null for no network. */
  readonly calls = new Map<string, (query: URLSearchParams) => { readonly data: unknown } | null>();
  /** What happens between its word of what it holds and the desk's hearing of it. */
  whileAsked: () => Promise<void> = async () => {};
  private server: Server | null = null;

  async open(): Promise<void> {
    installLocks();
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = Buffer.concat(parts);
        const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
        void this.answer(request.url ?? '', text, request.headers).then((answer) => {
          if (answer === null) request.socket.destroy();
          else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
        });
      });
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    callSettings.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  close(): void {
    this.server?.close();
  }

  /** Empty disks, another server, ann at work. */
  async reset(): Promise<void> {
    for (const db of [outboxDb, cacheDb, deviceDb]) await Promise.all(db.tables.map((table) => table.clear()));
    forgetDeviceId();
    numberLease.end();
    this.other = new FakeServer();
    this.isDown = true;
    this.state = {};
    this.copy = 'first';
    this.calls.clear();
    this.whileAsked = async () => {};
    await this.login('ann');
  }

  async login(userId: string, more: Partial<Session> = {}): Promise<void> {
    this.other.tokens.set(`token-${userId}`, userId);
    const names = { userId, tenantId: '000000', account: userId, realName: userId, roleNames: [], permissions: [], deptId: '', roleId: '' };
    const session: Session = {
      ...names,
      accessToken: `token-${userId}`,
      expiresAt: Date.now() + 3_600_000,
      savedAt: Date.now() + Math.random(),
      ...more,
    };
    setDeskKeys(await this.party.keysOf(userId));
    await keepSession(session, 'login');
  }
  async logout(): Promise<void> {
    await dropSession('logout');
    setDeskKeys(null);
  }
  lock(): void {
    setDeskKeys(null);
  }
  /** What the server gives a desk at a login. */
  async giveCredential(credential = 'credential-1'): Promise<void> {
    this.other.credentials.add(credential);
    await saveFact('deviceCredential', credential);
  }

  /** Everything that can go goes; a pass that began while the link was down is waited for first. */
  async send(): Promise<void> {
    this.isDown = false;
    for (let pass = 0; ; pass++) {
      await outboxStore.change(async (tx) => tx.save({ ...(await tx.transport()), nextAt: 0 }));
      const { outcome, sentCount } = await drain();
      if (outcome === 'busy') await wait();
      else if (pass > 0 && sentCount === 0) return;
    }
  }
  /** Waits for a pass that an act began by itself: it writes its rows back as it read them. */
  async rest(): Promise<void> {
    while ((await drain()).outcome === 'busy') await wait();
  }
  /** What an act says to who works here now, or why it says nothing. */
  async contentOf(opId: string): Promise<unknown> {
    const row = (await outboxDb.ops.get(opId)) ?? (await outboxDb.receipts.get(opId));
    const opened = row && (await openPayload(row));
    return opened?.isReadable ? opened.payload : opened?.why;
  }

  private async answer(url: string, text: string, headers: IncomingHttpHeaders): Promise<{ status: number; body: unknown } | null> {
    const { pathname, searchParams } = new URL(url, callSettings.base);
    const call = [...this.calls].find(([path]) => pathname.endsWith(path))?.[1];
    if (call) {
      const said = call(searchParams);
      return said && { status: 200, body: { code: 200, success: true, msg: '', ...said } };
    }
    if (this.isDown) return null;
    if (url.includes('/health/live')) return { status: 200, body: { code: 200, success: true, msg: '', data: { live: true, copy: this.copy } } };
    if (url.includes('/offline/state')) {
      const known = { deviceId: 'x', highestContiguousSeq: 0, highestSeq: 0, gaps: [], serverTime: new Date().toISOString(), minEpoch: 1 };
      const said = { ...known, ...this.state };
      await this.whileAsked();
      return { status: 200, body: { code: 200, success: true, msg: '', data: said } };
    }
    if (!url.includes('/offline/ops')) return { status: 404, body: { code: 404, success: false, msg: '' } };
    const answer = await this.answerBatch(JSON.parse(text) as OperationBatch, headers);
    return answer.kind === 'none' ? null : answer;
  }

  /** The model server with real signatures and seals: its rules judge what the server would read. */
  private async answerBatch(batch: OperationBatch, headers: IncomingHttpHeaders): Promise<NetAnswer> {
    const proven = new Set<string>();
    const opened = await Promise.all(
      batch.ops.map(async (op) => {
        if (await this.party.isSigned(op, batch.deviceId)) proven.add(op.opId);
        return op.sealed ? { ...op, payload: await this.party.unseal(op) } : op;
      }),
    );
    this.other.isSigned = ({ opId }) => proven.has(opId);
    const credential = headers['x-device-credential'];
    const auth = headers['blade-auth'];
    const token = typeof auth === 'string' ? auth.slice('bearer '.length) : String(credential);
    return this.other.send({ ...batch, ops: opened }, token);
  }
}
