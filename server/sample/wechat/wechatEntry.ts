import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import { formatDateTime, toMs } from '#domain/kernel/dates.ts';
import { expectedSource, expectedState } from '#domain/op/expected.ts';
import { submitWechat, wechatEntries, type WechatInput, type WechatRow, type WechatState } from '#domain/sample/wechat/wechatEntry.ts';
import { serveCommand } from '#server/kernel/http/serve.ts';
import { defineListing, type Listing } from '#server/kernel/verbs/listing.ts';
import { inSight, marked, own } from '#server/spine/loading.ts';
import { nameOf } from '#server/spine/names.ts';
import { patientShown } from '#server/spine/patients.ts';
import { newId } from '#server/storage/ids.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { expectedSampleTable } from '#server/storage/opTables.ts';
import { readRow } from '#server/storage/readRows.ts';

/** Who told us, in the place of an interface's code. */
const partner = 'wechat';
/** What hospitals fill in is awaited for three days. */
const waitMs = 72 * 3_600_000;

interface Loaded extends WechatState {
  readonly client:
    | (WechatState['client'] & {
        readonly laboratoryId: string | null;
        readonly agentId: string | null;
        readonly salesmanId: string | null;
        readonly province: string | null;
      })
    | null;
  readonly line: (WechatState['line'] & { readonly id: string }) | null;
}
const told = ({ commodityIds: _ids, sendSampleClientId: _client, sampleCode, ...values }: WechatInput): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== '')),
  barCode: sampleCode,
});
const hashOf = (input: WechatInput): string =>
  createHash('sha256')
    .update(canonicalJson({ ...told(input), commodityIds: [...(input.commodityIds ?? [])], sendSampleClientId: input.sendSampleClientId }))
    .digest('hex');

/** `wechatEnter/submit`: one line a code; what another laboratory was told under it is not touched. */
export const servedWechat = serveCommand(submitWechat, {
  async load(tx, input: WechatInput, { user }): Promise<Loaded> {
    const { tenantId } = user;
    const [client] = await own<{ laboratoryId: string | null; agentId: string | null; salesmanId: string | null; province: string | null }>(
      tx,
      sql`select k.contract_laboratory_id::text as laboratory_id, k.agent_customer_id::text as agent_id, k.salesman_id::text as salesman_id, k.province_name as province,
          ${marked(sql`k.id::text`, inSight(user, sql`k.contract_laboratory_id`))}
        from send_sample_client k where k.tenant_id = ${tenantId} and k.id = ${input.sendSampleClientId} and k.is_deleted = 0 and coalesce(k.is_disable, 0) = 0`,
    );
    const [line] = await own<{ id: string; state: number; contentHash: string }>(
      tx,
      sql`select e.id::text as id, e.state::int as state, e.content_hash, ${marked(sql`${input.sampleCode}::text`, inSight(user, sql`e.laboratory_id`))}
        from expected_sample e where e.tenant_id = ${tenantId} and e.source = ${expectedSource.wechat} and e.partner = ${partner} and e.external_key = ${input.sampleCode} for update of e`,
    );
    const here = await readRow<{ receiveTime: string }>(
      tx,
      sql`select receive_time from sample where tenant_id = ${tenantId} and sample_code = ${input.sampleCode} limit 1`,
    );
    return {
      client: client ? { ...client, hasLaboratory: client.laboratoryId !== null } : null,
      line: line ? { id: line.id, state: line.state, isSame: line.contentHash === hashOf(input) } : null,
      receiveTime: here?.receiveTime ?? null,
    };
  },
  async write(tx, { input, state, acting: { user, now } }) {
    const { client, line } = state as Loaded;
    if (!client?.laboratoryId) throw new Error('filled in for a client that was not loaded');
    const { agentId, salesmanId, province, laboratoryId } = client;
    const content = {
      barCode: input.sampleCode,
      sendSampleClientId: input.sendSampleClientId,
      agentCustomerId: agentId,
      salesmanId,
      province,
      laboratoryId,
      commodityIds: [...(input.commodityIds ?? [])],
      values: told(input),
      contentHash: hashOf(input),
      expectTime: formatDateTime(toMs(now) + waitMs),
      state: expectedState.due,
      closeReason: null,
      updateTime: now,
    };
    const expectedId = line?.id ?? newId();
    await tx
      .insert(expectedSampleTable)
      .values({
        ...content,
        id: expectedId,
        tenantId: user.tenantId,
        source: expectedSource.wechat,
        partner,
        externalKey: input.sampleCode,
        createTime: now,
      })
      .onConflictDoUpdate({
        target: [expectedSampleTable.tenantId, expectedSampleTable.source, expectedSampleTable.partner, expectedSampleTable.externalKey],
        set: { ...content, version: sql`${expectedSampleTable.version} + 1` },
      });
    return { expectedId, sampleCode: input.sampleCode };
  },
  answerRepeat: ({ state, input }) => ({ expectedId: (state as Loaded).line?.id ?? '', sampleCode: input.sampleCode }),
});

const value = (name: string) => sql`(e.values->>${name}::text)`;
const number = (name: string) => sql`(${value(name)})::int`;
/** `wechatEnter/list-hospital-sample-code-info`. */
export const servedWechatEntries = defineListing(wechatEntries, {
  columns: {
    expectedId: sql`e.id`,
    sampleCode: sql`e.bar_code`,
    hospitalCode: value('hospitalCode'),
    sendSampleClientId: sql`e.send_sample_client_id`,
    sendSampleClientName: nameOf.client('e'),
    personName: patientShown.name(value('personName')),
    sex: number('sex'),
    age: number('age'),
    telephone: patientShown.telephone(value('telephone')),
    commodityNames: nameOf.commodities('e'),
    samplingTime: value('samplingTime'),
    state: sql`e.state`,
    expectTime: sql`e.expect_time`,
    receiveTime: sql`e.receive_time`,
    createTime: sql`e.create_time`,
  } satisfies Listing<WechatRow>['columns'],
  from: sql`expected_sample e`,
  where: async ({ db, user }) => [
    sql`e.tenant_id = ${user.tenantId}`,
    inLaboratories(sql`e.laboratory_id`, await laboratoriesOf(db, user)),
    sql`e.source = ${sql.raw(String(expectedSource.wechat))}`,
  ],
  order: sql`e.create_time desc, e.id desc`,
  indexes: ['expected_sample_uq', 'expected_sample_own_ix'],
});
