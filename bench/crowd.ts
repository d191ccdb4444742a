import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { addSamples } from '#server/demo/addSamples.ts';
import { yearsProfile } from '#server/demo/sampleStages.ts';
import { hostileSheets, longestList } from '#server/proof/hostileSheets.ts';
import { openDatabase } from '#server/storage/database.ts';
import { Api } from '../e2e/support/api.ts';
import { enterTubes, handOver, readMaster } from '../e2e/support/prepare.ts';
import { startProduct } from '../e2e/support/product.ts';
import type { Setting } from './setting.ts';
import { quantile, spread, timed, type Row } from './table.ts';

const scansOf = 120;
/** One scan each so often: a quick hand. */
const pauseMs = 50;
const listed = 50_000;

/** What goes on beside the scans, over and over. */
type Work = () => Promise<unknown>;

/** Scans at a lab's desk (one receipt a call, as a desk online sends it) while others do the heaviest things there are; against the same scans alone. */
export async function measureCrowd({ say }: Setting): Promise<Row[]> {
  const { dataDir } = await loaded(say);
  const product = await startProduct({ dataDir });
  try {
    const address = `http://127.0.0.1:${product.port}`;
    const [admin, entry, lab] = [await Api.login(address, 'admin'), await Api.login(address, 'entry1'), await Api.login(address, 'lab')];
    const master = await readMaster(admin);
    const works = worksBeside(address, admin);
    say('preparing tubes');
    const tubes = await enterTubes(admin, entry, master, 'CRD', scansOf * (works.length + 1));
    const commodityId = master.commodities.get('CBC01')?.id ?? '';
    for (let from = 0; from < tubes.length; from += 200) await handOver(admin, lab, commodityId, tubes.slice(from, from + 200));
    say('quiet');
    const quiet = await scans(lab, tubes.slice(0, scansOf));
    const rows: Row[] = [];
    for (const [index, { what, beside }] of works.entries()) {
      say(what);
      let isOver = false;
      let done = 0;
      const going = beside.map(async (work) => {
        while (!isOver) {
          await work();
          done += 1;
        }
      });
      const took = await scans(lab, tubes.slice(scansOf * (index + 1), scansOf * (index + 2)));
      isOver = true;
      await Promise.all(going);
      rows.push({
        what: `scan (lab receipt), p99 beside ${what} (${done} done)`,
        ours: spread(took),
        yardstick: `alone ${spread(quiet)}`,
        ratio: quantile(took, 0.99) / quantile(quiet, 0.99),
      });
    }
    return rows;
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function loaded(say: Setting['say']): Promise<{ dataDir: string }> {
  const first = await startProduct();
  await first.stop();
  say(`adding ${listed.toLocaleString('en-US')} samples`);
  const database = await openDatabase({ dataDir: first.dataDir, queryTimeoutMs: 600_000 });
  try {
    await addSamples(database, { tenantId: '000000', samples: listed, profile: yearsProfile, onProgress: () => undefined });
    await database.vacuum();
  } finally {
    await database.close();
  }
  return first;
}

/** One after the other, at a hand's pace; the time of each from asking to the answer. */
async function scans(lab: Api, codes: readonly string[]): Promise<number[]> {
  const took: number[] = [];
  for (const code of codes) {
    took.push(await timed(() => lab.post('accession-lims-lab/lab-task/receive', { code, inputMode: 'scan' })));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return took;
}

function worksBeside(address: string, admin: Api): readonly { readonly what: string; readonly beside: readonly Work[] }[] {
  const upload = (bytes: Buffer): Work => {
    return async () => {
      const form = new FormData();
      form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), '清单.xlsx');
      const answer = await fetch(`${address}/api/accession-lims-sample/enter-info/import-summary`, {
        method: 'POST',
        headers: { ...admin.headers(), 'idempotency-key': randomUUID() },
        body: form,
      });
      await answer.arrayBuffer();
      if (![200, 422].includes(answer.status)) throw new Error(`an upload was answered ${answer.status}`);
    };
  };
  const page: Work = () => admin.get('accession-lims-search/comprehensive-query/sample-receiv-page', { current: 1, size: 500 });
  const file: Work = () => admin.file('accession-lims-search/comprehensive-query/sample-receiv-page/export', {});
  const login: Work = () => Api.login(address, 'billing');
  const hostile = [...hostileSheets().values()].map(upload);
  return [
    { what: 'six hostile uploads', beside: hostile },
    { what: 'the longest list that is taken', beside: [upload(longestList())] },
    { what: 'pages of 500 rows', beside: [page, page] },
    { what: 'exports', beside: [file, file] },
    { what: 'logins', beside: [login, login] },
    { what: 'all of it at once', beside: [...hostile, page, file, login] },
  ];
}
