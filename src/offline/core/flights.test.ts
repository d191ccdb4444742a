import { describe, expect, it } from 'vitest';
import { Desk } from '../testing/desk.ts';

describe('requests under way', () => {
  it.each([
    ['quick', 10, 60, 4],
    ['slow', 2000, 16, 2],
  ])('are two, and more where answers are quick: %s', async (_what, tookMs, count, most) => {
    const desk = new Desk();
    for (let i = 0; i < count; i++) await desk.enqueue({ lanes: [`req:${i}`] });
    await desk.store.change(async (tx) => tx.save({ ...(await tx.transport()), batchLimit: 2 }));
    let open = 0;
    const underWay: number[] = [];
    desk.pause = async () => {
      underWay.push(++open);
      await new Promise((resolve) => setTimeout(resolve, 1));
      desk.now += tookMs;
      open -= 1;
    };
    await desk.drain();
    expect(Math.max(...underWay.slice(0, 2))).toBe(2);
    expect(Math.max(...underWay)).toBe(most);
    expect(desk.server.applied).toHaveLength(count);
  });

  it('are one after a failure, until it is answered', async () => {
    const desk = new Desk();
    for (let i = 0; i < 40; i++) await desk.enqueue({ lanes: [`req:${i}`] });
    desk.weather = () => 'refused';
    desk.now = (await desk.drain()).nextAt ?? desk.now;
    await desk.store.change(async (tx) => tx.save({ ...(await tx.transport()), batchLimit: 5 }));
    desk.weather = () => 'fine';
    const before = desk.server.seen.length;
    let open = 0;
    const underWay: number[] = [];
    desk.pause = async () => {
      underWay.push(++open);
      await new Promise((resolve) => setTimeout(resolve, 1));
      open -= 1;
    };
    await desk.drain();
    expect(desk.server.seen[before]).toHaveLength(5);
    expect(underWay.slice(0, 2)).toEqual([1, 1]);
    expect(Math.max(...underWay)).toBeGreaterThan(1);
    expect(desk.server.applied).toHaveLength(40);
  });
});
