import { sql } from 'drizzle-orm';
import type { Desk } from '#server/sample/deskTesting.ts';
import { newId } from '#server/storage/ids.ts';
import type { Prepare } from './preparedAct.ts';

/** A line of the log of an interface of the desk's laboratory. */
async function logged(desk: Desk, type: 1 | 2): Promise<{ readonly id: string; readonly reason: string }> {
  const id = newId();
  await desk.orm
    .execute(sql`insert into interface_log (id, tenant_id, interface_id, interface_name, interface_encoding, interface_type, laboratory_id, operation, codes, credential_type, milliseconds, create_time)
    values (${id}, '000000', 1, '步测接口', 'walk', ${type}, ${desk.master.laboratoryId}, 'requisitionPush', '{}', 1, 5, '2026-07-31 10:00:00')`);
  return { id, reason: '步测' };
}

/** A push of a report of the desk's laboratory that its partner did not take. */
async function pushed(desk: Desk): Promise<{ readonly id: string }> {
  const id = newId();
  await desk.orm
    .execute(sql`insert into partner_result (id, tenant_id, interface_id, partner, report_id, version_id, report_no, report_version, requisition_id, requisition_code, kind,
      contract_laboratory_id, commodity_id, content, push_state, create_time, update_time)
    values (${id}, '000000', 1, 'walk', 1, ${id}, 'W1', 1, 1, 'W1', 1, ${desk.master.laboratoryId}, ${id}, '{}', 2, '2026-07-31 10:00:00', '2026-07-31 10:00:00')`);
  return { id };
}

/** Acts on lines of the interfaces' logs and on pushes, each with the ways they belong to a laboratory. */
export const foreignOpActs: Readonly<Record<string, Readonly<Record<string, Prepare>>>> = {
  'interfaceLog.removeThird': { 'its line': (desk) => logged(desk, 2) },
  'interfaceLog.remove': { 'its line': (desk) => logged(desk, 1) },
  'partnerResult.resend': { 'its push': pushed },
};
