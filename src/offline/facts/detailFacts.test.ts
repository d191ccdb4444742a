import 'fake-indexeddb/auto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { uploadImage } from '#domain/sample/requisitionImage.ts';
import { cacheDb } from '#src/offline/store/cacheDb.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';
import { detailFacts } from './detailFacts.ts';

const desk = new DiskDesk();
beforeAll(() => desk.open());
afterAll(() => desk.close());
beforeEach(() => desk.reset());

it('knows of a picture taken here until a list that was asked for later lacks it: it was removed', async () => {
  const act = { opId: 'p1', authorId: 'ann', tenantId: '000000', type: uploadImage.name, lanes: ['req:A1'], state: 'acked', resolvedAt: 100 };
  await outboxDb.receipts.put({ ...act, rank: 1, createdAt: 99, dependsOn: [] } as never);
  const isMissing = async (fetchedAt: number): Promise<boolean | undefined> => {
    const rows = [{ requisitionCode: 'A1', carried: {}, commodityIds: [], isImageMissing: true }];
    await cacheDb.worklists.put({ userId: 'ann', name: 'entry1', rows, fetchedAt });
    return (await detailFacts({ requisitionCode: 'A1', pass: 1 } as never)).isImageMissing;
  };
  desk.calls.set('/enter-info/get-detail-info', () => ({ data: { isImageMissing: true } }));
  expect(await isMissing(50)).toBe(false);
  expect(await isMissing(200)).toBe(true);
});
