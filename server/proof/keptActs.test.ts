import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExceptionRow, KeptDecision, KeptDetail, KeptRow, RevokedDevice } from '#domain/desk/keptAct.ts';
import type { SentOperation } from '#domain/kernel/offlineWire.ts';
import { callPath } from '#domain/kernel/services.ts';
import { newSigner } from '#server/kernel/desk/sealedTesting.ts';
import { openDesk, summaryPayload, type Desk } from '#server/sample/deskTesting.ts';
import { faultsOf, plant } from './faults.ts';
import { newDevice, Outbox, traces } from './outbox.ts';
import { registerDevice, SealedOutbox } from './sealedOutbox.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const newSummary = (change: Record<string, unknown> = {}) => summaryPayload(desk, desk.master.single, change);
const pathOf = (place: string): string => callPath('sample', `offline/${place}`, 'accession');
async function ask<T>(account: string, place: string, body: object): Promise<T> {
  const answer = await (await desk.as(account)).post(pathOf(place), body);
  if (answer.statusCode !== 200) throw new Error(`${place} answered ${answer.statusCode}: ${answer.body}`);
  return answer.json<{ data: T }>().data;
}
async function page<T>(place: 'kept/page' | 'exceptions/page', query: Record<string, string>): Promise<T[]> {
  return (await (await desk.as('admin')).get(pathOf(place), { size: '100', ...query })).json<{ data: { records: T[] } }>().data.records;
}
const release = (...opIds: string[]) => ask<KeptDecision[]>('admin', 'kept/release', { opIds });
const reject = (reason: string, ...opIds: string[]) => ask<KeptDecision[]>('admin', 'kept/reject', { opIds, reason });
const entered = async (code: string): Promise<number> =>
  (await desk.rows<{ n: number }>(sql`select count(*)::int as n from requisition where requisition_code = ${code}`))[0]?.n ?? 0;

type Standing = 'disabled' | 'removed' | 'active';
async function make(account: string, standing: Standing): Promise<void> {
  await desk.database.orm.execute(
    sql`update user_account set status = ${standing === 'disabled' ? 2 : 1}, is_deleted = ${standing === 'removed' ? 1 : 0} where account = ${account}`,
  );
}
/** Acts that `reception` made and that reach the server by the device alone, while they stand so. */
async function arrive(acts: (outbox: SealedOutbox) => Promise<SentOperation[]>, standing: Standing = 'disabled') {
  const outbox = await SealedOutbox.open(desk, 'reception');
  const ops = await acts(outbox);
  await make('reception', standing);
  try {
    return { outbox, ops, receipts: await outbox.sendUnder(outbox.credential, ops) };
  } finally {
    await make('reception', 'active');
  }
}
async function oneKept(summary = newSummary(), standing: Standing = 'disabled') {
  const { outbox, ops, receipts } = await arrive(async (made) => [await made.write('summary.enter', summary)], standing);
  return { outbox, op: ops[0]!, receipts, summary };
}

describe('an act whose author may no longer act', () => {
  it.each(['disabled', 'removed'] as const)('%s: is kept sealed, with its number, and nothing is done', async (standing) => {
    const { outbox, op, receipts, summary } = await oneKept(newSummary(), standing);
    expect(receipts).toMatchObject([{ status: 'kept', duplicate: false, code: `author.${standing}` }]);
    expect(await entered(summary.requisitionCode)).toBe(0);
    expect(await traces(desk, op.opId)).toEqual({ ledger: 1, audit: 0 });
    expect(await outbox.state()).toMatchObject({ gaps: [], highestContiguousSeq: 1 });
    const [stored] = await desk.rows<{ op: string }>(sql`select op from kept_act where op_id = ${op.opId}`);
    expect(JSON.parse(stored!.op)).toEqual(op);
    expect(stored!.op).not.toContain(summary.personName);
    // Also when they may act again, the same key gets the same answer.
    expect(await outbox.sendUnder(outbox.credential, [op])).toMatchObject([{ status: 'kept', duplicate: true, code: `author.${standing}` }]);
    const other = await outbox.sealed(await outbox.writeOpen('summary.enter', newSummary(), { opId: op.opId }));
    expect(await outbox.sendUnder(outbox.credential, [other])).toMatchObject([{ status: 'refused', code: 'command.keyReused' }]);
  });

  it('is listed for the supervisor, and opened for them alone', async () => {
    const { op, summary } = await oneKept();
    const { id, name } = await desk.me('reception');
    const [row] = (await page<KeptRow>('kept/page', { authorId: id })).filter(({ opId }) => opId === op.opId);
    expect(row).toMatchObject({
      type: 'summary.enter',
      subject: summary.requisitionCode,
      authorName: name,
      authorAccount: 'reception',
      courierName: null,
      reason: 'author.disabled',
      status: 'kept',
      decision: null,
    });
    const detail = (await (await desk.as('admin')).get(pathOf('kept/detail'), { opId: op.opId })).json<{ data: KeptDetail }>().data;
    expect(detail).toMatchObject({ lanes: op.lanes, payload: { personName: summary.personName } });
    expect((await (await desk.as('lab')).get(pathOf('kept/detail'), { opId: op.opId })).statusCode).toBe(403);
  });

  it('released: is done once as the author’s, with the supervisor as its courier', async () => {
    const { outbox, op, summary } = await oneKept();
    const said = await Promise.all([release(op.opId), release(op.opId), release(op.opId)]);
    expect(said.map(([row]) => row?.status)).toEqual(['applied', 'applied', 'applied']);
    expect(said.filter(([row]) => row?.duplicate === false)).toHaveLength(1);
    const [author, supervisor] = [await desk.me('reception'), await desk.me('admin')];
    expect(await desk.rows(sql`select author_id, courier_id, status, seq from client_op where op_id = ${op.opId}`)).toEqual([
      { authorId: author.id, courierId: supervisor.id, status: 'applied', seq: '1' },
    ]);
    expect(await desk.rows(sql`select user_id from audit_entry where op_id = ${op.opId}`)).toEqual([{ userId: author.id }]);
    expect(await desk.rows(sql`select user_id, action from audit_entry where subject = ${op.opId}`)).toEqual([
      { userId: supervisor.id, action: 'keptAct.release' },
    ]);
    expect(await entered(summary.requisitionCode)).toBe(1);
    expect(await outbox.send([op])).toMatchObject([{ status: 'applied', duplicate: true }]);
    const decided = await page<KeptRow>('kept/page', { isDecided: '1', deviceId: outbox.deviceId });
    expect(decided).toMatchObject([{ opId: op.opId, decision: 'released', decidedByName: supervisor.name, status: 'applied' }]);
    expect(await page('kept/page', { deviceId: outbox.deviceId })).toEqual([]);
  });

  it('rejected: is refused for good, with the reason', async () => {
    const { outbox, op, summary } = await oneKept();
    expect(await reject('  已由他人补录 ', op.opId)).toMatchObject([
      { status: 'refused', duplicate: false, code: 'command.rejectedBySupervisor', params: { reason: '已由他人补录' } },
    ]);
    expect(await release(op.opId)).toMatchObject([{ status: 'refused', duplicate: true, code: 'command.rejectedBySupervisor' }]);
    expect(await reject('又一次', op.opId)).toMatchObject([{ duplicate: true, params: { reason: '已由他人补录' } }]);
    expect(await outbox.send([op])).toMatchObject([{ status: 'refused', duplicate: true, code: 'command.rejectedBySupervisor' }]);
    expect(await desk.rows(sql`select action, reason from audit_entry where subject = ${op.opId}`)).toEqual([
      { action: 'keptAct.reject', reason: '已由他人补录' },
    ]);
    expect(await entered(summary.requisitionCode)).toBe(0);
  });

  it('of one requisition is released in the order in which it was written', async () => {
    const summary = newSummary();
    const amend = { requisitionCode: summary.requisitionCode, commodityIds: summary.commodityIds, reason: '更正' };
    const { ops } = await arrive(async (outbox) => [await outbox.write('summary.enter', summary), await outbox.write('summary.amendItems', amend)]);
    const [enter, change] = ops as [SentOperation, SentOperation];
    expect(await release(change.opId)).toMatchObject([{ status: 'kept', code: 'kept.earlierWaits' }]);
    const both = await release(change.opId, enter.opId, 'never-kept-1');
    expect(both.map(({ opId }) => opId)).toEqual([enter.opId, change.opId, 'never-kept-1']);
    expect(both).toMatchObject([{ status: 'applied' }, { duplicate: false }, { status: 'refused', code: 'kept.unknown' }]);
    expect(both[1]?.status).not.toBe('kept');
  });

  it('struck while it is kept or released is as before, and once more it succeeds', async () => {
    for (const fault of faultsOf(desk.database.kind)) {
      const summary = newSummary();
      let heal = await plant(desk.database, fault, summary.requisitionCode);
      const struck = await oneKept(summary).finally(() => heal());
      expect(struck.receipts, fault).toEqual([]);
      expect(await traces(desk, struck.op.opId), fault).toEqual({ ledger: 0, audit: 0 });
      await make('reception', 'disabled');
      const kept = await struck.outbox.sendUnder(struck.outbox.credential, [struck.op]).finally(() => make('reception', 'active'));
      expect(kept, fault).toMatchObject([{ status: 'kept' }]);
      heal = await plant(desk.database, fault, summary.requisitionCode);
      expect(await release(struck.op.opId).finally(() => heal()), fault).toMatchObject([{ status: 'kept', code: 'kept.failed' }]);
      expect(await page('kept/page', { deviceId: struck.outbox.deviceId }), fault).toHaveLength(1);
      expect(await release(struck.op.opId), fault).toMatchObject([{ status: 'applied', duplicate: false }]);
      expect(await traces(desk, struck.op.opId), fault).toEqual({ ledger: 1, audit: 1 });
    }
  });

  it('is released only by who may do it themselves', async () => {
    const { op } = await oneKept();
    await desk.database.orm.execute(sql`insert into role_menu (tenant_id, role_id, menu_id) select m.tenant_id, r.id, m.id from menu m, role r
      where m.code = 'desk_supervise' and r.role_alias = 'billing' on conflict do nothing`);
    expect(await ask<KeptDecision[]>('billing', 'kept/release', { opIds: [op.opId] })).toMatchObject([{ status: 'kept', code: 'command.forbidden' }]);
    expect(await release(op.opId)).toMatchObject([{ status: 'applied' }]);
  });

  it('holds nobody else’s acts back', async () => {
    const device = newDevice();
    const [mine, other] = [await SealedOutbox.open(desk, 'reception', device), await SealedOutbox.open(desk, 'admin', device)];
    const ops = [await mine.write('summary.enter', newSummary()), await other.write('summary.enter', newSummary())];
    await make('reception', 'disabled');
    const receipts = await other.send(ops).finally(() => make('reception', 'active'));
    expect(receipts).toMatchObject([{ status: 'kept' }, { status: 'applied' }]);
  });
});

describe('a lost desk that was revoked', () => {
  it('carries nothing more; what was signed there waits for the supervisor, and whoever returns gets a new key', async () => {
    const device = newDevice();
    const [author, courier] = [await SealedOutbox.open(desk, 'reception', device), new Outbox(desk, 'lab', device)];
    const [one, two] = [await author.write('summary.enter', newSummary()), await author.write('summary.enter', newSummary())];
    const [before] = await desk.rows<{ generation: number }>(
      sql`select credential_generation as generation from device where device_id = ${device.deviceId}`,
    );
    const revoked = await ask<RevokedDevice>('admin', 'device/revoke', { deviceId: device.deviceId, reason: '遗失' });
    expect(revoked).toMatchObject({ deviceId: device.deviceId, generation: before!.generation + 1, keys: 1 });
    await expect(author.sendUnder(author.credential, [one])).rejects.toThrow('401');
    expect(await courier.send([one])).toMatchObject([{ status: 'kept', code: 'key.revoked' }]);
    expect(await release(one.opId)).toMatchObject([{ status: 'applied' }]);
    // They stand by what they signed, in their own session.
    expect(await author.send([two])).toMatchObject([{ status: 'applied' }]);
    const again = await registerDevice(desk, 'reception', device, author.keys.signer);
    expect([again.statusCode, again.json()]).toMatchObject([409, { refusal: 'device.keyRevoked' }]);
    const renewed = await SealedOutbox.open(desk, 'reception', device, await newSigner());
    expect(renewed.credential).not.toBe(author.credential);
    expect(await renewed.sendUnder(renewed.credential, [await renewed.write('summary.enter', newSummary())])).toMatchObject([{ status: 'applied' }]);
    expect((await (await desk.as('admin')).post(pathOf('device/revoke'), { deviceId: 'nobody-heard-of-it', reason: '遗失' })).statusCode).toBe(404);
  });

  it('ends the sign-ins made on it', async () => {
    const device = newDevice();
    await registerDevice(desk, 'audit1', device, await newSigner());
    await desk.as('audit2');
    const of = sql`user_id = ${(await desk.me('audit2')).id}`;
    await desk.database.orm.execute(sql`update refresh_session set device_id = ${device.deviceId} where ${of}`);
    expect(await ask<RevokedDevice>('admin', 'device/revoke', { deviceId: device.deviceId, reason: '遗失' })).toMatchObject({ sessions: 1 });
    expect(await desk.rows(sql`select revoked_reason from refresh_session where ${of}`)).toEqual([{ revokedReason: 'device' }]);
  });
});

describe('what nobody has settled', () => {
  it('is listed by desk until it is replaced or discarded: an author’s lost right, a refusal', async () => {
    const author = await SealedOutbox.open(desk, 'reception');
    const { deviceId } = author;
    const bare = { ...newSummary(), contractLaboratoryId: '1' };
    const [lost, wrong] = [await author.write('summary.enter', newSummary()), await author.write('summary.enter', bare)];
    const roles = (await desk.rows<{ roleIds: string }>(sql`select role_ids::text as role_ids from user_account where account = 'reception'`))[0]!
      .roleIds;
    await desk.database.orm.execute(sql`update user_account set role_ids = '{}' where account = 'reception'`);
    const refused = await author.sendUnder(author.credential, [lost]);
    await desk.database.orm.execute(sql`update user_account set role_ids = ${roles}::bigint[] where account = 'reception'`);
    expect(refused).toMatchObject([{ status: 'refused', code: 'command.forbidden' }]);
    expect(await author.send([wrong])).toMatchObject([{ status: 'refused' }]);
    const listed = await page<ExceptionRow>('exceptions/page', { deviceId });
    expect(listed.map(({ opId }) => opId)).toEqual([wrong.opId, lost.opId]);
    expect(listed[1]).toMatchObject({ code: 'command.forbidden', authorName: (await desk.me('reception')).name, courierName: null, seq: '1' });
    const replacing = { ...(await author.writeOpen('summary.enter', newSummary())), supersedes: lost.opId };
    expect(await author.send([await author.sealed(replacing)])).toMatchObject([{ status: 'applied' }]);
    expect((await page<ExceptionRow>('exceptions/page', { deviceId })).map(({ opId }) => opId)).toEqual([wrong.opId]);
    const discard = await author.write('offline.discard', { opId: wrong.opId, type: wrong.type, subject: 'x', reason: '作废' });
    expect(await author.send([discard])).toMatchObject([{ status: 'applied' }]);
    expect(await page('exceptions/page', { deviceId })).toEqual([]);
  });

  it('is settled by its author alone, or by a supervisor over whatever they see', async () => {
    const [author, colleague] = [await SealedOutbox.open(desk, 'reception'), await SealedOutbox.open(desk, 'entry1')];
    const { deviceId } = author;
    const wrong = await author.write('summary.enter', { ...newSummary(), contractLaboratoryId: '1' });
    expect(await author.send([wrong])).toMatchObject([{ status: 'refused' }]);
    const unsettled = async (): Promise<string[]> => (await page<ExceptionRow>('exceptions/page', { deviceId })).map(({ opId }) => opId);
    const given = { opId: wrong.opId, type: wrong.type, subject: 'x', reason: '作废' };
    const replacing = { ...(await colleague.writeOpen('summary.enter', newSummary())), supersedes: wrong.opId };
    expect(await colleague.send([await colleague.write('offline.discard', given), await colleague.sealed(replacing)])).toMatchObject([
      { status: 'refused', code: 'command.actOfOther' },
      { status: 'refused', code: 'command.actOfOther' },
    ]);
    expect(await desk.act('online', 'entry1', 'offline.discard', given)).toMatchObject({ status: 'refused', code: 'command.actOfOther' });
    expect(await unsettled()).toEqual([wrong.opId]);

    // A supervisor of another laboratory is none over whoever sees all.
    const { id } = await desk.me('admin');
    await desk.database.orm.execute(sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${id}, 'laboratory', '{1}')`);
    const elsewhere = await desk.act('online', 'admin', 'offline.discard', given);
    await desk.database.orm.execute(sql`delete from user_scope where user_id = ${id}`);
    expect(elsewhere).toMatchObject({ status: 'refused', code: 'command.actOfOther' });
    expect(await unsettled()).toEqual([wrong.opId]);
    expect(await desk.act('online', 'admin', 'offline.discard', given)).toMatchObject({ status: 'applied' });
    expect(await unsettled()).toEqual([]);
  });
});
