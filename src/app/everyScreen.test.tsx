import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider, useRouteError } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { contracts } from '#domain/contracts.ts';
import { partsOf, type CallName, type Contract } from '#domain/kernel/contract.ts';
import { callPath } from '#domain/kernel/services.ts';
import { rights } from '#domain/menu.ts';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { pickerSourcesFor } from '#src/resource/pickerSources.ts';
import { PickerSourcesContext } from '#src/ui/picker.ts';
import { answerOf } from '#src/ui/testing/answerOf.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { screens } from './screens.ts';

/**
 * Every screen made by hand, before answers in which all that may be missing is missing, and before whole ones: none falls over, nor what its
 * first row opens. Before a server where everything fails it says so, and shows no empty list and no 0 in its place.
 */
const declared: ReadonlyMap<string, Contract['answer']> = new Map(
  Object.entries<Contract>(contracts).map(([name, { answer }]) => {
    const { method, service, path } = partsOf(name as CallName);
    return [`${method} ${callPath(service, path, 'accession')}`, answer] as const;
  }),
);
const nothing = { records: [], total: 0, size: 20, current: 1, pages: 0, orders: [], searchCount: true };
const person = { userId: '1', tenantId: '000000', account: 'admin', realName: '安', roleNames: [], deptId: '', roleId: '' };
const ownFetch = globalThis.fetch;
let answers: 'sparse' | 'whole' | 'failed' = 'sparse';
let asked: string[] = [];
let open = 0;
let opened = 0;
let page: Mounted | null = null;
let faults: unknown[] = [];

beforeAll(async () => {
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    const answer = declared.get(`${init?.method ?? 'GET'} ${pathname}`);
    if ((init?.method ?? 'GET') === 'GET') asked.push(pathname);
    open += 1;
    try {
      if (answers === 'failed')
        return Response.json({ code: 500, success: false, data: null, msg: '服务器异常', requestId: 'req-1' }, { status: 500 });
      return Response.json({
        code: 200,
        success: true,
        msg: '',
        data: answer ? (answerOf(answer, answers === 'sparse') ?? null) : /page|list/i.test(pathname) ? nothing : null,
      });
    } finally {
      open -= 1;
    }
  };
  await changeLanguage('zh');
  const permissions = rights.map(({ code }) => code);
  await keepSession({ ...person, permissions, accessToken: 'x', savedAt: Date.now(), expiresAt: Date.now() + 1e7 }, 'login');
  await startSessionState();
});
afterAll(() => {
  globalThis.fetch = ownFetch;
});
afterEach(async () => {
  await page?.unmount();
  page = null;
});

const routes = Object.keys(screens).filter((route) => !route.includes(':'));
async function show(route: string): Promise<void> {
  faults = [];
  asked = [];
  const { Screen } = await screens[route]!();
  const router = createMemoryRouter([{ path: '*', element: <Screen />, errorElement: <Fault /> }], { initialEntries: [route] });
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PickerSourcesContext value={pickerSourcesFor(() => true)}>
        <RouterProvider router={router} />
      </PickerSourcesContext>
    </QueryClientProvider>,
  );
  await untilAnswered();
  expect(faults).toEqual([]);
}
// First: what was answered once is kept on the desk, and shown instead.
it.each(routes)('%s says that it failed', async (route) => {
  answers = 'failed';
  await show(route);
  // Saved views say it in their menu.
  const told = asked.filter((path) => !path.endsWith('saved-view/list'));
  if (told.length > 0) await vi.waitFor(() => expect(document.body.textContent, told.join(' ')).toMatch(/服务器异常|重试|失败/));
  expect(document.body.textContent).not.toMatch(/共 0 条/);
});

describe.each(['sparse', 'whole'] as const)('%s answers', (which) => {
  it.each(routes)('%s stands', async (route) => {
    answers = which;
    await show(route);
    const grid = document.querySelector<HTMLElement>('[role=group][tabindex="0"]');
    if (!grid) return;
    await page!.run(() => grid.focus());
    await page!.press('ArrowDown');
    await page!.press('Enter');
    await untilAnswered();
    expect(faults).toEqual([]);
    if (document.querySelector('[role=dialog]')) opened += 1;
  });
});
it('opened what opens from a row', () => expect(opened).toBeGreaterThan(40));

async function untilAnswered(): Promise<void> {
  await vi.waitFor(async () => {
    await page!.settle();
    expect(open).toBe(0);
  });
  await page!.settle();
}

function Fault() {
  const fault = useRouteError();
  faults.push(fault instanceof Error ? fault.stack?.split('\n').slice(0, 4).join('\n') : fault);
  return null;
}
