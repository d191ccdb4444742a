import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import { formatDateTime, toMs } from '#domain/kernel/dates.ts';
import { expectedSource, expectedState } from '#domain/op/expected.ts';
import { submitWechat, wechatEntries, wechatWaitHours, type WechatInput, type WechatState } from '#domain/sample/partner/wechatEntry.ts';
import { serveCommand } from '#server/kernel/http/serve.ts';
import { defineListing } from '#server/kernel/verbs/listing.ts';
import { inSight, marked, own, readTubes, requireToUse } from '#server/spine/loading.ts';
import { newId } from '#server/storage/ids.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { expectedSampleTable } from '#server/storage/opTables.ts';
import { readRow } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { announcedColumns, announcedJoins, announcedTables, told } from './partnerLists.ts';

/** Of what hospitals fill in by WeChat, in place of an interface's code. */
const wechat = 'wechat';

/** `wechatEnter/list-hospital-sample-code-info`. */
export const servedWechatEntries = defineListing(wechatEntries, {
  columns: announcedColumns,
  from: announcedTables,
  joins: announcedJoins,
  where: async ({ db, user }) => [
    sql`e.tenant_id = ${user.tenantId}`,
    inLaboratories(sql`e.laboratory_id`, await laboratoriesOf(db, user)),
    sql`e.source = ${expectedSource.wechat}`,
  ],
  searchedIn: { sampleCode: sql`e.bar_code`, hospitalCode: told('hospitalCode') },
  order: sql`e.create_time desc, e.id desc`,
  indexes: ['expected_sample_uq', 'expected_sample_own_ix'],
});

/** What a line tells, but for the code itself and whose it is. */
function valuesOf({
  sampleCode: _code,
  sendSampleClientId: _client,
  contractLaboratoryId: _laboratory,
  commodityIds: _commodities,
  courierNumber: _parcel,
  ...values
}: WechatInput) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ''));
}
const hashOf = (input: WechatInput, laboratoryId: string | null): string =>
  createHash('sha256')
    .update(canonicalJson({ ...input, contractLaboratoryId: laboratoryId, commodityIds: input.commodityIds ?? [] }))
    .digest('hex');

interface Loaded extends WechatState {
  readonly agentCustomerId: string | null;
  readonly salesmanId: string | null;
}

/** `wechatEntry.submit`: a line for each code. */
export const servedSubmitWechat = serveCommand(submitWechat, {
  async load(tx, input, { user }): Promise<Loaded> {
    const { tenantId } = user;
    const { sampleCode } = input;
    const commodityIds = [...new Set(input.commodityIds ?? [])];
    const client = await readRow<{
      clientName: string;
      contractLaboratoryId: string | null;
      agentCustomerId: string | null;
      salesmanId: string | null;
    }>(
      tx,
      sql`select client_name, contract_laboratory_id::text as contract_laboratory_id, agent_customer_id::text as agent_customer_id, salesman_id::text as salesman_id
        from send_sample_client where tenant_id = ${tenantId} and id = ${input.sendSampleClientId} and is_deleted = 0 and is_disable = 0`,
    );
    const laboratoryId = input.contractLaboratoryId ?? client?.contractLaboratoryId ?? null;
    await requireToUse(tx, user, { laboratoryId, commodityIds });
    const commodities = await readRow<{ count: number }>(
      tx,
      sql`select count(*)::int as count from commodity where tenant_id = ${tenantId} and id = ${anyId(commodityIds)} and is_deleted = 0 and is_disable = 0`,
    );
    const [here] = await readTubes<{ by: string; at: string }>(tx, user, [sampleCode], sql`s.entry_person_name as by, s.receive_time as at`);
    const [known] = await own<Omit<NonNullable<WechatState['known']>, 'isSame'> & { contentHash: string }>(
      tx,
      sql`select e.id::text as expected_id, e.state::int as state, e.content_hash, e.expect_time, ${marked(sql`e.external_key`, inSight(user, sql`e.laboratory_id`))}
        from expected_sample e where e.tenant_id = ${tenantId} and e.source = ${expectedSource.wechat} and e.partner = ${wechat} and e.external_key = ${sampleCode} for update of e`,
    );
    return {
      client: client ?? null,
      agentCustomerId: client?.agentCustomerId ?? null,
      salesmanId: client?.salesmanId ?? null,
      laboratoryId,
      commodityCount: commodities?.count ?? 0,
      here: here ?? null,
      known: known ? { ...known, isSame: known.contentHash === hashOf(input, laboratoryId) } : null,
    };
  },
  async write(tx, { input, state, change, acting: { user, now } }) {
    const { laboratoryId } = change;
    const { agentCustomerId, salesmanId } = state as Loaded;
    const { tenantId } = user;
    const { sampleCode, sendSampleClientId, courierNumber } = input;
    const expectTime = formatDateTime(toMs(now) + wechatWaitHours * 3_600_000);
    const line = {
      courierNumber: courierNumber ?? null,
      sendSampleClientId,
      agentCustomerId,
      salesmanId,
      laboratoryId,
      commodityIds: [...new Set(input.commodityIds ?? [])],
      values: valuesOf(input),
      contentHash: hashOf(input, laboratoryId),
      expectTime,
      state: expectedState.due,
      updateTime: now,
    };
    const expectedId = change.expectedId ?? newId();
    if (change.expectedId === null) {
      // A twin at the same moment meets this line at its unique key, and is done again.
      const code = { source: expectedSource.wechat, partner: wechat, externalKey: sampleCode, barCode: sampleCode };
      await tx.insert(expectedSampleTable).values({ ...line, ...code, id: expectedId, tenantId, createTime: now });
    } else
      await tx
        .update(expectedSampleTable)
        .set({ ...line, closeReason: null, version: sql`version + 1` as never })
        .where(sql`tenant_id = ${tenantId} and id = ${expectedId}`);
    return { expectedId, sampleCode, expectTime };
  },
  answerRepeat: ({ input, state }) => ({
    expectedId: state.known?.expectedId ?? '',
    sampleCode: input.sampleCode,
    expectTime: state.known?.expectTime ?? '',
  }),
});
