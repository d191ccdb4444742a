import { sql } from 'drizzle-orm';
import { summaryPayload, type Desk } from '#server/sample/deskTesting.ts';
import { newId } from '#server/storage/ids.ts';
import { done, type Prepare } from './preparedAct.ts';

/** A line of the log of an interface of the desk's laboratory. */
async function logged(desk: Desk, type: 1 | 2): Promise<{ readonly id: string; readonly reason: string }> {
  const id = newId();
  await desk.orm
    .execute(sql`insert into interface_log (id, tenant_id, interface_id, interface_name, interface_encoding, interface_type, laboratory_id, operation, codes, credential_type, milliseconds, create_time)
    values (${id}, '000000', 1, '步测接口', 'walk', ${type}, ${desk.master.laboratoryId}, 'requisitionPush', '{}', 1, 5, '2026-07-31 10:00:00')`);
  return { id, reason: '步测' };
}

/** A result of the desk's laboratory that its partner refused. */
async function refused(desk: Desk): Promise<{ readonly id: string; readonly reason: string }> {
  const summary = summaryPayload(desk, desk.master.single);
  await done(desk, 'online', 'reception', 'summary.enter', summary);
  const id = newId();
  await desk.orm
    .execute(sql`insert into partner_result (id, tenant_id, interface_id, partner, kind, report_id, version_id, requisition_id, sample_id, contract_laboratory_id,
      send_sample_client_id, commodity_id, push_state, create_time, update_time)
    select ${id}, s.tenant_id, 1, 'aishenpu', 1, s.id, s.id, s.requisition_id, s.id, s.contract_laboratory_id, s.send_sample_client_id, ${desk.master.single}, 3, s.receive_time, s.receive_time
    from sample s where s.tenant_id = '000000' and s.sample_code = ${summary.tubes[0]!.sampleCode}`);
  return { id, reason: '步测' };
}

/** Acts on lines of the interfaces' logs, each with the ways they belong to a laboratory. */
export const foreignOpActs: Readonly<Record<string, Readonly<Record<string, Prepare>>>> = {
  'interfaceLog.removeThird': { 'its line': (desk) => logged(desk, 2) },
  'interfaceLog.remove': { 'its line': (desk) => logged(desk, 1) },
  'partnerResult.resend': { 'its result': refused },
};
