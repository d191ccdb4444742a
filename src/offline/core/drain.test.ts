import { describe, expect, it } from 'vitest';
import { discardCommandName } from '#domain/kernel/offlineWire.ts';
import { Desk } from '../testing/desk.ts';
import { signatureOf } from '../testing/fakeServer.ts';
import { createDrain } from './drain.ts';

const refuse =
  (...opIds: string[]) =>
  (op: { opId: string }) =>
    opIds.includes(op.opId) ? ('refused' as const) : ('applied' as const);

describe('lanes', () => {
  it('sends every lane in order, the heads of all lanes first', async () => {
    const desk = new Desk();
    for (const opId of ['a1', 'a2', 'a3']) await desk.enqueue({ opId, lanes: ['req:A'] });
    for (const opId of ['b1', 'b2']) await desk.enqueue({ opId, lanes: ['req:B'] });
    const result = await desk.drain();
    expect(desk.server.seen).toEqual([['a1', 'b1', 'a2', 'b2', 'a3']]);
    expect(result).toMatchObject({ outcome: 'idle', sentCount: 5, ackedCount: 5, nextAt: null });
    expect(desk.store.unresolved()).toEqual([]);
    expect(desk.state('a3')).toBe('acked');
  });

  it('lets a refused act block its own lane and its dependants only', async () => {
    const desk = new Desk();
    desk.server.rule = refuse('a1');
    await desk.enqueue({ opId: 'a1', lanes: ['req:A'] });
    await desk.enqueue({ opId: 'a2', lanes: ['req:A'] });
    await desk.enqueue({ opId: 'b1', lanes: ['req:B'] });
    await desk.enqueue({ opId: 'h1', lanes: ['handover:1'], dependsOn: ['a2', 'b1'] });
    await desk.drain();
    expect(['a1', 'a2', 'b1', 'h1'].map((opId) => desk.state(opId))).toEqual(['rejected', 'blocked', 'acked', 'blocked']);
    expect(desk.at('a2').blockedBy).toBe('a1');
    const before = desk.server.seen.length;
    await desk.drain();
    expect(desk.server.seen).toHaveLength(before);
  });

  it('keeps at most 500 acts and 1.9 MB in a batch, but sends a single larger one', async () => {
    const desk = new Desk();
    for (let i = 0; i < 1100; i++) await desk.enqueue({ lanes: [`req:${i}`] });
    await desk.drain();
    expect(desk.server.seen.map((ids) => ids.length)).toEqual([500, 500, 100]);
    const heavy = new Desk();
    for (let i = 0; i < 3; i++) await heavy.enqueue({ lanes: [`req:${i}`], payload: { text: 'x'.repeat(1_000_000) } });
    await heavy.enqueue({ lanes: ['req:9'], payload: { text: 'x'.repeat(2_000_000) } });
    await heavy.drain();
    expect(heavy.server.seen.map((ids) => ids.length)).toEqual([1, 1, 1, 1]);
  });

  it('sends an act of many lanes only when it is first in all of them', async () => {
    const desk = new Desk();
    desk.server.rule = refuse('b1');
    await desk.enqueue({ opId: 'b1', lanes: ['req:B'] });
    await desk.enqueue({ opId: 'both', lanes: ['req:A', 'req:B'] });
    await desk.enqueue({ opId: 'a2', lanes: ['req:A'] });
    await desk.drain();
    expect(desk.state('both')).toBe('blocked');
    expect(desk.state('a2')).toBe('blocked');
    await desk.discard('b1');
    await desk.drain();
    expect(desk.server.applied.filter((opId) => opId === 'both' || opId === 'a2')).toEqual(['both', 'a2']);
  });
});

describe('a desk under another id', () => {
  it('brings what it did under the old one by a session alone, and nothing past it in a lane', async () => {
    const desk = new Desk(null);
    for (const [opId, lane] of [
      ['old', 'req:A'],
      ['later', 'req:A'],
      ['free', 'req:B'],
    ] as const) {
      const row = await desk.enqueue({ opId, lanes: [lane] });
      const deviceId = opId === 'old' ? 'desk-as-it-was' : row.deviceId;
      await desk.store.change((tx) => tx.put([{ ...row, deviceId, sig: signatureOf('ann') }]));
    }
    const credential = 'credential-1';
    desk.server.credentials.add(credential);
    const alone = createDrain({ ...desk.ports(), device: async () => ({ userId: null, credential, mark: 'mark' }) });
    expect(await alone()).toMatchObject({ outcome: 'idle', nextAt: null, sentCount: 1 });
    expect(['old', 'later', 'free'].map((opId) => desk.state(opId))).toEqual(['pending', 'pending', 'acked']);
    desk.login('ben');
    await desk.drain();
    expect(desk.server.seen).toEqual([['free'], ['old'], ['later']]);
    expect(['old', 'later'].map((opId) => desk.server.ledger.get(opId)?.deviceId)).toEqual(['desk-as-it-was', desk.at('later').deviceId]);
  });
});

describe('authors', () => {
  it("never sends another person's acts, and sends them when their author is back", async () => {
    const desk = new Desk('ann');
    await desk.enqueue({ opId: 'a1', lanes: ['req:A'] });
    desk.session = null;
    expect((await desk.drain()).outcome).toBe('signedOut');
    desk.login('ben');
    await desk.enqueue({ opId: 'b1', lanes: ['req:B'] });
    await desk.drain();
    expect(desk.at('a1')).toMatchObject({ state: 'held', heldBy: 'user' });
    expect(desk.server.applied).toEqual(['b1']);
    desk.login('ann');
    await desk.drain();
    expect(desk.server.applied).toEqual(['b1', 'a1']);
  });

  it('lets only the author act on an act', async () => {
    const desk = new Desk('ann');
    desk.server.rule = () => 'refused';
    await desk.enqueue({ opId: 'a1' });
    await desk.drain();
    desk.login('ben');
    await expect(desk.discard('a1')).rejects.toMatchObject({ code: 'notYours' });
    await expect(desk.edit('a1')).rejects.toMatchObject({ code: 'notYours' });
    await expect(desk.retry('a1')).rejects.toMatchObject({ code: 'notYours' });
  });
});

describe('what a person does', () => {
  it('puts an edited act in the place of the refused one, before its followers', async () => {
    const desk = new Desk();
    desk.server.rule = refuse('a1');
    await desk.enqueue({ opId: 'a1' });
    await desk.enqueue({ opId: 'a2', dependsOn: ['a1'] });
    await desk.drain();
    await desk.edit('a1', { opId: 'a1b', payload: { fixed: true } });
    expect(desk.at('a1')).toMatchObject({ state: 'superseded', supersededBy: 'a1b' });
    expect(desk.at('a1b')).toMatchObject({ state: 'pending', supersedes: 'a1', rank: 1, seq: 3 });
    // What they signed stays; what is waited for moves.
    expect(desk.at('a2')).toMatchObject({ state: 'pending', dependsOn: ['a1'], waitsFor: ['a1b'] });
    await desk.drain();
    expect(desk.server.applied).toEqual(['a1b', 'a2']);
  });

  it('sends a replacement before its followers, not with them: the server does a batch by number', async () => {
    const desk = new Desk();
    desk.server.rule = refuse('bad');
    await desk.enqueue({ opId: 'bad' });
    await desk.enqueue({ opId: 'next' });
    await desk.drain();
    await desk.edit('bad', { opId: 'good' });
    await desk.drain();
    expect(desk.server.seen.slice(-2)).toEqual([['good'], ['next']]);
    expect(desk.server.applied).toEqual(['good', 'next']);
  });

  it('discards with a reason, tells the server, and frees the followers', async () => {
    const desk = new Desk();
    desk.server.rule = refuse('a1');
    await desk.enqueue({ opId: 'a1' });
    await desk.enqueue({ opId: 'a2' });
    await desk.drain();
    await expect(desk.discard('a1', '  ')).rejects.toMatchObject({ code: 'noReason' });
    const note = await desk.discard('a1', '重复录入');
    await desk.drain();
    expect(desk.state('a1')).toBe('discarded');
    expect(desk.server.applied).toEqual(expect.arrayContaining([note.opId, 'a2']));
    expect(desk.server.ledger.get(note.opId)?.op).toMatchObject({ type: discardCommandName, payload: { opId: 'a1', seq: 1, reason: '重复录入' } });
  });

  it('refuses to change an act whose answer is still out', async () => {
    const desk = new Desk();
    await desk.enqueue({ opId: 'a1' });
    desk.weather = () => 'cutAfterApply';
    await desk.drain();
    await expect(desk.edit('a1')).rejects.toMatchObject({ code: 'unknownOutcome' });
    await expect(desk.discard('a1')).rejects.toMatchObject({ code: 'unknownOutcome' });
    expect(desk.state('a1')).toBe('pending');
  });

  it('may change an act that was never sent', async () => {
    const desk = new Desk();
    await desk.enqueue({ opId: 'a1' });
    await desk.edit('a1', { opId: 'a2', payload: { better: 1 } });
    await desk.drain();
    expect(desk.server.applied).toEqual(['a2']);
  });
});

describe('reach', () => {
  it('sends nothing into the void, so that what never left can still be taken back', async () => {
    const desk = new Desk();
    await desk.enqueue({ opId: 'a1' });
    desk.reach = () => false;
    const { nextAt } = await desk.drain();
    expect(nextAt).toBeGreaterThan(desk.now);
    expect(desk.server.seen).toEqual([]);
    expect(desk.heard).toEqual([false]);
    await desk.discard('a1', '扫错了');
    desk.reach = () => true;
    desk.now = nextAt ?? desk.now;
    await desk.drain();
    expect(desk.server.ledger.has('a1')).toBe(false);
  });
});

describe('senders', () => {
  it('lets one sender work while others find it busy', async () => {
    const desk = new Desk();
    for (let i = 0; i < 5; i++) await desk.enqueue({ lanes: [`req:${i}`] });
    desk.pause = () => new Promise((resolve) => setTimeout(resolve, 5));
    const results = await Promise.all([desk.drain(), desk.drain(), desk.drain()]);
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['busy', 'busy', 'idle']);
    expect(desk.server.seen).toHaveLength(1);
  });

  it('loses and doubles nothing when two senders work at once without locks', async () => {
    const desk = new Desk();
    desk.hasLocks = false;
    desk.pause = () => new Promise((resolve) => setTimeout(resolve, 1));
    for (let i = 0; i < 60; i++) await desk.enqueue({ lanes: [`req:${i % 7}`] });
    await Promise.all([desk.drain(), desk.drain()]);
    desk.now += 400_000;
    await desk.drain();
    expect(desk.store.unresolved()).toEqual([]);
    expect(desk.server.applied).toHaveLength(60);
    expect(new Set(desk.server.applied).size).toBe(60);
  });

  it('asks again after being killed between the answer and its commit', async () => {
    const desk = new Desk();
    await desk.enqueue({ opId: 'a1' });
    let commits = 0;
    desk.store.killAt = () => (++commits === 2 ? 'before' : null);
    await expect(desk.drain()).rejects.toThrow('before commit');
    expect(desk.state('a1')).toBe('sending');
    await desk.drain();
    expect(desk.state('a1')).toBe('acked');
    expect(desk.server.applied).toEqual(['a1']);
  });

  it('starts no batch later than 25 s into a pass', async () => {
    const desk = new Desk();
    for (let i = 0; i < 9; i++) await desk.enqueue({ lanes: [`req:${i}`] });
    desk.server.maxOps = 1;
    await desk.store.change(async (tx) => tx.save({ ...(await tx.transport()), batchLimit: 1 }));
    desk.pause = async () => {
      desk.now += 13_000;
    };
    const { outcome, sentCount } = await desk.drain();
    expect(outcome).toBe('more');
    expect(sentCount).toBeLessThan(4);
  });

  it('goes on when the clock of the desk is set back by a year', async () => {
    const desk = new Desk();
    await desk.enqueue({ opId: 'a1' });
    desk.weather = () => 'refused';
    for (let i = 0; i < 5; i++) desk.now = (await desk.drain()).nextAt ?? desk.now;
    desk.weather = () => 'fine';
    desk.now -= 365 * 24 * 3_600_000;
    await desk.drain();
    expect(desk.state('a1')).toBe('acked');
  });
});

describe('numbers', () => {
  it('have no gaps and no doubles under concurrent enqueues', async () => {
    const desk = new Desk();
    await Promise.all(Array.from({ length: 100 }, () => desk.enqueue()));
    expect(desk.store.all().map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });
});
