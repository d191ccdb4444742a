import 'fake-indexeddb/auto';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { uploadImage } from '#domain/sample/requisitionImage.ts';
import { enqueue } from '#src/offline/act/enqueue.ts';
import { deskKeys } from '#src/offline/keys/deskKeys.ts';
import { queueView } from '#src/offline/outbox/queueView.ts';
import { DiskDesk, scan } from '#src/offline/testing/diskDesk.ts';
import { discardOperation } from '#src/offline/act/tray.ts';
import { newUuid } from '#src/offline/platform/uuid.ts';
import { startImages } from './keepSending.ts';
import { sealImage } from '#src/offline/blobs/sealedParts.ts';

const desk = new DiskDesk();
/** What the service worker of the page was told. */
const told: unknown[] = [];
beforeAll(async () => {
  await desk.open();
  const controller = { postMessage: (message: { readonly type: string }) => message.type === 'SEND_IMAGES' && told.push(message) };
  // It controls the page and never gets ready to sync by itself.
  const ready = new Promise<never>(() => undefined);
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { controller, ready } });
});
afterAll(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  desk.close();
});
beforeEach(async () => {
  told.length = 0;
  await desk.reset();
});

async function photograph(): Promise<string> {
  const opId = newUuid();
  const { sent, rows } = await sealImage({ bytes: crypto.getRandomValues(new Uint8Array(900)), thumb: null, mime: 'image/jpeg' }, opId, deskKeys()!);
  const payload = { imageKey: newUuid(), requisitionCode: 'A26000001', pageNo: 1, imageKind: 1, ...sent };
  await enqueue(uploadImage, payload as never, { opId, blobs: { sent: [sent], rows } });
  return opId;
}
/** The page has heard of everything that was written. */
const heard = (count: number) => vi.waitFor(() => expect(queueView.unresolved()).toHaveLength(count));

it('tells the worker at the start, of each picture that waits, of the network’s return, and of the last one gone; then no more', async () => {
  const stop = startImages();
  expect(told).toEqual([{ type: 'SEND_IMAGES' }]);
  // What brings no picture is nothing to it, nor is the network while no picture waits.
  await enqueue(scan, { code: 'S0001' });
  await heard(1);
  dispatchEvent(new Event('online'));
  expect(told).toHaveLength(1);
  const opId = await photograph();
  await vi.waitFor(() => expect(told).toHaveLength(2));
  dispatchEvent(new Event('online'));
  expect(told).toHaveLength(3);
  await photograph();
  await vi.waitFor(() => expect(told).toHaveLength(4));
  // Its parts stayed on the disk for it, and are dropped now.
  await discardOperation(opId, '拍错');
  await vi.waitFor(() => expect(told).toHaveLength(5));
  stop();
  dispatchEvent(new Event('online'));
  await photograph();
  expect(told).toHaveLength(5);
});
