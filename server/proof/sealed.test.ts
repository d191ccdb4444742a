import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDesk, summaryPayload, type Desk } from '#server/sample/deskTesting.ts';
import { newDevice, Outbox } from './outbox.ts';
import { SealedOutbox } from './sealedOutbox.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());
const newSummary = (change: Record<string, unknown> = {}) => summaryPayload(desk, desk.master.single, change);

describe('a sealed act', () => {
  it('of one person is done as his, carried by another’s session', async () => {
    const device = newDevice();
    const [mine, other] = [await SealedOutbox.open(desk, 'reception', device), new Outbox(desk, 'lab', device)];
    const op = await mine.write('summary.enter', newSummary());
    expect(await other.send([op])).toMatchObject([{ status: 'applied', duplicate: false }]);
  });
  it('is done under the device’s credential alone', async () => {
    const mine = await SealedOutbox.open(desk, 'reception');
    const op = await mine.write('summary.enter', newSummary());
    expect(await mine.sendUnder(mine.welcome.credential, [op])).toMatchObject([{ status: 'applied', duplicate: false }]);
  });
});
