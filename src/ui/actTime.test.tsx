import { afterEach, describe, expect, it } from 'vitest';
import { ActTime, actTimeText } from './ActTime.tsx';
import { mount, type Mounted } from './testing/mount.tsx';

let page: Mounted | undefined;
afterEach(async () => page?.unmount());

const shown = async (...[times, language]: [Parameters<typeof ActTime>[0], ('zh' | 'en')?]): Promise<string> => {
  page = await mount(<ActTime {...times} />, language ? { language } : {});
  const text = page.root.textContent ?? '';
  await page.unmount();
  page = undefined;
  return text;
};
const at = '2026-11-22 09:00:00';

describe('the time of an act', () => {
  it('stands alone where the server received it within five minutes, or has not', async () => {
    expect(await shown({ at, serverTime: '2026-11-22 09:05:00' })).toBe(at);
    expect(await shown({ at, serverTime: '2026-11-22 08:55:00' })).toBe(at);
    expect(await shown({ at, serverTime: null })).toBe(at);
    expect(await shown({ at })).toBe(at);
    expect(await shown({ at, serverTime: '2026-11-22 09:01:00', isShort: true })).toBe('09:00:00');
  });

  it('has the server’s beside it where the two are not the same moment', async () => {
    expect(await shown({ at, serverTime: '2026-11-22 09:05:01' })).toBe(`${at}服务器 09:05:01`);
    expect(await shown({ at, serverTime: '2026-11-22 12:00:00', isShort: true }, 'en')).toBe('09:00:00server 12:00:00');
    expect(await shown({ at, serverTime: '2026-11-24 08:30:12' })).toBe(`${at}服务器 11-24 08:30`);
  });

  it('is said so in a sentence, too', () => {
    expect(actTimeText({ at, serverTime: at }, 'zh')).toBe(at);
    expect(actTimeText({ at, serverTime: '2026-11-22 10:00:00' }, 'zh')).toBe(`${at} (服务器 10:00:00)`);
    expect(actTimeText({ at, serverTime: '2026-11-22 10:00:00', isShort: true }, 'en')).toBe('09:00:00 (server 10:00:00)');
  });
});
