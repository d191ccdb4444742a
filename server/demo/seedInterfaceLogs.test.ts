import { afterAll, beforeAll, expect, it } from 'vitest';
import { credentialType } from '#domain/op/interfaceLog.ts';
import { getFrom, postTo } from '#server/op/partnerTesting.ts';
import { openDesk, type Desk } from '#server/sample/deskTesting.ts';
import { nowText } from '#server/storage/clock.ts';
import { seedInterfaceLogs } from './seedInterfaceLogs.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await desk.database.transaction((tx) => seedInterfaceLogs(tx, { tenantId: '000000', now: nowText() }));
});
afterAll(() => desk.close());

it.each([
  ['internal-interface-page', 48],
  ['third-interface-page', 30],
])('gives %s calls to look at, some failed, with who the patients are struck out', async (path, count) => {
  const page = async (query: Record<string, string>): Promise<any> => getFrom(desk, `interface-logs/${path}`, { size: '100', ...query });
  const all = await page({});
  expect(all.total).toBe(count);
  const failed = (await page({ credentialType: String(credentialType.bad) })).total;
  expect(failed).toBeGreaterThan(3);
  expect(failed).toBeLessThan(count / 2);
  const [line] = all.records.filter(({ enterParameter, credentialType: outcome }: any) => enterParameter && outcome === credentialType.bad);
  const whole = await postTo(desk, 'interface-logs/payload', { id: line.interfaceLogId, reason: '核对' });
  expect(whole.status).toBe(200);
  for (const value of whole.data.enterParameter.match(/"(?:name|personName|phone|idCard)":"[^"]+"/g))
    expect(line.enterParameter).not.toContain(value);
});
