import { afterEach, describe, expect, it } from 'vitest';
import { canTakeImages, diskSpace, isNearlyFull } from './diskSpace.ts';

const mb = 1024 * 1024;
function room(storage: object | undefined): void {
  Object.defineProperty(globalThis, 'navigator', { value: { storage }, configurable: true });
}
const says = (used: number, quota: number): void => room({ estimate: async () => ({ usage: used * mb, quota: quota * mb }) });
afterEach(() => room(undefined));

describe('room on the disk', () => {
  it.each([
    [0, 10_000, true],
    [7_999, 10_000, true],
    [8_001, 10_000, false],
    [100, 301, true],
    [102, 301, false],
    [900, 1_000, false],
  ])('%i MB used of %i: images %s', async (used, quota, may) => {
    says(used, quota);
    expect(await canTakeImages()).toBe(may);
  });

  it('is nearly gone with 20 MB left, when images have long stopped', async () => {
    says(981, 1000);
    expect(await isNearlyFull()).toBe(true);
    says(979, 1000);
    expect(await isNearlyFull()).toBe(false);
    expect(await canTakeImages()).toBe(false);
  });

  it('hinders nothing where the browser says nothing of it', async () => {
    for (const storage of [undefined, {}, { estimate: async () => ({}) }, { estimate: () => Promise.reject(new Error('no')) }]) {
      room(storage);
      expect(await diskSpace()).toBeNull();
      expect(await canTakeImages()).toBe(true);
      expect(await isNearlyFull()).toBe(false);
    }
  });
});
