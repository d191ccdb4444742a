import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addSamples } from '#server/demo/addSamples.ts';
import { yearsProfile } from '#server/demo/sampleStages.ts';
import { openDatabase } from '#server/storage/database.ts';
import { Api } from '../e2e/support/api.ts';
import { startProduct } from '../e2e/support/product.ts';
import { withScratchDatabase } from './scratchDatabase.ts';
import type { Setting } from './setting.ts';
import { median, spread, timed, type Row } from './table.ts';

const times = 40;
const path = 'accession-lims-search/comprehensive-query/sample-receiv-page';

/** The list of receipts among very many samples, as the console asks for it; against a select by primary key. */
export async function measureListPage({ samples, postgresUrl, say }: Setting): Promise<Row[]> {
  const embedded = await listPageOn(undefined, samples, say);
  return postgresUrl ? [...embedded, ...(await withScratchDatabase(postgresUrl, (url) => listPageOn(url, samples, say)))] : embedded;
}

async function listPageOn(databaseUrl: string | undefined, samples: number, say: Setting['say']): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'accession-list-'));
  const env = databaseUrl ? { DATABASE_URL: databaseUrl } : undefined;
  try {
    // The first start migrates and seeds.
    await (await startProduct({ dataDir, env })).stop();
    const { ids, bare } = await loaded(dataDir, databaseUrl, samples, say);
    const product = await startProduct({ dataDir, env });
    try {
      const admin = await Api.login(`http://127.0.0.1:${product.port}`, 'admin');
      const rowsOf = await lists(admin, samples);
      const measured: Row[] = [];
      for (const { what, query } of rowsOf) {
        const took: number[] = [];
        for (let time = 0; time < times; time++) took.push(await timed(() => admin.get(path, query(time))));
        measured.push({
          what: `list of ${samples.toLocaleString('en-US')} samples, ${what}, ${databaseUrl ? 'PostgreSQL' : 'embedded'}`,
          ours: spread(took),
          yardstick: `primary key select ${spread(bare)} (${ids} rows)`,
          ratio: median(took) / median(bare),
        });
      }
      return measured;
    } finally {
      await product.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Adds the samples, then measures the yardstick on them. */
async function loaded(dataDir: string, databaseUrl: string | undefined, samples: number, say: Setting['say']) {
  const database = await openDatabase({ dataDir, databaseUrl, queryTimeoutMs: 600_000 });
  try {
    let said = 0;
    const onProgress = (done: number): void => {
      if (done - said < 100_000) return;
      said = done;
      say(`${done.toLocaleString('en-US')} of ${samples.toLocaleString('en-US')} samples`);
    };
    await addSamples(database, { tenantId: '000000', samples, profile: yearsProfile, onProgress });
    if (databaseUrl) await database.pool.query('analyze');
    else await database.vacuum();
    const { rows } = await database.pool.query<{ id: string }>('select id from sample order by random() limit $1', [times]);
    const bare: number[] = [];
    for (const { id } of rows) bare.push(await timed(() => database.pool.query('select * from sample where id = $1', [id])));
    return { ids: rows.length, bare };
  } finally {
    await database.close();
  }
}

interface Asked {
  readonly what: string;
  readonly query: (time: number) => Record<string, string | number>;
}

/** What people ask of that list: its first page, a later one, a name, a status and a client, one code. */
async function lists(admin: Api, samples: number): Promise<readonly Asked[]> {
  const { records } = await admin.get<{ records: Record<string, string>[] }>(path, { current: 1, size: 50 });
  const known = (time: number): Record<string, string> => records[time % records.length] ?? {};
  const lastPage = Math.max(1, Math.min(100, Math.floor(samples / 50)));
  const page = { current: 1, size: 50 };
  return [
    { what: 'first page of 50', query: () => page },
    { what: `page ${lastPage}`, query: () => ({ ...page, current: lastPage }) },
    { what: 'by name', query: (time) => ({ ...page, personName: String(known(time)['personName']) }) },
    {
      what: 'by status and client',
      query: (time) => ({ ...page, labStatus: String(known(time)['labStatus']), sendSampleClientId: String(known(time)['sendSampleClientId']) }),
    },
    { what: 'by sample code', query: (time) => ({ ...page, sampleCode: String(known(time)['sampleCode']) }) },
  ];
}
