import { sql, type SQL } from 'drizzle-orm';
import { normalCode } from '#domain/sample/codeText.ts';
import { inLanguage, type Language } from '#domain/kernel/label.ts';
import { refusalText } from '#domain/kernel/refusalText.ts';
import { receiveSample } from '#domain/lab/labReceive.ts';
import {
  labContracts,
  receivedTodayList,
  takenBackList,
  timeType,
  type LabReceiveRow,
  type ReceiveBatch,
  type ReceiveCheck,
} from '#domain/lab/labRows.ts';
import { countedReceipts, receiptFigure, receiveStatistics, usualReceiptSpan } from '#domain/lab/receiptStatistics.ts';
import { itemState } from '#domain/sample/itemState.ts';
import { fieldOfHeader } from '#domain/sample/import/headerAliases.ts';
import { cellText } from '#domain/sample/import/sheetCell.ts';
import { languageOf, UserError } from '#server/kernel/core/answers.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import { batchOf, keepBatch, portionsOf } from '#server/kernel/import/importBatch.ts';
import { codeFilter } from '#server/kernel/resource/pageRows.ts';
import { LoadRefusal } from '#server/kernel/http/notYours.ts';
import type { Call, CallContext } from '#server/kernel/http/serve.ts';
import { defineListing, type Listing } from '#server/kernel/verbs/listing.ts';
import { nameOfGroup } from '#server/kernel/verbs/onePass.ts';
import { chosen, periodColumns, periodStart } from '#server/kernel/verbs/periods.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { uploadedSheet } from '#server/kernel/import/uploadedSheet.ts';
import { nameOf } from '#server/spine/names.ts';
import { sightOf } from '#server/spine/sight.ts';
import { receiptKind } from '#server/storage/labTables.ts';
import { loadReceives } from './labReceive.ts';

type Query = Readonly<Record<string, unknown>>;

/** By the code a tube has, or had when the act was done. */
function bySampleCode(query: Query, tenantId: string): SQL | undefined {
  const then = codeFilter(query, 'sampleCode', sql`a.sample_code`);
  const now = codeFilter(query, 'sampleCode', sql`t.sample_code`);
  return then && sql`(${then} or a.sample_id in (select t.id from sample t where t.tenant_id = ${tenantId} and ${now}))`;
}

/** A receipt that nobody took back: its round has no cancellation. */
const stands = sql`not exists (select 1 from lab_receive_record k where k.tenant_id = a.tenant_id and k.sample_id = a.sample_id and k.round = a.round and k.kind = ${receiptKind.cancelled})`;

const laboratoryName = sql`(select l.laboratory_name from laboratory l where l.tenant_id = a.tenant_id and l.id = a.laboratory_id)`;
const statusName = (language: Language): SQL =>
  sql`case a.kind when ${receiptKind.received} then ${inLanguage(['已接收', 'Received'], language)}::text else ${inLanguage(['已取消接收', 'Taken back'], language)}::text end`;
/** Acts of laboratory receipt; aliases a (record), s (sample), r (requisition). */
const receiptColumns: Listing<LabReceiveRow>['columns'] = {
  recordId: sql`a.id`,
  sampleId: sql`a.sample_id`,
  sampleCode: sql`s.sample_code`,
  requisitionCode: sql`s.requisition_code`,
  testTubeNumber: sql`s.test_tube_number`,
  labCode: sql`a.lab_code`,
  laboratoryId: sql`a.laboratory_id`,
  laboratoryName: laboratoryName,
  labStatus: sql`s.lab_status`,
  personName: patientShown.name(sql`r.person_name`),
  commodityNames: nameOf.commodities('r'),
  sampleClassName: nameOf.sampleClass('s'),
  sendSampleClientName: nameOf.client('s'),
  receiveStatusName: ({ language, request }) => statusName(language ?? (request ? languageOf(request) : 'zh')),
  inputMode: sql`a.input_mode`,
  actionUserName: sql`a.action_user_name`,
  actTime: sql`a.act_time`,
  actServerTime: sql`a.create_time`,
  reason: sql`a.reason`,
};
const receiptJoins = sql`join sample s on s.tenant_id = a.tenant_id and s.id = a.sample_id join requisition r on r.tenant_id = a.tenant_id and r.id = a.requisition_id`;
const receipts = (where: (now: string) => readonly SQL[]): Listing<LabReceiveRow> => ({
  columns: receiptColumns,
  from: sql`lab_receive_record a`,
  joins: receiptJoins,
  where: async ({ db, user, now }) => [(await sightOf(db, user)).receipts, ...where(now)],
  searchedIn: { sampleCode: ({ query, user }) => bySampleCode(query, user.tenantId), actionUserId: sql`a.action_user_id` },
  order: sql`a.act_time desc, a.id desc`,
  indexes: ['lab_receive_record_time_ix', 'lab_receive_record_lab_ix'],
});
export const receivedToday = defineListing(
  receivedTodayList,
  receipts((now) => [sql`a.kind = ${receiptKind.received}`, stands, sql`a.act_time >= ${`${now.slice(0, 10)} 00:00:00`}`]),
);
export const takenBack = defineListing(
  takenBackList,
  receipts(() => [sql`a.kind = ${receiptKind.cancelled}`]),
);

/** Periods are days where nothing else is asked for. */
const period = periodColumns(sql`x.act_time`, 'actTime', timeType.day);
const isReceived = sql`(a.kind = ${receiptKind.received} and ${stands})`;
const isCancelled = sql`(a.kind = ${receiptKind.cancelled})`;
/** Of what the tube is ordered for still. */
const perCommodity = sql`lab_receive_record a join sample_item i on i.tenant_id = a.tenant_id and i.sample_id = a.sample_id and i.item_state <> ${sql.raw(String(itemState.cancelled))}`;
const namedCommodity = sql`join commodity c on c.tenant_id = i.tenant_id and c.id = i.commodity_id`;
const counted: Pick<Listing<LabReceiveRow>, 'usual' | 'where' | 'indexes'> = {
  usual: usualReceiptSpan,
  where: async ({ db, user }) => [(await sightOf(db, user)).receipts],
  indexes: ['lab_receive_record_time_ix', 'lab_receive_record_lab_ix'],
};
/** `lab-task/receiveStatistics`: without a time the last thirty days, half a year of weeks, two years of months, twenty years. */
export const receivedByPeriod = defineListing(receiveStatistics, {
  ...counted,
  columns: {
    countTime: period('countTime'),
    fromTime: period('fromTime'),
    toTime: period('toTime'),
    laboratoryId: sql`x.laboratory_id`,
    laboratoryName: nameOfGroup('laboratory', 'laboratory_name', 'laboratory_id'),
    commodityId: sql`x.commodity_id`,
    commodityName: nameOfGroup('commodity', 'commodity_name', 'commodity_id'),
    receiveCount: sql`coalesce(sum(x.received), 0)::int`,
    cancelCount: sql`coalesce(sum(x.cancelled), 0)::int`,
  },
  // A receipt's cancellation is joined, not looked for: so the engine may share the rows out among processes.
  from: sql`${perCommodity} left join lab_receive_record k on k.tenant_id = a.tenant_id and k.sample_id = a.sample_id and k.round = a.round
    and k.kind = ${receiptKind.cancelled} and a.kind = ${receiptKind.received}`,
  searchedIn: { timeType: () => undefined, actTime: sql`a.act_time`, laboratoryId: sql`a.laboratory_id` },
  tally: (asked) => ({
    by: { actTime: periodStart(sql`a.act_time`, timeType.day)(asked), laboratoryId: sql`a.laboratory_id`, commodityId: sql`i.commodity_id` },
    counts: {
      received: sql`count(*) filter (where a.kind = ${receiptKind.received} and k.id is null)`,
      cancelled: sql`count(*) filter (where ${isCancelled})`,
    },
  }),
  groupBy: [
    { by: periodStart(sql`x.act_time`, timeType.day), gives: ['countTime', 'fromTime', 'toTime'] },
    { by: sql`x.laboratory_id`, gives: ['laboratoryId'], names: ['laboratoryName'] },
    { by: sql`x.commodity_id`, gives: ['commodityId'], names: ['commodityName'] },
  ],
  order: sql`count_time desc, laboratory_name, commodity_name, laboratory_id, commodity_id`,
});
/** `lab-task/receiveStatistics-tubes`: what one of its counts counts. */
export const countedByPeriod = defineListing(countedReceipts, {
  ...counted,
  columns: {
    ...receiptColumns,
    countedId: sql`concat_ws('.', a.id, i.id)`,
    commodityId: sql`i.commodity_id`,
    commodityName: sql`c.commodity_name`,
  },
  from: perCommodity,
  joins: sql`${receiptJoins} ${namedCommodity}`,
  searchedIn: {
    figure: ({ query }) =>
      chosen(query, 'figure', receiptFigure, receiptFigure.received) === String(receiptFigure.cancelled) ? isCancelled : isReceived,
    actTime: sql`a.act_time`,
    laboratoryId: sql`a.laboratory_id`,
  },
  order: sql`a.act_time desc, a.id desc, i.id`,
  isIdText: true,
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

const codeFields: ReadonlySet<string> = new Set(['sampleCode', 'testTubeNumber']);

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

/** Every call of laboratory receipt that is not a command. */
export const labCalls: readonly Call[] = serveCalls(labContracts, {
  'POST lab/lab-task/receive-check': {
    async handle(context) {
      const { body } = context;
      const language = languageOf(context.request);
      if ('code' in body) return checkCode(context, body.code, language);
      const checks: ReceiveCheck[] = [];
      for (const one of new Set(body.codes)) checks.push(await checkCode(context, one, language));
      return checks;
    },
  },
  // Reads a list of codes from a sheet and says for each what a receipt would say; the receipt itself is `lab-task/receive`.
  'POST lab/lab-task/import-receive-check': {
    cost: 'import',
    async handle(context) {
      const { sheet, fields: _fields, ...file } = await uploadedSheet(context);
      const headers = sheet.rows.slice(0, 20).findIndex((row) => row.some((cell) => codeFields.has(fieldOfHeader(cellText(cell)) ?? '')));
      const column = headers < 0 ? 0 : (sheet.rows[headers] ?? []).findIndex((cell) => codeFields.has(fieldOfHeader(cellText(cell)) ?? ''));
      const codes = sheet.rows
        .slice(headers + 1)
        .map((row) => normalCode(cellText(row[column]).slice(0, 100)))
        .filter((code) => code !== '');
      if (codes.length === 0) throw new UserError(422, ['文件中没有样本条码', 'The file holds no sample codes'], { refusal: 'sheet.noRows' });
      const { batchId, sameFileAt } = await keepBatch(
        context.db,
        context.user,
        'receive',
        file,
        { totalCount: codes.length, portions: portionsOf(codes).map((portion) => JSON.stringify(portion)) },
        context.now,
      );
      return { batchId, fileName: file.fileName, sameFileAt, totalCount: codes.length, rows: await checkAll(context, codes) };
    },
  },
  // What has been received since shows as such.
  'GET lab/lab-task/receive-status': {
    async handle(context) {
      const batch = await batchOf<string>(context.db, context.user, 'receive', context.query.batchId);
      return { batchId: batch.id, fileName: batch.fileName, totalCount: batch.totalCount, rows: await checkAll(context, batch.rows) };
    },
  },
});
