import { sql } from 'drizzle-orm';
import { drawReport } from '#domain/report/drawReport.ts';
import type { ReportContent } from '#domain/report/reportContent.ts';
import type { ReportFacts } from '#domain/report/reportFacts.ts';
import { isSingly } from '#domain/report/reportActs.ts';
import { mostGenerated, type ReportRow } from '#domain/report/reportRows.ts';
import { reportState } from '#domain/report/reportState.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { addSamples } from '#server/demo/addSamples.ts';
import { addLabWork } from '#server/demo/lab/bulkLab.ts';
import { addTasks } from '#server/demo/lab/bulkTasks.ts';
import type { SampleProfile } from '#server/demo/sampleStages.ts';
import { compileFiles, filesOf } from '#server/report/engine/setReport.ts';
import { factImages } from '#server/report/facts/factImages.ts';
import { generateJobKind } from '#server/report/reports/generate.ts';
import { settleReports } from '#server/spine/reports/settleReports.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { readRows } from '#server/storage/readRows.ts';
import { Api } from '../e2e/support/api.ts';
import { withLabHouse, type LabHouse } from './labHouse.ts';
import { withScratchDatabase } from './scratchDatabase.ts';
import type { Setting } from './setting.ts';
import { perSecond, timed, type Row } from './table.ts';

const count = 1_000;
const tenantId = '000000';
const house = 'accession-lims-report-web/report-audit';
/** So many are issued together. */
const issuedAtOnce = 100;
/** Tubes whose results are final, of commodities that have templates. */
const profile: SampleProfile = {
  letter: 'E',
  digit: '3',
  historyEvery: 1,
  commodities: ['CBC01', 'BIO07', 'NIPT01'],
  stages: [{ status: labStatus.secondAudited, perMille: 1000, fromHours: 60, toHours: 140 }],
};

const rate = (tookMs: number): string => `${perSecond(count, tookMs).toFixed(1)} a second`;

/** A thousand reports from the second audit to their issue over the product's own calls (made, each looked at, issued in bulk), beside the engine alone compiling the same pages. */
export async function measureReportDay({ postgresUrl, say }: Setting): Promise<Row[]> {
  const embedded = await dayOn(undefined, say);
  return postgresUrl ? [...embedded, ...(await withScratchDatabase(postgresUrl, (url) => dayOn(url, say)))] : embedded;
}

const dayOn = (databaseUrl: string | undefined, say: Setting['say']): Promise<Row[]> =>
  withLabHouse({ databaseUrl, fill: audited }, (at) => oneDay(at, databaseUrl ? 'PostgreSQL' : 'embedded', say));

async function audited(database: Database): Promise<void> {
  await addSamples(database, { tenantId, samples: Math.ceil(count * 1.3), profile });
  await addTasks(database, { tenantId, digit: profile.digit, now: nowText() });
  await addLabWork(database, { tenantId, digit: profile.digit, now: nowText(), hasFiles: false });
  await (database.kind === 'embedded' ? database.vacuum() : database.pool.query('vacuum (analyze)'));
  const requisitions = await readRows<{ id: string }>(
    database.orm,
    sql`select distinct requisition_id::text as id from lab_task where tenant_id = ${tenantId} and sample_code like ${`${profile.digit}%`} order by 1`,
  );
  for (let at = 0; at < requisitions.length; at += 100)
    await database.transaction((tx) =>
      settleReports(
        tx,
        tenantId,
        requisitions.slice(at, at + 100).map(({ id }) => id),
        nowText(),
      ),
    );
}

async function oneDay(at: LabHouse, engine: string, say: Setting['say']): Promise<Row[]> {
  const { address, database, blobs } = at;
  const reporter = await Api.login(address, 'audit2');
  const waiting = await readRows<{ id: string }>(
    database.orm,
    sql`select id::text as id from report where tenant_id = ${tenantId} and state = ${reportState.waiting} and requisition_code like ${`${profile.letter}%`} order by id limit ${count}`,
  );
  if (waiting.length < count) throw new Error(`${waiting.length} reports wait`);
  const reportIds = waiting.map(({ id }) => id);
  const madeMs = await timed(async () => {
    for (let from = 0; from < count; from += mostGenerated) await make(reporter, at, reportIds.slice(from, from + mostGenerated));
  });
  say(`${engine}: ${count} made, ${rate(madeMs)}`);
  const made = await readRows<{
    versionId: string;
    pdfSha256: string;
    qualitativeResult: ReportRow['qualitativeResult'];
    versionNo: number;
    facts: ReportFacts;
    content: ReportContent;
    paper: 'A4' | 'A5';
  }>(
    database.orm,
    sql`select v.id::text as version_id, v.draft_sha256 as pdf_sha256, r.qualitative_result::int as qualitative_result, v.version_no, v.facts, c.content, c.paper from report r
      join report_version v on v.tenant_id = r.tenant_id and v.report_id = r.id and v.version_no = r.current_version_no
      join report_template_version c on c.tenant_id = v.tenant_id and c.template_id = v.template_id and c.version_no = v.template_version_no
      where r.tenant_id = ${tenantId} and r.id = any(${sql.param(reportIds)}::bigint[]) and r.state = ${reportState.toAudit} order by r.id`,
  );
  if (made.length < count) throw new Error(`${made.length} of ${count} were made`);
  const seenMs = await timed(async () => {
    for (const { versionId } of made) await reporter.file(`${house}/file`, { versionId });
  });
  const issue = async (versions: readonly object[], isAlone: boolean): Promise<void> => {
    const answers = await reporter.post<{ code: string | null; text?: string }[]>(`${house}/audit`, { versions });
    const refused = answers.find(({ code }) => code !== null);
    if (refused) throw new Error(`not issued${isAlone ? '' : ' in bulk'}: ${refused.code} ${refused.text}`);
  };
  const issuedMs = await timed(async () => {
    // What says more than a clean report is issued alone, as on the screen.
    const [clean, others] = [made.filter((one) => !isSingly(one)), made.filter(isSingly)];
    for (let from = 0; from < clean.length; from += issuedAtOnce) await issue(clean.slice(from, from + issuedAtOnce).map(named), false);
    for (const one of others) await issue([named(one)], true);
  });
  say(`${engine}: ${count} looked at and issued, ${rate(seenMs)} and ${rate(issuedMs)}`);
  const sampled = made.slice(0, 100);
  let bareMs = 0;
  for (const { facts, content, paper } of sampled) {
    const files = filesOf({ report: drawReport({ content, facts, paper, watermark: '' }), images: await factImages(blobs, tenantId, facts) });
    bareMs += await timed(async () => {
      const { kind } = compileFiles(files);
      if (kind !== 'rendered') throw new Error(`the bare engine says ${kind}`);
    });
  }
  const bare = (bareMs / sampled.length) * count;
  const yardstick = `${rate(bare)}, the engine alone compiling the same pages`;
  const row = (what: string, took: number): Row => ({ what: `${count} reports ${what}, ${engine}`, ours: rate(took), yardstick, ratio: took / bare });
  return [
    row('made', madeMs),
    row('looked at, each file', seenMs),
    row('issued', issuedMs),
    row('from the second audit to their issue', madeMs + seenMs + issuedMs),
  ];
}

const named = ({ versionId, pdfSha256 }: { readonly versionId: string; readonly pdfSha256: string }) => ({ versionId, pdfSha256 });

/** The job that makes a batch is run here: the house of the benches has no workers. */
async function make(reporter: Api, { database, blobs }: LabHouse, reportIds: readonly string[]): Promise<void> {
  const { batchId } = await reporter.post<{ batchId: string }>(`${house}/generate`, { reportIds });
  await generateJobKind(database, blobs).run({ tenantId, batchId }, new AbortController().signal);
  const { rows } = await reporter.get<{ rows: readonly { outcome: string }[] }>(`${house}/get-generate-result`, { batchId });
  const failed = rows.find(({ outcome }) => outcome !== 'done');
  if (failed) throw new Error(`not made: ${JSON.stringify(failed)}`);
}
