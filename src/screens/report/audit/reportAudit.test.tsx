import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { formatDateTime } from '#domain/kernel/dates.ts';
import type { ReportRow } from '#domain/report/reportRows.ts';
import { reportState } from '#domain/report/reportState.ts';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { pickerSourcesFor } from '#src/resource/pickerSources.ts';
import { PickerSourcesContext } from '#src/ui/picker.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen } from './ReportAuditScreen.tsx';

const row = (reportId: string, change: Partial<ReportRow> = {}): ReportRow => ({
  reportId,
  reportNo: `RP${reportId}`,
  version: 1,
  requisitionId: reportId,
  requisitionCode: `R${reportId}`,
  sampleCodes: `S${reportId}`,
  labCodes: '',
  personName: '章晴',
  reportKind: 1,
  state: reportState.toAudit,
  versionId: `9${reportId}`,
  currentVersionNo: 1,
  pdfSha256: reportId.repeat(64),
  qualitativeResult: 1,
  isUrgent: 0,
  commodityNames: 'NIPT',
  panelGroupNames: null,
  reportTitle: null,
  laboratoryId: '1',
  laboratoryName: null,
  sendSampleClientId: null,
  sendSampleClientName: null,
  dueTime: null,
  secondAuditTime: null,
  issueTime: null,
  auditorName: null,
  marks: null,
  paperDue: 0,
  fault: null,
  waitReason: null,
  heldUntil: null,
  keptBack: null,
  withdrawal: null,
  ...change,
});
const person = { userId: '1', tenantId: '000000', account: 'report', realName: '安', roleNames: [], deptId: '', roleId: '' };
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, any>;
}
let asked: Asked[] = [];
let rows: readonly ReportRow[] = [];
const ownFetch = globalThis.fetch;
let page: Mounted;
const answerOf = ({ method, path, body }: Asked): object | null => {
  if (path.endsWith('report-audit/counts')) return [{ state: reportState.toAudit, count: rows.length }];
  if (path.endsWith('report-audit/page')) return { records: rows, total: rows.length, current: 1, size: 20, pages: 1 };
  if (method === 'POST' && path.endsWith('report-audit/audit'))
    return (body['versions'] as { versionId: string }[]).map(({ versionId }) => ({ id: versionId, code: null, text: null, answer: null }));
  // What a session asks of itself stays as it was.
  return null;
};
beforeEach(async () => {
  asked = [];
  rows = [];
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    const one = { method: init?.method ?? 'GET', path: url.pathname, query: url.searchParams, body: init?.body ? JSON.parse(String(init.body)) : {} };
    asked.push(one);
    return Response.json({ code: 200, success: true, msg: '', data: answerOf(one) });
  };
  await changeLanguage('zh');
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});

async function open(...permissions: readonly string[]): Promise<void> {
  const session = { ...person, permissions: ['report_view', ...permissions], accessToken: 'x', savedAt: Date.now(), expiresAt: Date.now() + 1e6 };
  await keepSession(session, 'login');
  await startSessionState();
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PickerSourcesContext value={pickerSourcesFor(() => true)}>
        <MemoryRouter>
          <Screen />
        </MemoryRouter>
      </PickerSourcesContext>
    </QueryClientProvider>,
  );
}
const named = (text: string): HTMLElement | undefined => page.all('button, [role=tab]').find((one) => one.textContent?.includes(text));
const press = (text: string): Promise<void> => page.run(() => named(text)!.click());
const lists = (): Asked[] => asked.filter(({ path }) => path.endsWith('report-audit/page'));

it('asks for what is to be put on paper under its own tab, and for a state under its own', async () => {
  rows = [row('1', { state: reportState.issued, paperDue: 2 })];
  await open();
  await vi.waitFor(() => expect(page.root.textContent).toContain('RP1'));
  expect(lists().at(-1)!.query.get('state')).toBe(String(reportState.toAudit));
  expect(lists().at(-1)!.query.get('isPaperDue')).toBeNull();
  await press('待打印');
  await vi.waitFor(() => expect(lists().at(-1)!.query.get('isPaperDue')).toBe('1'));
  expect(lists().at(-1)!.query.get('state')).toBe(String(reportState.issued));
  await press('全部');
  await vi.waitFor(() => expect(lists().at(-1)!.query.get('state')).toBeNull());
});

it('says of a due time that it is near or gone, as long as the report is not out', async () => {
  const now = Date.now();
  const at = (hours: number): string => formatDateTime(now + hours * 3_600_000);
  rows = [
    row('1', { dueTime: at(-1) }),
    row('2', { dueTime: at(2) }),
    row('3', { dueTime: at(30) }),
    row('4', { dueTime: at(-1), state: reportState.issued }),
  ];
  await open();
  await vi.waitFor(() => expect(page.root.textContent).toContain('RP4'));
  const told = (reportNo: string): string => page.all('[role=row], tr').find(({ textContent }) => textContent?.includes(reportNo))!.textContent ?? '';
  expect(told('RP1')).toContain('超期');
  expect(told('RP2')).toContain('将到期');
  for (const reportNo of ['RP3', 'RP4']) expect(told(reportNo)).not.toMatch(/超期|将到期/);
});

it('issues clean reports together once that is confirmed, and none with another among them', async () => {
  rows = [row('1'), row('2', { qualitativeResult: 2 }), row('3')];
  await open('report_audit');
  await vi.waitFor(() => expect(page.root.textContent).toContain('RP3'));
  const tick = (at: number): Promise<void> => page.run(() => page.all('[role=row] input[type=checkbox], td input[type=checkbox]')[at]!.click());
  const boxes = page.all('[role=row] input[type=checkbox], td input[type=checkbox]').length;
  const first = boxes - 3;
  const isOff = (): boolean => named('批量审核')!.hasAttribute('disabled');
  expect(isOff()).toBe(true);
  await tick(first);
  await tick(first + 1);
  expect(isOff()).toBe(true);
  await tick(first + 1);
  await tick(first + 2);
  expect(named('批量审核 2')).toBeDefined();
  expect(isOff()).toBe(false);
  await press('批量审核 2');
  await vi.waitFor(() => expect(page.find('[role=alertdialog]').textContent).toContain('审核并发布 2 份阴性报告?'));
  await page.run(() => page.all('[role=alertdialog] button').at(-1)!.click());
  await vi.waitFor(() => expect(asked.filter(({ path }) => path.endsWith('report-audit/audit'))).toHaveLength(1));
  const { body } = asked.find(({ path }) => path.endsWith('report-audit/audit'))!;
  expect(JSON.stringify(body)).toContain('"91"');
  expect(JSON.stringify(body)).toContain('"93"');
  expect(JSON.stringify(body)).not.toContain('"92"');
});
