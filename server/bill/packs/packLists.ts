import { sql, type SQL } from 'drizzle-orm';
import { packResult } from '#domain/bill/billChoices.ts';
import { selectReasons } from '#domain/bill/orders/selectable.ts';
import { leftLines, packContracts, packedLines, packFault, packReason, packRow, packs, type PackRow } from '#domain/bill/packs/packRows.ts';
import type { CodeOf } from '#domain/kernel/choices.ts';
import { isId } from '#domain/kernel/ids.ts';
import type { Label } from '#domain/kernel/label.ts';
import { placeOf } from '#server/bill/documents/documentColumns.ts';
import { malformed, UserError } from '#server/kernel/core/answers.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { defineListing, selected, type AskedListing } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { isLineInSight, linesInSight, type BillViewer } from '#server/spine/bill/lineSight.ts';
import { nameOf } from '#server/spine/names.ts';
import { lineReceiveServerTime } from '#server/spine/serverTimes.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { isPackInSight, packCount, unsentCount } from './packSight.ts';

/** Alias t: a pack. */
const packColumns = {
  taskId: () => sql`t.id`,
  taskName: () => sql`t.task_name`,
  auditTimeStart: () => sql`t.audit_time_start`,
  auditTimeEnd: () => sql`t.audit_time_end`,
  contractLaboratoryId: () => sql`t.contract_laboratory_id`,
  contractLaboratoryName: () => nameOf.laboratory('t'),
  billCustomerNames: () =>
    sql`(select string_agg(c.client_name, '、' order by c.client_name) from client c where c.tenant_id = t.tenant_id and c.id = any(t.bill_customer_ids))`,
  remark: () => sql`t.remark`,
  total: (user) => packCount(user, 'total'),
  totalSuccess: (user) => packCount(user, 'totalSuccess'),
  totalFalse: (user) => packCount(user, 'totalFalse'),
  status: () => sql`t.status`,
  unsentCount: (user) => unsentCount(user),
  sendState: () => sql`t.send_state`,
  sendSuccess: (user) => packCount(user, 'sendSuccess'),
  sendFalse: (user) => packCount(user, 'sendFalse'),
  reconciliationTime: () => sql`t.reconciliation_time`,
  creator: () => sql`t.creator_name`,
  createTime: () => sql`t.create_time`,
} as const satisfies { readonly [Key in keyof PackRow]: (user: BillViewer) => SQL };
type PackKey = keyof typeof packColumns;
const asColumns = Object.fromEntries(Object.entries(packColumns).map(([key, column]) => [key, ({ user }: AskedListing) => column(user)])) as {
  readonly [Key in PackKey]: (asked: AskedListing) => SQL;
};

const servedPacks = defineListing(packs, {
  columns: asColumns,
  from: sql`pack_task t`,
  where: ({ user }) => [sql`t.tenant_id = ${user.tenantId}`, isPackInSight(user)],
  order: sql`t.create_time desc nulls first, t.id desc`,
  indexes: ['pack_task_time_ix'],
});

/** Alias l: a line of a pack. */
const lineColumns = {
  lineId: sql`l.id`,
  sampleCode: sql`l.sample_code`,
  personName: patientShown.name(sql`l.person_name`),
  requisitionCode: sql`l.requisition_code`,
  commodityId: sql`l.commodity_id`,
  commodityName: sql`(select c.commodity_name from commodity c where c.tenant_id = l.tenant_id and c.id = l.commodity_id)`,
  sendSampleClientId: sql`l.send_sample_client_id`,
  sendSampleClientName: nameOf.client('l'),
  billCustomerId: sql`l.bill_customer_id`,
  billCustomerName: sql`(select c.client_name from client c where c.tenant_id = l.tenant_id and c.id = l.bill_customer_id)`,
  salesmanId: sql`l.salesman_id`,
  salesmanName: sql`(select u.real_name from user_account u where u.tenant_id = l.tenant_id and u.id = l.salesman_id)`,
  contractLaboratoryId: sql`l.contract_laboratory_id`,
  contractLaboratoryName: nameOf.laboratory('l'),
  chargeType: sql`l.charge_type`,
  businessType: sql`l.business_type`,
  sign: sql`l.sign`,
  auditTime: sql`l.audit_time`,
  receiveTime: sql`l.receive_time`,
  receiveServerTime: lineReceiveServerTime,
  billPriceStr: sql`to_char(l.price / 100.0, 'FM999999999990.00')`,
} as const;
const searchedIn = { billPrice: sql`l.price` } as const;
const ofPack = async ({ db, user, query }: AskedListing, result: number) => {
  const taskId = parameter(query, 'taskId');
  return [await linesInSight(db, user, 'l'), isId(taskId) ? sql`r.task_id = ${taskId} and r.result = ${result}` : sql`false`];
};

const rowsWithLines = sql`pack_task_row r join sales_line l on l.tenant_id = r.tenant_id and l.id = r.line_id`;
const servedPacked = defineListing(packedLines, {
  columns: { ...lineColumns, orderId: sql`o.id`, orderNo: sql`o.order_no`, isRemoved: sql`o.is_deleted`, sended: sql`o.sended` },
  from: sql`${rowsWithLines} join sales_order o on o.tenant_id = r.tenant_id and o.id = r.order_id`,
  where: (asked) => ofPack(asked, packResult.success),
  searchedIn,
  order: sql`l.id`,
  indexes: ['pack_task_row_pk'],
});

/** A failed row's reasons in words, in the language of whoever reads it: as `reasonText` has them. */
function reasonWords(asked: AskedListing): SQL {
  const place = placeOf(asked);
  const words: readonly (readonly [string, Label])[] = [...Object.entries<Label>(selectReasons), ['fault', packFault]];
  const filled = ([code, label]: (typeof words)[number]): SQL =>
    sql`when ${code} then replace(replace(${label[place]}::text, '{why}', coalesce(r.reason -> 'why' ->> ${sql.raw(String(place))}, '-')), '{no}', coalesce(r.reason ->> 'no', ''))`;
  return sql`(select string_agg(case e.code ${sql.join(words.map(filled), sql.raw(' '))} else e.code end, ${place === 0 ? '、' : ', '} order by e.at)
    from jsonb_array_elements_text(r.reason -> 'codes') with ordinality e(code, at))`;
}
const servedLeft = defineListing(leftLines, {
  columns: { ...lineColumns, reasonText: (asked) => sql`coalesce(${reasonWords(asked)}, '')` },
  from: rowsWithLines,
  where: async (asked) => {
    const reason = parameter(asked.query, 'reason');
    if (reason !== '' && !packReason.labelOf(reason)) throw malformed('reason');
    return [...(await ofPack(asked, packResult.failed)), reason !== '' && sql`r.reason -> 'codes' @> to_jsonb(${reason}::text)`];
  },
  searchedIn,
  order: sql`l.id`,
  indexes: ['pack_task_row_pk'],
});
export const packListings = [servedPacks, servedPacked, servedLeft] as const;

export const packCalls: readonly Call[] = serveCalls(packContracts, {
  'GET bill/orderSystem/summary': {
    async handle({ db, user, query }) {
      const taskId = String(query.taskId ?? '');
      const columns = selected(Object.fromEntries(Object.entries(packColumns).map(([key, column]) => [key, column(user)])));
      const pack = isId(taskId)
        ? await readRow<PackRow>(
            db,
            sql`select ${columns} from pack_task t where t.tenant_id = ${user.tenantId} and t.id = ${taskId} and ${isPackInSight(user)}`,
            packRow,
          )
        : undefined;
      if (!pack) throw new UserError(404, ['没有此打包', 'No such pack'], { refusal: 'pack.unknown' });
      const reasons = await readRows<{ reason: CodeOf<typeof packReason>; count: number }>(
        db,
        sql`select e.code as reason, count(*)::int as count from ${rowsWithLines} cross join jsonb_array_elements_text(r.reason -> 'codes') e(code)
          where r.tenant_id = ${user.tenantId} and r.task_id = ${taskId} and r.result = ${packResult.failed} and ${isLineInSight(user, 'l')} group by 1 order by 2 desc, 1`,
      );
      const unsendable = await readRows<{ orderId: string; orderNo: string; words: [string, string] }>(
        db,
        sql`select o.id::text as order_id, o.order_no, f.words from pack_task t cross join jsonb_to_recordset(coalesce(t.fault, '[]')) as f("orderId" bigint, words jsonb)
          join sales_order o on o.tenant_id = t.tenant_id and o.id = f."orderId"
          where t.tenant_id = ${user.tenantId} and t.id = ${taskId} and o.sended = 0 and ${isLineInSight(user, 'o')} order by o.id`,
      );
      return { pack, reasons, unsendable };
    },
  },
});
