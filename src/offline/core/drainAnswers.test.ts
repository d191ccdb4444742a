import { describe, expect, it } from 'vitest';
import { Desk } from '../testing/desk.ts';
import type { Weather } from '../testing/fakeServer.ts';

describe('answers', () => {
  const transients: readonly Weather[] = [
    'refused',
    'blackHole',
    'cutMidBody',
    'error500',
    'busy503',
    'tooMany429',
    'portal',
    'portal401',
    'notFound',
  ];
  it.each(transients)('keeps every act after %s and delivers each once when it is over', async (weather) => {
    const desk = new Desk();
    for (let i = 0; i < 6; i++) await desk.enqueue({ lanes: [`req:${i % 3}`] });
    let left = 4;
    desk.weather = () => (left-- > 0 ? weather : 'fine');
    for (let i = 0; i < 12; i++) {
      const { nextAt } = await desk.drain();
      if (nextAt !== null) desk.now = Math.max(desk.now + 1, nextAt);
    }
    expect(desk.store.unresolved()).toEqual([]);
    expect(desk.server.applied).toHaveLength(6);
    expect(new Set(desk.server.applied).size).toBe(6);
  });

  it('does not try again before its time after a failure, and obeys Retry-After', async () => {
    const desk = new Desk();
    await desk.enqueue();
    desk.weather = () => 'tooMany429';
    const { nextAt } = await desk.drain();
    expect(nextAt).toBeGreaterThanOrEqual(desk.now + 3000);
    await desk.drain();
    expect(desk.server.seen).toHaveLength(1);
  });

  it('sends again under the same key when the acknowledgement is lost, and the effect stands once', async () => {
    const desk = new Desk();
    await desk.enqueue({ opId: 'a1' });
    let isFirst = true;
    desk.weather = () => (isFirst ? ((isFirst = false), 'cutAfterApply') : 'fine');
    desk.now = (await desk.drain()).nextAt ?? desk.now;
    await desk.drain();
    expect(desk.server.seen).toEqual([['a1'], ['a1']]);
    expect(desk.server.applied).toEqual(['a1']);
    expect(desk.at('a1').receipt?.duplicate).toBe(true);
  });

  it('halves on 413 down to the act that is too large, which then waits for a person', async () => {
    const desk = new Desk();
    for (let i = 0; i < 8; i++) await desk.enqueue({ opId: `a${i}`, lanes: [`req:${i}`] });
    desk.server.maxOps = 2;
    await desk.drain();
    expect(desk.server.applied).toHaveLength(8);
    await desk.enqueue({ opId: 'big' });
    desk.weather = () => 'tooLarge';
    await desk.drain();
    expect(desk.state('big')).toBe('rejected');
    expect(desk.at('big').receipt?.code).toBe('offline.tooLarge');
  });

  it('renews the session once on 401 and goes on, counting no attempt', async () => {
    const desk = new Desk();
    await desk.enqueue({ opId: 'a1' });
    desk.server.tokens.clear();
    await desk.drain();
    expect(desk.renewals).toBe(1);
    expect(desk.state('a1')).toBe('acked');
    expect(desk.at('a1').attempts).toBe(1);
  });

  it('holds for a session when it cannot be renewed and goes on after the next login', async () => {
    const desk = new Desk();
    await desk.enqueue({ opId: 'a1' });
    desk.server.tokens.clear();
    desk.renewal = 'refused';
    await desk.drain();
    expect(desk.at('a1')).toMatchObject({ state: 'held', heldBy: 'auth', attempts: 0, isUnknown: false });
    desk.login('ann');
    await desk.drain();
    expect(desk.state('a1')).toBe('acked');
  });

  it('tries again in time when 401 comes from something in between and the session itself is good', async () => {
    const desk = new Desk();
    await desk.enqueue({ opId: 'a1' });
    let left = 3;
    desk.weather = () => (left-- > 0 ? 'unauthorised' : 'fine');
    for (let i = 0; i < 4; i++) desk.now = (await desk.drain()).nextAt ?? desk.now;
    expect(desk.state('a1')).toBe('acked');
  });

  it('waits for an update on 426 and goes on under the new version', async () => {
    const desk = new Desk();
    await desk.enqueue({ opId: 'a1' });
    desk.weather = () => 'outdated';
    const { nextAt } = await desk.drain();
    expect(desk.at('a1')).toMatchObject({ state: 'held', heldBy: 'update' });
    expect(nextAt).toBeGreaterThan(desk.now);
    desk.weather = () => 'fine';
    desk.appVersion = '2';
    await desk.drain();
    expect(desk.state('a1')).toBe('acked');
  });

  it('quarantines an act the server fails on while others get through, and lets it pass later', async () => {
    const desk = new Desk();
    desk.server.rule = ({ opId }) => (opId === 'bad' ? 'faulty' : 'applied');
    await desk.enqueue({ opId: 'bad', lanes: ['req:A'] });
    await desk.enqueue({ opId: 'after', lanes: ['req:A'] });
    for (let i = 0; i < 10; i++) {
      await desk.enqueue({ opId: `other${i}`, lanes: [`req:${i}`] });
      await desk.drain();
      desk.now += 6 * 60_000;
    }
    expect(desk.state('bad')).toBe('quarantined');
    expect(desk.state('after')).toBe('blocked');
    expect(desk.server.applied).toHaveLength(10);
    desk.server.rule = () => 'applied';
    desk.now += 60 * 60_000;
    await desk.drain();
    expect([desk.state('bad'), desk.state('after')]).toEqual(['acked', 'acked']);
  });

  it('isolates an act that breaks the whole batch', async () => {
    const desk = new Desk();
    for (let i = 0; i < 16; i++) await desk.enqueue({ opId: `a${i}`, lanes: [`req:${i}`] });
    desk.weather = ({ ops }) => (ops.some(({ opId }) => opId === 'a7') ? 'error500' : 'fine');
    for (let i = 0; i < 40; i++) desk.now = (await desk.drain()).nextAt ?? desk.now;
    expect(desk.store.unresolved().map(({ opId }) => opId)).toEqual(['a7']);
  });

  it('sends an act of a type the server does not know, and keeps it for a person', async () => {
    const desk = new Desk();
    desk.server.rule = () => 'unknown';
    await desk.enqueue({ opId: 'a1' });
    await desk.drain();
    expect(desk.state('a1')).toBe('rejected');
    desk.server.rule = () => 'applied';
    await desk.retry('a1');
    await desk.drain();
    expect(desk.state('a1')).toBe('acked');
  });
});
