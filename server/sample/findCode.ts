import { sql } from 'drizzle-orm';
import { mostFound, type FoundTube } from '#domain/sample/foundTube.ts';
import { neededParameter } from '#server/kernel/pageRows.ts';
import { defineCall } from '#server/kernel/serve.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRows } from '#server/storage/readRows.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import { nameOf } from './sampleColumns.ts';
import { inScope } from './summaryCalls.ts';

/**
 * Every tube that a code leads to, whichever of its codes it is: sample, requisition, tube, hospital, lab, or a partner's bound
 * to one of ours. Each code is asked for by its own index. No value of a detail entry, and nothing that tells who the patient is.
 */
export const findCode = defineCall<Record<string, string>>({
  method: 'GET',
  service: 'sample',
  path: 'enter-info/find-code',
  title: ['查找条码', 'Find a code'],
  permission: 'sample_view',
  async handle({ db, query, user }): Promise<FoundTube[]> {
    const { tenantId } = user;
    const typed = neededParameter(query, 'code').normalize('NFKC').trim();
    const bound = await readRows<{ barCode: string }>(
      db,
      sql`select bar_code from thirdparty_bind_entry where tenant_id = ${tenantId} and thirdparty_bar_code = ${typed.toUpperCase()} and release_time is null`,
    );
    const codes = anyText([...new Set([typed, typed.toUpperCase(), ...bound.map(({ barCode }) => barCode)])]);
    const laboratories = await laboratoriesOf(db, user);
    const contract = inScope(sql`s.contract_laboratory_id`, laboratories);
    const execute = inLaboratories(sql`s.execute_laboratory_id`, laboratories);
    return readRows<FoundTube>(
      db,
      sql`select s.id as sample_id, s.requisition_code, s.sample_code, r.hospital_code, s.test_tube_number, s.lab_code, s.lab_status, ${nameOf.sampleClass('s')} as sample_class_name,
        ${nameOf.commodities('r')} as commodity_names, ${nameOf.client('s')} as send_sample_client_name, ${nameOf.laboratory('s')} as contract_laboratory_name,
        s.receive_time, s.create_time as receive_server_time, s.entry_person_name, s.enter_time, s.lab_receive_time, s.lab_receive_user_name, s.reject_time, s.reject_user_name, s.reject_reason,
        (select max(a.create_time) from lab_receive_record a where a.tenant_id = s.tenant_id and a.sample_id = s.id and a.kind = 1 and a.act_time = s.lab_receive_time) as lab_receive_server_time,
        (select max(e.create_time) from audit_entry e where e.tenant_id = s.tenant_id and e.subject = s.requisition_code and e.action = 'summary.reject' and e.user_id = s.reject_user_id) as reject_server_time
      from sample s join requisition r on r.tenant_id = s.tenant_id and r.id = s.requisition_id
      where s.tenant_id = ${tenantId} and s.id = any(array(
        select id from sample where tenant_id = ${tenantId} and sample_code = ${codes}
        union select id from sample where tenant_id = ${tenantId} and requisition_code = ${codes}
        union select id from sample where tenant_id = ${tenantId} and lab_code = ${codes}
        union select id from sample where tenant_id = ${tenantId} and test_tube_number = ${codes}
        union select t.id from requisition q join sample t on t.tenant_id = q.tenant_id and t.requisition_id = q.id where q.tenant_id = ${tenantId} and q.hospital_code = ${codes}))
        and (${contract ?? sql`true`} or ${execute ?? sql`true`})
      order by s.receive_time desc, s.id limit ${mostFound}`,
    );
  },
});
