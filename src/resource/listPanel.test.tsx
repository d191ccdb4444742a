import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { orders } from '#domain/bill/orders/orderRows.ts';
import { rejectRecords } from '#domain/sample/reject/rejectRows.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { ListPanel } from './ListPanel.tsx';

const ownFetch = globalThis.fetch;
let asked: URLSearchParams[] = [];
let page: Mounted;
beforeEach(() => {
  asked = [];
  globalThis.fetch = async (input) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    asked.push(url.searchParams);
    return Response.json({ code: 200, success: true, msg: '', data: { records: [], total: 0, current: 1, size: 20, pages: 0 } });
  };
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});
const search = ['sampleCode'];
const amounts = ['totalAmount'];
async function open(
  isInAddress: boolean,
  address: string,
  element = <ListPanel list={rejectRecords} screen="test" search={search} isInAddress={isInAddress} />,
) {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] });
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}
const find = async (code: string): Promise<void> => {
  await page.focus('[data-search=sampleCode] input');
  await page.type(code);
  await page.press('Enter');
};

it('keeps what a page list is searched for in the address, beside what else stands there', async () => {
  const router = await open(true, '/x?tab=b&sampleCode=A1');
  await vi.waitFor(() => expect(asked.at(-1)?.get('sampleCode')).toBe('A1'));
  await find('A2');
  await vi.waitFor(() => expect(asked.at(-1)?.get('sampleCode')).toBe('A2'));
  expect(router.state.location.search).toBe('?tab=b&sampleCode=A2');
  await page.run(() => void router.navigate(-1));
  await vi.waitFor(() => expect(asked.at(-1)?.get('sampleCode')).toBe('A1'));
  expect(page.find<HTMLInputElement>('[data-search=sampleCode] input').value).toBe('A1');
});

it('leaves the address alone where it stands in a drawer of the page', async () => {
  const router = await open(false, '/x?sampleCode=A1');
  await find('A2');
  await vi.waitFor(() => expect(asked.at(-1)?.get('sampleCode')).toBe('A2'));
  expect(router.state.location.search).toBe('?sampleCode=A1');
});

it('asks for amounts from and to, and says of what is no amount that it is none', async () => {
  const router = await open(true, '/x', <ListPanel list={orders} screen="test" search={amounts} isInAddress />);
  await page.focus('[data-search=totalAmount] input');
  await page.type('一百');
  await page.press('Enter');
  await vi.waitFor(() => expect(page.find('[role=alert]').textContent).toContain('金额'));
  await page.type('100');
  await page.run(() => page.all('[data-search=totalAmount] input')[1]?.focus());
  await page.type('250.50');
  await page.press('Enter');
  await vi.waitFor(() => expect(asked.at(-1)?.get('totalAmountYuanEnd')).toBe('250.50'));
  expect(asked.at(-1)?.get('totalAmountYuanBegin')).toBe('100');
  expect(router.state.location.search).toBe('?totalAmount.from=100&totalAmount.to=250.50');
});
