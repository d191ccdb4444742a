import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import type { Page } from 'playwright';
import { Api } from '../e2e/support/api.ts';
import { withBenchPage } from './benchPage.ts';
import { manyMasterRows, wanted } from './masterHouse.ts';
import type { BenchPage } from './page/page.tsx';
import type { Setting } from './setting.ts';
import { kilobytes, median, ms, quantile, spread, timed, type Row } from './table.ts';

const changes = 'accession-lims-base/offline/changes';
const resources = Object.keys(wanted);
const total = Object.values(wanted).reduce((sum, count) => sum + count, 0);
const times = 15;
const pageLimit = 5_000;
const house = `${(total / 1000).toFixed(0)},000 clients and commodities`;

type InPage = { readonly [Name in keyof BenchPage]: (...given: Parameters<BenchPage[Name]>) => Promise<Awaited<ReturnType<BenchPage[Name]>>> };
/** The page's own functions, called in it. */
const inPage = (page: Page): InPage =>
  new Proxy({} as InPage, {
    get:
      (_none, name: string) =>
      (...given: unknown[]) =>
        page.evaluate(
          ([called, args]) => (globalThis as unknown as { benchPage: Record<string, (...all: unknown[]) => unknown> }).benchPage[called]?.(...args),
          [name, given] as const,
        ),
  });

/** Very many sending clients and commodities: what a new desk takes in, what one change costs, and how quickly a picker answers. */
export async function measureManyMaster({ say }: Setting): Promise<Row[]> {
  return measureWith(await manyMasterRows(say), say);
}

/** The same on a data folder that has the rows; it is removed afterwards. */
export function measureWith(dataDir: string, say: Setting['say']): Promise<Row[]> {
  return withBenchPage(
    {},
    async (page, address) => {
      const admin = await Api.login(address, 'admin');
      const rows: Row[] = [];
      say('a new desk');
      rows.push(...(await newDesk(page, address, admin)));
      say('one change');
      rows.push(...(await oneChange(page, address, admin)));
      say('the server’s own search');
      rows.push(...(await onTheServer(admin)));
      say('the pickers');
      return [...rows, ...(await pickers(page))];
    },
    { dataDir },
  );
}

async function newDesk(page: Page, address: string, admin: Api): Promise<Row[]> {
  const bytes = await bytesOf(address, admin, '');
  const bench = inPage(page);
  const bare = await bench.takeBare(resources, pageLimit);
  const before = await heapOf(page);
  const ours = await bench.takeMaster(true);
  await bench.searchOnce('sendSampleClient', 'm0');
  const after = await heapOf(page);
  return [
    {
      what: `${house}: a new desk takes them in (${bytes.calls} answers, ${kilobytes(bytes.packed)} gzip, ${kilobytes(bytes.plain)} of JSON)`,
      ours: `${ms(ours.ms)} for ${ours.rows} rows`,
      yardstick: `bare fetch and put ${ms(bare.ms)} for ${bare.rows} rows`,
      ratio: ours.ms / bare.ms,
    },
    {
      what: `${house}: meanwhile the page stands still for at most`,
      ours: ms(ours.longestStop),
      yardstick: `bare fetch and put on the page ${ms(bare.longestStop)}`,
      ratio: ours.longestStop / bare.longestStop,
    },
    {
      what: `${house}: what the page keeps in memory once a picker was used`,
      ours: kilobytes(after - before),
      yardstick: `the JSON of all rows ${kilobytes(bytes.plain)}`,
      ratio: (after - before) / bytes.plain,
    },
  ];
}

interface Bytes {
  readonly calls: number;
  readonly packed: number;
  readonly plain: number;
  readonly cursor: string;
}
/** Bytes on the wire of all pages after a cursor. */
async function bytesOf(address: string, admin: Api, since: string): Promise<Bytes> {
  let [calls, packed, plain, cursor] = [0, 0, 0, since];
  for (;;) {
    const query = { resources: resources.join(), since: cursor, limit: pageLimit };
    const answer = await admin.get<{ cursor: string; hasMore: boolean }>(changes, query);
    plain += Buffer.byteLength(JSON.stringify(answer));
    packed += await packedLength(
      `${address}/api/${changes}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
      admin,
    );
    calls += 1;
    cursor = answer.cursor;
    if (!answer.hasMore) return { calls, packed, plain, cursor };
  }
}
/** Bytes of one answer as it is sent. */
function packedLength(url: string, admin: Api): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { ...admin.headers(), 'accept-encoding': 'gzip' } }, (answer) => {
      let length = 0;
      answer.on('data', (chunk: Buffer) => (length += chunk.length));
      answer.on('end', () => resolve(length));
      answer.on('error', reject);
    }).on('error', reject);
  });
}

/** Bytes that live in the page after its rubbish was collected. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

async function oneChange(page: Page, address: string, admin: Api): Promise<Row[]> {
  const bench = inPage(page);
  let { cursor } = await bytesOf(address, admin, '');
  const took: number[] = [];
  const stops: number[] = [];
  const searched: number[] = [];
  const saved: number[] = [];
  const sizes: number[] = [];
  const [row] = await admin.get<Record<string, unknown>[]>('accession-lims-base/send-sample-client/list', { keyword: 'm054321', size: 1 });
  if (!row) throw new Error('the client that is to change was not found');
  let version = Number(row['version']);
  for (let time = 0; time < times; time++) {
    const body = { ...row, version, remark: `变更 ${time} ${randomUUID()}` };
    saved.push(await timed(() => admin.post('accession-lims-base/send-sample-client/save', body)));
    version += 1;
    const size = await bytesOf(address, admin, cursor);
    sizes.push(size.packed);
    ({ cursor } = size);
    const found = await bench.takeMaster(false);
    took.push(found.ms);
    const search = await bench.searchOnce('sendSampleClient', 'm054321');
    searched.push(search.ms);
    stops.push(Math.max(found.longestStop, search.longestStop));
  }
  const detail: number[] = [];
  for (let time = 0; time < times; time++)
    detail.push(
      await page.evaluate(async (url) => {
        const started = performance.now();
        await (await fetch(url)).text();
        return performance.now() - started;
      }, `${address}/api/health`),
    );
  return [
    {
      what: `one client of ${house} changed: the desk has it (one answer of ${Math.round(median(sizes))} bytes)`,
      ours: spread(took),
      yardstick: `bare fetch of /api/health ${spread(detail)}`,
      ratio: median(took) / median(detail),
    },
    {
      what: 'after that change: the first search of the desk, and the longest stop of the page',
      ours: `${spread(searched)}, ${ms(quantile(stops, 0.99))}`,
      yardstick: `the save itself ${spread(saved)}`,
      ratio: median(searched) / median(saved),
    },
  ];
}

/** For desks without a copy, and for resources that are never kept: the list by keyword. */
async function onTheServer(admin: Api): Promise<Row[]> {
  const path = 'accession-lims-base/send-sample-client/list';
  const of = async (queryOf: (time: number) => Record<string, string | number>): Promise<number[]> => {
    const took: number[] = [];
    for (let time = 0; time < times; time++) took.push(await timed(() => admin.get(path, { size: 20, ...queryOf(time) })));
    return took;
  };
  const [row] = await admin.get<Record<string, string>[]>(path, { keyword: 'm000777', size: 1 });
  const bare = await of(() => ({ ids: row?.['clientId'] ?? '' }));
  const asked = [
    ['code', (time: number) => `m0${54_000 + time}`],
    ['part of a name', (time: number) => `医院${54_000 + time}`],
    ['initials', () => 'rmyy'],
    ['nothing that is there', (time: number) => `zzqx${time}`],
  ] as const;
  const rows: Row[] = [];
  for (const [what, word] of asked) {
    const took = await of((time) => ({ keyword: word(time) }));
    rows.push({
      what: `${house}: the server’s list by keyword, ${what}`,
      ours: spread(took),
      yardstick: `the same list by id ${spread(bare)}`,
      ratio: median(took) / median(bare),
    });
  }
  return rows;
}

/** A key typed into a picker until the row it asks for is painted. */
async function pickers(page: Page): Promise<Row[]> {
  const bench = inPage(page);
  const rows: Row[] = [];
  await page.context().setOffline(true);
  const bare = await bareKeys(page);
  for (const [what, resource, words] of [
    ['client by code', 'sendSampleClient', (time: number) => `m0${54_000 + time}`],
    ['client by part of its name', 'sendSampleClient', (time: number) => `医院${String(50_000 + time * 8)}`],
    ['client by initials', 'sendSampleClient', (time: number) => `yy${String(50_000 + time * 8)}`],
    ['commodity by code', 'commodity', (time: number) => `mc0${4_000 + time}`],
  ] as const) {
    await bench.mountPicker(resource);
    await page.locator('#picker').waitFor();
    const took: number[] = [];
    for (let time = 0; time < times; time++) took.push(await keyToRow(page, words(time)));
    await bench.unmountPicker();
    const [first = Number.NaN, ...rest] = took;
    rows.push({
      what: `${house}, no network: ${what}, key to painted row (the first time ${ms(first)})`,
      ours: spread(rest),
      yardstick: `bare input, key to paint ${spread(bare)}`,
      ratio: median(rest) / median(bare),
    });
  }
  for (const query of ['y', '医院', 'm054321', 'zzqx']) {
    const found: { ms: number; longestStop: number; rows: number }[] = [];
    for (let time = 0; time < times; time++) found.push(await bench.searchOnce('sendSampleClient', query));
    const scan = await bareScan(page);
    rows.push({
      what: `${house}: search of the desk’s copy for “${query}” (${found[0]?.rows} rows), the page stands still for at most ${ms(Math.max(...found.map(({ longestStop }) => longestStop)))}`,
      ours: spread(found.map((one) => one.ms)),
      yardstick: `100,000 plain strings asked in turn ${ms(scan)}`,
      ratio: median(found.map((one) => one.ms)) / scan,
    });
  }
  await page.context().setOffline(false);
  return rows;
}

/** Types a word into the picker: ms from its last key to the next paint after the row that has it is shown. */
async function keyToRow(page: Page, word: string): Promise<number> {
  const input = page.locator('#picker');
  await input.fill('');
  await input.focus();
  await page.keyboard.type(word.slice(0, -1), { delay: 30 });
  await page.waitForTimeout(400);
  await page.evaluate(
    (last) => {
      const watching = globalThis as unknown as { shownAfter?: number };
      delete watching.shownAfter;
      addEventListener(
        'input',
        () => {
          const started = performance.now();
          const look = (): void => {
            const options = [...document.querySelectorAll('[role=option]')];
            const isThere = options.length > 0 && options.length <= 20 && options.every((option) => option.textContent?.toLowerCase().includes(last));
            if (!isThere) return void requestAnimationFrame(look);
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => (watching.shownAfter = performance.now() - started);
            port2.postMessage(null);
          };
          requestAnimationFrame(look);
        },
        { once: true, capture: true },
      );
    },
    /\d+$/.exec(word)?.[0] ?? '',
  );
  await page.keyboard.type(word.slice(-1));
  await page.waitForFunction(() => (globalThis as unknown as { shownAfter?: number }).shownAfter !== undefined, null, { timeout: 60_000 });
  return page.evaluate(() => (globalThis as unknown as { shownAfter?: number }).shownAfter ?? Number.NaN);
}

/** The yardstick: a key in an input with nothing behind it, until the next paint. */
async function bareKeys(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const bare = document.createElement('input');
    bare.dataset['bare'] = '';
    document.body.append(bare);
    const typed: number[] = [];
    (globalThis as unknown as { bareTyped: number[] }).bareTyped = typed;
    bare.addEventListener('input', () => {
      const started = performance.now();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => typed.push(performance.now() - started);
        port2.postMessage(null);
      });
    });
    bare.focus();
  });
  await page.keyboard.type('abcdefghijklmno', { delay: 45 });
  await page.waitForTimeout(200);
  return page.evaluate(() => {
    document.querySelector('[data-bare]')?.remove();
    return (globalThis as unknown as { bareTyped: number[] }).bareTyped;
  });
}

/** The yardstick: as many strings of about a row's length, each asked once whether it has a word that none has. */
function bareScan(page: Page): Promise<number> {
  return page.evaluate(() => {
    const strings = Array.from({ length: 100_000 }, (_none, index) => `jianghairenminyiyuan${index} jhrmyy${index} 江海人民医院${index} m${index}`);
    const started = performance.now();
    let hits = 0;
    for (const string of strings) if (string.includes('zzqx')) hits += 1;
    return performance.now() - started + hits;
  });
}
