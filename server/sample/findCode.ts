import { sql, type SQL } from 'drizzle-orm';
import { mostFound, type FoundAct, type FoundTube } from '#domain/sample/foundTube.ts';
import { entryState } from '#domain/sample/entryState.ts';
import { neededParameter } from '#server/kernel/pageRows.ts';
import { defineCall } from '#server/kernel/serve.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRows } from '#server/storage/readRows.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import { nameOf } from './sampleColumns.ts';
import { inScope } from './summaryCalls.ts';

/** Names persons in full: the list of receipts does, too. */
const namesPersons = 'sampleReceipt_view';

const moment = (column: string): SQL => sql.raw(`to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`);
const act = (what: FoundAct['what'], at: string, by: string, why = 'null', serverTime = 'null::timestamptz'): SQL =>
  sql`select ${sql.raw(`'${what}'`)}::text as what, ${moment(at)} as at, ${sql.raw(by)}::text as by, ${sql.raw(why)}::text as why, ${moment(serverTime)} as "serverTime"`;
const rejectedAtServer =
  "(select max(e.create_time) from audit_entry e where e.tenant_id = s.tenant_id and e.subject = s.requisition_code and e.action = 'summary.reject' and e.user_id = s.reject_user_id)";
const madeAtServer =
  "(select min(e.create_time) from audit_entry e where e.tenant_id = h.tenant_id and e.subject = left(h.handover_key, 8) || ' (' || h.handover_total || ')' and e.action = 'handover.save' and e.user_id = h.action_user_id)";
/** What was done to a tube (alias s) of a requisition (alias r), each kind by its own index. */
const acts = sql`(select jsonb_agg(a order by a.at) from (
    ${act('receive', 's.receive_time', 's.entry_person_name', 'null', 's.create_time')}
    union all ${act('first', 'r.first_time', 'r.first_user_name')} union all ${act('second', 'r.second_time', 'r.second_user_name')}
    union all ${act('enter', 's.enter_time', 'null')} union all ${act('reject', 's.reject_time', 's.reject_user_name', 's.reject_reason', rejectedAtServer)}
    union all ${act('replace', 'c.create_time', 'c.user_name', `c.old_code || ' → ' || c.new_code || ' · ' || c.reason`)} from sample_code_change c where c.tenant_id = s.tenant_id and c.sample_id = s.id
    union all ${act('handover', 'h.create_time', 'h.action_user_name', 'null', madeAtServer)} from handover h where h.tenant_id = s.tenant_id and h.is_deleted = 0 and h.id in (select i.handover_id from sample_item i where i.tenant_id = s.tenant_id and i.sample_id = s.id)
    union all ${act('sign', 'h.sign_time', 'h.sign_user_name', 'null', 'h.update_time')} from handover h where h.tenant_id = s.tenant_id and h.is_deleted = 0 and h.id in (select i.handover_id from sample_item i where i.tenant_id = s.tenant_id and i.sample_id = s.id)
    union all select case l.kind when 1 then 'labReceive' else 'cancelReceive' end, ${moment('l.act_time')}, l.action_user_name, l.reason, ${moment('l.create_time')} from lab_receive_record l where l.tenant_id = s.tenant_id and l.sample_id = s.id
    union all ${act('picture', 'p.create_time', 'p.upload_user_name')} from requisition_image p where p.tenant_id = s.tenant_id and p.requisition_code = s.requisition_code and p.is_deleted = 0
  ) a where a.at is not null)`;

/**
 * Every tube that a code leads to, whichever of its codes it is: sample (also one that was replaced), requisition, tube,
 * hospital, lab, or a partner's bound to one of ours. Each code is asked for by its own index. No value of a detail entry;
 * whose it is, only to who sees names elsewhere, else the first letter, and nothing while a second entry is typed blind.
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
    const isNamed = user.permissions.has(namesPersons);
    const person = isNamed
      ? sql`r.person_name, r.sex, r.age::float8 as age, r.age_unit, left(r.telephone, 3) || '****' || right(r.telephone, 4) as telephone`
      : sql`case when r.is_double_entry = 0 or r.entry_state >= ${entryState.settled} then left(r.person_name, 1) || '*' end as person_name,
          null as sex, null as age, null as age_unit, null as telephone`;
    return readRows<FoundTube>(
      db,
      sql`select s.id as sample_id, s.requisition_code, s.sample_code, r.hospital_code, s.test_tube_number, s.lab_code, s.lab_status, ${nameOf.sampleClass('s')} as sample_class_name,
        ${nameOf.commodities('r')} as commodity_names, ${nameOf.client('s')} as send_sample_client_name, ${nameOf.laboratory('s')} as contract_laboratory_name,
        (select n.laboratory_name from laboratory n where n.tenant_id = s.tenant_id and n.id = s.execute_laboratory_id) as execute_laboratory_name,
        s.receive_time, s.entry_person_name, s.reject_reason, ${person},
        (select jsonb_build_object('by', h.action_user_name, 'signedBy', h.sign_user_name) from sample_item i join handover h on h.tenant_id = i.tenant_id and h.id = i.handover_id
          where i.tenant_id = s.tenant_id and i.sample_id = s.id and h.is_deleted = 0 order by h.id desc limit 1) as handover,
        coalesce((select jsonb_agg(jsonb_build_object('oldCode', c.old_code, 'newCode', c.new_code, 'reason', c.reason, 'by', c.user_name, 'at', ${moment('c.create_time')}) order by c.id)
          from sample_code_change c where c.tenant_id = s.tenant_id and c.sample_id = s.id), '[]') as replaced,
        ${acts} as acts
      from sample s join requisition r on r.tenant_id = s.tenant_id and r.id = s.requisition_id
      where s.tenant_id = ${tenantId} and s.id = any(array(
        select id from sample where tenant_id = ${tenantId} and sample_code = ${codes}
        union select sample_id from sample_code_change where tenant_id = ${tenantId} and old_code = ${codes}
        union select id from sample where tenant_id = ${tenantId} and requisition_code = ${codes}
        union select id from sample where tenant_id = ${tenantId} and lab_code = ${codes}
        union select id from sample where tenant_id = ${tenantId} and test_tube_number = ${codes}
        union select t.id from requisition q join sample t on t.tenant_id = q.tenant_id and t.requisition_id = q.id where q.tenant_id = ${tenantId} and q.hospital_code = ${codes}))
        and (${contract ?? sql`true`} or ${execute ?? sql`true`})
      order by s.receive_time desc, s.id limit ${mostFound}`,
    );
  },
});
