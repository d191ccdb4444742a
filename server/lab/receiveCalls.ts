import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { codeText, normalCode } from '#domain/sample/codeText.ts';
import { inLanguage, type Language } from '#domain/kernel/label.ts';
import { refusalText } from '#domain/kernel/refusalText.ts';
import { receiveSample } from '#domain/lab/labReceive.ts';
import type { LabReceiveRow, ReceiveBatch, ReceiveCheck, ReceiveStatisticRow } from '#domain/lab/labRows.ts';
import { fieldOfHeader } from '#domain/sample/import/headerAliases.ts';
import { cellText } from '#domain/sample/import/sheetCell.ts';
import { languageOf, malformed, UserError } from '#server/kernel/answers.ts';
import { batchOf, keepBatch } from '#server/kernel/importBatch.ts';
import { codeFilter, idFilter, neededParameter, pageRows, parameter, rangeFilter } from '#server/kernel/pageRows.ts';
import { LoadRefusal } from '#server/kernel/notYours.ts';
import { defineCall, type Call, type CallContext } from '#server/kernel/serve.ts';
import { uploadedSheet } from '#server/kernel/uploadedSheet.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRows } from '#server/storage/readRows.ts';
import { commodityNames } from '#server/storage/sqlParts.ts';
import { loadReceives } from './labReceive.ts';

type Query = Record<string, string>;

/** Acts at the lab's door; aliases a (record), s (sample), r (requisition). */
async function recordPage({ db, query, user }: CallContext<Query>, where: readonly SQL[]) {
  return pageRows<LabReceiveRow>(db, query, {
    columns: sql`a.id as record_id, a.sample_id, s.sample_code, s.requisition_code, s.test_tube_number, a.lab_code, a.laboratory_id, (select l.laboratory_name from laboratory l where l.tenant_id = a.tenant_id and l.id = a.laboratory_id) as laboratory_name,
      s.lab_status, r.person_name, ${commodityNames(sql`r.tenant_id`, sql`r.commodity_ids`)} as commodity_names, (select n.class_name from sample_class n where n.tenant_id = s.tenant_id and n.id = s.sample_class_id) as sample_class_name,
      (select n.client_name from send_sample_client n where n.tenant_id = s.tenant_id and n.id = s.send_sample_client_id) as send_sample_client_name, case a.kind when 1 then '已接收' else '已取消接收' end as receive_status_name, a.input_mode, a.action_user_name, a.act_time, a.create_time as act_server_time, a.reason`,
    from: sql`lab_receive_record a`,
    joins: sql`join sample s on s.tenant_id = a.tenant_id and s.id = a.sample_id join requisition r on r.tenant_id = a.tenant_id and r.id = a.requisition_id`,
    where: [
      sql`a.tenant_id = ${user.tenantId}`,
      ...where,
      inLaboratories(sql`a.laboratory_id`, await laboratoriesOf(db, user)),
      idFilter(query, 'laboratoryId', sql`a.laboratory_id`),
      idFilter(query, 'actionUserId', sql`a.action_user_id`),
      bySampleCode(query, user.tenantId),
      codeFilter(query, 'labCode', sql`a.lab_code`),
      rangeFilter(query, 'actTime', sql`a.act_time`),
    ],
    order: sql`a.act_time desc, a.id desc`,
  });
}

/** By the code a tube has, or had when the act was done. */
function bySampleCode(query: Query, tenantId: string): SQL | undefined {
  const then = codeFilter(query, 'sampleCode', sql`a.sample_code`);
  const now = codeFilter(query, 'sampleCode', sql`t.sample_code`);
  return then && sql`(${then} or a.sample_id in (select t.id from sample t where t.tenant_id = ${tenantId} and ${now}))`;
}

/** A receipt that nobody took back: its round has no cancellation. */
const stands = sql`not exists (select 1 from lab_receive_record k where k.tenant_id = a.tenant_id and k.sample_id = a.sample_id and k.round = a.round and k.kind = 2)`;

/** What the lab received today and has not given back. */
export const todayReceivePage = defineCall<Query>({
  method: 'GET',
  service: 'lab',
  path: 'lab-task/today-receive-page',
  title: ['今日接收', 'Received today'],
  permission: 'sample_view',
  handle: (context) => recordPage(context, [sql`a.kind = 1`, stands, sql`a.act_time >= ${`${context.now.slice(0, 10)} 00:00:00`}`]),
});

/** Cancelled receipts, with their reasons. */
export const cancelReceivePage = defineCall<Query>({
  method: 'GET',
  service: 'lab',
  path: 'lab-task/cancel-receive-page',
  title: ['取消接收记录', 'Cancelled receipts'],
  permission: 'sample_view',
  handle: (context) => recordPage(context, [sql`a.kind = 2`]),
});

/** What a receipt would say, by the rule itself; nothing is written. */
async function checkCode(
  { db, user, now }: Pick<CallContext<Query>, 'db' | 'user' | 'now'>,
  code: string,
  language: Language,
): Promise<ReceiveCheck> {
  const input = receiveSample.input.parse({ code });
  const state = await loadReceives(db, [input], { user }, false).then(
    ([only]) => only,
    (fault: unknown) => {
      if (fault instanceof LoadRefusal) return fault;
      throw fault;
    },
  );
  if (!state) throw new Error('a code was not answered');
  if (state instanceof LoadRefusal) return unreceivable(code, state.refusalCode, state.refusalParams, language);
  const outcome = receiveSample.decide(state, input, { user, now, occurredAt: null, deviceId: null });
  const [sample] = state.samples;
  const isReceived = outcome.accepted && outcome.repeat === true;
  return {
    code,
    verdict: outcome.accepted ? (outcome.repeat ? 'repeat' : 'ready') : outcome.kind,
    refusal: outcome.accepted ? null : { code: outcome.code, text: refusalText(receiveSample, outcome.code, outcome.params, language) },
    sampleCode: sample?.sampleCode ?? null,
    requisitionCode: sample?.requisitionCode ?? null,
    labCode: sample?.labCode ?? null,
    receivedBy: isReceived ? (sample?.receivedBy ?? null) : null,
    labReceiveTime: isReceived ? (sample?.labReceiveTime ?? null) : null,
    samples: state.rows.map(({ id: _id, requisitionId: _requisition, round: _round, ...known }) => known),
  };
}

/** A code that names no tube of the asker's. */
const unreceivable = (code: string, refusal: string, params: Readonly<Record<string, unknown>>, language: Language): ReceiveCheck => ({
  code,
  verdict: 'refused',
  refusal: { code: refusal, text: refusalText(receiveSample, refusal, params, language) },
  sampleCode: null,
  requisitionCode: null,
  labCode: null,
  receivedBy: null,
  labReceiveTime: null,
  samples: [],
});

const checkBody = z
  .object({ code: codeText().optional(), codes: z.array(codeText()).max(500).optional() })
  .refine(({ code, codes }) => code !== undefined || codes !== undefined);

/** Looks before receiving: one code, or a list pasted. */
export const receiveCheck = defineCall({
  method: 'POST',
  service: 'lab',
  path: 'lab-task/receive-check',
  title: ['接收检查', 'Check before receipt'],
  permission: 'lab_receive',
  async handle(context) {
    const { code, codes } = checkBody.parse(context.body);
    const language = languageOf(context.request);
    if (code !== undefined) return checkCode(context, code, language);
    const checks: ReceiveCheck[] = [];
    for (const one of new Set(codes)) checks.push(await checkCode(context, one, language));
    return checks;
  },
});

const codeFields: ReadonlySet<string> = new Set(['sampleCode', 'testTubeNumber']);

/** Reads a list of codes from a sheet and says for each what a receipt would say; the receipt itself is `lab-task/receive`. */
export const importReceiveCheck = defineCall({
  method: 'POST',
  service: 'lab',
  path: 'lab-task/import-receive-check',
  title: ['导入接收清单', 'Import a list of codes'],
  permission: 'lab_receive',
  multipart: true,
  cost: 'import',
  async handle(context): Promise<ReceiveBatch & { sameFileAt: string | null }> {
    const { sheet, ...file } = await uploadedSheet(context.request);
    const headers = sheet.rows.slice(0, 20).findIndex((row) => row.some((cell) => codeFields.has(fieldOfHeader(cellText(cell)) ?? '')));
    const column = headers < 0 ? 0 : (sheet.rows[headers] ?? []).findIndex((cell) => codeFields.has(fieldOfHeader(cellText(cell)) ?? ''));
    const codes = sheet.rows
      .slice(headers + 1)
      .map((row) => normalCode(cellText(row[column]).slice(0, 100)))
      .filter((code) => code !== '');
    if (codes.length === 0) throw new UserError(422, ['文件中没有样本条码', 'The file holds no sample codes'], { refusal: 'sheet.noRows' });
    const { batchId, sameFileAt } = await keepBatch(context.db, context.user, 'receive', file, codes, context.now);
    return { batchId, fileName: file.fileName, sameFileAt, totalCount: codes.length, rows: await checkAll(context, codes) };
  },
});

async function checkAll(context: CallContext<Query>, codes: readonly string[]): Promise<ReceiveBatch['rows']> {
  const language = languageOf(context.request);
  const seen = new Map<string, number>();
  const rows: (ReceiveCheck & { line: number })[] = [];
  for (const [line, code] of codes.entries()) {
    const first = seen.get(code);
    const text = (): string => inLanguage([`与第${(first ?? 0) + 1}行重复`, `Same as line ${(first ?? 0) + 1}`], language);
    const check = code.length > 32 ? unreceivable(code, 'labTask.unknown', { code }, language) : await checkCode(context, code, language);
    rows.push({
      ...check,
      ...(first === undefined ? {} : { verdict: 'repeat' as const, refusal: { code: 'labTask.sameLine', text: text() } }),
      line,
    });
    if (first === undefined) seen.set(code, line);
  }
  return rows;
}

/** The list as it stands now: what has been received since shows as such. */
export const receiveStatus = defineCall<Query>({
  method: 'GET',
  service: 'lab',
  path: 'lab-task/receive-status',
  title: ['接收清单状态', 'State of an imported list'],
  permission: 'lab_receive',
  async handle(context): Promise<ReceiveBatch> {
    const batch = await batchOf<string>(context.db, context.user, 'receive', neededParameter(context.query, 'batchId'));
    return { batchId: batch.id, fileName: batch.fileName, totalCount: batch.totalCount, rows: await checkAll(context, batch.rows) };
  },
});

/** The contract's time types: how a span is parted, and how much is answered where none is asked for. */
const timeTypes: Readonly<Record<string, { readonly format: string; readonly span: string }>> = {
  measure_day: { format: 'YYYY-MM-DD', span: '30 days' },
  measure_week: { format: 'IYYY-"W"IW', span: '182 days' },
  measure_month: { format: 'YYYY-MM', span: '2 years' },
  measure_year: { format: 'YYYY', span: '20 years' },
};

/** Receipts and cancellations by day, week, month or year, laboratory and commodity. */
export const receiveStatistics = defineCall<Query>({
  method: 'GET',
  service: 'lab',
  path: 'lab-task/receiveStatistics',
  title: ['接收统计', 'Receipt statistics'],
  permission: 'sample_view',
  async handle({ db, query, user, now }) {
    const type = timeTypes[parameter(query, 'timeType') || 'measure_day'];
    if (!type) throw malformed('timeType');
    const span = rangeFilter(query, 'actTime', sql`a.act_time`) ?? sql`a.act_time > ${now}::timestamptz - ${type.span}::interval`;
    const conditions = [
      sql`a.tenant_id = ${user.tenantId}`,
      span,
      inLaboratories(sql`a.laboratory_id`, await laboratoriesOf(db, user)),
      idFilter(query, 'laboratoryId', sql`a.laboratory_id`),
    ].filter((condition): condition is SQL => condition !== undefined);
    return readRows<ReceiveStatisticRow>(
      db,
      sql`select to_char(a.act_time, ${sql.raw(`'${type.format}'`)}) as count_time, l.laboratory_name, c.commodity_name, (count(*) filter (where a.kind = 1 and ${stands}))::int as receive_count, (count(*) filter (where a.kind = 2))::int as cancel_count
      from lab_receive_record a join sample_item i on i.tenant_id = a.tenant_id and i.sample_id = a.sample_id join commodity c on c.tenant_id = i.tenant_id and c.id = i.commodity_id left join laboratory l on l.tenant_id = a.tenant_id and l.id = a.laboratory_id
      where ${sql.join(conditions, sql` and `)} group by 1, 2, 3 order by 1 desc, 2, 3 limit 5000`,
    );
  },
});

/** Every call of the lab's door that is not a step. */
export const labCalls: readonly Call[] = [todayReceivePage, cancelReceivePage, receiveCheck, importReceiveCheck, receiveStatus, receiveStatistics];
