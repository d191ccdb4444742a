import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorUnprovenCode, deviceCredentialHeader, offlinePaths, otherDeskCode, type DeviceWelcome } from '#domain/kernel/offlineWire.ts';
import { callPath, type Service } from '#domain/kernel/services.ts';
import { newSigner } from '#server/kernel/desk/sealedTesting.ts';
import { opsPath, Outbox } from '#server/proof/outbox.ts';
import { openDesk, summaryPayload, type Account, type Desk } from '#server/sample/deskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const url = (path: string, service: Service = 'sample'): string => callPath(service, path, 'accession');
/** A desk that reception made its own, and what it proves itself by. */
async function ownDesk(): Promise<{ readonly outbox: Outbox; readonly headers: Record<string, string> }> {
  const outbox = new Outbox(desk, 'reception');
  const { keyId, publicKey } = await newSigner();
  const made = await (await desk.as('reception')).post(url(offlinePaths.device), { deviceId: outbox.deviceId, keyId, publicKey, appVersion: '1.0' });
  return { outbox, headers: { [deviceCredentialHeader]: made.json<{ data: DeviceWelcome }>().data.credential } };
}
/** Everything that is known of a desk. */
const known = async ({ deviceId }: Outbox): Promise<string> =>
  JSON.stringify([
    await desk.rows(sql`select * from device where device_id = ${deviceId}`),
    await desk.rows(sql`select * from device_explained where device_id = ${deviceId}`),
    await desk.rows(sql`select op_id, seq from client_op where device_id = ${deviceId} order by seq`),
    await desk.rows(sql`select * from number_block where device_id = ${deviceId}`),
  ]);
async function ask(account: Account, path: string, query: Record<string, string>, headers: Record<string, string> = {}, service: Service = 'sample') {
  const answer = await (await desk.as(account)).get(url(path, service), query, headers);
  return { status: answer.statusCode, ...answer.json<{ refusal?: string; msg: string; data: any }>() };
}

describe('what is said of a desk', () => {
  it('is believed from the desk alone, not from another who is signed in and names it', async () => {
    const { outbox, headers } = await ownDesk();
    const { deviceId } = outbox;
    const before = await known(outbox);
    const query = { device: deviceId, maxSeq: '900', waiting: '4', appVersion: '9.9' };
    const other = await ownDesk();
    for (const given of [{}, other.headers, { [deviceCredentialHeader]: 'made~up~1~x' }])
      expect(await ask('entry1', offlinePaths.state, query, given)).toMatchObject({ status: 403, refusal: otherDeskCode });
    expect(await ask('entry1', 'number-block/state', { deviceId }, {}, 'code')).toMatchObject({ status: 403 });
    const explaining = { deviceId, numbers: [{ seq: 1, how: 'discarded' }] };
    expect((await (await desk.as('entry1')).post(url('offline/explained-numbers'), explaining)).statusCode).toBe(403);
    expect(await known(outbox)).toBe(before);

    expect(await ask('reception', offlinePaths.state, { ...query, maxSeq: '2', waiting: '1' }, headers)).toMatchObject({ status: 200 });
    expect(await desk.rows(sql`select max_seq_reported::text as most, waiting, app_version from device where device_id = ${deviceId}`)).toEqual([
      { most: '2', waiting: 1, appVersion: '9.9' },
    ]);
    expect((await (await desk.as('reception')).post(url('offline/explained-numbers'), explaining, headers)).statusCode).toBe(200);
  });

  it('does not travel with another’s batch, nor do acts in its name that nobody of it signed', async () => {
    const { outbox, headers } = await ownDesk();
    const before = await known(outbox);
    const intruder = new Outbox(desk, 'entry1', { deviceId: outbox.deviceId, seq: 899 });
    const act = await intruder.write('summary.enter', summaryPayload(desk, desk.master.single));
    expect(await intruder.send([act])).toMatchObject([{ status: 'refused', code: authorUnprovenCode }]);
    await (await desk.as('entry1')).post(opsPath, { ...intruder.body([]), maxSeq: 5_000, waiting: 7 });
    expect(await known(outbox)).toBe(before);

    // The desk's own, before anybody could sign there.
    const own = await outbox.write('summary.enter', summaryPayload(desk, desk.master.single));
    const sent = await (await desk.as('reception')).post(opsPath, { ...outbox.body([own]), waiting: 0 }, headers);
    expect(sent.json<{ data: { results: unknown[] } }>().data.results).toMatchObject([{ status: 'applied' }]);
    expect(await desk.rows(sql`select max_seq_reported::text as most, waiting from device where device_id = ${outbox.deviceId}`)).toEqual([
      { most: '1', waiting: 0 },
    ]);
  });

  it('is read by a supervisor, which changes nothing', async () => {
    const { outbox } = await ownDesk();
    const before = await known(outbox);
    const { deviceId } = outbox;
    expect(await ask('admin', 'offline/device-state', { deviceId, maxSeq: '3' })).toMatchObject({ status: 200, data: { deviceId, gaps: [1, 2, 3] } });
    expect(await ask('entry1', 'offline/device-state', { deviceId })).toMatchObject({ status: 403 });
    expect(await ask('admin', 'offline/device-state', { deviceId: `none-${randomUUID()}` })).toMatchObject({ status: 404 });
    expect(await known(outbox)).toBe(before);
  });
});
