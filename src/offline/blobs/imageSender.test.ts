import { expect, it } from 'vitest';
import { partCount } from '#domain/kernel/blobParts.ts';
import type { SentBlob } from '#domain/kernel/offlineWire.ts';
import { blobPartBytes } from '#domain/kernel/sealing.ts';
import { queueOperation } from '../core/queueOperation.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { Desk } from '../testing/desk.ts';
import type { BlobAnswer } from './blobNet.ts';
import { createImageSender, lacksImages } from './imageSender.ts';

const blobOf = (name: string, parts: number): SentBlob => ({ sha256: name, size: parts * blobPartBytes, mime: 'image/jpeg' });

/** A desk of the pure core with pictures: the other party keeps parts by name. */
class ImageDesk extends Desk {
  /** Parts on the desk's disk; all until something is lost. */
  isLost = (_sha256: string): boolean => false;
  readonly held = new Map<string, Set<number>>();
  /** What was put, in its order. */
  readonly puts: string[] = [];
  /** Instead of the server's answer; null: the answer. */
  strange: (blob: SentBlob, part: number) => BlobAnswer | null = () => null;
  tidied = 0;
  maySend: (token: string) => boolean = () => true;

  photograph(blob: SentBlob): Promise<OutboxOperation> {
    const fresh = { ...this.fresh({ lanes: [`image:${blob.sha256}`] }), dependsOn: [], blobs: [blob] };
    return this.store.change((tx) => queueOperation(tx, fresh));
  }
  holds(blob: SentBlob): BlobAnswer {
    const parts = [...(this.held.get(blob.sha256) ?? [])].toSorted((a, b) => a - b);
    return { kind: 'state', state: { parts, isWhole: parts.length === partCount(blob.size) } };
  }
  images() {
    const ports = this.ports();
    return createImageSender({
      ...ports,
      // Another lock than that of the acts.
      lock: { tryRun: async (_name, work) => work() },
      lookMs: 1,
      drain: () => this.drain(),
      parts: {
        part: async (sha256, part) => (this.isLost(sha256) ? undefined : { id: `${sha256}:${part}`, opId: '', sha256, part }),
        tidy: async () => {
          this.tidied += 1;
        },
      },
      net: {
        ...ports.net,
        state: async (blob, courier) => {
          if (!this.maySend(courier.userId === null ? courier.credential : courier.accessToken)) return { kind: 'auth' };
          return this.holds(blob);
        },
        put: async (blob, { part = 0 }, _courier, signal) => {
          await this.pause();
          if (signal.aborted) return { kind: 'stopped' };
          const strange = this.strange(blob, part);
          if (strange) return strange;
          this.puts.push(`${blob.sha256}${part}`);
          const held = this.held.get(blob.sha256) ?? new Set();
          this.held.set(blob.sha256, held.add(part));
          return this.holds(blob);
        },
      },
    });
  }
  /** One page or worker after another, as time goes by. */
  async send(passes = 20): Promise<void> {
    const sendImages = this.images();
    for (let pass = 0; pass < passes; pass++) {
      const { nextAt } = await sendImages();
      if (nextAt === null) return;
      this.now = Math.max(this.now, nextAt);
      await this.drain();
    }
  }
  readonly stateOf = ({ opId }: OutboxOperation): string => this.state(opId);
}

it('sends each part once, then the act; two pictures one after the other', async () => {
  const desk = new ImageDesk();
  const acts = [await desk.photograph(blobOf('a', 3)), await desk.photograph(blobOf('b', 2))];
  await desk.drain();
  expect(acts.map(desk.stateOf)).toEqual(['pending', 'pending']);
  await desk.send();
  expect(desk.puts).toEqual(['a0', 'a1', 'a2', 'b0', 'b1']);
  expect(acts.map(desk.stateOf)).toEqual(['acked', 'acked']);
  expect(desk.tidied).toBe(1);
});

it('goes on where another left off: what the server holds is not sent again', async () => {
  const desk = new ImageDesk();
  const act = await desk.photograph(blobOf('a', 4));
  desk.held.set('a', new Set([0, 2]));
  await desk.send();
  expect(desk.puts).toEqual(['a1', 'a3']);
  expect(desk.stateOf(act)).toBe('acked');
});

it('lets text go first, also in the middle of a picture', async () => {
  const desk = new ImageDesk();
  const before = await desk.enqueue({ lanes: ['req:A'] });
  const act = await desk.photograph(blobOf('a', 3));
  let during: OutboxOperation | null = null;
  const seen: string[] = [];
  desk.strange = (_blob, part) => {
    if (part > 0 && during) seen.push(desk.stateOf(during));
    return null;
  };
  desk.pause = async () => {
    if (desk.puts.length === 1 && !during) during = await desk.enqueue({ lanes: ['req:B'] });
  };
  await desk.send();
  expect(desk.puts).toEqual(['a0', 'a1', 'a2']);
  expect([before, act].map(desk.stateOf)).toEqual(['acked', 'acked']);
  // Typed while a0 was under way: it was on the server before the next part began.
  expect(seen.at(-1)).toBe('acked');
});

it('stops a part that holds up text that cannot get through', async () => {
  const desk = new ImageDesk();
  const act = await desk.photograph(blobOf('a', 1));
  let stopped = 0;
  desk.pause = async () => {
    if (stopped > 0) return;
    await desk.enqueue({ lanes: ['req:B'] });
    await new Promise((resolve) => setTimeout(resolve, 30));
    stopped += 1;
  };
  const sendImages = desk.images();
  await sendImages();
  expect(stopped).toBe(1);
  expect(desk.puts.length).toBeLessThanOrEqual(1);
  await desk.send();
  expect(desk.stateOf(act)).toBe('acked');
});

it('waits and tries again when the line fails, and never gives up', async () => {
  const desk = new ImageDesk();
  const act = await desk.photograph(blobOf('a', 2));
  let lost = 0;
  desk.strange = () => (++lost <= 6 ? { kind: 'lost', isLinkFault: true, retryAfterMs: null } : null);
  await desk.send(60);
  expect(desk.puts).toEqual(['a0', 'a1']);
  expect(desk.stateOf(act)).toBe('acked');
});

it('sends a picture anew that arrived spoilt, and asks a person after three times', async () => {
  const desk = new ImageDesk();
  const act = await desk.photograph(blobOf('a', 2));
  let times = 0;
  desk.strange = (blob, part) => {
    if (part !== 1 || ++times > 2) return null;
    desk.held.delete(blob.sha256);
    return { kind: 'refused', code: 'blob.differs' };
  };
  await desk.send();
  expect(desk.puts).toEqual(['a0', 'a0', 'a0', 'a1']);
  expect(desk.stateOf(act)).toBe('acked');

  const other = await desk.photograph(blobOf('b', 1));
  desk.strange = () => ({ kind: 'refused', code: 'blob.differs' });
  await desk.send();
  expect(desk.stateOf(other)).toBe('rejected');
  expect(desk.at(other.opId).receipt).toMatchObject({ code: 'blob.differs', serverSeq: '0' });
});

it('says so where the parts are gone from this desk, unless the server has them', async () => {
  const desk = new ImageDesk();
  const [gone, there] = [await desk.photograph(blobOf('a', 2)), await desk.photograph(blobOf('b', 1))];
  desk.isLost = () => true;
  desk.held.set('b', new Set([0]));
  await desk.send();
  expect([gone, there].map(desk.stateOf)).toEqual(['rejected', 'acked']);
});

it('sends again what the server asks for: it was restored from an older copy', async () => {
  const desk = new ImageDesk();
  const act = await desk.photograph(blobOf('a', 1));
  const blocked = { opId: act.opId, status: 'blocked', duplicate: false, serverSeq: '0', serverTime: '', code: 'blob.missing', params: {} } as const;
  await desk.store.change((tx) => tx.put([{ ...act, blobsLeft: 0, state: 'blocked', receipt: blocked, nextAttemptAt: desk.now + 60_000 }]));
  expect(desk.store.all().map(lacksImages)).toEqual([true]);
  await desk.send();
  expect(desk.puts).toEqual(['a0']);
  expect(desk.stateOf(act)).toBe('acked');
});

it('is carried by a renewed session, or by the desk itself', async () => {
  const desk = new ImageDesk();
  const act = await desk.photograph(blobOf('a', 1));
  const old = desk.session?.accessToken;
  desk.maySend = (token) => token !== old;
  await desk.send();
  expect(desk.renewals).toBe(1);
  expect(desk.stateOf(act)).toBe('acked');
});
