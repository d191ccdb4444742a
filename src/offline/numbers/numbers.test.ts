import 'fake-indexeddb/auto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeType } from '#domain/code/codeStyle.ts';
import { allot, type NumberRange, type NumberSpace, splitAt } from '#domain/code/numberBlock.ts';
import { callSettings } from '#src/api/request.ts';
import { currentSession, keepSession } from '#src/api/sessionStore.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { DiskDesk } from '../testing/diskDesk.ts';
import { changeNumbers, type NumberKind, readNumbers } from './numbersRow.ts';
import { checkLabel, NumbersError, reprintLabels, spoilLabels, takeLabels } from './printLabels.ts';
import { leftOf, reserveNumbers, returnNumbers, tendNumbers } from './tendNumbers.ts';

const desk = new DiskDesk();
const samples: NumberKind = { codeType: codeType.sample, laboratoryId: null };

/** The server's side of blocks, by its own rules; `mood` says what becomes of an answer. */
class BlockServer {
  space: NumberSpace = { free: [], next: 1, last: 100_000 };
  blocks = new Map<string, NumberRange & { state: number; highest: number | null }>();
  mood: 'fine' | 'lostAnswer' | 'down' = 'fine';
  asked = 0;
  private readonly answers = new Map<string, unknown>();
  private made = 0;
  private server: Server | null = null;

  async open(): Promise<void> {
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const sent = Buffer.concat(parts);
        const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent).toString();
        if (this.mood === 'down') return void request.socket.destroy();
        this.asked += 1;
        const key = String(request.headers['idempotency-key'] ?? '');
        const known = this.answers.get(key) ?? this.answer(request.url ?? '', text === '' ? {} : (JSON.parse(text) as Record<string, any>));
        if (key) this.answers.set(key, known);
        if (this.mood === 'lostAnswer') return void request.socket.destroy();
        const { status, body } = known as { status: number; body: object };
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify({ code: status, success: status === 200, msg: '', ...body }));
      });
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    callSettings.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  close(): void {
    this.server?.close();
  }

  private answer(url: string, asked: Record<string, any>): { status: number; body: object } {
    if (url.includes('number-block/reserve')) {
      const { given, space } = allot(this.space, asked['count']);
      this.space = space;
      const blocks = given.map((range) => {
        const blockId = String(++this.made);
        this.blocks.set(blockId, { ...range, state: 1, highest: null });
        return {
          ...range,
          next: range.first,
          blockId,
          segmentId: '1',
          segmentName: '',
          codeType: asked['codeType'],
          laboratoryId: null,
          prefix: '9',
          digits: 8,
        };
      });
      return { status: 200, body: { data: { blocks } } };
    }
    if (url.includes('number-block/return')) {
      const block = this.blocks.get(asked['blockId']);
      if (block?.state !== 1) return { status: 409, body: { refusal: 'numberBlock.notHeld' } };
      if (block.highest !== null && asked['from'] <= block.highest) return { status: 409, body: { refusal: 'numberBlock.used' } };
      const { kept, returned } = splitAt(block, asked['from']);
      if (returned) this.space = { ...this.space, free: [...this.space.free, returned] };
      this.blocks.set(asked['blockId'], { ...block, ...(kept ?? { state: 2 }) });
      return { status: 200, body: { data: { returned: 1 } } };
    }
    if (url.includes('number-block/state'))
      return { status: 200, body: { data: [...this.blocks].map(([blockId, block]) => ({ blockId, ...block })) } };
    return { status: 404, body: {} };
  }
}
let server = new BlockServer();

beforeAll(() => desk.open());
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.reset();
  server.close();
  server = new BlockServer();
  await server.open();
  const session = await currentSession();
  await keepSession({ ...session!, permissions: ['number_use'] }, 'login');
});
afterAll(() => server.close());

const uses = async () => {
  const rows = (await outboxDb.ops.toArray()).filter(({ type }) => type === 'numberBlock.use').toSorted((a, b) => a.seq - b.seq);
  return Promise.all(rows.map(async ({ opId }) => (await desk.contentOf(opId)) as { action: string; codes: string[]; reason?: string }));
};

describe('labels', () => {
  it('take numbers in order, with the act that says so; also at once from two tabs', async () => {
    await reserveNumbers(samples, 20);
    const batches = await Promise.all([takeLabels(samples, 5), takeLabels(samples, 5), takeLabels(samples, 5)]);
    const codes = batches.flatMap((batch) => batch.codes);
    expect(codes).toHaveLength(15);
    expect(new Set(codes).size).toBe(15);
    const recorded = (await uses()).flatMap((use) => use.codes);
    expect(recorded.toSorted()).toEqual(codes.toSorted());
    expect(leftOf(await readNumbers(), samples)).toBe(5);
    expect(await outboxDb.ops.where('opId').equals(batches[0]!.opId).count()).toBe(1);
  });

  it('are taken with their act or not at all', async () => {
    await reserveNumbers(samples, 20);
    const real = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function full(this: IDBObjectStore, ...args: Parameters<typeof real>) {
      if (this.name === 'ops') throw new DOMException('broken', 'UnknownError');
      return real.apply(this, args);
    };
    await expect(takeLabels(samples, 5)).rejects.toMatchObject({ name: 'OutboxError' });
    IDBObjectStore.prototype.put = real;
    expect(leftOf(await readNumbers(), samples)).toBe(20);
    expect((await readNumbers()).batches).toEqual([]);
    expect((await takeLabels(samples, 1)).codes).toEqual(['900000001']);
  });

  it('give fewer where the oldest block ends, and say where none is left', async () => {
    await reserveNumbers(samples, 3);
    expect((await takeLabels(samples, 5)).codes).toHaveLength(3);
    await expect(takeLabels(samples, 5)).rejects.toBeInstanceOf(NumbersError);
  });

  it('are printed again, scanned back and given up with a record of each', async () => {
    await reserveNumbers(samples, 10);
    const { opId, codes } = await takeLabels(samples, 3);
    await reprintLabels(opId, [codes[1]!], '破损');
    expect(await checkLabel(codes[0]!)).toMatchObject({ opId });
    expect((await readNumbers()).batches[0]?.isChecked).toBe(true);
    await spoilLabels(opId, [codes[2]!], '歪斜');
    expect(await checkLabel(codes[2]!)).toBeNull();
    expect(await checkLabel('X')).toBeNull();
    expect((await uses()).map(({ action, codes: list, reason }) => [action, list.length, reason])).toEqual([
      ['print', 3, undefined],
      ['reprint', 1, '破损'],
      ['check', 1, undefined],
      ['spoil', 1, '歪斜'],
    ]);
  });
});

describe('with the server', () => {
  it('loses no numbers with a lost answer: the wish goes again under its key', async () => {
    server.mood = 'lostAnswer';
    await expect(reserveNumbers(samples, 60)).rejects.toMatchObject({ name: 'CallError' });
    expect(leftOf(await readNumbers(), samples)).toBe(0);
    server.mood = 'fine';
    await tendNumbers();
    expect(leftOf(await readNumbers(), samples)).toBe(60);
    expect(server.space.next).toBe(61);
    expect((await readNumbers()).asking).toEqual([]);
  });

  it('tops up what it was asked for, once few are left', async () => {
    await reserveNumbers(samples, 60);
    await tendNumbers();
    expect(leftOf(await readNumbers(), samples)).toBe(60);
    await takeLabels(samples, 20);
    await tendNumbers();
    expect(leftOf(await readNumbers(), samples)).toBe(140);
  });

  it('gives back what is left, for certain, and prints none of it meanwhile', async () => {
    await reserveNumbers(samples, 10);
    await takeLabels(samples, 4);
    server.mood = 'lostAnswer';
    await expect(returnNumbers(samples)).rejects.toMatchObject({ name: 'CallError' });
    await expect(takeLabels(samples, 1)).rejects.toBeInstanceOf(NumbersError);
    server.mood = 'fine';
    await tendNumbers();
    expect(server.space.free).toEqual([{ first: 5, last: 10 }]);
    expect(await readNumbers()).toMatchObject({ blocks: [], returning: [], wishes: [] });
  });

  it('skips what the server knows to be used, drops what it no longer holds, and names blocks it has forgotten', async () => {
    await reserveNumbers(samples, 60);
    const [blockId] = [...server.blocks.keys()];
    server.blocks.set(blockId!, { ...server.blocks.get(blockId!)!, highest: 4 });
    await tendNumbers();
    expect((await readNumbers()).blocks[0]?.next).toBe(5);
    server.blocks.set(blockId!, { ...server.blocks.get(blockId!)!, state: 3 });
    server.blocks.set('99', { first: 500, last: 509, state: 1, highest: null });
    await changeNumbers((row) => ({ ...row, wishes: [] }));
    await tendNumbers();
    expect(await readNumbers()).toMatchObject({ blocks: [], strangers: ['99'] });
  });

  it('asks nothing on a desk that never wanted numbers', async () => {
    await tendNumbers();
    expect(server.asked).toBe(0);
    // Its storage was lost: the server still counts a block as its own.
    server.blocks.set('7', { first: 1, last: 9, state: 1, highest: 3 });
    await tendNumbers(true);
    expect(await readNumbers()).toMatchObject({ blocks: [], strangers: ['7'] });
  });
});
