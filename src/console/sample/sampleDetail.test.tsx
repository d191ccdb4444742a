import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { SampleDetailDrawer } from './SampleDetailDrawer.tsx';

const tube = {
  sampleId: '9',
  sampleCode: 'S1',
  requisitionCode: 'A26000001',
  hospitalCode: null,
  labCode: 'L-1',
  testTubeNumber: null,
  labStatus: 108,
  personName: '张*',
  commodityNames: '血常规',
  sendSampleClientName: '市一医院',
  contractLaboratoryName: '沪江检验所',
  executeLaboratoryName: null,
  receiveTime: '2026-11-20 09:00:00',
};
const act = {
  actId: null,
  no: null,
  pictures: [],
  serverTime: null,
  by: '王敏',
  desk: '前台1',
  why: null,
  content: null,
  fromStatus: null,
  toStatus: null,
  sampleCode: 'S1',
};
const timeline = {
  tubes: [tube, { ...tube, sampleCode: 'S2' }],
  isCut: false,
  related: [
    {
      relation: 2,
      sampleCode: 'S0',
      requisitionCode: 'A26000000',
      labStatus: 111,
      commodityNames: '血常规',
      receiveTime: '2026-11-18 09:00:00',
      receiveServerTime: '2026-11-18 09:00:00',
    },
  ],
  isRelatedCut: false,
  events: [
    { ...act, at: '2026-11-20 09:00:00', what: 'summary.enter', toStatus: 101 },
    { ...act, actId: '7', at: '2026-11-20 09:30:00', what: 'summary.correct', sampleCode: null },
    { ...act, at: '2026-11-20 10:00:00', what: 'summary.reject', sampleCode: 'S2', fromStatus: 101, toStatus: 111, why: '溶血' },
    { ...act, at: '2026-11-21 09:00:00', what: 'report.made', sampleCode: null, desk: null, content: 'R-1 v1', no: 'R-1' },
  ],
};
const person = { personName: '张丽华', telephone: '13812345678', credentialNo: '11010519491231002X', patientNo: null };
const answers: Readonly<Record<string, unknown>> = {
  timeline,
  changes: [
    {
      actId: '7',
      entryForm: 'nomal',
      changes: [
        { field: 'sex', before: 1, after: 2, beforeName: null, afterName: null },
        { field: 'tubes.0.sampleVolume', before: 5, after: 3, beforeName: null, afterName: null },
      ],
      added: ['生化7项'],
      removed: [],
    },
  ],
  reveal: person,
  'commodity-detail': [
    {
      sampleItemId: '1',
      sampleCode: 'S1',
      commodityName: '血常规',
      commodityCode: 'CBC01',
      panelNames: '血细胞',
      executeLaboratoryName: null,
      itemState: 3,
      progress: 8,
      dueTime: null,
      reportTime: '2026-11-21 10:00:00',
      ifReported: 1,
    },
  ],
  'item-detail': [
    {
      taskId: '1',
      itemId: '1',
      panelGroupName: '血液',
      itemName: '白细胞',
      itemShortName: 'WBC',
      unit: '10^9/L',
      values: '12.1',
      resultStatus: 'high',
      referenceRange: '4–10',
      checkTimeOne: null,
      checkTimeTwo: null,
    },
    {
      taskId: '2',
      itemId: '2',
      panelGroupName: '血液',
      itemName: '血小板',
      itemShortName: 'PLT',
      unit: null,
      values: null,
      resultStatus: null,
      referenceRange: null,
      checkTimeOne: null,
      checkTimeTwo: null,
    },
  ],
};
let asked: string[] = [];
let bodies: unknown[] = [];
const ownFetch = globalThis.fetch;
let page: Mounted;
beforeEach(async () => {
  asked = [];
  bodies = [];
  globalThis.fetch = async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    if (typeof init?.body === 'string') bodies.push(JSON.parse(init.body));
    asked.push(`${pathname.split('/').at(-1)}${search}`);
    return Response.json({ code: 200, success: true, msg: '', data: answers[pathname.split('/').at(-1) ?? ''] ?? null });
  };
  await changeLanguage('zh');
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});
const shown = (): string => document.body.textContent ?? '';
async function open(permissions: readonly string[], code?: string): Promise<void> {
  const person = { userId: '1', tenantId: '000000', account: 'ann', realName: '安', roleNames: [], permissions, deptId: '', roleId: '' };
  await keepSession({ ...person, accessToken: 'x', savedAt: Date.now(), expiresAt: Date.now() + 1e6 }, 'login');
  await startSessionState();
  page = await mount(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <SampleDetailDrawer {...(code ? { code } : {})} onClose={() => {}} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
}
async function until(isShown: () => boolean): Promise<void> {
  for (let turn = 0; turn < 100 && !isShown(); turn++) await page.settle(30);
}
const tabs = (): string[] => [...document.querySelectorAll('[role=tab]')].map((tab) => tab.textContent ?? '');
const press = (text: string): Promise<void> =>
  page.run(() => [...document.querySelectorAll<HTMLElement>('[role=dialog] button')].find((button) => button.textContent === text)!.click());
const events = (place: string): (string | null)[] =>
  [...document.querySelectorAll(`${place} [data-act]`)].map((line) => line.getAttribute('data-act'));

it('shows products, results and the timeline of a sample, a lane a tube, and a sheet for paper', async () => {
  await open(['sample_view', 'timeline_view'], 'S1');
  await until(() => shown().includes('CBC01'));
  expect(tabs()).toEqual(['产品', '结果', '流转']);
  await press('结果');
  await until(() => shown().includes('WBC'));
  expect(shown()).toContain('12.1 10^9/L ↑');
  expect(shown()).toContain('待一审');
  await press('流转');
  expect(events('[role=dialog]')).toEqual(['summary.enter', 'summary.correct', 'summary.reject', 'report.made']);
  expect(shown()).toContain('待录入 → 已拒收');
  await press('S2');
  expect(events('[role=dialog]')).toEqual(['summary.correct', 'summary.reject', 'report.made']);
  expect(events('body > .print-only')).toEqual(['summary.correct', 'summary.reject', 'report.made']);
});

it('tells what an act changed, links to what it is about for who may open it, and goes on to a related tube', async () => {
  await open(['sample_view', 'timeline_view'], 'S1');
  await until(() => tabs().length > 0);
  await press('流转');
  await until(() => shown().includes('生化7项'));
  const told = [...document.querySelectorAll('[role=dialog] [data-changed] li')].map(({ textContent }) => textContent);
  expect(told).toEqual(['性别: 男 → 女', expect.stringMatching(/^第 1 管 .*5.* → .*3/), '增加: 生化7项']);
  const links = (): (string | null)[] => [...document.querySelectorAll('[role=dialog] [data-act] a')].map((link) => link.getAttribute('href'));
  expect(links()).toEqual([]);
  expect(document.querySelector('[role=dialog] [data-related]')?.textContent).toContain('原样本');
  await press('S0');
  await until(() => asked.includes('timeline?code=S0'));
  expect(asked).toContain('timeline?code=S0');
  await page.unmount();
  await open(['sample_view', 'timeline_view', 'report_view', 'reject_view'], 'S1');
  await until(() => tabs().length > 0);
  await press('流转');
  expect(links()).toEqual(['/search/labRejection?sampleCode=S2', '/lab-report/report-audit?reportNo=R-1']);
});

it('asks for a code where it was given none, and shows no more than may be seen', async () => {
  await open(['timeline_view']);
  // What the person may do is asked for in any case.
  expect(asked.filter((one) => /timeline|detail/.test(one))).toEqual([]);
  expect(tabs()).toEqual([]);
  await page.unmount();
  await open(['timeline_view'], 'S1');
  await until(() => tabs().length > 0);
  expect(tabs()).toEqual(['流转']);
  expect(asked.filter((path) => path.includes('detail'))).toEqual([]);
});

it('reveals a masked patient to who may and says why, in this drawer and for this tube alone', async () => {
  const isOffered = (): boolean => [...document.querySelectorAll('button')].some(({ textContent }) => textContent === '显示受检者');
  await open(['timeline_view', 'patient_reveal', 'patient_view'], 'S1');
  await until(() => tabs().length > 0);
  expect(isOffered()).toBe(false);
  await page.unmount();
  await open(['timeline_view'], 'S1');
  await until(() => tabs().length > 0);
  expect(isOffered()).toBe(false);
  await page.unmount();
  await open(['timeline_view', 'patient_reveal'], 'S1');
  await until(isOffered);
  await press('显示受检者');
  await press('显示(记入审计)');
  expect(shown()).toContain('请输入原因');
  expect(asked.filter((one) => one.startsWith('reveal'))).toEqual([]);
  await page.focus('[data-field=reason] input');
  await page.type('客户来电核对');
  await press('显示(记入审计)');
  await until(() => shown().includes('13812345678'));
  expect(bodies).toEqual([{ sampleCode: 'S1', reason: '客户来电核对' }]);
  expect(shown()).toContain('张丽华');
  expect(document.querySelector('[data-field=reason]')).toBeNull();
  await press('S2');
  expect(shown()).not.toContain('13812345678');
  expect(isOffered()).toBe(true);
});
