import { expect, it } from 'vitest';
import type { SentOperation } from '#domain/kernel/offlineWire.ts';
import { SealingParty } from '../testing/sealingParty.ts';
import { type ActHeader, openOwn, sealAct } from './sealAct.ts';

const device = 'desk-00000001';
const header: ActHeader = {
  opId: '01990000-0000-7000-8000-000000000001',
  authorId: '7',
  tenantId: '000000',
  deptId: 'd1',
  roleId: 'r1',
  type: 'summary.enter',
  typeVersion: 1,
  lanes: ['req:A26000001'],
  dependsOn: [],
  occurredAt: '2026-05-20T09:00:00.000+08:00',
  clockOffsetMs: -12,
  appVersion: '1.0.0',
};
const payload = { personName: '章晴', telephone: '13800000000', tubes: [{ sampleCode: '026000001' }] };
const framed = { seq: 1, payloadHash: '' };

async function written(party = new SealingParty(), userId = '7') {
  const keys = await party.keysOf(userId);
  const { own, ...seal } = await sealAct(payload, header, device, keys);
  return { party, keys, own, op: { ...header, ...framed, ...seal } satisfies SentOperation };
}

it('is read by the server, and by nobody who only sees it pass', async () => {
  const { party, op } = await written();
  expect(await party.unseal(op)).toEqual(payload);
  expect(JSON.stringify(op)).not.toContain('章晴');
  expect(JSON.stringify(op)).not.toContain('13800000000');
  await expect(new SealingParty().unseal(op)).rejects.toThrow();
});

it('carries the signature of its author over all it says', async () => {
  const { party, op } = await written();
  expect(await party.isSigned(op, device)).toBe(true);
  expect(await party.isSigned(op, 'desk-00000002')).toBe(false);
  const changed: Partial<SentOperation>[] = [
    { type: 'summary.reject' },
    { lanes: ['req:A26000002'] },
    { occurredAt: '2026-05-20T10:00:00.000+08:00' },
    { tenantId: '000001' },
    { supersedes: 'another' },
    { blobs: [{ sha256: 'aa', size: 1, mime: 'image/jpeg' }] },
  ];
  for (const change of changed) expect(await party.isSigned({ ...op, ...change }, device)).toBe(false);
});

it('cannot stand in the place of another act or author', async () => {
  const { party, op } = await written();
  await expect(party.unseal({ ...op, opId: '01990000-0000-7000-8000-000000000002' })).rejects.toThrow();
  await expect(party.unseal({ ...op, authorId: '8' })).rejects.toThrow();
});

it('never seals two acts alike', async () => {
  const { party, keys, op } = await written();
  const again = await sealAct(payload, header, device, keys);
  expect(again.sealed.iv).not.toBe(op.sealed.iv);
  expect(again.sealed.ct).not.toBe(op.sealed.ct);
  expect(await party.unseal({ ...op, ...again })).toEqual(payload);
});

it('is opened by its author in this page and in a later one, and by nobody else at the desk', async () => {
  const { party, keys, own, op } = await written();
  const row = { ...op, own };
  expect(await openOwn(row, keys)).toEqual(payload);
  // After a reload all keys but their data key are new.
  expect(await openOwn(row, await party.keysOf('7'))).toEqual(payload);
  await expect(openOwn(row, await party.keysOf('8'))).rejects.toThrow();
});
