import { expect, type Page } from '@playwright/test';
import type { Api } from './api.ts';
import { changeRecord, recordOf, type Page as Found } from './billing.ts';
import { askAsPartner, openInterface, partnerProof } from './partner.ts';
import { inventedName, samplingTime, type Master } from './prepare.ts';

type Row = Readonly<Record<string, any>>;

/** What a partner tells of a sample before it comes, in the partner's own words. */
export interface Told {
  readonly barcode: string;
  readonly courier: string;
  /** `YYYY-MM-DD HH:mm:ss`, by when it should be here. */
  readonly due: string;
  readonly index: number;
}
/** Opens a way in for Zhangzhou, which calls its fields its own way; what it is told goes through it as its programme would send it. */
export async function wayIn(address: string, admin: Api, master: Master): Promise<(told: readonly Told[]) => Promise<void>> {
  const op = (path: string): string => `accession-lims-op/${path}`;
  const interfaceId = await openInterface(admin, {
    interfaceName: '漳州合作医院',
    interfaceEncoding: 'zhangzhou',
    interfaceType: 1,
    operations: ['requisitionPush'],
    ...partnerProof,
    laboratoryId: master.laboratoryId,
    sendSampleClientIds: [master.clientId],
  });
  const set = await admin.post<{ id: string }>(op('parameter-mapping/submit'), { code: 'ZZSEX', dictValue: '漳州性别', sort: 1 });
  for (const [dictKey, dictValue] of Object.entries({ F: '2', M: '1' }))
    await admin.post(op('parameter-mapping/submit'), { parentId: set.id, dictKey, dictValue, sort: 1 });
  const fields = {
    barcode: 'thirdBarCode',
    ours: 'barCode',
    courier: 'courierNumber',
    name: 'personName',
    sex: 'sex',
    years: 'age',
    phone: 'telephone',
    drawn: 'samplingTime',
    due: 'expectTime',
    item: 'commodityCodes',
  };
  for (const [parameterCode, fieldName] of Object.entries(fields))
    await admin.post(op('op-parameter/submit'), {
      interfaceId,
      parameterCode,
      parameterName: parameterCode,
      type: 1,
      sort: 1,
      fieldName,
      ...(fieldName === 'sex' ? { mappingCode: 'ZZSEX' } : {}),
    });
  return async (told) => {
    const rows = told.map(({ barcode, courier, due, index }) => ({
      barcode: `TP${barcode}`,
      ours: barcode,
      courier,
      due,
      name: inventedName(index),
      sex: 'F',
      years: '30',
      phone: `1980000${String(index).padStart(4, '0')}`,
      drawn: samplingTime(),
      item: 'CBC01',
    }));
    const answered = await askAsPartner(address, 'zhangzhou', 'requisitionPush', rows);
    expect(answered.map(({ outcome, msg }) => [outcome, msg])).toEqual(told.map(() => ['applied', expect.anything()]));
  };
}

/** A requisition of the demo whose report is out, its line priced, ordered and in a bill. */
export async function billedReport(
  admin: Api,
): Promise<{ readonly requisitionCode: string; readonly sampleCode: string; readonly reportNo: string }> {
  const bill = 'accession-lims-bill';
  const { records } = await admin.get<Found>('accession-lims-report-web/report-audit/page', { state: 4, size: 200 });
  const report = records.find(({ reportKind, commodityNames }) => reportKind === 1 && commodityNames === '血常规五分类');
  if (!report) throw new Error('the demo data has no issued report of a blood count');
  const sampleCode = String(report['sampleCodes']);
  const lineNow = (): Promise<Row> => recordOf(admin, `${bill}/checkQuery/sendSampleList`, { sampleCode });
  const { lineId, commodityId, sendSampleClientId } = await lineNow();
  const policy = { sendSampleClientId, commodityId, billPriceStr: '66.00', billErpCode: 'B0066' };
  await admin.post(`${bill}/pricePolicy/save`, { ...policy, contractTimeBegin: '2020-01-01', contractTimeEnd: '2099-12-31' });
  const { salesmanId } = await recordOf(admin, 'accession-lims-base/send-sample-client/page', { clientCode: 'C0001' });
  await changeRecord(admin, 'accession-lims-base/send-sample-client', { clientId: sendSampleClientId }, { salesmanId });
  await admin.post(`${bill}/salesBillPool/reprice`, { lineIds: [lineId], reason: '补签合同' });
  // Who sells to a client comes to its lines within a minute.
  await expect.poll(async () => (await lineNow())['reasons'], { timeout: 150_000, intervals: [1_000] }).toEqual([]);
  await admin.post(`${bill}/order/createOrder`, { lineIds: [lineId] });
  const { orderNo } = await lineNow();
  const orders = await admin.post<Found>(`${bill}/order/list`, { current: 1, size: 100 });
  const { orderId, createTime } = orders.records.find((one) => one['orderNo'] === orderNo)!;
  await admin.post(`${bill}/order/send`, { orderIds: [orderId], reconciliationTime: createTime });
  await admin.post(`${bill}/bill/createBill`, { orderIds: [orderId] });
  return { requisitionCode: report['requisitionCode'], sampleCode, reportNo: report['reportNo'] };
}

/** The names of all acts on a tube's timeline, in their order. */
export const actsOf = async (api: Api, code: string): Promise<readonly string[]> =>
  (await api.get<{ events: readonly { what: string }[] }>('accession-lims-sample/timeline', { code })).events.map(({ what }) => what);

/** Answers a field of a form that stands on the page by what a person types: a choice by its words, a flag by its digit. */
export async function answer(page: Page, testId: string, field: string, typed: string): Promise<void> {
  const control = page.getByTestId(testId).locator(`[data-field=${field}]`);
  await expect(control).toBeVisible();
  const input = control.locator('input:not([type=checkbox]), textarea').first();
  if ((await input.count()) > 0) {
    await input.click();
    await input.fill(typed);
    if ((await input.getAttribute('role')) === 'combobox') {
      await expect(page.getByRole('option').filter({ hasText: typed }).first()).toBeVisible();
      await input.press('Enter');
    } else await input.press('Tab');
    return;
  }
  await control.locator('[data-enter-stop], [role=combobox], button').first().focus();
  await page.keyboard.press(typed);
}
