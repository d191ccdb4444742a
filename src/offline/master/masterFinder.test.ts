import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { deviceDb } from '#src/api/deviceDb.ts';
import { keepSession } from '#src/api/sessionStore.ts';
import { cacheDb, emptyCache } from '#src/offline/store/cacheDb.ts';
import { hasMaster, searchMaster } from './masterData.ts';
import { type FetchChanges, pullMaster } from './masterSync.ts';

interface Client {
  readonly clientId: string;
  readonly clientName: string;
  readonly clientCode: string;
  readonly searchKey: string;
  readonly isDisable: number;
}
const syllables = [
  ['江', 'jiang'],
  ['海', 'hai'],
  ['人', 'ren'],
  ['民', 'min'],
  ['院', 'yuan'],
] as const;
const clientOf = (id: number, places: readonly number[], isDisable: number): Client => {
  const parts = places.map((place) => syllables[place % syllables.length]!);
  const name = parts.map(([sign]) => sign).join('');
  const [full, initials] = [parts.map(([, sound]) => sound).join(''), parts.map(([, sound]) => sound[0]).join('')];
  const code = `K${id}`;
  return {
    clientId: String(id),
    clientName: name,
    clientCode: code,
    searchKey: [full, initials, name, code.toLowerCase()].join('\u0001'),
    isDisable,
  };
};

/** What a search has to answer: said as simply as it can be. */
function expected(rows: readonly Client[], query: string): { readonly rank: number; readonly id: string; readonly full: string }[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const rankOf = ({ searchKey }: Client, word: string): number => {
    const [full = '', initials = '', name = '', code = ''] = searchKey.split('\u0001');
    if (code === word) return 0;
    const starts = [code, name, initials, full].findIndex((text) => text.startsWith(word));
    if (starts >= 0) return starts + 1;
    if (name.includes(word) || code.includes(word)) return 5;
    return initials.includes(word) || full.includes(word) ? 6 : Infinity;
  };
  return rows
    .filter(({ isDisable }) => isDisable === 0)
    .map((row) => ({
      id: row.clientId,
      full: row.searchKey.split('\u0001')[0] ?? '',
      rank: words.reduce((worst, word) => Math.max(worst, rankOf(row, word)), 0),
    }))
    .filter(({ rank }) => rank < Infinity)
    .sort((a, b) => a.rank - b.rank || (a.full < b.full ? -1 : a.full > b.full ? 1 : 0));
}

type Change = { readonly row: Client } | { readonly removed: string };
let changes: Change[] = [];
/** A server with one list of changes; each call gives all that are new. */
const fetchAll: FetchChanges = async (_names, since) => {
  const fresh = changes.slice(Number(since.split('.')[0] ?? 0));
  return {
    cursor: `${changes.length}.s`,
    hasMore: false,
    isReset: false,
    denied: [],
    rows: { sendSampleClient: fresh.flatMap((change) => ('row' in change ? [change.row as unknown as Record<string, unknown>] : [])) },
    removed: { sendSampleClient: fresh.flatMap((change) => ('removed' in change ? [change.removed] : [])) },
  };
};
async function login(): Promise<void> {
  const person = { userId: 'ann', tenantId: '000000', account: 'ann', realName: 'ann', roleNames: [], permissions: [], deptId: '', roleId: '' };
  await keepSession({ ...person, accessToken: 'ann', expiresAt: 0, savedAt: 0 }, 'login');
}
async function found(query: string, limit = 1000): Promise<string[]> {
  return (await searchMaster('sendSampleClient', query, { limit })).map((row) => String(row['clientId']));
}

beforeEach(async () => {
  await Promise.all(deviceDb.tables.map((table) => table.clear()));
  await emptyCache();
  await login();
  changes = [];
});

const step = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 12 }),
    places: fc.array(fc.nat(4), { minLength: 1, maxLength: 4 }),
    isDisable: fc.constantFrom(0, 0, 1),
    isRemoved: fc.boolean(),
  }),
  { minLength: 0, maxLength: 4 },
);
const query = fc.constantFrom('k1', 'k', '江', 'j', 'jh', 'jianghai', '人 院', 'hai k1', '1', '');

it('finds after any row of changes what a search of the rows themselves finds, in that order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, query), { minLength: 1, maxLength: 40 }), async (steps) => {
      await emptyCache();
      changes = [];
      const rows = new Map<string, Client>();
      for (const [made, asked] of steps) {
        // A page says of each row what it is now, once.
        const last = new Map(made.map((one) => [one.id, one]));
        for (const { id, places, isDisable, isRemoved } of last.values()) {
          const row = clientOf(id, places, isDisable);
          if (isRemoved) rows.delete(row.clientId);
          else rows.set(row.clientId, row);
          changes.push(isRemoved ? { removed: row.clientId } : { row });
        }
        await pullMaster(fetchAll);
        const wanted = expected([...rows.values()], asked);
        const got = await found(asked);
        const facts = new Map(wanted.map((one) => [one.id, `${one.rank} ${one.full}`]));
        expect(new Set(got)).toEqual(new Set(wanted.map(({ id }) => id)));
        expect(got.map((id) => facts.get(id))).toEqual(wanted.map(({ rank, full }) => `${rank} ${full}`));
        expect((await found(asked, 2)).map((id) => facts.get(id))).toEqual(wanted.slice(0, 2).map(({ rank, full }) => `${rank} ${full}`));
      }
    }),
    { numRuns: 25 },
  );
});

it('keeps few pieces however often something changes', async () => {
  for (let turn = 0; turn < 100; turn++) {
    changes.push({ row: clientOf(turn % 7, [turn % 5], 0) });
    await pullMaster(fetchAll);
  }
  expect(await cacheDb.segments.count()).toBeLessThan(20);
  expect(await found('k3')).toEqual(['3']);
});

it('finds in copies that an earlier version of the console left', async () => {
  changes.push({ row: clientOf(1, [0, 1], 0) }, { row: clientOf(2, [2, 3], 0) });
  await pullMaster(fetchAll);
  const { epoch: _epoch, tails: _tails, rowCount: _count, ...old } = (await cacheDb.sync.get('master'))!;
  await cacheDb.segments.clear();
  await cacheDb.sync.put(old);
  expect(await found('jh')).toEqual(['1']);
  changes.push({ row: clientOf(3, [0, 1], 0) });
  await pullMaster(fetchAll);
  expect(new Set(await found('jh'))).toEqual(new Set(['1', '3']));
});

it('takes in changes on top of copies that an earlier version left and nobody searched', async () => {
  changes.push({ row: clientOf(1, [0, 1], 0) });
  await pullMaster(fetchAll);
  const { epoch: _epoch, tails: _tails, rowCount: _count, ...old } = (await cacheDb.sync.get('master'))!;
  await cacheDb.segments.clear();
  await cacheDb.sync.put(old);
  changes.push({ row: clientOf(2, [0, 1], 0) });
  await pullMaster(fetchAll);
  expect(new Set(await found('jh'))).toEqual(new Set(['1', '2']));
});

it('knows whether it has all copies', async () => {
  expect(await hasMaster('sendSampleClient')).toBe(false);
  changes.push({ row: clientOf(1, [0], 0) });
  await pullMaster(fetchAll);
  expect(await hasMaster('sendSampleClient')).toBe(true);
  expect(await hasMaster('commodity')).toBe(false);
  // A first load that was cut after one of its pages.
  await cacheDb.sync.update('master', { syncedAt: null });
  expect(await hasMaster('sendSampleClient')).toBe(false);
});
