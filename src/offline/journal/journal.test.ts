import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { MemoryJournalDisk, PageKilled } from '../testing/journalDisk.ts';
import { type ActEntry, actEntry, type DoneEntry } from './entry.ts';
import { Journal, type Survey } from './journal.ts';
import { keptMs } from './ledger.ts';

const start = Date.UTC(2026, 0, 5);
const deskId = 'desk-1';
const act = (opId: string, seq: number, more: Partial<OutboxOperation> = {}): ActEntry =>
  actEntry({
    opId,
    seq,
    deviceId: deskId,
    epoch: 1,
    createdAt: start + seq,
    authorId: 'ann',
    authorName: 'Ann',
    lanes: [`req:${opId}`],
    dependsOn: [],
    ...more,
  } as OutboxOperation);
const done = (opId: string, at: number, turn = 0): DoneEntry => ({ kind: 'done', opId, turn, state: 'acked', at });
const owed = ({ acts }: Survey): string[] =>
  acts
    .filter((each) => each.done === null)
    .map(({ opId }) => opId)
    .toSorted();

/** A page on the disk, with names that are never used twice. */
class Page {
  private static made = 0;
  readonly journal: Journal;
  readonly die: () => void;
  constructor(disk: MemoryJournalDisk) {
    const page = disk.page();
    this.journal = new Journal(page.disk, () => `journal-${String(++Page.made).padStart(6, '0')}.log`);
    this.die = page.die;
  }
  async known(now = start): Promise<string[]> {
    const survey = await this.journal.survey(now);
    const keys = owed(survey);
    // What is owed can also be read, not only named.
    expect(
      this.journal
        .read(keys)
        .map(({ row }) => row.opId)
        .toSorted(),
    ).toEqual(keys);
    return keys;
  }
}

describe('the journal', () => {
  it('gives the next page what a dead one wrote, with the id and numbers of the desk', async () => {
    const disk = new MemoryJournalDisk();
    const first = new Page(disk);
    await first.journal.survey(start);
    first.journal.append([act('a', 1), act('b', 2)]);
    first.journal.append([done('a', start)]);
    disk.cutPower(() => 0);
    first.die();
    const next = new Page(disk);
    const survey = await next.journal.survey(start);
    expect(owed(survey)).toEqual(['b']);
    expect(survey.queue).toMatchObject({ deviceId: deskId, seq: 2 });
    expect(next.journal.read(['b'])).toEqual([act('b', 2)]);
    expect(disk.names).toHaveLength(1);
  });

  it('sees what living pages have, and leaves their files alone', async () => {
    const disk = new MemoryJournalDisk();
    const [one, other] = [new Page(disk), new Page(disk)];
    await one.journal.survey(start);
    await other.journal.survey(start);
    one.journal.append([act('a', 1)]);
    other.journal.append([act('b', 2)]);
    expect(await one.known()).toEqual(['a', 'b']);
    expect(disk.names).toHaveLength(2);
    other.die();
    expect(await one.known()).toEqual(['a', 'b']);
    expect(disk.names).toHaveLength(1);
  });

  it('goes on behind a torn end', async () => {
    const disk = new MemoryJournalDisk();
    const first = new Page(disk);
    await first.journal.survey(start);
    first.journal.append([act('a', 1)]);
    let steps = 0;
    disk.step = () => {
      if (++steps === 2) throw new PageKilled();
    };
    expect(() => first.journal.append([act('b', 2)])).toThrow(PageKilled);
    disk.step = () => undefined;
    disk.cutPower(() => 0.5);
    first.die();
    const second = new Page(disk);
    expect(await second.known()).toEqual(['a']);
    second.journal.append([act('c', 2)]);
    second.die();
    const third = new Page(disk);
    expect(await third.known()).toEqual(['a', 'c']);
    expect((await third.journal.survey(start)).faults).toBe(0);
  });

  it('takes nothing off a disk of which the browser counts less than lies there, and loses nothing', async () => {
    const disk = new MemoryJournalDisk();
    const pages = [new Page(disk), new Page(disk)];
    for (const [at, page] of pages.entries()) {
      await page.journal.survey(start);
      page.journal.append([act(`op-${at}`, at + 1)]);
    }
    for (const { die } of pages) die();
    const sizes = (): number[] => disk.names.map((name) => disk.bytesOf(name));
    const before = sizes();
    disk.counted = 10;
    const next = new Page(disk);
    expect(await next.known()).toEqual(['op-0', 'op-1']);
    expect(disk.names).toHaveLength(2);
    expect(sizes().every((size, at) => size >= before[at]!)).toBe(true);
    next.die();
    disk.counted = Infinity;
    const later = new Page(disk);
    expect(await later.known()).toEqual(['op-0', 'op-1']);
    expect(disk.names).toHaveLength(1);
  });

  it('passes over a damaged stretch, says so, and does not write behind it', async () => {
    const disk = new MemoryJournalDisk();
    const first = new Page(disk);
    await first.journal.survey(start);
    for (const [index, key] of ['a', 'b', 'c'].entries()) first.journal.append([act(key, index + 1)]);
    const [name] = disk.names;
    disk.spoil(name!, Math.floor(disk.bytesOf(name!) / 2));
    first.die();
    const next = new Page(disk);
    const survey = await next.journal.survey(start);
    expect(owed(survey)).toEqual(['a', 'c']);
    expect(survey.faults).toBe(1);
    expect(disk.names).not.toContain(name);
  });

  it('drops what was resolved more than 7 days ago when that is most of a file, and nothing that is owed', async () => {
    const disk = new MemoryJournalDisk();
    const first = new Page(disk);
    await first.journal.survey(start);
    const long = 'x'.repeat(3000);
    for (let seq = 1; seq <= 200; seq++) first.journal.append([act(`op-${seq}`, seq, { subject: long })]);
    for (let seq = 1; seq < 200; seq++) first.journal.append([done(`op-${seq}`, start)]);
    first.die();
    const soon = new Page(disk);
    expect((await soon.journal.survey(start + keptMs - 1)).acts).toHaveLength(200);
    soon.die();
    const late = new Page(disk);
    expect((await late.journal.survey(start + keptMs + 1)).acts.map(({ opId }) => opId)).toContain('op-200');
    late.die();
    const later = new Page(disk);
    const survey = await later.journal.survey(start + keptMs + 1);
    expect(survey.acts.map(({ opId }) => opId)).toEqual(['op-200']);
    expect(survey.bytes).toBeLessThan(8000);
    expect(survey.queue).toMatchObject({ deviceId: deskId, seq: 200 });
  });

  it('knows by the heir and by the note that an act was ended, though no mark was written', async () => {
    const disk = new MemoryJournalDisk();
    const page = new Page(disk);
    await page.journal.survey(start);
    page.journal.append([act('old', 1), act('gone', 2), act('heir', 3, { supersedes: 'old' }), act('note', 4, { lanes: ['discard:gone'] })]);
    page.journal.append([done('old', start, 5)]);
    const survey = await page.journal.survey(start);
    expect(owed(survey)).toEqual(['heir', 'note']);
    const ends = new Map(survey.acts.map(({ opId, done: end }) => [opId, end]));
    expect(ends.get('old')).toMatchObject({ state: 'superseded', supersededBy: 'heir' });
    expect(ends.get('gone')).toMatchObject({ state: 'discarded', discardedBy: { by: 'ann', noteId: 'note' } });
  });

  it('holds an act that is owed once more after its receipt', async () => {
    const disk = new MemoryJournalDisk();
    const page = new Page(disk);
    await page.journal.survey(start);
    page.journal.append([act('a', 1)]);
    page.journal.append([done('a', start)]);
    page.journal.append([{ ...act('a', 1), turn: 1 }]);
    expect(await page.known()).toEqual(['a']);
    page.journal.append([done('a', start, 1)]);
    expect(await page.known()).toEqual([]);
  });

  it.each(['small', 'wasteful'] as const)('takes over two dead files without losing an act, killed at each of its steps (%s)', async (kind) => {
    let steps = 0;
    for (let killAt = 1; killAt <= steps + 1; killAt++) {
      for (const isPowerCut of [false, true]) {
        const disk = new MemoryJournalDisk();
        const [one, other] = [new Page(disk), new Page(disk)];
        for (const [page, key, seq] of [
          [one, 'a', 1],
          [other, 'b', 3],
        ] as const) {
          await page.journal.survey(start);
          page.journal.append([act(key, seq), act(`${key}-done`, seq + 1, { subject: kind === 'wasteful' ? 'z'.repeat(600_000) : '' })]);
          page.journal.append([done(`${key}-done`, start)]);
        }
        one.die();
        other.die();
        const heir = new Page(disk);
        steps = 0;
        disk.step = () => {
          if (++steps === killAt) throw new PageKilled();
        };
        const now = kind === 'wasteful' ? start + keptMs + 1 : start + 1;
        await heir.journal.survey(now).catch((error: unknown) => expect(error).toBeInstanceOf(PageKilled));
        disk.step = () => undefined;
        heir.die();
        if (isPowerCut) disk.cutPower(() => 0.5);
        const next = new Page(disk);
        expect(await next.known(now), `step ${killAt}`).toEqual(['a', 'b']);
        expect(disk.names).toHaveLength(1);
        // What it went on with may have been written by a page that did not live to flush it.
        next.die();
        disk.cutPower(() => 0);
        expect(await new Page(disk).known(now), `after step ${killAt}`).toEqual(['a', 'b']);
      }
    }
    expect(steps).toBeGreaterThan(8);
  });

  it('loses nothing that is owed and brings back nothing that was resolved, wherever pages die and the power fails', async () => {
    type Step =
      | { readonly kind: 'append' | 'done'; readonly page: number; readonly pick: number }
      | { readonly kind: 'open' | 'die' | 'survey'; readonly page: number }
      | { readonly kind: 'power' | 'day' };
    const pageNumber = fc.nat({ max: 1 });
    const step: fc.Arbitrary<Step> = fc.oneof(
      { weight: 6, arbitrary: fc.record({ kind: fc.constant('append' as const), page: pageNumber, pick: fc.nat() }) },
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('done' as const), page: pageNumber, pick: fc.nat() }) },
      { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('open' as const, 'die' as const, 'survey' as const), page: pageNumber }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('power' as const, 'day' as const) }) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 40 }),
        fc.array(fc.nat({ max: 25 }), { maxLength: 6 }),
        fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        async (steps, kills, shares) => {
          const disk = new MemoryJournalDisk();
          const pages: (Page | null)[] = [null, null];
          const mustBe = new Set<string>();
          /** Begun and not known to have ended: may be there or not. */
          const mayBe = new Set<string>();
          let now = start;
          let seq = 0;
          let left = kills.shift() ?? Infinity;
          disk.step = () => {
            if (left-- > 0) return;
            left = kills.shift() ?? Infinity;
            throw new PageKilled();
          };
          const long = 'y'.repeat(40_000);
          const play = async (which: number, work: (page: Page) => Promise<void> | void): Promise<void> => {
            const page = pages[which];
            if (!page) return;
            try {
              await work(page);
            } catch (error) {
              if (!(error instanceof PageKilled)) throw error;
              page.die();
              pages[which] = null;
            }
          };
          const survey = (which: number): Promise<void> =>
            play(which, async (page) => {
              const found = owed(await page.journal.survey(now));
              for (const key of mustBe) expect(found).toContain(key);
              for (const key of found) expect(mustBe.has(key) || mayBe.has(key)).toBe(true);
              expect(page.journal.read([...mustBe])).toHaveLength(mustBe.size);
            });
          for (const each of steps) {
            if (each.kind === 'day') now += 3 * 24 * 3_600_000;
            if (each.kind === 'power') {
              for (const page of pages) page?.die();
              pages.fill(null);
              disk.cutPower(() => shares.next().value);
            }
            if (each.kind === 'open' && !pages[each.page]) {
              pages[each.page] = new Page(disk);
              await survey(each.page);
            }
            if (each.kind === 'survey') await survey(each.page);
            if (each.kind === 'die') {
              pages[each.page]?.die();
              pages[each.page] = null;
            }
            if (each.kind === 'append') {
              await play(each.page, (page) => {
                const key = `op-${++seq}`;
                mayBe.add(key);
                page.journal.append([act(key, seq, { subject: each.pick % 2 ? long : '' })]);
                mayBe.delete(key);
                mustBe.add(key);
              });
            }
            if (each.kind === 'done' && mustBe.size > 0) {
              await play(each.page, (page) => {
                const key = [...mustBe][each.pick % mustBe.size]!;
                mustBe.delete(key);
                mayBe.add(key);
                page.journal.append([done(key, now)]);
                mayBe.delete(key);
              });
            }
          }
          for (const page of pages) page?.die();
          left = Infinity;
          pages[0] = new Page(disk);
          await survey(0);
          expect(disk.names).toHaveLength(1);
        },
      ),
      { numRuns: 1500 },
    );
  });
});
