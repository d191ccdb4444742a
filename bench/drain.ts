import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { Api } from '../e2e/support/api.ts';
import { readMaster, summaryPayload } from '../e2e/support/prepare.ts';
import { startProduct } from '../e2e/support/product.ts';
import { openDatabase } from '#server/storage/database.ts';
import { newId } from '#server/storage/ids.ts';
import { perSecond, type Row } from './table.ts';

const count = 1000;
const batchSize = 50;

/** 1,000 receptions as a desk's queue sends them, 50 a request, against bare transactions of as many rows on the same engine. */
export async function measureDrain(databaseUrl?: string): Promise<Row[]> {
  const product = await startProduct(databaseUrl ? { env: { DATABASE_URL: databaseUrl } } : {});
  let drained: number;
  try {
    const base = `http://127.0.0.1:${product.port}`;
    const admin = await Api.login(base, 'admin');
    const user = await admin.get<{ userId: string }>('blade-auth/oauth/user-info');
    const master = await readMaster(admin);
    const deviceId = randomUUID();
    const ops = Array.from({ length: count }, (_none, index) => {
      const payload = summaryPayload(master, 'CBC01', 'EDTA全血', 'BEN', index + 1);
      return {
        opId: randomUUID(),
        seq: index + 1,
        authorId: user.userId,
        type: 'summary.enter',
        typeVersion: 1,
        payload,
        payloadHash: '',
        lanes: [`req:${payload.requisitionCode}`],
        dependsOn: [],
        occurredAt: new Date().toISOString(),
        clockOffsetMs: 0,
        appVersion: 'bench',
      };
    });
    const started = performance.now();
    for (let from = 0; from < count; from += batchSize) {
      const answer = await admin.post<{ results: { status: string }[] }>('accession-lims-sample/offline/ops', {
        deviceId,
        maxSeq: count,
        epoch: 1,
        ops: ops.slice(from, from + batchSize),
      });
      const wrong = answer.results.find(({ status }) => status !== 'applied');
      if (wrong || answer.results.length !== batchSize) throw new Error(`not applied: ${JSON.stringify(wrong)}`);
    }
    drained = perSecond(count, performance.now() - started);
  } finally {
    await product.stop();
  }
  const bare = await bareTransactions(databaseUrl, product.dataDir);
  const engine = databaseUrl ? 'PostgreSQL' : 'embedded';
  return [
    {
      what: `drain of ${count} receptions, ${batchSize} a request, ${engine}`,
      ours: `${drained.toFixed(0)} acts/s`,
      yardstick: `${bare.toFixed(0)} bare transactions/s of the same five inserts`,
      ratio: drained / bare,
    },
  ];
}

/** The same rows without rules, keys or look-ups: ledger, requisition, tube, item, audit; one transaction each. */
async function bareTransactions(databaseUrl: string | undefined, dataDir: string): Promise<number> {
  const database = await openDatabase({ dataDir, databaseUrl });
  try {
    await database.pool.query('create table if not exists bench_row (id bigint primary key, kind int, body jsonb)');
    const body = JSON.stringify({ filler: 'x'.repeat(600) });
    const started = performance.now();
    for (let index = 0; index < count; index++) await insertFive(database.pool, body);
    const rate = perSecond(count, performance.now() - started);
    await database.pool.query('drop table bench_row');
    return rate;
  } finally {
    await database.close();
  }
}

async function insertFive(pool: pg.Pool, body: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (let kind = 0; kind < 5; kind++) await client.query('insert into bench_row values ($1, $2, $3)', [newId(), kind, body]);
    await client.query('commit');
  } finally {
    client.release();
  }
}
