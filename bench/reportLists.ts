import { sql } from 'drizzle-orm';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { reportStanding, reportState, reportVersionState, versionSource } from '#domain/report/reportState.ts';
import { reportKind } from '#domain/report/reportTemplate.ts';
import { addSamples } from '#server/demo/addSamples.ts';
import { addTasks } from '#server/demo/lab/bulkTasks.ts';
import { yearsProfile } from '#server/demo/sampleStages.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { Api } from '../e2e/support/api.ts';
import { withLabHouse, type LabHouse } from './labHouse.ts';
import { measureLists, mostEmbedded, times, type Asked } from './lists.ts';
import { withScratchDatabase } from './scratchDatabase.ts';
import type { Setting } from './setting.ts';
import { ms, timed, type Row } from './table.ts';

const tenant = { tenantId: '000000', digit: yearsProfile.digit };

/** The lists of reports among those of two years, as the console asks for them, each with the indexes of its plan; against a select by primary key. */
export async function measureReportLists({ tasks, postgresUrl, say }: Setting): Promise<Row[]> {
  const embedded = await listsOn(undefined, Math.min(tasks, mostEmbedded), say);
  return postgresUrl ? [...embedded, ...(await withScratchDatabase(postgresUrl, (url) => listsOn(url, tasks, say)))] : embedded;
}

const listsOn = (databaseUrl: string | undefined, tasks: number, say: Setting['say']): Promise<Row[]> =>
  withLabHouse({ databaseUrl, fill: (database) => filled(database, tasks, say) }, (house) =>
    measured(house, databaseUrl ? 'PostgreSQL' : 'embedded', say),
  );

async function filled(database: Database, tasks: number, say: Setting['say']): Promise<void> {
  const analysed = async (): Promise<void> =>
    void (database.kind === 'embedded' ? await database.vacuum() : await database.pool.query('vacuum (analyze)'));
  const tubesMs = await timed(() => addSamples(database, { tenantId: tenant.tenantId, samples: tasks, profile: yearsProfile }));
  const tasksMs = await timed(() => addTasks(database, { ...tenant, now: nowText() }));
  await analysed();
  const reportsMs = await timed(() => addReports(database));
  await analysed();
  say(`tubes, ${ms(tubesMs)}; their tasks, ${ms(tasksMs)}; their reports, ${ms(reportsMs)}`);
}

/** A report for each task that is audited or out, one of twenty in a second version; they have no files, which lists do not ask for. */
async function addReports(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ from: string; to: string }>(
    `select min(id)::text as "from", max(id)::text as "to" from lab_task where sample_code like '${tenant.digit}%'`,
  );
  const [{ from, to } = { from: '0', to: '0' }] = rows;
  const portion = (BigInt(to) - BigInt(from)) / 40n + 1n;
  for (let at = BigInt(from); at <= BigInt(to); at += portion) {
    await database.transaction(async (tx) => {
      // What the constraints hold is proven elsewhere: here the rows come whole.
      if (database.kind === 'postgres') await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(addReportsSql(String(at), String(at + portion)));
    });
  }
}

const addReportsSql = (from: string, below: string) => sql`with
  done as materialized (
    select t.*, s.send_sample_client_id, t.id % 20 = 0 as is_amended, t.task_state = ${taskState.issued} as is_out, t.lab_receive_time + interval '40 hours' as audited, t.lab_receive_time + interval '45 hours' as issued
    from lab_task t join sample s on s.tenant_id = t.tenant_id and s.id = t.sample_id
    where t.tenant_id = ${tenant.tenantId} and t.id >= ${from}::bigint and t.id < ${below}::bigint and t.sample_code like ${`${tenant.digit}%`} and t.task_state in (${taskState.audited}, ${taskState.issued})),
  reported as (
    insert into report (tenant_id, id, report_no, requisition_id, requisition_code, report_kind, group_key, laboratory_id, execute_laboratory_id, send_sample_client_id, panel_group_ids, commodity_ids,
      qualitative_result, is_urgent, state, current_version_no, is_auto, due_time, second_audit_time, first_issue_time, issue_time, paper_due, create_time, update_time)
    select tenant_id, id, requisition_code || '-' || id, requisition_id, requisition_code, ${reportKind.regular}, 'g' || panel_group_id, laboratory_id, laboratory_id, send_sample_client_id, array[panel_group_id], commodity_ids,
      case when id % 10 = 0 then ${qualitativeResult.positive}::int else ${qualitativeResult.negative}::int end, is_urgent, case when is_out then ${reportState.issued}::int else ${reportState.toAudit}::int end, case when is_amended then 2 else 1 end, 1, external_due_time, audited,
      case when is_out then issued end, case when is_out then issued end, 0, audited, coalesce(issued, audited) from done),
  printed as (insert into report_task (tenant_id, report_id, task_id, sample_code) select tenant_id, id, id, sample_code from done)
  insert into report_version (tenant_id, id, report_id, version_no, state, source, facts, facts_sha256, basis, draft_sha256, pdf_sha256, pages, engine_version, signatures, verify_token, maker_name,
    auditor_name, issue_time, is_auto, create_time, update_time)
  select d.tenant_id, d.id * 2 + n.no - 1, d.id, n.no, case when not d.is_out then ${reportVersionState.toAudit}::int when d.is_amended and n.no = 1 then ${reportVersionState.replaced}::int else ${reportVersionState.issued}::int end,
    ${versionSource.made}, '{"values":{},"rows":{},"comments":[]}', md5(d.id::text), '[]', md5(d.id::text || n.no), case when d.is_out then md5(d.id::text || n.no) end, 2, 'bench', '[]', md5('t' || d.id || n.no), '系统',
    case when d.is_out then '步测' end, case when d.is_out then d.issued end, 0, d.audited, d.audited
  from done d cross join generate_series(1, 2) n(no) where n.no = 1 or d.is_amended`;

async function measured(house: LabHouse, engine: string, say: Setting['say']): Promise<Row[]> {
  const admin = await Api.login(house.address, 'admin');
  return measureLists(house, { engine, say, table: 'report_version', rows: 'versions', admin, asks: await asks(house.database) });
}

/** What people ask of these lists. */
async function asks(database: Database): Promise<readonly Asked[]> {
  const { rows } = await database.pool.query<Record<string, string>>(
    `select r.report_no as "reportNo", r.requisition_code as "requisitionCode", x.sample_code as "sampleCode", t.lab_code as "labCode", q.person_name as "personName", q.telephone,
        r.send_sample_client_id::text as client, r.laboratory_id::text as laboratory, t.panel_group_id::text as "group"
      from report r join report_task x on x.tenant_id = r.tenant_id and x.report_id = r.id join lab_task t on t.tenant_id = x.tenant_id and t.id = x.task_id
        join requisition q on q.tenant_id = r.tenant_id and q.id = r.requisition_id where r.state = ${reportState.issued} and r.id % 997 = 0 order by r.id limit $1`,
    [times],
  );
  const known = (time: number): Record<string, string> => rows[time % rows.length] ?? {};
  const by = (name: string) => (time: number) => ({ [name]: known(time)[name] ?? '' });
  const search = 'search/reportSearch/accurateQuery';
  const audit = 'report/report-audit/page';
  const open = 'search/incompleteReport/page';
  return [
    ...['reportNo', 'requisitionCode', 'sampleCode', 'labCode', 'telephone'].map((name): Asked => ({
      at: search,
      what: `by ${name}`,
      query: by(name),
    })),
    {
      at: search,
      what: 'by name and client',
      query: (time) => ({ personName: known(time)['personName'] ?? '', sendSampleClientId: known(time)['client'] ?? '' }),
    },
    { at: audit, what: 'to be audited', query: () => ({ state: reportState.toAudit }) },
    { at: audit, what: 'issued', query: () => ({ state: reportState.issued }) },
    { at: audit, what: 'all there are', query: () => ({}) },
    { at: audit, what: 'of one client', query: (time) => ({ sendSampleClientId: known(time)['client'] ?? '' }) },
    { at: audit, what: 'of one laboratory, issued', query: (time) => ({ laboratoryId: known(time)['laboratory'] ?? '', state: reportState.issued }) },
    { at: audit, what: 'by name', query: by('personName') },
    { at: audit, what: 'late ones', query: () => ({ standing: reportStanding.late }) },
    { at: 'report/report-audit/counts', what: 'of each state', query: () => ({}) },
    { at: open, what: 'what is not out', query: () => ({}) },
    { at: open, what: 'of one group', query: (time) => ({ panelGroupId: known(time)['group'] ?? '' }) },
    { at: open, what: 'by code', query: by('sampleCode') },
    { at: 'search/incompleteReport/counts', what: 'by reason', query: () => ({}) },
    { at: 'search/comprehensive-query/report-review-page', what: 'who audited them', query: () => ({}) },
    { at: 'search/sampleDeApproval/page', what: 'withdrawals', query: () => ({}) },
  ];
}
