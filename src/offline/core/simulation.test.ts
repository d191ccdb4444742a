import { expect, it } from 'vitest';
import { needsPerson } from '#src/offline/store/operation.ts';
import { play } from '../testing/simulation/play.ts';

/*
 * The laws of the queue (docs/offline.md#laws): the core of the queue under random histories of two pages and a service worker on one disk, played
 * turn by turn (testing/simulation). A failure names its seed and path; how to play it again stands at `play`.
 * The other half, without signatures, is simulationOpen.test.ts, so that both run beside each other.
 */
const histories = 5000;

it(
  `loses nothing, doubles nothing, and never stops trying over ${histories} histories of signed acts`,
  () => play({ histories, seed: 20_261_121, isSealed: true }),
  240_000,
);

it('meets every kind of trouble often enough to mean something', async () => {
  const met = {
    unknown: 0,
    sentAgain: 0,
    tray: 0,

    kept: 0,
    carried: 0,
    carriedByDesk: 0,
    discarded: 0,
    superseded: 0,
    applied: 0,
    images: 0,
  };
  await play({ histories: 500, seed: 11, isSealed: true }, ({ told, server, browser }) => {
    met.unknown += told.filter(({ kind }) => kind === 'unknown').length;
    const sent = server.seen.flat();
    met.sentAgain += sent.length - new Set(sent).size;
    for (const { op, courierId, receipt } of server.ledger.values()) {
      if (receipt.status === 'applied') met.applied += 1;
      if (receipt.status === 'kept') met.kept += 1;
      if (courierId === null) met.carriedByDesk += 1;
      else if (courierId !== op.authorId) met.carried += 1;
    }
    for (const operation of browser.disk.all()) {
      if (needsPerson(operation)) met.tray += 1;
      if (operation.state === 'discarded') met.discarded += 1;
      if (operation.state === 'superseded') met.superseded += 1;
      if (operation.blobs !== undefined) met.images += 1;
    }
  });
  for (const [what, times] of Object.entries(met)) expect(times, what).toBeGreaterThan(20);
});
