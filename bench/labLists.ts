import { existsSync } from 'node:fs';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { timeType } from '#domain/lab/labRows.ts';
import { notReceivedKind } from '#domain/sample/notReceived/notReceivedChoices.ts';
import { notReceivedGroup } from '#domain/sample/notReceived/notReceivedRows.ts';
import { addSamples } from '#server/demo/addSamples.ts';
import { addLabWork } from '#server/demo/lab/bulkLab.ts';
import { addTasks } from '#server/demo/lab/bulkTasks.ts';
import { yearsProfile } from '#server/demo/sampleStages.ts';
import { nowMs, nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { Api } from '../e2e/support/api.ts';
import { withLabHouse, type LabHouse } from './labHouse.ts';
import { measureLists, mostEmbedded, statisticBudgetMs, times, type Asked } from './lists.ts';
import { withScratchDatabase } from './scratchDatabase.ts';
import type { Setting } from './setting.ts';
import type { Row } from './table.ts';

const tenant = { tenantId: '000000', digit: yearsProfile.digit };

/** The laboratory's lists among very many tasks, as the console asks for them, each with the indexes of its plan; against a select by primary key. */
export async function measureLabLists({ tasks, postgresUrl, labDir, say }: Setting): Promise<Row[]> {
  const embedded = await listsOn(undefined, Math.min(tasks, mostEmbedded), say, labDir);
  return postgresUrl ? [...embedded, ...(await withScratchDatabase(postgresUrl, (url) => listsOn(url, tasks, say)))] : embedded;
}

function listsOn(databaseUrl: string | undefined, tasks: number, say: Setting['say'], labDir?: string): Promise<Row[]> {
  const isKept = labDir !== undefined && existsSync(labDir);
  return withLabHouse(
    { databaseUrl, ...(labDir ? { dataDir: labDir } : {}), fill: (database) => (isKept ? Promise.resolve() : filled(database, tasks, say)) },
    (house) => measured(house, databaseUrl ? 'PostgreSQL' : 'embedded', say),
  );
}

/** About as many tubes as tasks: one of eleven is a spare, and some commodities are of two groups. */
async function filled(database: Database, tasks: number, say: Setting['say']): Promise<void> {
  const started = performance.now();
  const seconds = (): string => `${Math.round((performance.now() - started) / 1000)} s`;
  await addSamples(database, { tenantId: tenant.tenantId, samples: tasks, profile: yearsProfile });
  say(`${tasks.toLocaleString('en-US')} tubes, ${seconds()}`);
  await addTasks(database, { ...tenant, now: nowText() });
  await analysed(database);
  say(`their tasks, ${seconds()}`);
  const { tasks: told, values } = await addLabWork(database, { ...tenant, now: nowText(), hasFiles: true });
  await analysed(database);
  say(`${told.toLocaleString('en-US')} tasks with ${values.toLocaleString('en-US')} values, ${seconds()}`);
}
const analysed = async (database: Database): Promise<void> =>
  void (database.kind === 'embedded' ? await database.vacuum() : await database.pool.query('vacuum (analyze)'));

async function measured(house: LabHouse, engine: string, say: Setting['say']): Promise<Row[]> {
  const admin = await Api.login(house.address, 'admin');
  return measureLists(house, { engine, say, table: 'lab_task', rows: 'tasks', admin, asks: await asks(house.database) });
}

/** What people ask of these lists. */
async function asks(database: Database): Promise<readonly Asked[]> {
  const { rows } = await database.pool.query<{ labCode: string; personName: string; batch: string; group: string; item: string; laboratory: string }>(
    `select t.lab_code as "labCode", r.person_name as "personName", b.batch, t.panel_group_id::text as "group", t.item_ids[1]::text as item, t.laboratory_id::text as laboratory from lab_task t
      join requisition r on r.tenant_id = t.tenant_id and r.id = t.requisition_id join lab_batch b on b.tenant_id = t.tenant_id and b.id = t.batch_id where t.task_state = 3 order by t.id limit $1`,
    [times],
  );
  const known = (time: number) => rows[time % rows.length] ?? { labCode: '', personName: '', batch: '', group: '', item: '', laboratory: '' };
  const audit = 'lab/result-audit/page';
  const received = 'search/labReceive/labReceivePage';
  const results = 'search/result-query/result-page';
  const customers = 'search/comprehensive-query/customer-search-page';
  return [
    { at: audit, what: 'awaiting the first audit', query: () => ({ level: 1 }) },
    { at: audit, what: 'awaiting, of one group', query: (time) => ({ level: 1, panelGroupId: known(time).group }) },
    { at: audit, what: 'clear ones of one laboratory', query: (time) => ({ level: 1, isClear: 1, laboratoryId: known(time).laboratory }) },
    { at: audit, what: 'overdue ones', query: () => ({ level: 1, isOverdue: 1 }) },
    { at: audit, what: 'by name', query: (time) => ({ level: 1, personName: known(time).personName }) },
    { at: audit, what: 'all states', query: () => ({ isSearch: 1 }) },
    { at: audit, what: 'all states, by code', query: (time) => ({ isSearch: 1, labCode: known(time).labCode }) },
    { at: audit, what: 'all states, by name', query: (time) => ({ isSearch: 1, personName: known(time).personName }) },
    { at: audit, what: 'all states, by sheet', query: (time) => ({ isSearch: 1, batch: known(time).batch }) },
    { at: 'lab/result-audit/group-page', what: 'groups', query: () => ({ level: 1 }) },
    { at: 'lab/result-file/page', what: 'files', query: () => ({}) },
    { at: 'lab/lab-batch/page', what: 'sheets', query: () => ({}) },
    { at: 'lab/tngsSj/page', what: 'sheets', query: () => ({}) },
    { at: received, what: 'the last 30 days', query: () => ({}) },
    { at: received, what: 'by code', query: (time) => ({ labCode: known(time).labCode }) },
    { at: received, what: 'by name', query: (time) => ({ name: known(time).personName, personName: known(time).personName }) },
    { at: received, what: 'of one group', query: (time) => ({ panelGroupId: known(time).group }) },
    { at: results, what: 'first page', query: () => ({}) },
    { at: results, what: 'of one item', query: (time) => ({ itemId: known(time).item }) },
    { at: results, what: 'by code', query: (time) => ({ labCode: known(time).labCode }) },
    { at: 'op/tngs/listPage', what: 'first page', query: () => ({}) },
    { at: 'lab/resample-record/resample-page', what: 'first page', query: () => ({}) },
    { at: 'lab/stop-record/stop-page', what: 'first page', query: () => ({}) },
    { at: customers, what: 'the last 30 days', query: () => ({}) },
    { at: customers, what: 'by code', query: (time) => ({ labCode: known(time).labCode }) },
    { at: customers, what: 'by name', query: (time) => ({ personName: known(time).personName }) },
    { at: 'sample/timeline', what: 'by code', query: (time) => ({ code: known(time).labCode }) },
    ...statistics(rows[0]?.laboratory ?? ''),
  ];
}

/** What is counted of the last 92 days by day, and of the last year by month. */
function statistics(laboratoryId: string): readonly Asked[] {
  const day = (ago: number): string => formatDateTime(nowMs() - ago * 86_400_000).slice(0, 10);
  const asked = (at: string, what: string, field: string, more: Record<string, string> = {}): Asked[] =>
    [
      { span: '92 days by day', begin: day(91), timeType: timeType.day },
      { span: 'a year by month', begin: day(364), timeType: timeType.month },
    ].map(({ span, begin, timeType: type }) => ({
      at,
      what: `${what}, ${span}`,
      query: () => ({ [`${field}Begin`]: begin, [`${field}End`]: day(0), timeType: type, ...more }),
      budgetMs: statisticBudgetMs,
    }));
  const census = 'sample/sample-receive/notReceiveStatistics';
  const door = { kind: String(notReceivedKind.lab) };
  return [
    ...asked('search/sample-count/list', 'counts', 'countedTime'),
    ...asked('search/sample-count/client-sample-count-list', 'by client', 'countedTime'),
    ...asked(census, 'at the door', 'expectTime', door),
    ...asked(census, 'at the door by client', 'expectTime', { ...door, groupBy: notReceivedGroup.client }),
    ...asked('lab/lab-task/receiveStatistics', 'receipts', 'actTime'),
    ...asked('search/comprehensive-query/labTurnoverPercentiles', 'turnaround of a laboratory', 'reportTime', { laboratoryId }),
  ];
}
