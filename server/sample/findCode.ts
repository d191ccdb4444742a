import { sql, type SQL } from 'drizzle-orm';
import { findCodeContracts } from '#domain/sample/entryContracts.ts';
import { foundTube } from '#domain/sample/foundTubeRow.ts';
import { mostFound } from '#domain/sample/foundTube.ts';
import { entryState } from '#domain/sample/entryState.ts';
import { uploadImage } from '#domain/sample/requisitionImage.ts';
import { maskedNumber, seesPatients } from '#server/kernel/core/patients.ts';
import { neededParameter } from '#server/kernel/resource/pageRows.ts';
import { type Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { lineOf } from '#server/spine/line.ts';
import { byDocument } from '#server/spine/timeline/findTubes.ts';
import { sightOf } from '#server/spine/sight.ts';
import { readRows } from '#server/storage/readRows.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import { nameOf } from '#server/spine/names.ts';
import { isCodeInvented } from './sampleColumns.ts';

/** Without the list of receipts, who types a second entry would read here what the first one typed. */
const namesPersons = 'sampleReceipt_view';

const moment = (column: string): SQL => sql.raw(`to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`);
/** What was done to a tube (alias s), and with its requisition's pictures, which may come before it. */
const acts = sql`(select jsonb_agg(to_jsonb(a) - 'id' order by a.at, a.id) from (
    ${lineOf('s')}
    union all select p.id, ${uploadImage.name}, ${moment('p.create_time')}, null, p.upload_user_name, null, null
      from requisition_image p where p.tenant_id = s.tenant_id and p.requisition_code = s.requisition_code and p.is_deleted = 0) a)`;

export const findCodeCalls: readonly Call[] = serveCalls(findCodeContracts, {
  /**
   * Every tube that a code leads to, whichever of its codes it is: sample (also one that was replaced), requisition, tube,
   * hospital, lab, or a partner's bound to one of ours; where none has it, by a courier's, report's, order's or bill's number. Each code is asked for by its own index. No value of a detail entry;
   * whose it is, only to who sees names elsewhere, else the first letter, and nothing while a second entry is typed blind.
   */
  'GET sample/enter-info/find-code': {
    async handle({ db, query, user }) {
      const { tenantId } = user;
      const typed = neededParameter(query, 'code').normalize('NFKC').trim();
      const bound = await readRows<{ barCode: string }>(
        db,
        sql`select bar_code from thirdparty_bind_entry where tenant_id = ${tenantId} and thirdparty_bar_code = ${typed.toUpperCase()} and release_time is null`,
      );
      const codes = anyText([...new Set([typed, typed.toUpperCase(), ...bound.map(({ barCode }) => barCode)])]);
      const { tubesOfEither } = await sightOf(db, user);
      const isNamed = user.permissions.has(namesPersons) && seesPatients({ user });
      const person = isNamed
        ? sql`r.person_name, r.sex, r.age::float8 as age, r.age_unit, ${maskedNumber(sql`r.telephone`)} as telephone`
        : sql`case when r.is_double_entry = 0 or r.entry_state >= ${entryState.settled} then left(r.person_name, 1) || '*' end as person_name,
          null as sex, null as age, null as age_unit, null as telephone`;
      const tubesAmong = (ids: SQL) =>
        readRows(
          db,
          sql`select s.id as sample_id, s.requisition_code, s.sample_code, r.hospital_code, s.test_tube_number, s.lab_code, s.lab_status, ${nameOf.sampleClass('s')} as sample_class_name,
        ${nameOf.commodities('r')} as commodity_names, ${nameOf.client('s')} as send_sample_client_name, ${nameOf.laboratory('s')} as contract_laboratory_name,
        (select n.laboratory_name from laboratory n where n.tenant_id = s.tenant_id and n.id = s.execute_laboratory_id) as execute_laboratory_name,
        s.receive_time, s.entry_person_name, s.reject_reason, ${isCodeInvented} as is_code_invented, ${person},
        (select jsonb_build_object('by', h.action_user_name, 'signedBy', h.sign_user_name) from sample_item i join handover h on h.tenant_id = i.tenant_id and h.id = i.handover_id
          where i.tenant_id = s.tenant_id and i.sample_id = s.id and h.is_deleted = 0 order by h.id desc limit 1) as handover,
        coalesce((select jsonb_agg(jsonb_build_object('oldCode', c.old_code, 'newCode', c.new_code, 'reason', c.reason, 'by', c.user_name, 'at', ${moment('c.create_time')}) order by c.id)
          from sample_code_change c where c.tenant_id = s.tenant_id and c.sample_id = s.id), '[]') as replaced,
        coalesce(${acts}, '[]') as acts
      from sample s join requisition r on r.tenant_id = s.tenant_id and r.id = s.requisition_id
      where ${tubesOfEither} and s.id = any(array(${ids}))
      order by s.receive_time desc, s.id limit ${mostFound}`,
          foundTube,
        );
      const own = await tubesAmong(sql`select id from sample where tenant_id = ${tenantId} and sample_code = ${codes}
        union select sample_id from sample_code_change where tenant_id = ${tenantId} and old_code = ${codes}
        union select id from sample where tenant_id = ${tenantId} and requisition_code = ${codes}
        union select id from sample where tenant_id = ${tenantId} and lab_code = ${codes}
        union select id from sample where tenant_id = ${tenantId} and test_tube_number = ${codes}
        union select t.id from requisition q join sample t on t.tenant_id = q.tenant_id and t.requisition_id = q.id where q.tenant_id = ${tenantId} and q.hospital_code = ${codes}`);
      return own.length > 0 ? own : tubesAmong(await byDocument(db, user, codes));
    },
  },
});
