import { readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { buildServerIfNeeded } from '#server/buildServer.ts';
import { openDatabase } from '#server/storage/database.ts';
import { newId } from '#server/storage/ids.ts';
import { Api } from '../e2e/support/api.ts';
import { genericPass, handOver, readMaster, summaryPayload, type Master } from '../e2e/support/prepare.ts';
import { startProduct } from '../e2e/support/product.ts';
import { judgeActs, longestSilence, QueueDesk, type DeskAct } from './queueDesk.ts';
import { withScratchDatabase } from './scratchDatabase.ts';
import { median, ms, quantile, spread, timed } from './table.ts';

/*
 * npm run load -- --desks 200                          ten minutes of a laboratory's day at its peak, then the morning after an outage
 * npm run load -- --desks 50 --minutes 2 --acts 50     a short one
 * npm run load -- --tubes 20000                        the whole day in ten minutes, forty-eight times as fast as it is
 * --tubes: how many come in the time; 1,500 in ten minutes unless said otherwise: a day of 20,000 in eight hours is 42 a minute, its peak, when
 * the couriers come, three and a half times that. DATABASE_URL: on a scratch database of that PostgreSQL.
 * The last line is the figures as JSON; the exit code is 0 where the day was worked through, nothing was lost, doubled or refused and no desk starved.
 */
const { values } = parseArgs({
  options: {
    desks: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '10' },
    acts: { type: 'string', default: '300' },
    tubes: { type: 'string' },
  },
});
const peakPerMinute = 150;
const desksWanted = Number(values.desks);
const minutes = Number(values.minutes);
const actsOwed = Number(values.acts);
const tubesWanted = Number(values.tubes ?? Math.round(peakPerMinute * minutes));
const accounts = ['admin', 'entry1', 'lab'] as const;
type Account = (typeof accounts)[number];
const handedOverAtOnce = 50;
/** A desk starves that has no answer for so many times as long as the others have at the middle. */
const starvedAt = 4;
/** Of the day's tubes so many are received before the last minute is over. */
const wholeShare = 0.9;
const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));
const say = (text: string): void => console.log(text);

/** One person's reception; nobody comes twice, for that would have to be explained. */
function reception(master: Master, prefix: string, index: number): ReturnType<typeof summaryPayload> {
  return { ...summaryPayload(master, 'CBC01', 'EDTA全血', prefix, index), telephone: `16${String(index).padStart(9, '0')}` };
}
const toEnter = (payload: ReturnType<typeof reception>): DeskAct => ({ type: 'summary.enter', payload, lanes: [`req:${payload.requisitionCode}`] });

class House {
  readonly base: string;
  readonly #sessions = new Map<Account, Promise<{ api: Api; userId: string }>>();
  constructor(port: number) {
    this.base = `http://127.0.0.1:${port}`;
  }
  /** Desks of one account share its session, as far as the server cares. */
  as(account: Account): Promise<{ api: Api; userId: string }> {
    const known = this.#sessions.get(account) ?? this.#login(account);
    this.#sessions.set(account, known);
    return known;
  }
  async #login(account: Account): Promise<{ api: Api; userId: string }> {
    const api = await Api.login(this.base, account);
    const { userId } = await api.get<{ userId: string }>('blade-auth/oauth/user-info');
    return { api, userId };
  }
  desk(account: Account): QueueDesk {
    return new QueueDesk(() => {
      this.#sessions.delete(account);
      return this.as(account);
    });
  }
}

interface Day {
  readonly received: readonly number[];
  readonly entered: readonly number[];
  readonly scanned: readonly number[];
  readonly pages: readonly number[];
  readonly desks: readonly QueueDesk[];
  readonly memory: readonly number[];
}

/** What the server's process holds in memory, MB. */
const memoryOf = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;

/** Tubes are received, entered, handed over and scanned in by desks of each kind at a hand's pace; five people look at lists. */
async function workingDay(house: House, master: Master, pid: number): Promise<Day> {
  const until = Date.now() + minutes * 60_000;
  const everyMs = (minutes * 60_000) / tubesWanted;
  const [toBeEntered, toBeHandedOver, toBeScanned]: [ReturnType<typeof reception>[], string[], string[]] = [[], [], []];
  const took = { received: [] as number[], entered: [] as number[], scanned: [] as number[], pages: [] as number[] };
  const desks: QueueDesk[] = [];
  const memory: number[] = [];
  const isOver = (): boolean => Date.now() > until;
  let next = 0;
  /** So many desks of an account, each doing what there is to do at its turn: answered before the next is begun, as a person waits for the word. */
  const crew = (account: Account, count: number, turn: () => { act: DeskAct; after: () => void } | null, times: number[]): Promise<unknown> =>
    Promise.all(
      Array.from({ length: count }, async (_none, at) => {
        const desk = house.desk(account);
        desks.push(desk);
        const paceMs = everyMs * count;
        await pause(at * everyMs);
        while (!isOver()) {
          const begun = Date.now();
          const work = turn();
          if (work) {
            await desk.note([work.act]);
            times.push(await timed(() => desk.drain(120_000)));
            work.after();
          }
          await pause(Math.max(5, paceMs - (Date.now() - begun)));
        }
      }),
    );
  const [receiving, entering, scanning] = [Math.ceil(desksWanted * 0.4), Math.ceil(desksWanted * 0.3), Math.ceil(desksWanted * 0.3)];
  const commodityId = master.commodities.get('CBC01')?.id ?? '';
  const handingOver = async (): Promise<void> => {
    const [from, to] = [(await house.as('admin')).api, (await house.as('lab')).api];
    while (!isOver()) {
      const some = toBeHandedOver.splice(0, handedOverAtOnce);
      if (some.length === 0) await pause(200);
      else {
        await handOver(from, to, commodityId, some);
        toBeScanned.push(...some);
      }
    }
  };
  const looking = async (): Promise<void> => {
    const { api } = await house.as('admin');
    while (!isOver()) {
      took.pages.push(await timed(() => api.get('accession-lims-search/comprehensive-query/sample-receiv-page', { current: 1, size: 50 })));
      await pause(2_000);
    }
  };
  const watching = async (): Promise<void> => {
    while (!isOver()) {
      memory.push(memoryOf(pid));
      await pause(1_000);
    }
  };
  await Promise.all([
    crew(
      'admin',
      receiving,
      () => {
        if (next >= tubesWanted) return null;
        const payload = reception(master, 'DAY', (next += 1));
        return { act: toEnter(payload), after: () => toBeEntered.push(payload) };
      },
      took.received,
    ),
    crew(
      'entry1',
      entering,
      () => {
        const payload = toBeEntered.shift();
        if (!payload) return null;
        const act = { type: 'detail.enter', payload: genericPass(payload, 1), lanes: [`req:${payload.requisitionCode}`] };
        return { act, after: () => toBeHandedOver.push(payload.tubes[0]?.sampleCode ?? '') };
      },
      took.entered,
    ),
    crew(
      'lab',
      scanning,
      () => {
        const code = toBeScanned.shift();
        return code ? { act: { type: 'labTask.receive', payload: { code, inputMode: 'scan' }, lanes: [`tube:${code}`] }, after: () => {} } : null;
      },
      took.scanned,
    ),
    handingOver(),
    ...Array.from({ length: 5 }, looking),
    watching(),
  ]);
  return { ...took, desks, memory };
}

/** Every desk comes back within five seconds with all that it owes. */
async function morningAfter(house: House, master: Master) {
  const desks = Array.from({ length: desksWanted }, () => house.desk('admin'));
  for (const [at, desk] of desks.entries())
    await desk.note(Array.from({ length: actsOwed }, (_none, index) => toEnter(reception(master, 'OUT', 500_000 + at * actsOwed + index))));
  const begun = Date.now();
  const ended: number[] = [];
  await Promise.all(
    desks.map(async (desk) => {
      await pause(Math.random() * 5_000);
      await desk.drain(3_600_000);
      ended.push(Date.now() - begun);
    }),
  );
  const silences = desks.map((desk) => longestSilence(desk, begun));
  const all = desks.flatMap(({ answers }) => answers).toSorted((a, b) => a.at - b.at);
  let [at, half] = [begun, 0];
  for (const answer of all) {
    half += answer.count;
    at = answer.at;
    if (half * 2 >= desksWanted * actsOwed) break;
  }
  const atHalf = desks.map(({ answers }) => answers.reduce((sum, one) => (one.at <= at ? sum + one.count : sum), 0));
  return {
    desks,
    seconds: Math.round(Math.max(...ended) / 1000),
    firstSeconds: Math.round(Math.min(...ended) / 1000),
    perSecond: Math.round((desksWanted * actsOwed * 1000) / Math.max(...ended)),
    silenceMedianMs: median(silences),
    silenceLongestMs: Math.max(...silences),
    /** Of its acts, when half of all were done: the least and the most any desk had done, percent. */
    leastAtHalf: Math.round((100 * Math.min(...atHalf)) / actsOwed),
    mostAtHalf: Math.round((100 * Math.max(...atHalf)) / actsOwed),
    starved: silences.filter((one) => one > starvedAt * Math.max(median(silences), 5_000)).length,
  };
}

/** The same rows without rules, keys or look-ups: a transaction of five inserts, one after the other. */
async function bareInserts(pool: pg.Pool): Promise<readonly number[]> {
  await pool.query('create table if not exists load_row (id bigint primary key, kind int, body jsonb)');
  const body = JSON.stringify({ filler: 'x'.repeat(600) });
  const took: number[] = [];
  for (let index = 0; index < 1_000; index++)
    took.push(
      await timed(async () => {
        const client = await pool.connect();
        try {
          await client.query('begin');
          for (let kind = 0; kind < 5; kind++) await client.query('insert into load_row values ($1, $2, $3)', [newId(), kind, body]);
          await client.query('commit');
        } finally {
          client.release();
        }
      }),
    );
  await pool.query('drop table load_row');
  return took;
}

async function run(databaseUrl: string | undefined): Promise<void> {
  const product = await startProduct(databaseUrl ? { env: { DATABASE_URL: databaseUrl } } : {});
  try {
    const house = new House(product.port);
    const master = await readMaster((await house.as('admin')).api);
    say(`${desksWanted} desks, ${minutes} min, ${tubesWanted} tubes, ${databaseUrl ? 'PostgreSQL' : 'embedded'}`);
    const day = await workingDay(house, master, product.pid);
    const counted = (name: string, took: readonly number[]): void => say(`${name.padEnd(28)} ${String(took.length).padStart(7)}  ${spread(took)}`);
    counted(`receptions of ${tubesWanted}`, day.received);
    counted('detail entries', day.entered);
    counted('scans (lab receipt)', day.scanned);
    counted('pages of a list', day.pages);
    const tenth = Math.max(1, Math.floor(day.memory.length / 10));
    const mean = (some: readonly number[]): number => Math.round(some.reduce((sum, one) => sum + one, 0) / Math.max(1, some.length));
    const memory = { first: mean(day.memory.slice(tenth, 2 * tenth)), last: mean(day.memory.slice(-tenth)) };
    say(`memory, MB                   ${memory.first} in the second tenth, ${memory.last} in the last`);
    const morning = await morningAfter(house, master);
    const { desks, ...outage } = morning;
    say(
      `after an outage: ${desksWanted} x ${actsOwed} acts in ${outage.seconds} s (${outage.perSecond}/s), first desk after ${outage.firstSeconds} s; longest wait of a desk for an answer ${ms(outage.silenceLongestMs)}, median ${ms(outage.silenceMedianMs)}; at half time desks had done ${outage.leastAtHalf}-${outage.mostAtHalf} %`,
    );
    await product.stop();
    const all = [...day.desks, ...desks];
    const database = await openDatabase({ dataDir: product.dataDir, databaseUrl });
    try {
      const judged = await judgeActs(
        database.pool,
        all.flatMap(({ done }) => done),
      );
      const bare = await bareInserts(database.pool);
      say(`bare transactions of 5 inserts        ${spread(bare)}`);
      const refused = all.flatMap((desk) => desk.refused);
      for (const line of refused.slice(0, 5)) say(line);
      const { lost, doubled } = judged;
      const figures = {
        planned: tubesWanted,
        received: day.received.length,
        acts: all.reduce((sum, { done }) => sum + done.length, 0),
        lost,
        doubled,
        refused: refused.length,
        starved: outage.starved,
        scan: { p50: median(day.scanned), p99: quantile(day.scanned, 0.99) },
        reception: { p50: median(day.received), p99: quantile(day.received, 0.99) },
        bare: { p50: median(bare), p99: quantile(bare, 0.99) },
        memory,
        outage,
      };
      console.log(JSON.stringify(figures, (_key, value: unknown) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value)));
      // A day that was not worked through is none.
      const isWhole = day.received.length >= tubesWanted * wholeShare && day.scanned.length > 0;
      if (!isWhole) say(`only ${day.received.length} of ${tubesWanted} tubes were received in the time`);
      process.exitCode = lost + doubled + refused.length + outage.starved === 0 && isWhole ? 0 : 1;
    } finally {
      await database.close();
    }
  } finally {
    await product.stop();
    rmSync(product.dataDir, { recursive: true, force: true });
  }
}

const server = process.env['DATABASE_URL'];
delete process.env['DATABASE_URL'];
await buildServerIfNeeded();
await (server ? withScratchDatabase(server, (url) => run(url)) : run(undefined));
