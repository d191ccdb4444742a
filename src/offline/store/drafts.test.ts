import 'fake-indexeddb/auto';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { deviceDb } from '#src/api/deviceDb.ts';
import { dropSession, keepSession } from '#src/api/sessionStore.ts';
import { cacheDb } from './cacheDb.ts';
import { dropDraft, listDrafts, readDraft, saveDraft, sealOpenDrafts } from './drafts.ts';
import { setDeskKeys } from '#src/offline/keys/deskKeys.ts';
import { outboxDb } from './outboxDb.ts';
import { testKeys } from '#src/offline/testing/testKeys.ts';
import { worklist } from '#src/offline/master/worklists.ts';

const ann = (await testKeys('ann')).keys;
const ben = (await testKeys('ben')).keys;
const secret = '欧阳测试 13900001234 110101199003070011';

async function enter(keys: typeof ann): Promise<void> {
  const person = { userId: keys.userId, tenantId: '000000', account: keys.userId, realName: keys.userId, deptId: '', roleId: '' };
  await keepSession({ ...person, roleNames: [], permissions: [], accessToken: 't', savedAt: 1, expiresAt: 2 }, 'login');
  setDeskKeys(keys);
}
beforeEach(async () => {
  await Promise.all([outboxDb.drafts.clear(), cacheDb.worklists.clear(), deviceDb.session.clear()]);
  await enter(ann);
});
afterAll(() => setDeskKeys(null));

it('belong to their user and survive a logout', async () => {
  await saveDraft('summary', { code: 'A1' });
  expect((await readDraft<{ code: string }>('summary'))?.value.code).toBe('A1');
  await dropSession('logout');
  setDeskKeys(null);
  expect(await readDraft('summary')).toBeUndefined();
  await enter(ben);
  expect(await listDrafts()).toEqual([]);
  expect(await readDraft('summary')).toBeUndefined();
  await enter(ann);
  expect(await listDrafts()).toMatchObject([{ key: 'summary' }]);
  await dropDraft('summary');
  expect(await readDraft('summary')).toBeUndefined();
});

it('lie on the disk sealed', async () => {
  await saveDraft('summary', { name: secret });
  const rows = await outboxDb.drafts.toArray();
  expect(JSON.stringify(rows)).not.toContain('欧阳');
  expect(rows).toMatchObject([{ userId: 'ann', key: 'summary' }]);
  expect(rows[0]).not.toHaveProperty('value');
});

it('keep the order of what was typed and dropped, though sealing takes a moment', async () => {
  void saveDraft('summary', { text: 'x'.repeat(200_000) });
  void saveDraft('summary', { text: 'second' });
  expect((await readDraft<{ text: string }>('summary'))?.value.text).toBe('second');
  void saveDraft('summary', { text: 'third' });
  await dropDraft('summary');
  expect(await readDraft('summary')).toBeUndefined();
});

it('are saved once more by a form that goes with the session, and by none that is locked', async () => {
  await dropSession('logout');
  await saveDraft('summary', { text: 'last word' });
  setDeskKeys(null);
  await saveDraft('summary', { text: 'too late' });
  await enter(ann);
  expect((await readDraft<{ text: string }>('summary'))?.value.text).toBe('last word');
});

it('let a reader wait while the desk is locked', async () => {
  await saveDraft('summary', { text: 'kept' });
  setDeskKeys(null);
  const read = vi.fn<(draft: unknown) => void>();
  const reading = readDraft('summary').then(read);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(read).not.toHaveBeenCalled();
  setDeskKeys(ann);
  await reading;
  expect(read).toHaveBeenCalledWith(expect.objectContaining({ value: { text: 'kept' } }));
});

it('of an older release are sealed when their owner comes', async () => {
  await outboxDb.drafts.put({ userId: 'ann', key: 'old', value: { name: secret }, savedAt: 5 });
  await outboxDb.drafts.put({ userId: 'ben', key: 'old', value: { name: 'of ben' }, savedAt: 5 });
  await sealOpenDrafts(ann);
  expect(JSON.stringify(await outboxDb.drafts.get(['ann', 'old']))).not.toContain('欧阳');
  expect(await readDraft('old')).toEqual({ value: { name: secret }, savedAt: 5 });
  expect((await outboxDb.drafts.get(['ben', 'old']))?.value).toEqual({ name: 'of ben' });
});

it('a work list is not to be read without its owner’s key', async () => {
  const { sealValue } = await import('#src/offline/keys/sealValue.ts');
  const sealed = await sealValue(ann.dataKey, [{ name: secret }], 'accession-worklist-1|ann|entry1');
  await cacheDb.worklists.put({ userId: 'ann', name: 'entry1', sealed, fetchedAt: 7 });
  expect(await worklist('entry1')).toEqual({ rows: [{ name: secret }], fetchedAt: 7 });
  setDeskKeys(null);
  expect(await worklist('entry1')).toBeUndefined();
  setDeskKeys((await testKeys('ann')).keys);
  expect(await worklist('entry1')).toBeUndefined();
});
