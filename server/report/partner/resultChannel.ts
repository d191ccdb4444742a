import { sql, type SQL } from 'drizzle-orm';
import { interfaceOperation, interfaceType } from '#domain/op/opInterface.ts';
import { pushState, resultKind } from '#domain/op/partnerResult.ts';
import { newId } from '#server/storage/ids.ts';
import { partnerResultTable } from '#server/storage/opTables.ts';
import { readRows } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import type { Tx } from '#server/storage/tx.ts';
import type { Channel, Delivered } from '../reports/channel.ts';

type Result = Omit<typeof partnerResultTable.$inferInsert, 'id' | 'tenantId' | 'kind' | 'createTime' | 'updateTime'>;

/** What is told of a version: each of its commodities, to each interface that is sent results of its client (docs/interfaces.md#results). */
const told = (tx: Tx, tenantId: string, { versionId }: Delivered): Promise<Result[]> =>
  readRows<Result>(
    tx,
    sql`select i.id::text as interface_id, lower(i.interface_encoding) as partner, r.id::text as report_id, v.id::text as version_id, r.requisition_id::text as requisition_id,
        t.sample_id::text as sample_id, s.contract_laboratory_id::text as contract_laboratory_id, r.send_sample_client_id::text as send_sample_client_id, c.id::text as commodity_id,
        q.sampling_time, s.receive_time, t.check_time_two, v.held_until as next_time
      from report_version v join report r on r.tenant_id = v.tenant_id and r.id = v.report_id join requisition q on q.tenant_id = r.tenant_id and q.id = r.requisition_id
      cross join lateral (select (array_agg(x.sample_id order by x.id))[1] as sample_id, max(x.check_time_two) as check_time_two from jsonb_array_elements(v.basis) b
        join lab_task x on x.tenant_id = v.tenant_id and x.id = (b ->> 'taskId')::bigint) t
      join sample s on s.tenant_id = v.tenant_id and s.id = t.sample_id
      join op_interface i on i.tenant_id = r.tenant_id and i.is_deleted = 0 and i.interface_type = ${interfaceType.third} and ${interfaceOperation.resultPush}::text = any(i.operations)
        and i.laboratory_id = s.contract_laboratory_id and (cardinality(coalesce(i.send_sample_client_ids, '{}')) = 0 or r.send_sample_client_id = any(i.send_sample_client_ids))
      cross join lateral unnest(r.commodity_ids) as c(id)
      where v.tenant_id = ${tenantId} and v.id = ${versionId} order by i.id, c.id`,
  );
const cancel = (tx: Tx, tenantId: string, which: SQL, now: string): Promise<unknown> =>
  tx.execute(sql`update partner_result set push_state = ${pushState.cancelled}, is_held = 0, next_time = null, update_time = ${now}, version = version + 1
    where tenant_id = ${tenantId} and kind = ${resultKind.result} and ${which} and push_state in (${pushState.waiting}, ${pushState.failed}, ${pushState.refused})`);
const held = (isHeld: 0 | 1): Channel['hold'] =>
  async function hold(tx, tenantId, { versionId }, now) {
    await tx.execute(sql`update partner_result set is_held = ${isHeld}, update_time = ${now}, version = version + 1
      where tenant_id = ${tenantId} and version_id = ${versionId} and kind = ${resultKind.result} and push_state = ${pushState.waiting}`);
  };

/** Results that are sent to partners. Nobody is told by telephone of one that was withdrawn: its withdrawal is sent as well. */
export const resultChannel: Channel = {
  async plan(tx, tenantId, version, now) {
    // What an earlier version still wanted to say, this one says.
    await cancel(tx, tenantId, sql`report_id = ${version.reportId} and version_id <> ${version.versionId}`, now);
    const rows = (await told(tx, tenantId, version)).map((one) => ({
      ...one,
      id: newId(),
      tenantId,
      kind: resultKind.result,
      nextTime: one.nextTime ?? now,
      createTime: now,
      updateTime: now,
    }));
    if (rows.length > 0) await tx.execute(sql`${insertMany(partnerResultTable, rows)} on conflict do nothing`);
  },
  hold: held(1),
  resume: held(0),
  async withdraw(tx, tenantId, { versionId }, now) {
    await cancel(tx, tenantId, sql`version_id = ${versionId}`, now);
    // Who has it, or may have it, is told.
    await tx.execute(sql`insert into partner_result (id, tenant_id, interface_id, partner, kind, report_id, version_id, requisition_id, sample_id, contract_laboratory_id, send_sample_client_id,
        commodity_id, sampling_time, receive_time, check_time_two, next_time, create_time, update_time)
      select ${newId()}::bigint + row_number() over (order by x.id), x.tenant_id, x.interface_id, x.partner, ${resultKind.withdrawal}, x.report_id, x.version_id, x.requisition_id, x.sample_id,
        x.contract_laboratory_id, x.send_sample_client_id, x.commodity_id, x.sampling_time, x.receive_time, x.check_time_two, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      from partner_result x where x.tenant_id = ${tenantId} and x.version_id = ${versionId} and x.kind = ${resultKind.result} and x.left_time is not null on conflict do nothing`);
  },
  recipients: () => Promise.resolve([]),
  hasLeft: sql`exists (select 1 from partner_result e where e.tenant_id = v.tenant_id and e.version_id = v.id and e.left_time is not null)`,
};
