import { sql, type SQL } from 'drizzle-orm';
import {
  matrixMonths,
  relatedContracts,
  relatedLines,
  relatedPairs,
  type MatrixCell,
  type RelatedLineRow,
  type RelatedRow,
} from '#domain/bill/related/relatedRows.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { addDays } from '#domain/kernel/dates.ts';
import { isId } from '#domain/kernel/ids.ts';
import { yuanSql } from '#server/bill/statement/lineColumns.ts';
import { malformed } from '#server/kernel/core/answers.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import { defineListing, type PlainColumns } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { isRelated } from '#server/spine/bill/innerPrices.ts';
import { lineReceiveServerTime } from '#server/spine/serverTimes.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';

const month = sql`to_char(l.audit_time, 'YYYY-MM')`;
const [first, second] = [
  sql`least(l.contract_laboratory_id, l.execute_laboratory_id)`,
  sql`greatest(l.contract_laboratory_id, l.execute_laboratory_id)`,
];
const nameOf = (id: SQL): SQL => sql`(select n.laboratory_name from laboratory n where n.tenant_id = l.tenant_id and n.id = ${id})`;
const given = sql`filter (where l.contract_laboratory_id < l.execute_laboratory_id)`;
const taken = sql`filter (where l.contract_laboratory_id > l.execute_laboratory_id)`;
const amount = sql`l.sign * l.inner_price`;
const net = sql`coalesce(sum(case when l.contract_laboratory_id < l.execute_laboratory_id then ${amount} else - ${amount} end), 0)`;
const unpriced = sql`coalesce(sum(l.sign) filter (where l.inner_price is null), 0)::int`;

/** Lines between laboratories, alias l, of which the person may see one side: each side knows what was done for it, and by it. */
async function relatedInSight(reader: Reader, user: Pick<ActingUser, 'id' | 'tenantId'>): Promise<SQL> {
  const laboratories = await laboratoriesOf(reader, user);
  const [contract, execute] = [
    inLaboratories(sql`l.contract_laboratory_id`, laboratories),
    inLaboratories(sql`l.execute_laboratory_id`, laboratories),
  ];
  return sql`(l.tenant_id = ${user.tenantId} and ${contract && execute ? sql`(${contract} or ${execute})` : sql`true`} and ${isRelated})`;
}
/** Throws UserError 400 where a laboratory's id is none. */
function laboratoryIn(query: Query, name: string): string {
  const id = parameter(query, name);
  if (id !== '' && !isId(id)) throw malformed(name);
  return id;
}
function monthIn(query: Query): string {
  const text = parameter(query, 'month');
  if (text !== '' && !/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw malformed('month');
  return text;
}

/** Aliases l (a line). */
const servedPairs = defineListing(relatedPairs, {
  columns: {
    month,
    laboratoryId: first,
    laboratoryName: nameOf(first),
    otherLaboratoryId: second,
    otherLaboratoryName: nameOf(second),
    pairId: sql`(min(${month}) || '-' || min(${first})::text || '-' || min(${second})::text)`,
    qty: sql`coalesce(sum(l.sign) ${given}, 0)::int`,
    amountYuan: yuanSql(sql`coalesce(sum(${amount}) ${given}, 0)`),
    otherQty: sql`coalesce(sum(l.sign) ${taken}, 0)::int`,
    otherAmountYuan: yuanSql(sql`coalesce(sum(${amount}) ${taken}, 0)`),
    netYuan: yuanSql(net),
    unpricedQty: unpriced,
  } satisfies { readonly [Key in keyof RelatedRow]: SQL },
  from: sql`sales_line l`,
  where: async ({ db, user }) => [await relatedInSight(db, user)],
  searchedIn: {
    laboratoryId: ({ query }) => {
      const id = laboratoryIn(query, 'laboratoryId');
      return id === '' ? undefined : sql`(l.contract_laboratory_id = ${id} or l.execute_laboratory_id = ${id})`;
    },
    commodityId: sql`l.commodity_id`,
    auditTime: sql`l.audit_time`,
  },
  groupBy: ['month', 'laboratoryId', 'laboratoryName', 'otherLaboratoryId', 'otherLaboratoryName'],
  order: sql`month desc, laboratory_id, other_laboratory_id`,
  isIdText: true,
  indexes: ['sales_line_related_ix'],
});

const servedLines = defineListing(relatedLines, {
  columns: {
    lineId: sql`l.id`,
    sampleCode: sql`l.sample_code`,
    personName: patientShown.name(sql`l.person_name`),
    commodityId: sql`l.commodity_id`,
    commodityName: sql`(select n.commodity_name from commodity n where n.tenant_id = l.tenant_id and n.id = l.commodity_id)`,
    contractLaboratoryId: sql`l.contract_laboratory_id`,
    contractLaboratoryName: nameOf(sql`l.contract_laboratory_id`),
    executeLaboratoryId: sql`l.execute_laboratory_id`,
    executeLaboratoryName: nameOf(sql`l.execute_laboratory_id`),
    receiveTime: sql`l.receive_time`,
    receiveServerTime: lineReceiveServerTime,
    auditTime: sql`l.audit_time`,
    sign: sql`l.sign`,
    innerPriceStr: yuanSql(sql`l.inner_price`),
    totalAmountYuan: yuanSql(amount),
  } satisfies PlainColumns<RelatedLineRow>,
  from: sql`sales_line l`,
  where: async ({ db, user, query }) => {
    const sides = [laboratoryIn(query, 'laboratoryId'), laboratoryIn(query, 'otherLaboratoryId')];
    const text = monthIn(query);
    return [
      await relatedInSight(db, user),
      ...sides.map((id) => id !== '' && sql`(l.contract_laboratory_id = ${id} or l.execute_laboratory_id = ${id})`),
      text !== '' && inMonths(text, text),
    ];
  },
  order: sql`l.audit_time desc, l.id`,
  indexes: ['sales_line_related_ix'],
});
export const relatedListings = [servedPairs, servedLines] as const;

/** Reports of whole months (`yyyy-MM`), both included. */
const inMonths = (begin: string, end: string): SQL =>
  sql`(l.audit_time >= ${`${begin}-01 00:00:00`} and l.audit_time < (${`${end}-01`}::date + interval '1 month')::date)`;

/** The first of so many months that end with this one. */
function monthsBefore(end: string, count: number): string {
  let begin = end;
  for (let at = 1; at < count; at += 1) begin = addDays(`${begin}-01`, -1).slice(0, 7);
  return begin;
}

export const relatedCalls = serveCalls(relatedContracts, {
  'GET bill/checkQuery/related-matrix': {
    async handle({ db, user, query, now }) {
      const end = monthIn(query) || now.slice(0, 7);
      return readRows<MatrixCell>(
        db,
        sql`select ${month} as month, ${first}::text as laboratory_id, ${nameOf(first)} as laboratory_name, ${second}::text as other_laboratory_id, ${nameOf(second)} as other_laboratory_name,
            ${yuanSql(net)} as net_yuan, ${unpriced} as unpriced_qty, count(*)::int as line_count
          from sales_line l where ${await relatedInSight(db, user)} and ${inMonths(monthsBefore(end, matrixMonths), end)} group by 1, 2, 3, 4, 5 order by laboratory_name, 2, other_laboratory_name, 4, 1`,
      );
    },
  },
});
