import { sql } from 'drizzle-orm';
import { pricePolicyContracts } from '#domain/base/priceContracts.ts';
import { overlapping, priceAt, type PricePeriod } from '#domain/base/priceAt.ts';
import { pricePolicy } from '#domain/base/pricePolicy.ts';
import { isDate } from '#domain/kernel/dates.ts';
import { problemOf } from '#domain/kernel/check.ts';
import { isId } from '#domain/kernel/ids.ts';
import { problemsError, sentenceOf, UserError, malformed, missing } from '#server/kernel/core/answers.ts';
import { yuanOf } from '#server/kernel/core/money.ts';
import { deviceIdOf } from '#server/kernel/act/onceOnly.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { resourceReader } from '#server/kernel/resource/resourceRead.ts';
import { notFound, saveRow, type Writing } from '#server/kernel/resource/resourceWrite.ts';
import { type Call, type CallContext, type Tx } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { repriceJob } from '#server/spine/bill/repriceJob.ts';
import { importPrices } from './priceSheet.ts';
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
async function savePolicy(tx: Tx, body: Readonly<Record<string, unknown>>, writing: Writing): Promise<{ id: string }> {
  // The counter's row stays locked to the end: two saves of one client come one after the other.
  const { user } = writing;
  await nextChangeSeq(tx, user.tenantId, 1);
  const { id } = await saveRow(tx, pricePolicy, body, writing);
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

/** A row that is saved by itself, under no key of its own. */
const alone = ({ user, request }: Pick<CallContext<unknown>, 'user' | 'request'>): Writing => ({ user, deviceId: deviceIdOf(request), opId: null });

const mostRows = 500;
export const pricePolicyCalls: readonly Call[] = serveCalls(pricePolicyContracts, {
  'POST bill/pricePolicy/save': {
    async write(tx, { body, writing, jobs }) {
      const saved = await savePolicy(tx, body, writing);
      await jobs?.send(repriceJob, {}, { tx, key: repriceJob });
      return saved;
    },
  },
  'POST bill/pricePolicy/downloadBatch': {
    cost: 'import',
    handle: (context) => importPrices(context, (at, record) => at.transaction((tx) => savePolicy(tx, record, alone(context)))),
  },
  'POST bill/pricePolicy/editBatch': {
    /**
     * The fields that are sent change in every row of `ids`; each row is its own transaction and has its own answer
     * `{id, success, msg}`, in the order asked.
     */
    async handle(context) {
      const { ids, ...changes } = context.body;
      const wanted = [...new Set((Array.isArray(ids) ? ids : ids.split(',')).filter(Boolean))];
      if (wanted.length > mostRows) throw new UserError(400, [`一次最多修改 ${mostRows} 条`, `At most ${mostRows} at once`]);
      const answers: { id: string; success: boolean; msg: string }[] = [];
      for (const id of wanted) {
        try {
          await context.db.transaction((tx) => savePolicy(tx, { ...changes, pricePolicyId: id }, alone(context)));
          answers.push({ id, success: true, msg: '' });
        } catch (error) {
          answers.push({ id, success: false, msg: sentenceOf(error, context.request) });
        }
      }
      return answers;
    },
  },
  'GET base/pricePolicy/detail': {
    /** By id; or, with client, commodity and date, the price of that day and why (ours). */
    async handle({ db, query, user }) {
      const date = parameter(query, 'date');
      if (!date) {
        const id = parameter(query, 'pricePolicyId') || parameter(query, 'id');
        const row = isId(id) ? await resourceReader(db, pricePolicy, user, new Map()).detail(id) : undefined;
        if (!row) throw notFound(pricePolicy);
        return row;
      }
      if (!isDate(date)) throw malformed('date');
      const question = {
        sendSampleClientId: parameter(query, 'sendSampleClientId'),
        commodityId: parameter(query, 'commodityId'),
        agentClientId: parameter(query, 'agentClientId') || null,
        date,
      };
      if (![question.sendSampleClientId, question.commodityId].every(isId)) throw missing('sendSampleClientId, commodityId');
      const found = priceAt(await periodsOf(db, user.tenantId, question.sendSampleClientId, question.commodityId), question);
      return { ...found, billPriceStr: found.price === null ? null : yuanOf(found.price) };
    },
  },
});
