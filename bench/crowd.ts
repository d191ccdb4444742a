import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { policies } from '#domain/system/policies.ts';
import { addSamples } from '#server/demo/addSamples.ts';
import { yearsProfile } from '#server/demo/sampleStages.ts';
import { openDatabase } from '#server/storage/database.ts';
import { Api } from '../e2e/support/api.ts';
import { recordOf } from '../e2e/support/billing.ts';
import { enterTubes, handOver, readMaster } from '../e2e/support/prepare.ts';
import { startProduct } from '../e2e/support/product.ts';
import { crowdWorks } from './crowdWorks.ts';
import type { Setting } from './setting.ts';
import { quantile, spread, timed, type Row } from './table.ts';

const scansOf = 300;
/** One scan each so often: a quick hand. */
const pauseMs = 50;
const listed = 50_000;

/** Scans at a lab's desk (one receipt a call, as a desk online sends it) while others do the heaviest things there are; against the same scans alone. */
export async function measureCrowd({ say }: Setting): Promise<Row[]> {
  const { dataDir } = await loaded(say);
  const product = await startProduct({ dataDir });
  try {
    const address = `http://127.0.0.1:${product.port}`;
    const [admin, entry, lab] = [await Api.login(address, 'admin'), await Api.login(address, 'entry1'), await Api.login(address, 'lab')];
    // What the work costs is measured, not how soon it is refused.
    const { id } = await recordOf(admin, 'blade-system/param/list', { paramKey: policies.loginsPerMinute.key });
    await admin.post('blade-system/param/submit', { id, paramValue: '0' });
    const master = await readMaster(admin);
    say('preparing tubes');
    const tubes = await enterTubes(admin, entry, master, 'CRD', scansOf * (crowdWorks.length + 1));
    const commodityId = master.commodities.get('CBC01')?.id ?? '';
    for (let from = 0; from < tubes.length; from += 200) await handOver(admin, lab, commodityId, tubes.slice(from, from + 200));
    say('quiet');
    const quiet = await scans(lab, tubes.slice(0, scansOf));
    const rows: Row[] = [];
    for (const [index, what] of crowdWorks.entries()) {
      say(what);
      // Others work at other machines: what they do here must not hold up the clock of the scans.
      const others = fork(fileURLToPath(new URL('./crowdAtWork.ts', import.meta.url)), [address, what], { execArgv: ['--import', 'tsx'] });
      await once(others, 'message');
      const took = await scans(lab, tubes.slice(scansOf * (index + 1), scansOf * (index + 2)));
      others.send('enough');
      const [done] = (await once(others, 'message')) as [number];
      await once(others, 'exit');
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
