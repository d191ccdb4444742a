import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type pg from 'pg';
import type { DeviceWelcome, SentOperation } from '#domain/kernel/offlineWire.ts';
import { payloadHashOf } from '#server/kernel/act/openAct.ts';
import { newPageSeal, newSigner, sealAndSign } from '#server/kernel/desk/sealedTesting.ts';
import { openDatabase } from '#server/storage/database.ts';
import { newId } from '#server/storage/ids.ts';
import { Api } from '../e2e/support/api.ts';
import { genericPass, handOver, readMaster, summaryPayload } from '../e2e/support/prepare.ts';
import { startProduct } from '../e2e/support/product.ts';
import { withScratchDatabase } from './scratchDatabase.ts';
import type { Setting } from './setting.ts';
import { perSecond, timed, type Row } from './table.ts';

const count = 1000;
const batchSize = 50;
const inserts = 5;

/** What a desk's queue of 1,000 acts takes through the real calls, on both engines, against bare transactions of as many inserts. */
export async function measureDrain({ postgresUrl, say }: Setting): Promise<Row[]> {
  const embedded = await drainOn(undefined, say);
  return postgresUrl ? [...embedded, ...(await withScratchDatabase(postgresUrl, (url) => drainOn(url, say)))] : embedded;
}

async function drainOn(databaseUrl: string | undefined, say: Setting['say']): Promise<Row[]> {
  const engine = databaseUrl ? 'PostgreSQL' : 'embedded';
  const product = await startProduct(databaseUrl ? { env: { DATABASE_URL: databaseUrl } } : {});
  const rates = new Map<string, number>();
  let sealedRate = 0;
  try {
    const base = `http://127.0.0.1:${product.port}`;
    const [admin, entry, lab] = await Promise.all([Api.login(base, 'admin'), Api.login(base, 'entry1'), Api.login(base, 'lab')]);
    const master = await readMaster(admin);
    const receptions = Array.from({ length: count }, (_none, index) => {
      const payload = summaryPayload(master, 'CBC01', 'EDTA全血', 'BEN', index + 1);
      return { payload, lanes: [`req:${payload.requisitionCode}`] };
    });
    rates.set('receptions (summary.enter)', await drain(admin, 'summary.enter', receptions));
    say(`${engine}: sealing as many receptions again`);
    const further = Array.from({ length: count }, (_none, index) => {
      const payload = summaryPayload(master, 'CBC01', 'EDTA全血', 'BES', count + index + 1);
      return { payload, lanes: [`req:${payload.requisitionCode}`] };
    });
    sealedRate = await drain(admin, 'summary.enter', further, true);
    say(`${engine}: entering and handing over what was received`);
    for (const { payload } of receptions) await entry.post('accession-lims-sample/enter-info/enter-detail', genericPass(payload, 1));
    const tubes = receptions.map(({ payload }) => payload.tubes[0]?.sampleCode ?? '');
    const commodityId = master.commodities.get('CBC01')?.id ?? '';
    for (let from = 0; from < count; from += 200) await handOver(admin, lab, commodityId, tubes.slice(from, from + 200));
    const receipts = tubes.map((code) => ({ payload: { code, inputMode: 'scan' }, lanes: [`tube:${code}`] }));
    rates.set('tubes (labTask.receive)', await drain(lab, 'labTask.receive', receipts));
  } finally {
    await product.stop();
  }
  const bare = await bareTransactions(databaseUrl, product.dataDir);
  rmSync(product.dataDir, { recursive: true, force: true });
  const openRate = rates.get('receptions (summary.enter)') ?? 0;
  return [
    ...[...rates].map(([what, rate]) => ({
      what: `drain of ${count} ${what}, ${batchSize} a request, ${engine}`,
      ours: `${rate.toFixed(0)} acts/s`,
      yardstick: `${bare.toFixed(0)}/s bare transactions of ${inserts} inserts`,
      ratio: rate / bare,
    })),
    {
      what: `the same receptions sealed and signed, ${engine}`,
      ours: `${sealedRate.toFixed(0)} acts/s`,
      yardstick: `${openRate.toFixed(0)} acts/s open`,
      ratio: sealedRate / openRate,
    },
  ];
}

interface Wanted {
  readonly payload: unknown;
  readonly lanes: readonly string[];
}

/** Acts a second, as one desk's queue sends them: a batch when the last one is answered. Every act must be applied. */
async function drain(api: Api, type: string, acts: readonly Wanted[], isSealed = false): Promise<number> {
  const user = await api.get<{ userId: string }>('blade-auth/oauth/user-info');
  const deviceId = randomUUID();
  const open = acts.map(({ payload, lanes }, index) => ({
    opId: randomUUID(),
    seq: index + 1,
    authorId: user.userId,
    type,
    typeVersion: 1,
    payload,
    payloadHash: payloadHashOf(payload),
    lanes,
    dependsOn: [],
    occurredAt: new Date().toISOString(),
    clockOffsetMs: 0,
    appVersion: 'bench',
  }));
  const ops = isSealed ? await sealedBy(api, deviceId, open) : open;
  const elapsed = await timed(async () => {
    for (let from = 0; from < ops.length; from += batchSize) {
      const sent = ops.slice(from, from + batchSize);
      const { results } = await api.post<{ results: { status: string }[] }>('accession-lims-sample/offline/ops', {
        deviceId,
        maxSeq: ops.length,
        epoch: 1,
        ops: sent,
      });
      const wrong = results.find(({ status }) => status !== 'applied');
      if (wrong || results.length !== sent.length) throw new Error(`not applied: ${JSON.stringify(wrong)}`);
    }
  });
  return perSecond(ops.length, elapsed);
}

/** Sealed and signed beforehand: that is the desk's work. */
async function sealedBy(api: Api, deviceId: string, ops: readonly SentOperation[]): Promise<readonly SentOperation[]> {
  const signer = await newSigner();
  const { keyId, publicKey } = signer;
  const welcome = await api.post<DeviceWelcome>('accession-lims-sample/offline/device', { deviceId, keyId, publicKey, appVersion: 'bench' });
  const seal = await newPageSeal(welcome);
  return Promise.all(ops.map((op) => sealAndSign(op, deviceId, { signer, seal })));
}

/** The same rows without rules, keys or look-ups: ledger, requisition, tube, item, audit; one transaction each. */
async function bareTransactions(databaseUrl: string | undefined, dataDir: string): Promise<number> {
  const database = await openDatabase({ dataDir, databaseUrl });
  try {
    await database.pool.query('create table if not exists bench_row (id bigint primary key, kind int, body jsonb)');
    const body = JSON.stringify({ filler: 'x'.repeat(600) });
    const elapsed = await timed(async () => {
      for (let index = 0; index < count; index++) await insertOnce(database.pool, body);
    });
    await database.pool.query('drop table bench_row');
    return perSecond(count, elapsed);
  } finally {
    await database.close();
  }
}

async function insertOnce(pool: pg.Pool, body: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (let kind = 0; kind < inserts; kind++) await client.query('insert into bench_row values ($1, $2, $3)', [newId(), kind, body]);
    await client.query('commit');
  } finally {
    client.release();
  }
}
