import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen } from './MappingScreen.tsx';

const person = { userId: '1', tenantId: '000000', account: 'ops', realName: '何', roleNames: [], deptId: '', roleId: '' };
const missing = {
  unmappedId: '9',
  interfaceId: '3',
  interfaceName: '县医院',
  mappingCode: 'county_sex',
  value: '女',
  count: 2,
  setId: '77',
  firstTime: '2025-10-09 09:00:00',
  lastTime: '2025-10-09 09:05:00',
};
let sent: { readonly path: string; readonly body: Record<string, unknown> }[] = [];
let isMapped = false;
const ownFetch = globalThis.fetch;
let page: Mounted;
beforeEach(async () => {
  sent = [];
  isMapped = false;
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    if (init?.method === 'POST') sent.push({ path: pathname, body: JSON.parse(String(init.body ?? '{}')) });
    if (pathname.endsWith('/submit')) isMapped = true;
    const records = pathname.endsWith('/unmapped') && !isMapped ? [missing] : [];
    return Response.json({
      code: 200,
      success: true,
      msg: '',
      data: pathname.endsWith('/submit') ? { id: '78' } : { records, total: records.length },
    });
  };
  await changeLanguage('zh');
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});

it('makes a pair of a value nobody knows, within its set, and lists it no more', async () => {
  const permissions = ['parameterMapping_view', 'parameterMapping_save'];
  await keepSession({ ...person, permissions, accessToken: 'x', savedAt: Date.now(), expiresAt: Date.now() + 1e6 }, 'login');
  await startSessionState();
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={['/op/parameterMapping?tab=unmapped']}>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(page.all('tr[data-row]')).toHaveLength(1));
  await page.run(() => page.find('[data-act=map]').click());
  const value = await vi.waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('[role=dialog] [data-field=dictValue] input');
    expect(found).not.toBeNull();
    return found!;
  });
  expect(document.querySelector<HTMLInputElement>('[role=dialog] [data-field=dictKey] input')?.value).toBe('女');
  await page.run(() => value.focus());
  await page.type('2');
  await page.press('Ctrl+S');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ body: { parentId: '77', dictKey: '女', dictValue: '2', sort: 0, isSealed: 0 } });
  await vi.waitFor(() => expect(page.all('tr[data-row]')).toHaveLength(0));
});
