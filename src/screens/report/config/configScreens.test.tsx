import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { pickerSourcesFor } from '#src/resource/pickerSources.ts';
import { PickerSourcesContext } from '#src/ui/picker.ts';
import { chooseFromMenu } from '#src/ui/testing/chooseFromMenu.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { ConversionDrawer } from './ConversionDrawer.tsx';
import { CriterionReplay } from './CriterionReplay.tsx';
import { Screen } from './ReportConfigScreen.tsx';

const config = { configId: '5', configName: '本院 · 染色体', configType: 1, laboratoryId: '1', reportKind: 1, templateId: '2', strategyId: '3' };
const items = [
  { itemId: '9', itemName: 'GJB2', itemCode: 'G2' },
  { itemId: '11', itemName: 'SLC26A4', itemCode: 'S4' },
];
const stored = { itemId: '9', qualitativeResult: 1, from: '阴性', low: null, high: null, show: '未检出', factor: null, decimals: null, unit: null };
const person = { userId: '1', tenantId: '000000', account: 'ops', realName: '安', roleNames: [], deptId: '', roleId: '' };
const mayAll = ['reportConfig_view', 'reportConfig_save', 'reportConfig_convert'];

interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, any>;
}
let asked: Asked[] = [];
let refusal: object | null = null;
const ownFetch = globalThis.fetch;
let page: Mounted;
const answerOf = ({ path, query }: Asked): object | null => {
  if (path.endsWith('convert-detail'))
    return { configId: '5', configName: config.configName, conversionNo: 4, rows: [{ ...stored, itemName: 'GJB2', itemCode: 'G2' }] };
  if (path.endsWith('release-criterion/replay')) {
    const one = { reportId: '1', reportNo: 'A1', issueTime: '2026-06-01 09:00:00', isAuto: true, isWithdrawn: false, why: null };
    return {
      criterionName: '阴性',
      reports: [
        one,
        { ...one, reportNo: 'A2', isAuto: false, isWithdrawn: true },
        { ...one, reportNo: 'A3', isAuto: false, why: ['结果不是阴性', 'Not all results are negative'] },
      ],
    };
  }
  if (path.endsWith('save-convert')) return { configId: '5', conversionNo: 5 };
  if (path.endsWith('report-config/detail')) return config;
  if (path.endsWith('default-page')) {
    const records = query.get('configType') === '1' ? [config] : [];
    return { records, total: records.length, current: 1, size: 10, pages: 1 };
  }
  if (path.includes('/item/'))
    return query.get('ids') === '9' ? [items[0]] : items.filter(({ itemName }) => itemName.includes(query.get('keyword') ?? ''));
  // What a session asks of itself stays as it was.
  return null;
};
beforeEach(async () => {
  asked = [];
  refusal = null;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    const one = { path: url.pathname, query: url.searchParams, body: init?.body ? JSON.parse(String(init.body)) : {} };
    asked.push(one);
    if (refusal && init?.method === 'POST') return Response.json({ code: 422, success: false, data: null, ...refusal }, { status: 422 });
    return Response.json({ code: 200, success: true, msg: '', data: answerOf(one) });
  };
  await changeLanguage('zh');
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});

async function open(screen: ReactNode, permissions: readonly string[] = mayAll): Promise<void> {
  await keepSession({ ...person, permissions: [...permissions], accessToken: 'x', savedAt: Date.now(), expiresAt: Date.now() + 1e6 }, 'login');
  await startSessionState();
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PickerSourcesContext value={pickerSourcesFor(() => true)}>
        <MemoryRouter>{screen}</MemoryRouter>
      </PickerSourcesContext>
    </QueryClientProvider>,
  );
}
const rows = (): readonly HTMLElement[] => page.all('[data-conversion]');
const named = (text: string): HTMLElement => {
  const found = page.all('button').find((one) => one.textContent?.includes(text) || one.getAttribute('aria-label') === text);
  if (!found) throw new Error(`no button ${text}`);
  return found;
};
/** The drawer with its rows, and with the focus: on a busy machine it comes late, and would take it from what is typed into. */
const stands = (): Promise<void> => vi.waitFor(() => expect([rows().length, document.activeElement?.closest('form') !== null]).toEqual([1, true]));
const saved = (): Asked | undefined => asked.findLast(({ path }) => path.endsWith('save-convert'));

it('words a second result by the keyboard, sends all rows with the version they were read in, and closes', async () => {
  const onClose = vi.fn<() => void>();
  await open(<ConversionDrawer row={config} onClose={onClose} />);
  await stands();
  await page.run(() => named('添加一行').click());
  expect(rows()).toHaveLength(2);
  // Whoever adds a row goes on typing in it.
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('第2行 检测项'));
  await page.type('SLC');
  await vi.waitFor(() => expect(page.all('[role=option]')).toHaveLength(1));
  await page.press('Enter');
  for (const [field, text] of [
    ['数值 ≥', '1.5'],
    ['乘以', '1000'],
    ['单位', 'ng/L'],
  ] as const) {
    await page.focus(`input[aria-label="第2行 ${field}"]`);
    await page.type(text);
  }
  await page.run(() => named('移除第1行').click());
  expect(rows()).toHaveLength(1);
  await page.focus('[data-field=reason] input, [data-field=reason] textarea');
  await page.type('客户要求');
  await page.press('Ctrl+s');
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(saved()?.body).toMatchObject({
    configId: '5',
    conversionNo: 4,
    reason: '客户要求',
    rows: [{ itemId: '11', low: 1.5, high: null, from: null, factor: '1000', unit: 'ng/L', decimals: null }],
  });
});

it('names the row at fault by the rule of saving, goes to its cell and asks nobody', async () => {
  await open(<ConversionDrawer row={config} onClose={() => undefined} />);
  await stands();
  await page.focus('input[aria-label="第1行 显示为"]');
  await page.type('检出');
  await page.focus('[data-field=reason] input, [data-field=reason] textarea');
  await page.type('客户要求');
  await page.press('Ctrl+s');
  await vi.waitFor(() => expect(rows()[0]!.textContent).toContain('第1行: “检出”改变了结果的含义'));
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('第1行 显示为'));
  expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true');
  await page.run(() => named('添加一行').click());
  await page.press('Ctrl+s');
  await vi.waitFor(() => expect(page.find('[role=alert]').textContent).toBe('第2行: 请选择检测项'));
  expect(saved()).toBeUndefined();
});

it('says why a wording is refused and keeps what was typed', async () => {
  refusal = { msg: '结果转换已被他人修改, 请刷新后重试', refusal: 'reportConvert.changed' };
  const onClose = vi.fn<() => void>();
  await open(<ConversionDrawer row={config} onClose={onClose} />);
  await stands();
  await page.focus('input[aria-label="第1行 显示为"]');
  await page.type('未见');
  await page.focus('[data-field=reason] input, [data-field=reason] textarea');
  await page.type('客户要求');
  await page.press('Ctrl+s');
  await vi.waitFor(() => expect(page.find('[role=alert]').textContent).toContain('已被他人修改'));
  expect(page.find<HTMLInputElement>('input[aria-label="第1行 显示为"]').value).toBe('未见');
  expect(onClose).not.toHaveBeenCalled();
});

it('only shows the wording to whoever may not change it', async () => {
  await open(<ConversionDrawer row={config} onClose={() => undefined} />, ['reportConfig_view']);
  await vi.waitFor(() => expect(rows()).toHaveLength(1));
  expect(page.all('[data-conversion] input').every((box) => (box as HTMLInputElement).readOnly)).toBe(true);
  expect(page.all('button').map((one) => one.textContent)).not.toContain('添加一行');
});

it('lists default and custom configurations apart, and copies a default one for a client', async () => {
  await open(<Screen />);
  await vi.waitFor(() => expect(page.root.textContent).toContain(config.configName));
  await page.run(() => named('更多').click());
  await chooseFromMenu(userEvent.setup(), '复制为自定义');
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('新增报告配置'));
  expect(page.find('[role=dialog]').textContent).toContain('送检单位');
  await page.press('Escape');
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  const custom = page.all('[role=tab]').find((tab) => tab.textContent === '自定义配置');
  await page.run(() => custom?.click());
  await vi.waitFor(() => expect(asked.some(({ path, query }) => path.endsWith('-page') && query.get('configType') === '2')).toBe(true));
});

it('tells what a criterion would have made of the last reports, and which of those that went out were taken back', async () => {
  await open(<CriterionReplay criterionId="3" />);
  await vi.waitFor(() => expect(page.find('[data-replay]').textContent).toContain('2 份会自动发布, 1 份会留给人审核 (实际自动发布 1 份)'));
  expect(page.find('[data-replay]').textContent).toContain('1 份后来被撤回或更正');
  expect(page.find('[data-replay]').textContent).toContain('A2');
  expect(page.find('[data-replay] li').textContent).toBe('1结果不是阴性');
  expect(asked.find(({ path }) => path.endsWith('replay'))?.query.get('criterionId')).toBe('3');
});
