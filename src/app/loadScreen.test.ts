import { expect, it } from 'vitest';
import { loadedScreen, loadScreen, type ScreenComponent } from './loadScreen.ts';

const Screen: ScreenComponent = () => null;

it('keeps a loaded screen, so that it shows at once the next time', async () => {
  const load = async () => ({ Screen });
  expect(loadedScreen(load)).toBeUndefined();
  expect(await loadScreen(load)).toEqual({ state: 'ready', Screen });
  expect(loadedScreen(load)).toBe(Screen);
});

it('never rejects: a failing chunk is an answer', async () => {
  const outcome = await loadScreen(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  expect(outcome).toMatchObject({ state: 'failed', isOffline: true });
});

it('gives up at the limit, and a late chunk is welcome the next time', async () => {
  let arrive: () => void = () => undefined;
  const load = () => new Promise<{ Screen: ScreenComponent }>((resolve) => (arrive = () => resolve({ Screen })));
  expect(await loadScreen(load, 80)).toMatchObject({ state: 'failed' });
  const second = loadScreen(load, 5_000);
  arrive();
  expect(await second).toEqual({ state: 'ready', Screen });
});
