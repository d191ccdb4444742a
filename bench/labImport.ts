import { callPath } from '#domain/kernel/services.ts';
import type { ManyAnswer } from '#domain/kernel/many.ts';
import { addSamples } from '#server/demo/addSamples.ts';
import { itemValues } from '#server/demo/lab/itemValues.ts';
import { addTasks } from '#server/demo/lab/bulkTasks.ts';
import type { SampleProfile } from '#server/demo/sampleStages.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { importFileJobKind } from '#server/lab/results/importFile.ts';
import { readFileJobKind } from '#server/lab/results/readFile.ts';
import { nowText } from '#server/storage/clock.ts';
import { password } from '../e2e/support/product.ts';
import { Api } from '../e2e/support/api.ts';
import { withLabHouse, type LabHouse } from './labHouse.ts';
import { withScratchDatabase } from './scratchDatabase.ts';
import type { Setting } from './setting.ts';
import { ms, perSecond, timed, type Row } from './table.ts';

const rows = 5_000;
const auditedTasks = 500;
const tenantId = '000000';
const [digit, groupCode] = ['4', 'PG08'];
/** Tubes for one group, all just received. */
const profile: SampleProfile = {
  letter: 'B',
  digit,
  historyEvery: 1_000_000,
  commodities: ['BIO07'],
  stages: [{ status: labStatus.received, perMille: 1000, fromHours: 30, toHours: 90 }],
};
const lab = (path: string): string => callPath('lab', path, 'accession').slice('/api/'.length);

/** A file of 5,000 samples from upload to committed results, against bare inserts of the same rows; then 500 clear tasks through both audits. */
export async function measureLabImport({ postgresUrl, say }: Setting): Promise<Row[]> {
  const embedded = await importOn(undefined, say);
  return postgresUrl ? [...embedded, ...(await withScratchDatabase(postgresUrl, (url) => importOn(url, say)))] : embedded;
}

function importOn(databaseUrl: string | undefined, say: Setting['say']): Promise<Row[]> {
  const engine = databaseUrl ? 'PostgreSQL' : 'embedded';
  return withLabHouse(
    {
      databaseUrl,
      // Every tenth requisition has a second tube, which has no task of its own; the laboratories take turns, and a file is one's.
      fill: async (database) => {
        await addSamples(database, { tenantId, samples: rows * 4, profile });
        await addTasks(database, { tenantId, digit, now: nowText() });
        if (database.kind === 'embedded') await database.vacuum();
        else await database.pool.query('vacuum (analyze)');
      },
    },
    async (house) => {
      const imported = await importOnce(house, engine, say);
      return [...imported, ...(await auditOnce(house, engine, say))];
    },
  );
}

async function importOnce({ address, database, blobs }: LabHouse, engine: string, say: Setting['say']): Promise<Row[]> {
  const { rows: laboratories } = await database.pool.query<{ id: string }>(
    'select laboratory_id::text as id from lab_task where sample_code like $1 group by 1 order by count(*) desc limit 1',
    [`${digit}%`],
  );
  const laboratoryId = laboratories[0]?.id ?? '';
  const { rows: tasks } = await database.pool.query<{ code: string; name: string; items: string[] }>(
    `select t.lab_code as code, r.person_name as name, t.item_ids::text[] as items from lab_task t join requisition r on r.tenant_id = t.tenant_id and r.id = t.requisition_id
      where t.sample_code like $1 and t.laboratory_id = $3 order by t.id limit $2`,
    [`${digit}%`, rows, laboratoryId],
  );
  if (tasks.length !== rows) throw new Error(`${tasks.length} tasks instead of ${rows}`);
  const { rows: templates } = await database.pool.query<{
    id: string;
    group: string;
    columns: { title: string; role: string | null; itemId: string | null }[];
  }>(
    `select m.id::text as id, m.panel_group_id::text as group, m.columns from result_template m join panel_group g on g.tenant_id = m.tenant_id and g.id = m.panel_group_id where g.panel_group_code = $1`,
    [groupCode],
  );
  const [template] = templates;
  if (!template) throw new Error('the demo has no template for the group');
  const known = new Map((await itemValues(database.orm, tenantId)).map((item) => [item.item_id, item]));
  const middle = (id: string): string => {
    const item = known.get(id);
    return item?.low == null || item.high == null ? (item?.word ?? '') : ((item.low + item.high) / 2).toFixed(2);
  };
  const lines = tasks.map(({ code, name, items }) =>
    template.columns
      .map(({ role, itemId }) => (role === 'labCode' ? code : role === 'personName' ? name : itemId && items.includes(itemId) ? middle(itemId) : ''))
      .join(','),
  );
  const file = `${template.columns.map(({ title }) => title).join(',')}\n${lines.join('\n')}\n`;
  const admin = await Api.login(address, 'admin');
  const form = new FormData();
  form.set('panelGroupId', template.group);
  form.set('laboratoryId', laboratoryId);
  form.set('resultTemplateId', template.id);
  form.set('file', new Blob([file]), 'results.csv');
  let fileId = '';
  const never = new AbortController().signal;
  const uploaded = await timed(async () => {
    const answer = await fetch(`${address}/api/${lab('result-file/upload')}`, {
      method: 'POST',
      headers: { ...admin.headers(), 'idempotency-key': crypto.randomUUID() },
      body: form,
    });
    const said = (await answer.json()) as { code: number; msg: string; data: { resultFileId: string } };
    if (said.code !== 200) throw new Error(said.msg);
    fileId = said.data.resultFileId;
  });
  const read = await timed(() => readFileJobKind(database, blobs).run({ tenantId, fileId }, never));
  const { rows: told } = await database.pool.query<{ message: string | null }>('select read_message as message from result_file where id = $1', [
    fileId,
  ]);
  if (told[0]?.message) throw new Error(told[0].message);
  const committed = await timed(async () => {
    await admin.post(lab('result-file/import-result'), { resultFileId: fileId, rows: [], takeAllOk: true });
    const { rows: people } = await database.pool.query<{ id: string; name: string }>(
      `select id::text as id, real_name as name from user_account where account = 'admin'`,
    );
    await importFileJobKind(database).run({ tenantId, fileId, userId: people[0]!.id, userName: people[0]!.name }, never);
  });
  const { rows: counted } = await database.pool.query<{ n: number; done: number }>(
    'select (select count(*)::int from lab_result l join lab_result_version v on v.task_id = l.task_id where v.file_id = $1) as n, (select process_count from result_file where id = $1) as done',
    [fileId],
  );
  if (counted[0]?.done !== rows) throw new Error(`${counted[0]?.done} of ${rows} rows were taken in`);
  say(`${engine}: upload ${ms(uploaded)}, read and judged ${ms(read)}, committed ${ms(committed)}`);
  const bare = await bareInserts({ database }, fileId);
  const whole = uploaded + read + committed;
  return [
    {
      what: `result file of ${rows} rows to committed results (${counted[0].n} values), ${engine}: ${Math.round(perSecond(rows, whole))} rows a second`,
      ours: `${ms(whole)} (upload ${ms(uploaded)}, read ${ms(read)}, commit ${ms(committed)})`,
      yardstick: `bare inserts of the same versions and values, a hundred rows a transaction ${ms(bare)}`,
      ratio: whole / bare,
    },
  ];
}

/** The yardstick: the same rows into tables of the same shape and indexes, in as many transactions. */
async function bareInserts({ database }: Pick<LabHouse, 'database'>, fileId: string): Promise<number> {
  const { rows: versions } = await database.pool.query<{ task_id: string }>(
    'select v.*, v.task_id::text as task_id from lab_result_version v where v.file_id = $1',
    [fileId],
  );
  const { rows: values } = await database.pool.query<{ task_id: string }>(
    'select l.*, l.task_id::text as task_id from lab_result l join lab_result_version v on v.task_id = l.task_id where v.file_id = $1',
    [fileId],
  );
  for (const table of ['lab_result', 'lab_result_version']) await database.pool.query(`create table bare_${table} (like ${table} including all)`);
  const byTask = new Map<string, object[]>();
  for (const value of values) byTask.set(value.task_id, [...(byTask.get(value.task_id) ?? []), value]);
  const took = await timed(async () => {
    for (let at = 0; at < versions.length; at += 100) {
      const some = versions.slice(at, at + 100);
      const own = some.flatMap((version) => byTask.get(version.task_id) ?? []);
      const client = await database.pool.connect();
      try {
        await client.query('begin');
        await client.query('insert into bare_lab_result_version select * from jsonb_populate_recordset(null::bare_lab_result_version, $1::jsonb)', [
          JSON.stringify(some),
        ]);
        await client.query('insert into bare_lab_result select * from jsonb_populate_recordset(null::bare_lab_result, $1::jsonb)', [
          JSON.stringify(own),
        ]);
        await client.query('commit');
      } finally {
        client.release();
      }
    }
  });
  for (const table of ['lab_result', 'lab_result_version']) await database.pool.query(`drop table bare_${table}`);
  return took;
}

async function auditOnce({ address, database }: LabHouse, engine: string, say: Setting['say']): Promise<Row[]> {
  const found: Row[] = [];
  const { rows: chosen } = await database.pool.query<{ id: string }>(
    `select id::text as id from lab_task where sample_code like $1 and task_state = 3 and detection_result = 1 and signals = '{}' order by id limit $2`,
    [`${digit}%`, auditedTasks],
  );
  if (chosen.length !== auditedTasks) throw new Error(`${chosen.length} clear tasks instead of ${auditedTasks}`);
  for (const [account, level] of [
    ['audit1', 1],
    ['audit2', 2],
  ] as const) {
    const auditor = await Api.login(address, account);
    const { rows: tasks } = await database.pool.query<{ taskId: string; version: number }>(
      'select id::text as "taskId", version::int as version from lab_task where id = any($1::bigint[]) order by id',
      [chosen.map(({ id }) => id)],
    );
    const nonce = `nonce-${account}`;
    const took = await timed(async () => {
      for (let at = 0; at < tasks.length; at += 200) {
        const answers = await auditor.post<readonly ManyAnswer[]>(lab('result-audit/audit'), {
          level,
          result: 1,
          signNonce: nonce,
          signPassword: auditor.sealForHandover(password, nonce),
          tasks: tasks.slice(at, at + 200),
        });
        const refused = answers.find(({ status }) => status !== 'applied');
        if (refused) throw new Error(JSON.stringify(refused));
      }
    });
    const bare = await timed(() =>
      database.pool.query(
        `with moved as (update lab_task set update_time = update_time, check_time_one = check_time_one where id = any($1::bigint[]) returning id) select count(*) from moved`,
        [chosen.map(({ id }) => id)],
      ),
    );
    say(`${engine}: audit ${level} of ${auditedTasks} ${ms(took)}`);
    found.push({
      what: `audit ${level} of ${auditedTasks} clear tasks, 200 a request, ${engine}: ${Math.round(perSecond(auditedTasks, took))} a second`,
      ours: ms(took),
      yardstick: `one bare update of the same tasks ${ms(bare)}`,
      ratio: took / bare,
    });
  }
  return found;
}
