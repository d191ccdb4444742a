import { inspect } from 'node:util';
import { buildIfNeeded } from '#server/build.ts';
import { measureBillLists } from './billLists.ts';
import { measureColdStart } from './coldStart.ts';
import { measureCrowd } from './crowd.ts';
import { measureDownload } from './download.ts';
import { measureDrain } from './drain.ts';
import { measureEnqueue } from './enqueue.ts';
import { measureFirstPaint } from './firstPaint.ts';
import { measureImport } from './importSheet.ts';
import { measureInterfaceLog } from './interfaceLog.ts';
import { measureKeystroke } from './keystroke.ts';
import { measureLabImport } from './labImport.ts';
import { measureLabLists } from './labLists.ts';
import { measureListPage } from './listPage.ts';
import { measureManyMaster } from './manyMaster.ts';
import { measurePack } from './packOrders.ts';
import { measureReportDay } from './reportDay.ts';
import { measureReportLists } from './reportLists.ts';
import { measureReports } from './setReports.ts';
import { measureScan } from './scan.ts';
import { readArguments, type Bench, type Setting } from './setting.ts';
import { table, type Row } from './table.ts';
import { measureTubeLife } from './tubeLife.ts';
import { measureWideList } from './wideList.ts';

/** Every bench by the name that `--only` takes, in the order of the table. */
const benches: readonly Bench[] = [
  { key: 'scan', measure: measureScan },
  { key: 'crowd', measure: measureCrowd },
  { key: 'enqueue', measure: measureEnqueue },
  { key: 'drain', measure: measureDrain },
  { key: 'import', measure: measureImport },
  { key: 'list', measure: measureListPage },
  { key: 'download', measure: measureDownload },
  { key: 'cold', measure: measureColdStart },
  { key: 'paint', measure: measureFirstPaint },
  { key: 'keystroke', measure: measureKeystroke },
  { key: 'wide', measure: measureWideList },
  { key: 'master', measure: measureManyMaster },
  { key: 'labimport', measure: measureLabImport },
  { key: 'lablists', measure: measureLabLists },
  { key: 'report', measure: measureReports },
  { key: 'reportday', measure: measureReportDay },
  { key: 'reportlists', measure: measureReportLists },
  { key: 'pack', measure: measurePack },
  { key: 'billlists', measure: measureBillLists },
  { key: 'interfacelog', measure: measureInterfaceLog },
  { key: 'tubelife', measure: measureTubeLife },
];

/** `npm run bench`: runs one bench after the other and prints one table. A bench that fails is named, and the run ends with 1. */
async function main(): Promise<void> {
  const { only, ...sizes } = readArguments(
    process.argv.slice(2),
    benches.map(({ key }) => key),
  );
  const setting: Setting = {
    ...sizes,
    postgresUrl: process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL'],
    say: (text) => process.stderr.write(`  ${text}\n`),
  };
  // What is asked of the product is said here, bench by bench.
  delete process.env['DATABASE_URL'];
  await buildIfNeeded();
  const rows: Row[] = [];
  const failures: string[] = [];
  for (const { key, measure } of benches.filter((bench) => only.includes(bench.key))) {
    const started = Date.now();
    process.stderr.write(`${key} ...\n`);
    try {
      rows.push(...(await measure(setting)));
      process.stderr.write(`${key}: ${Math.round((Date.now() - started) / 1000)} s\n`);
    } catch (error) {
      failures.push(`${key}: ${inspect(error)}`);
      process.stderr.write(`${failures.at(-1)}\n`);
    }
  }
  console.log(`\n${table(rows)}\n`);
  if (failures.length > 0) console.error(`${failures.length} of the benches failed:\n${failures.join('\n')}`);
  process.exit(failures.length > 0 ? 1 : 0);
}

await main();
