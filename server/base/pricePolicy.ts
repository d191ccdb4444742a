import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { overlapping, priceAt, type PricePeriod } from '#domain/base/priceAt.ts';
import { pricePolicy } from '#domain/base/pricePolicy.ts';
import { isDate } from '#domain/kernel/dates.ts';
import { problemOf } from '#domain/kernel/check.ts';
import { isId } from '#domain/kernel/ids.ts';
import { problemsError, sentenceOf, UserError, malformed, missing } from '#server/kernel/answers.ts';
import { yuanOf } from '#server/kernel/money.ts';
import { deviceIdOf, onceOnly } from '#server/kernel/onceOnly.ts';
import { resourceReader } from '#server/kernel/resourceRead.ts';
import { notFound, saveRow } from '#server/kernel/resourceWrite.ts';
import { defineCall, type Call, type CallContext, type Tx } from '#server/kernel/serve.ts';
import { priceSheetCall } from './priceSheet.ts';
import { nextChangeSeq } from '#server/storage/changes.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';

const columns = sql`id::text as price_policy_id, send_sample_client_id::text as send_sample_client_id, commodity_id::text as commodity_id,
  agent_client_id::text as agent_client_id, bill_price::float8 as bill_price, contract_time_begin::text as contract_time_begin,
  contract_time_end::text as contract_time_end, is_disable::int as is_disable`;

/** Every living period of a client and a commodity. */
const periodsOf = (reader: Reader, tenantId: string, clientId: string, commodityId: string): Promise<PricePeriod[]> =>
  readRows<PricePeriod & Record<string, unknown>>(
    reader,
    sql`select ${columns} from price_policy where tenant_id = ${tenantId} and send_sample_client_id = ${clientId} and commodity_id = ${commodityId} and is_deleted = 0`,
  );

/** Saves one policy; a period that shares a day with another one is a UserError 400 at its beginning. */
async function savePolicy(
  tx: Tx,
  body: Readonly<Record<string, unknown>>,
  { user, request }: CallContext<unknown>,
  opId: string | null,
): Promise<{ id: string }> {
  // The counter's row stays locked to the end: two saves of one client come one after the other.
  await nextChangeSeq(tx, user.tenantId, 1);
  const { id } = await saveRow(tx, pricePolicy, body, { user, deviceId: deviceIdOf(request), opId });
  const fresh = await readRow<PricePeriod & Record<string, unknown>>(
    tx,
    sql`select ${columns} from price_policy where tenant_id = ${user.tenantId} and id = ${id}`,
  );
  if (!fresh) throw new Error('a policy was saved and is not there');
  const { contractTimeBegin, contractTimeEnd } = pricePolicy.fields;
  if (fresh.contractTimeEnd < fresh.contractTimeBegin)
    throw problemsError([
      problemOf('contractTimeEnd', contractTimeEnd, 'rule', { text: ['合同结束不能早于合同开始', 'The contract ends before it begins'] }),
    ]);
  const other = overlapping(fresh, await periodsOf(tx, user.tenantId, fresh.sendSampleClientId, fresh.commodityId));
  if (other)
    throw problemsError([
      problemOf('contractTimeBegin', contractTimeBegin, 'rule', {
        text: [
          `与已有的 ${other.contractTimeBegin} 至 ${other.contractTimeEnd} 重叠`,
          `Overlaps the period ${other.contractTimeBegin} to ${other.contractTimeEnd}`,
        ],
      }),
    ]);
  return { id };
}

const mostRows = 500;
const editBatch = z.object({
  ids: z.union([z.string(), z.array(z.string())]),
  billPriceStr: z.unknown().optional(),
  contractTimeBegin: z.unknown().optional(),
  contractTimeEnd: z.unknown().optional(),
  billErpCode: z.unknown().optional(),
});

const save = defineCall({
  method: 'POST',
  service: 'bill',
  path: 'pricePolicy/save',
  title: ['保存价格政策', 'Save: price policy'],
  permission: 'pricePolicy_save',
  /** Stands in for the described `save`: periods of one client, commodity and agent never overlap. */
  handle: (context) =>
    onceOnly(context.db, context.request, context.user, 'pricePolicy.save', (tx, opId) => savePolicy(tx, context.body ?? {}, context, opId)),
});

export const pricePolicyCalls: readonly Call[] = [
  save,
  priceSheetCall(save),
  defineCall({
    method: 'POST',
    service: 'bill',
    path: 'pricePolicy/editBatch',
    title: ['批量修改价格政策', 'Edit price policies'],
    permission: 'pricePolicy_save',
    /**
     * The fields that are sent change in every row of `ids`; each row is its own transaction and has its own answer
     * `{id, success, msg}`, in the order asked.
     */
    async handle(context) {
      const { ids, ...changes } = editBatch.parse(context.body);
      const wanted = [...new Set((Array.isArray(ids) ? ids : ids.split(',')).filter(Boolean))];
      if (wanted.length > mostRows) throw new UserError(400, [`一次最多修改 ${mostRows} 条`, `At most ${mostRows} at once`]);
      const answers: { id: string; success: boolean; msg: string }[] = [];
      for (const id of wanted) {
        try {
          await context.db.transaction((tx) => savePolicy(tx, { ...changes, pricePolicyId: id }, context, null));
          answers.push({ id, success: true, msg: '' });
        } catch (error) {
          answers.push({ id, success: false, msg: sentenceOf(error, context.request) });
        }
      }
      return answers;
    },
  }),
  defineCall({
    method: 'GET',
    service: 'base',
    path: 'pricePolicy/detail',
    title: ['价格政策详情', 'Price policy'],
    permission: 'pricePolicy_view',
    /** By id; or, with client, commodity and date, the price of that day and why (ours). */
    async handle({ db, query, user }) {
      const { sendSampleClientId, commodityId, agentClientId, date } = query as Record<string, string>;
      if (!date) {
        const id = query['pricePolicyId'] ?? query['id'] ?? '';
        const row = isId(id) ? await resourceReader(db, pricePolicy, user, new Map()).detail(id) : undefined;
        if (!row) throw notFound(pricePolicy);
        return row;
      }
      if (!isDate(date)) throw malformed('date');
      const question = { sendSampleClientId: sendSampleClientId ?? '', commodityId: commodityId ?? '', agentClientId: agentClientId || null, date };
      if (![question.sendSampleClientId, question.commodityId].every(isId)) throw missing('sendSampleClientId, commodityId');
      const found = priceAt(await periodsOf(db, user.tenantId, question.sendSampleClientId, question.commodityId), question);
      return { ...found, billPriceStr: found.price === null ? null : yuanOf(found.price) };
    },
  }),
];
