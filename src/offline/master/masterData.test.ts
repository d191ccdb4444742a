import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceDb, type Session } from '#src/api/deviceDb.ts';
import { dropSession, keepSession } from '#src/api/sessionStore.ts';
import { cacheDb, emptyCache } from '#src/offline/store/cacheDb.ts';
import { allMaster, getMaster, masterAge, recentPicks, rememberPick, searchMaster, syncMasterData } from './masterData.ts';
import { type FetchChanges, pullMaster } from './masterSync.ts';

const separator = '\u0001';
interface Client {
  readonly clientId: string;
  readonly clientName: string;
  readonly clientCode: string;
  readonly searchKey: string;
  readonly isDisable?: number;
}
const client = (id: number, name: string, full: string, initials: string, more: Partial<Client> = {}): Client => ({
  clientId: String(id),
  clientName: name,
  clientCode: `KH${String(id).padStart(4, '0')}`,
  searchKey: [full, initials, name, `kh${id}`].join(separator),
  ...more,
});
const hospitals = [
  client(1, '江海市第一人民医院', 'jianghaishidiyirenminyiyuan', 'jhsdyrmyy'),
  client(2, '江海市妇幼保健院', 'jianghaishifuyoubaojianyuan', 'jhsfybjy'),
  client(3, '云山县人民医院', 'yunshanxianrenminyiyuan', 'ysxrmyy'),
  client(4, '停用医院', 'tingyongyiyuan', 'tyyy', { isDisable: 1 }),
];

/** A log of changes as the server keeps one: each change has its number, a page ends at a number. */
function changeLog(): {
  readonly log: { readonly row?: Client; readonly removed?: string }[];
  readonly fetch: FetchChanges;
  calls: number;
  breakAt: number;
  pageSize: number;
} {
  const it: ReturnType<typeof changeLog> = {
    log: [],
    calls: 0,
    breakAt: -1,
    pageSize: 3,
    fetch: (async (_names: readonly string[], since: string) => {
      it.calls += 1;
      if (it.calls === it.breakAt) throw new Error('cut');
      const [from = '0', stamp = 's1'] = since === '' ? [] : since.split('.');
      const isReset = stamp !== 's1';
      const start = isReset ? 0 : Number(from);
      const page = it.log.slice(start, start + it.pageSize);
      const end = start + page.length;
      return {
        cursor: `${end}.s1`,
        hasMore: end < it.log.length,
        isReset,
        denied: [],
        rows: { client: page.flatMap(({ row }) => (row ? [row as unknown as Record<string, unknown>] : [])) },
        removed: { client: page.flatMap(({ removed }) => (removed ? [removed] : [])) },
      };
    }) as FetchChanges,
  };
  return it;
}

async function login(userId: string, tenantId = '000000'): Promise<void> {
  const session: Session = {
    userId,
    tenantId,
    account: userId,
    realName: userId,
    roleNames: [],
    permissions: [],
    deptId: '',
    roleId: '',
    accessToken: userId,
    expiresAt: 0,
    savedAt: 0,
  };
  await keepSession(session, 'login');
}

beforeEach(async () => {
  await Promise.all(deviceDb.tables.map((table) => table.clear()));
  await emptyCache();
  await login('ann');
});

describe('delta sync', () => {
  it('takes every page, then only what is new, and counts what is gone', async () => {
    const source = changeLog();
    source.log.push(...hospitals.map((row) => ({ row })));
    expect(await pullMaster(source.fetch)).toBe(4);
    expect(source.calls).toBe(2);
    expect((await masterAge()).rowCount).toBe(4);
    source.log.push({ row: { ...hospitals[0]!, clientName: '江海一院' } }, { removed: '3' });
    expect(await pullMaster(source.fetch)).toBe(2);
    expect((await getMaster('client', '1'))?.['clientName']).toBe('江海一院');
    expect(await getMaster('client', '3')).toBeUndefined();
    expect(await pullMaster(source.fetch)).toBe(0);
  });

  it('goes on where a cut left it; repeating a page changes nothing', async () => {
    const source = changeLog();
    source.log.push(...hospitals.map((row) => ({ row })));
    source.breakAt = 2;
    await expect(pullMaster(source.fetch)).rejects.toThrow('cut');
    expect(await masterAge()).toEqual({ syncedAt: null, rowCount: 3 });
    expect(await pullMaster(source.fetch)).toBe(1);
    await cacheDb.sync.update('master', { cursor: '0.s1' });
    await pullMaster(source.fetch);
    expect((await masterAge()).rowCount).toBe(4);
    expect((await masterAge()).syncedAt).not.toBeNull();
  });

  it('starts over where the server says that the cursor is of no use', async () => {
    const source = changeLog();
    source.log.push({ row: hospitals[0]! });
    await pullMaster(source.fetch);
    await cacheDb.master.put({ resource: 'client', id: '99', row: {} });
    await cacheDb.sync.update('master', { cursor: '1.other' });
    await pullMaster(source.fetch);
    expect((await allMaster('client')).map((row) => row['clientId'])).toEqual(['1']);
  });

  it('keeps what it has until what comes instead is whole', async () => {
    const source = changeLog();
    source.log.push(...hospitals.map((row) => ({ row })));
    await pullMaster(source.fetch);
    await cacheDb.master.put({ resource: 'client', id: '99', row: {} });
    await cacheDb.sync.update('master', { cursor: '1.other' });
    source.breakAt = source.calls + 2;
    await expect(pullMaster(source.fetch)).rejects.toThrow('cut');
    expect((await allMaster('client')).map((row) => row['clientId'] ?? 'old')).toEqual(['1', '2', '3', '4', 'old']);
    await pullMaster(source.fetch);
    expect((await allMaster('client')).map((row) => row['clientId'])).toEqual(['1', '2', '3', '4']);
  });

  it('begins again where the copies were emptied between two pages: what came before is not left out', async () => {
    const source = changeLog();
    source.log.push(...hospitals.map((row) => ({ row })));
    let asked = 0;
    const interrupted: FetchChanges = async (...given) => {
      const page = await source.fetch(...given);
      asked += 1;
      // As a full disk does, while the second page is on its way.
      if (asked === 2) await emptyCache();
      return page;
    };
    await pullMaster(interrupted);
    expect((await allMaster('client')).map((row) => row['clientId'])).toEqual(['1', '2', '3', '4']);
  });

  it('leaves what is more than one page to a worker', async () => {
    const source = changeLog();
    source.log.push(...hospitals.slice(0, 3).map((row) => ({ row })));
    expect(await pullMaster(source.fetch, { isLittle: true })).toBe(3);
    source.log.push({ row: hospitals[3]! }, { removed: '1' }, { removed: '2' }, { row: hospitals[0]! });
    expect(await pullMaster(source.fetch, { isLittle: true })).toBeNull();
    expect((await masterAge()).rowCount).toBe(3);
    expect(await pullMaster(source.fetch)).toBe(4);
    expect((await masterAge()).rowCount).toBe(3);
  });

  it('keeps of one person for another what the tenant’s people share, and nothing of their own', async () => {
    const source = changeLog();
    source.log.push({ row: hospitals[0]! });
    await pullMaster(source.fetch);
    await rememberPick('client', '1');
    await cacheDb.worklists.put({ userId: 'ann', name: 'entry1', sealed: 'x', fetchedAt: 1 });
    await dropSession('logout');
    expect(await pullMaster(source.fetch)).toBe(0);
    await login('ben');
    // Same rights, same stamp: nothing is fetched twice. The server says where they differ (isReset).
    expect(await pullMaster(source.fetch)).toBe(0);
    expect((await masterAge()).rowCount).toBe(1);
    expect([await cacheDb.worklists.count(), await cacheDb.picks.count()]).toEqual([0, 0]);
  });

  it('starts no worker while nobody is signed in', async () => {
    await dropSession('logout');
    const started = vi.fn<() => void>();
    vi.stubGlobal('Worker', started);
    expect(await syncMasterData()).toBe(0);
    expect(started).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });

  it('keeps nothing of another tenant', async () => {
    const source = changeLog();
    source.log.push({ row: hospitals[0]! });
    await pullMaster(source.fetch);
    await login('cas', '000001');
    source.log.length = 0;
    await pullMaster(source.fetch);
    expect((await masterAge()).rowCount).toBe(0);
  });
});

describe('search', () => {
  const found = async (query: string, options?: Parameters<typeof searchMaster>[2]): Promise<unknown[]> =>
    (await searchMaster('client', query, options)).map((row) => row['clientId']);
  beforeEach(async () => {
    const source = changeLog();
    source.log.push(...hospitals.map((row) => ({ row })));
    await pullMaster(source.fetch);
  });

  it.each([
    ['KH0002', ['2']],
    ['kh000', ['2', '1', '3']],
    ['人民', ['1', '3']],
    ['jhs', ['2', '1']],
    ['yunshan', ['3']],
    ['rmyy', ['1', '3']],
    ['江海 妇幼', ['2']],
    ['ＪＨＳＦ', ['2']],
    ['不存在', []],
    ['停用', []],
  ])('finds %s', async (query, ids) => {
    expect(new Set(await found(query))).toEqual(new Set(ids));
  });

  it('puts the exact code first and keeps to the limit and the filter', async () => {
    expect((await found('KH0003'))[0]).toBe('3');
    expect(await found('', { limit: 2 })).toHaveLength(2);
    expect(await found('', { where: { clientName: '云山县人民医院' } })).toEqual(['3']);
    expect(await found('停用', { where: { isDisable: 1 } })).toEqual(['4']);
  });

  it('sees changes of the copies at once', async () => {
    expect(await found('新院')).toEqual([]);
    const source = changeLog();
    source.log.push(...hospitals.map((row) => ({ row })), { row: client(5, '新院', 'xinyuan', 'xy') });
    await pullMaster(source.fetch);
    expect(await found('新院')).toEqual(['5']);
  });

  it('offers what this person picked last first', async () => {
    await rememberPick('client', '3');
    await new Promise((resolve) => setTimeout(resolve, 2));
    await rememberPick('client', '1');
    expect(await recentPicks('client')).toEqual(['1', '3']);
    expect(await found('')).toEqual(['1', '3', '2']);
    await login('ben');
    expect(await recentPicks('client')).toEqual([]);
  });

  it('finds its way through 20,000 rows', async () => {
    const source = changeLog();
    source.pageSize = 4_000;
    const rows = Array.from({ length: 20_000 }, (_, index) => ({ row: client(10 + index, `第${index}医院`, `di${index}yiyuan`, `d${index}yy`) }));
    source.log.push(...hospitals.map((row) => ({ row })), ...rows);
    await pullMaster(source.fetch);
    expect(await found('d19999yy')).toEqual(['20009']);
    expect(await found('医院', { limit: 20 })).toHaveLength(20);
    // Best first among thousands: by rank, then by pinyin.
    expect(await found('d1999', { limit: 3 })).toEqual(['20000', '20001', '20002']);
  });
});
