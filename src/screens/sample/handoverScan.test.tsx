import 'fake-indexeddb/auto';
import { act } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeLanguage } from '#src/console/text.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { useHandoverScan } from './useHandoverScan.ts';

const desk = new DiskDesk();
beforeAll(async () => {
  await desk.open();
  await changeLanguage('zh');
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.reset();
  await desk.login('clerk');
});
let page: Mounted;
afterEach(async () => {
  vi.unstubAllGlobals();
  await page.unmount();
});

function Probe() {
  const { verdict, onScan } = useHandoverScan([], () => undefined);
  return (
    <button type="button" onClick={() => onScan('S0001')}>
      {verdict ? `${verdict.kind}: ${verdict.detail}` : ''}
    </button>
  );
}
/** What the person is told of a tube that is not on the list, by what the network answers. */
async function told(answer: (path: string) => Promise<Response>): Promise<string> {
  vi.stubGlobal('fetch', (request: RequestInfo | URL) => answer(request instanceof Request ? request.url : String(request)));
  page = await mount(<Probe />, { userId: 'clerk' });
  await act(async () => page.find('button').click());
  await vi.waitFor(async () => {
    await page.settle(5);
    expect(page.find('button').textContent).not.toBe('');
  });
  return page.find('button').textContent ?? '';
}
const json = (body: unknown, status = 200) => Promise.resolve(Response.json(body, { status }));

describe('a handover scan that failed is told, and why', () => {
  it('by the network alone as offline', async () => {
    expect(await told(() => Promise.reject(new TypeError('failed to fetch')))).toContain('refused: 本机名单中没有;离线');
  });

  it('by the server with its own words', async () => {
    expect(await told(() => json({ code: 500, success: false, msg: '服务器异常' }, 500))).toBe('refused: 本机名单中没有;查原因失败: 服务器异常');
  });
});
