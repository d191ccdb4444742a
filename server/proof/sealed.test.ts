import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Receipt, SentOperation } from '#domain/kernel/offlineWire.ts';
import { newSigner } from '#server/kernel/desk/sealedTesting.ts';
import { openDesk, summaryPayload, type Desk } from '#server/sample/deskTesting.ts';
import { faultsOf, plant } from './faults.ts';
import { newDevice, Outbox, sendAtOnce, traces } from './outbox.ts';
import { registerDevice, SealedOutbox } from './sealedOutbox.ts';

let desk: Desk;
let clock = 0;
beforeAll(async () => {
  desk = await openDesk({ now: () => Date.now() + clock });
});
afterAll(() => desk.close());

const newSummary = (change: Record<string, unknown> = {}) => summaryPayload(desk, desk.master.single, change);
const ledgerRow = async ({ opId }: SentOperation) =>
  (await desk.rows(sql`select author_id, courier_id, status, payload_hash from client_op where op_id = ${opId}`))[0];
/** A refusal that leaves nothing: the same act may come again. */
async function expectUntaken(op: SentOperation, receipts: readonly Receipt[], code: string): Promise<void> {
  expect(receipts).toMatchObject([{ opId: op.opId, status: 'refused', duplicate: false, code, serverSeq: '0' }]);
  expect(await traces(desk, op.opId)).toEqual({ ledger: 0, audit: 0 });
}

describe('a sealed act', () => {
  it('is its author’s, whoever’s session carries it', async () => {
    const device = newDevice();
    const [author, courier] = [await SealedOutbox.open(desk, 'reception', device), new Outbox(desk, 'lab', device)];
    const summary = newSummary();
    const open = await author.writeOpen('summary.enter', summary);
    const op = await author.sealed(open);
    expect(JSON.stringify(op)).not.toContain(summary.personName);
    expect(await courier.send([op])).toMatchObject([{ status: 'applied', duplicate: false, result: { requisitionCode: summary.requisitionCode } }]);
    const [a, b] = [await desk.me('reception'), await desk.me('lab')];
    expect(await ledgerRow(op)).toMatchObject({ authorId: a.id, courierId: b.id, status: 'applied', payloadHash: open.payloadHash });
    expect(await desk.rows(sql`select user_id, user_name, device_id from audit_entry where op_id = ${op.opId}`)).toEqual([
      { userId: a.id, userName: a.name, deviceId: device.deviceId },
    ]);
    expect(await desk.rows(sql`select entry_person_name from sample where requisition_code = ${summary.requisitionCode}`)).toEqual([
      { entryPersonName: a.name },
    ]);
    expect(await author.state()).toMatchObject({ gaps: [] });
  });

  it('travels under the device’s credential without anybody: after logout, and after every token has expired', async () => {
    const device = newDevice();
    const author = await SealedOutbox.open(desk, 'audit2', device);
    const clerk = await SealedOutbox.open(desk, 'reception', device);
    const [first, second] = [await clerk.write('summary.enter', newSummary()), await clerk.write('summary.enter', newSummary())];
    await (await desk.as('audit2')).get('/api/blade-auth/oauth/logout');
    expect((await (await desk.as('audit2')).get('/api/blade-auth/oauth/user-info')).statusCode).toBe(401);
    expect(await author.sendUnder(author.credential, [first])).toMatchObject([{ status: 'applied' }]);
    expect(await ledgerRow(first)).toMatchObject({ authorId: (await desk.me('reception')).id, courierId: null });
    clock = 6 * 24 * 3_600_000;
    await expect(clerk.send([second])).rejects.toThrow('401');
    expect(await clerk.sendUnder(author.credential, [second])).toMatchObject([{ status: 'applied' }]);
    clock = 0;
  });

  it('is done with the rights its author has now, under the role they signed as', async () => {
    const admin = await SealedOutbox.open(desk, 'admin');
    const roleOf = async (alias: string) => (await desk.rows<{ id: string }>(sql`select id from role where role_alias = ${alias}`))[0]!.id;
    const as = async (roleId: string) =>
      admin.sealed(await admin.writeOpen('summary.enter', newSummary()), { worksAs: { ...admin.keys.worksAs, roleId } });
    const asOps = await as(await roleOf('ops'));
    expect(await admin.send([asOps])).toMatchObject([{ status: 'refused', code: 'command.forbidden', duplicate: false }]);
    expect(await admin.sendUnder(admin.credential, [asOps])).toMatchObject([{ status: 'refused', code: 'command.forbidden', duplicate: true }]);
    expect(await admin.sendUnder(admin.credential, [await as(await roleOf('administrator'))])).toMatchObject([{ status: 'applied' }]);
    // A role they claim and do not have gives nothing.
    const clerk = await SealedOutbox.open(desk, 'audit1');
    const claimed = await clerk.sealed(await clerk.writeOpen('summary.enter', newSummary()), {
      worksAs: { ...clerk.keys.worksAs, roleId: await roleOf('administrator') },
    });
    expect(await clerk.sendUnder(clerk.credential, [claimed])).toMatchObject([{ status: 'refused', code: 'command.forbidden' }]);
  });

  it('is applied once, though it comes on twenty ways at once', async () => {
    const device = newDevice();
    const [author, courier] = [await SealedOutbox.open(desk, 'reception', device), new Outbox(desk, 'lab', device)];
    const ops = [];
    for (let index = 0; index < 5; index++) ops.push(await author.write('summary.enter', newSummary()));
    const ways = [author.send.bind(author), courier.send.bind(courier), author.sendUnder.bind(author, author.credential)];
    await sendAtOnce(
      desk,
      ops,
      Array.from({ length: 20 }, (_none, index) => ways[index % 3]!),
    );
  });

  it('struck inside its transaction leaves nothing, and is applied once when it comes again', async () => {
    const author = await SealedOutbox.open(desk, 'reception');
    for (const fault of faultsOf(desk.database.kind)) {
      const summary = newSummary();
      const op = await author.write('summary.enter', summary);
      const heal = await plant(desk.database, fault, summary.requisitionCode);
      expect(await author.sendUnder(author.credential, [op]).finally(heal), fault).toEqual([]);
      expect(await traces(desk, op.opId), fault).toEqual({ ledger: 0, audit: 0 });
      expect(await author.sendUnder(author.credential, [op]), fault).toMatchObject([{ status: 'applied', duplicate: false }]);
      expect(await traces(desk, op.opId), fault).toEqual({ ledger: 1, audit: 1 });
    }
  });
});

describe('the key of an act', () => {
  it('stands for one content, sealed or open', async () => {
    const author = await SealedOutbox.open(desk, 'reception');
    const open = await author.writeOpen('summary.enter', newSummary());
    expect(await author.send([open])).toMatchObject([{ status: 'applied', duplicate: false }]);
    expect(await author.sendUnder(author.credential, [await author.sealed(open)])).toMatchObject([{ status: 'applied', duplicate: true }]);
    const other = await author.writeOpen('summary.enter', newSummary(), { opId: open.opId });
    expect(await author.sendUnder(author.credential, [await author.sealed(other)])).toMatchObject([
      { status: 'refused', code: 'command.keyReused', duplicate: true },
    ]);
  });
});

describe('an act that is not proven', () => {
  it('open and unsigned: only its author’s own session carries it', async () => {
    const device = newDevice();
    const [author, courier] = [await SealedOutbox.open(desk, 'reception', device), new Outbox(desk, 'lab', device)];
    const op = await author.writeOpen('summary.enter', newSummary());
    await expectUntaken(op, await courier.send([op]), 'command.authorUnproven');
    await expectUntaken(op, await author.sendUnder(author.credential, [op]), 'command.authorUnproven');
    expect(await author.send([op])).toMatchObject([{ status: 'applied' }]);
  });

  it('signed with a key nobody registered: waits for its author’s session', async () => {
    const author = await SealedOutbox.open(desk, 'reception');
    const op = await author.sealed(await author.writeOpen('summary.enter', newSummary()), { signer: await newSigner() });
    await expectUntaken(op, await author.sendUnder(author.credential, [op]), 'command.authorUnproven');
    expect(await author.send([op])).toMatchObject([{ status: 'applied' }]);
  });

  it('signed by another, with their own key or under the author’s key id: not taken, from nobody', async () => {
    const device = newDevice();
    const [author, forger] = [await SealedOutbox.open(desk, 'reception', device), await SealedOutbox.open(desk, 'admin', device)];
    const open = await author.writeOpen('summary.enter', newSummary());
    const worksAs = author.keys.worksAs;
    const otherKey = await author.sealed(open, { signer: forger.keys.signer, worksAs });
    const underHisId = { ...otherKey, keyId: author.keys.signer.keyId };
    for (const forged of [otherKey, underHisId]) {
      await expectUntaken(open, await forger.send([forged]), 'command.badSignature');
      await expectUntaken(open, await author.send([forged]), 'command.badSignature');
      await expectUntaken(open, await author.sendUnder(author.credential, [forged]), 'command.badSignature');
    }
    expect(await forger.send([await author.sealed(open)])).toMatchObject([{ status: 'applied', duplicate: false }]);
  });

  it('changed on its way, in whatever it says: not taken', async () => {
    const author = await SealedOutbox.open(desk, 'reception');
    const op = await author.write('summary.enter', newSummary());
    const changes: Partial<SentOperation>[] = [
      { type: 'summary.reject' },
      { lanes: [] },
      { dependsOn: ['another-act'] },
      { occurredAt: '2020-01-01T00:00:00+08:00' },
      { clockOffsetMs: 5 },
      { roleId: '' },
      { deptId: '1' },
      { supersedes: op.opId },
      { blobs: [{ sha256: 'f'.repeat(64), size: 1, mime: 'image/jpeg' }] },
      { sig: `${op.sig?.slice(0, -4)}AAAA` },
      { sig: '' },
    ];
    for (const change of changes) {
      await expectUntaken(op, await author.sendUnder(author.credential, [{ ...op, ...change }]), 'command.badSignature');
    }
    const elsewhere = { ...op, tenantId: '111111' };
    await expectUntaken(op, await author.send([elsewhere]), 'command.authorUnproven');
    // The number is given at the commit and not signed.
    expect(await author.sendUnder(author.credential, [{ ...op, seq: op.seq + 1 }])).toMatchObject([{ status: 'applied' }]);
  });

  it('with the ciphertext of another act, or a damaged one: not taken', async () => {
    const author = await SealedOutbox.open(desk, 'reception');
    const [one, two] = [await author.write('summary.enter', newSummary()), await author.write('summary.enter', newSummary())];
    const sealed = one.sealed!;
    const wrong = [
      two.sealed!,
      { ...sealed, iv: two.sealed!.iv },
      { ...sealed, ct: sealed.ct.slice(4) },
      { ...sealed, ct: '' },
      { ...sealed, epk: sealed.epk.slice(4) },
      { ...sealed, epk: Buffer.alloc(65, 4).toString('base64url') },
      { ...sealed, alg: 'none' },
    ];
    for (const other of wrong) {
      const op = { ...one, sealed: other } as SentOperation;
      await expectUntaken(op, await author.sendUnder(author.credential, [op]), 'command.unreadable');
      await expectUntaken(op, await author.send([op]), 'command.unreadable');
    }
    expect(await author.send([one, two])).toMatchObject([{ status: 'applied' }, { status: 'applied' }]);
  });

  it('nested deeper than any form is not taken, and takes no neighbour along', async () => {
    const author = await SealedOutbox.open(desk, 'reception');
    const deep = Array.from({ length: 200 }).reduce<unknown>((inner) => [inner], '备注');
    const open = await author.writeOpen('summary.enter', newSummary());
    const odd = await author.sealed({ ...open, payload: { ...(open.payload as object), receiveRemark: deep } });
    const sound = await author.write('summary.enter', newSummary());
    const receipts = await author.sendUnder(author.credential, [odd, sound]);
    await expectUntaken(odd, receipts.slice(0, 1), 'command.unreadable');
    expect(receipts[1]).toMatchObject({ opId: sound.opId, status: 'applied' });
  });

  it('sealed to a key this server does not have: not taken, so that its author can seal it again', async () => {
    const author = await SealedOutbox.open(desk, 'reception');
    const op = await author.write('summary.enter', newSummary());
    const lost = { ...op, sealed: { ...op.sealed!, kid: 'nobody-knows-it' } };
    await expectUntaken(op, await author.sendUnder(author.credential, [lost]), 'command.sealKeyUnknown');
    expect(await author.send([op])).toMatchObject([{ status: 'applied' }]);
  });

  it('holds its lane back and nothing else', async () => {
    const author = await SealedOutbox.open(desk, 'reception');
    const summary = newSummary();
    const bad = await author.write('summary.enter', summary);
    const amend = { requisitionCode: summary.requisitionCode, commodityIds: summary.commodityIds, reason: '更正' };
    const ops = [{ ...bad, sig: 'AAAA' }, await author.write('summary.amendItems', amend), await author.write('summary.enter', newSummary())];
    expect(await author.sendUnder(author.credential, ops)).toMatchObject([
      { status: 'refused', code: 'command.badSignature' },
      { status: 'blocked' },
      { status: 'applied' },
    ]);
  });

  it('replayed as another device’s: not taken there, not even where its author works, too', async () => {
    const author = await SealedOutbox.open(desk, 'reception');
    const op = await author.write('summary.enter', newSummary());
    const other = new Outbox(desk, 'lab');
    await expectUntaken(op, await other.send([op]), 'command.authorUnproven');
    await registerDevice(desk, 'reception', other.device, author.keys.signer);
    await expectUntaken(op, await other.send([op]), 'command.badSignature');
    expect(await author.sendUnder(author.credential, [op])).toMatchObject([{ status: 'applied' }]);
  });
});
