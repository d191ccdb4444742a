import { describe, expect, it } from 'vitest';
import type { DeskImportBatch, ExportedAct } from '#domain/desk/deskImport.ts';
import { deskExportFormat, mostImported, readDeskExport } from '#domain/desk/deskImport.ts';
import { bringActs, portions } from './bringActs.ts';

const act = (deviceId: string, seq: number, content = ''): ExportedAct => ({
  deviceId,
  authorName: '王敏',
  subject: `A${seq}`,
  createdAt: seq,
  op: { opId: `${deviceId}-${seq}`, seq, authorId: '1', type: 't', typeVersion: 1, lanes: [], dependsOn: [], occurredAt: '', sig: content } as never,
});
const keys = (part: { readonly acts: readonly ExportedAct[] }): string[] => part.acts.map(({ op }) => op.opId);

describe('a desk’s file', () => {
  it('is brought desk by desk, each in its own order, in requests the server takes', () => {
    const acts = [...Array(70).keys()].map((index) => act(index % 2 ? 'two' : 'one', 70 - index));
    const parts = portions(acts);
    expect(parts.map(({ deviceId, acts: part }) => [deviceId, part.length])).toEqual([
      ['one', 35],
      ['two', 35],
    ]);
    for (const { acts: part } of parts) expect(part.map(({ op }) => op.seq)).toEqual(part.map(({ op }) => op.seq).toSorted((a, b) => a - b));
    expect(portions([...Array(mostImported + 1).keys()].map((seq) => act('one', seq + 1))).map((part) => keys(part).length)).toEqual([
      mostImported,
      1,
    ]);
    const large = [1, 2, 3].map((seq) => act('one', seq, 'x'.repeat(300_000)));
    expect(portions(large).map(keys)).toEqual([['one-1'], ['one-2'], ['one-3']]);
  });

  it('tells each answer as it comes, stops when asked, and leaves the rest for the next time', async () => {
    const acts = [...Array(120).keys()].map((index) => act('one', index + 1));
    const told: string[] = [];
    const sent: DeskImportBatch[] = [];
    const bring = (failAt: number, stopAt: number): Promise<void> =>
      bringActs(acts, {
        exportedAt: 'now',
        send: async (batch) => {
          sent.push(batch);
          if (sent.length === failAt) throw new Error('no link');
          return { results: batch.ops.map(({ opId }) => ({ opId, status: 'applied', duplicate: false, serverSeq: '1', serverTime: '' })) };
        },
        onResults: (results) => told.push(...results.map(({ opId }) => opId)),
        isStopped: () => sent.length >= stopAt,
      });
    await expect(bring(2, 9)).rejects.toThrow('no link');
    expect(told).toHaveLength(mostImported);
    sent.length = 0;
    await bring(9, 1);
    expect(sent).toHaveLength(1);
  });

  it('is known by its form; what is none of ours, or of a later release, is named so', () => {
    const file = { format: deskExportFormat, version: 2, exportedAt: '2026-01-05T01:00:00Z', source: 'queue', acts: [act('one', 1)] };
    expect(readDeskExport(JSON.stringify(file))).toEqual(file);
    expect(readDeskExport(JSON.stringify({ ...file, version: 3 }))).toBe('newer');
    for (const text of ['', '{', '[]', '{"format":"accession-outbox"}', JSON.stringify({ ...file, acts: [{}] }), JSON.stringify(file).slice(0, -9)]) {
      expect(readDeskExport(text)).toBeNull();
    }
  });
});
