import { sql, type SQL } from 'drizzle-orm';
import { expectedSource } from '#domain/op/expected.ts';
import { interfaceOperation, interfaceType } from '#domain/op/opInterface.ts';
import { pushKind, pushState } from '#domain/op/results/partnerResult.ts';
import type { PushedItem, PushedResult } from '#domain/op/results/pushedResult.ts';
import type { ReportFacts } from '#domain/report/reportFacts.ts';
import { reportKind } from '#domain/report/reportTemplate.ts';
import { newId } from '#server/storage/ids.ts';
import { partnerResultTable } from '#server/storage/opTables.ts';
import { readRows } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import type { Tx } from '#server/storage/tx.ts';
import type { Channel, Delivered } from '../reports/channel.ts';

interface Told extends Omit<PushedResult, 'conclusion' | 'results'> {
  readonly reportId: string;
  readonly versionId: string;
  readonly requisitionId: string;
  readonly contractLaboratoryId: string;
  readonly sendSampleClientId: string;
  readonly commodityId: string;
  readonly heldUntil: string | null;
  readonly facts: ReportFacts;
  /** Of how many commodities the report is. */
  readonly commodityCount: number;
  readonly panelNames: readonly string[];
}

/** The commodities of a version with what a partner may be told of each; none of an annex, which takes no result out of the house. */
const commoditiesOf = (tx: Tx, tenantId: string, versionId: string): Promise<Told[]> =>
  readRows<Told>(
    tx,
    sql`select r.id::text as report_id, v.id::text as version_id, r.report_no, v.version_no as report_version, v.issue_time as report_time, v.held_until, v.facts,
        r.qualitative_result::int as qualitative_result, r.second_audit_time as check_time_two, r.requisition_id::text as requisition_id, r.requisition_code,
        r.laboratory_id::text as contract_laboratory_id, r.send_sample_client_id::text as send_sample_client_id, q.hospital_code, q.person_name, q.sampling_time,
        s.sample_code, s.receive_time, k.id::text as commodity_id, c.commodity_code, c.commodity_name, cardinality(r.commodity_ids) as commodity_count,
        array(select p.panel_name from panel p where p.tenant_id = c.tenant_id and p.id = any(c.panel_ids)) as panel_names,
        coalesce(
          (select e.thirdparty_bar_code from expected_sample e where e.tenant_id = s.tenant_id and e.sample_id = s.id and e.source = ${expectedSource.partner} order by e.id limit 1),
          (select b.thirdparty_bar_code from thirdparty_bind_entry b where b.tenant_id = s.tenant_id and b.bar_code = s.sample_code and b.release_time is null limit 1)
        ) as third_bar_code
      from report_version v join report r on r.tenant_id = v.tenant_id and r.id = v.report_id
      join requisition q on q.tenant_id = r.tenant_id and q.id = r.requisition_id
      cross join lateral unnest(r.commodity_ids) as k(id)
      left join commodity c on c.tenant_id = r.tenant_id and c.id = k.id
      left join lateral (select t.tenant_id, t.id, t.sample_code, t.receive_time from sample t where t.tenant_id = r.tenant_id and t.requisition_id = r.requisition_id
        order by exists (select 1 from report_task x join lab_task a on a.tenant_id = x.tenant_id and a.id = x.task_id
          where x.tenant_id = r.tenant_id and x.report_id = r.id and a.sample_id = t.id and k.id = any(a.commodity_ids)) desc, t.primary_sample_id nulls first, t.id limit 1) s on true
      where v.tenant_id = ${tenantId} and v.id = ${versionId} and r.report_kind <> ${reportKind.auxiliary} and r.send_sample_client_id is not null order by k.id`,
  );

/** The interfaces by which results of a client and a contract laboratory are pushed. */
const pushersOf = (tx: Tx, tenantId: string, { contractLaboratoryId, sendSampleClientId }: Told) =>
  readRows<{ interfaceId: string; interfaceEncoding: string }>(
    tx,
    sql`select i.id::text as interface_id, i.interface_encoding from op_interface i
      where i.tenant_id = ${tenantId} and i.is_deleted = 0 and i.is_disable = 0 and i.interface_type = ${interfaceType.third} and ${interfaceOperation.resultPush} = any(i.operations)
        and i.laboratory_id = ${contractLaboratoryId} and ${sendSampleClientId} = any(i.send_sample_client_ids) order by i.id`,
  );

/** What is printed of a commodity: of the only one all of it, else what stands under its panels. */
function itemsOf({ facts, commodityCount, panelNames }: Told): PushedItem[] {
  const word = (cells: Readonly<Record<string, string>>, name: keyof PushedItem): string => cells[name] ?? '';
  return facts.rows.results
    .filter(({ cells }) => commodityCount === 1 || panelNames.includes(cells['panelName'] ?? ''))
    .map(({ cells }) => ({
      itemName: word(cells, 'itemName'),
      itemShortName: word(cells, 'itemShortName'),
      value: word(cells, 'value'),
      unit: word(cells, 'unit'),
      referenceRange: word(cells, 'referenceRange'),
    }));
}

async function planResults(tx: Tx, tenantId: string, versionId: string, now: string): Promise<void> {
  const told = await commoditiesOf(tx, tenantId, versionId);
  const [first] = told;
  if (!first) return;
  const rows = (await pushersOf(tx, tenantId, first)).flatMap(({ interfaceId, interfaceEncoding: partner }) =>
    told.map((one) => {
      const { facts, commodityCount: _count, panelNames: _panels, heldUntil, reportId, requisitionId, contractLaboratoryId, ...more } = one;
      const { versionId: _version, sendSampleClientId, commodityId, ...about } = more;
      const personName = facts.values.personName || about.personName;
      const content: PushedResult = { ...about, personName, conclusion: facts.values.conclusion || null, results: itemsOf(one) };
      return {
        ...about,
        id: newId(),
        tenantId,
        interfaceId,
        partner,
        reportId,
        versionId,
        requisitionId,
        contractLaboratoryId,
        sendSampleClientId,
        commodityId,
        patientName: personName,
        kind: pushKind.result,
        content,
        nextTime: heldUntil ?? now,
        createTime: now,
        updateTime: now,
      };
    }),
  );
  if (rows.length > 0) await tx.execute(insertMany(partnerResultTable, rows));
}

/** Results that a partner has not taken. */
const isOpen = sql`kind = ${pushKind.result} and push_state in (${pushState.waiting}, ${pushState.failed}, ${pushState.refused})`;
const cancel = (tx: Tx, tenantId: string, which: SQL, now: string): Promise<unknown> =>
  tx.execute(sql`update partner_result set push_state = ${pushState.cancelled}, is_held = 0, next_time = null, update_time = ${now}, version = version + 1
    where tenant_id = ${tenantId} and ${which} and ${isOpen}`);

/**
 * Takes back what a partner has, or may have: it took it, or did not answer. What it refused it does not have. One that is being said at this
 * moment counts as said.
 */
async function withdrawTold(tx: Tx, tenantId: string, { reportId, versionId }: Delivered, now: string): Promise<void> {
  const told = await readRows<{ id: string }>(
    tx,
    sql`select id::text as id from partner_result where tenant_id = ${tenantId} and report_id = ${reportId} and version_id = ${versionId} and kind = ${pushKind.result}
      and (push_state = ${pushState.done} or (may_have_left = 1 and push_state in (${pushState.waiting}, ${pushState.failed}))) order by id`,
  );
  for (const { id } of told)
    await tx.execute(sql`insert into partner_result (id, tenant_id, interface_id, partner, report_id, version_id, report_no, report_version, requisition_id, requisition_code, sample_code,
        third_bar_code, hospital_code, kind, contract_laboratory_id, send_sample_client_id, patient_name, commodity_id, commodity_code, sampling_time, receive_time, check_time_two, content,
        next_time, create_time, update_time)
      select ${newId()}, tenant_id, interface_id, partner, report_id, version_id, report_no, report_version, requisition_id, requisition_code, sample_code,
        third_bar_code, hospital_code, ${pushKind.withdrawal}, contract_laboratory_id, send_sample_client_id, patient_name, commodity_id, commodity_code, sampling_time, receive_time,
        check_time_two, content, ${now}, ${now}, ${now} from partner_result where tenant_id = ${tenantId} and id = ${id}`);
}
const holdResults = (isHeld: 0 | 1): Channel['hold'] =>
  async function hold(tx, tenantId, { reportId, versionId }, now) {
    await tx.execute(sql`update partner_result set is_held = ${isHeld}, update_time = ${now}, version = version + 1
      where tenant_id = ${tenantId} and report_id = ${reportId} and version_id = ${versionId} and ${isOpen}`);
  };

/** Results pushed to third parties (docs/interfaces.md#results): server/op/results pushes what is left here. */
export const resultChannel: Channel = {
  async plan(tx, tenantId, { reportId, versionId }, now) {
    // What an earlier version still wanted to say, this one says.
    await cancel(tx, tenantId, sql`report_id = ${reportId} and version_id <> ${versionId}`, now);
    await planResults(tx, tenantId, versionId, now);
  },
  hold: holdResults(1),
  resume: holdResults(0),
  async withdraw(tx, tenantId, version, now) {
    await withdrawTold(tx, tenantId, version, now);
    await cancel(tx, tenantId, sql`report_id = ${version.reportId} and version_id = ${version.versionId}`, now);
  },
  // A partner is told by the withdrawal itself: nobody has to call it.
  recipients: () => Promise.resolve([]),
  hasLeft: sql`exists (select 1 from partner_result w where w.tenant_id = v.tenant_id and w.report_id = v.report_id and w.version_id = v.id and w.kind = ${pushKind.result} and w.may_have_left = 1)`,
};
