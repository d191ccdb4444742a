import { sql, type SQL } from 'drizzle-orm';
import { pushState } from '#domain/op/results/partnerResult.ts';
import { expectedState } from '#domain/op/expected.ts';
import { inputFields } from '#domain/op/partnerFields.ts';
import { mailState } from '#domain/report/mail/mailRows.ts';
import { reportState } from '#domain/report/reportState.ts';
import { reportChannel } from '#domain/report/reportStrategy.ts';
import { markStatus, smsState, unsentStates } from '#domain/report/sms/smsState.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import {
  erasePerson,
  personContracts,
  personKind,
  personRequisitions,
  type ErasedPerson,
  type ErasePersonInput,
  type ErasePersonState,
  type KeptKind,
  type KindCount,
  type PersonFileRequisition,
  type PersonKind,
} from '#domain/search/personData.ts';
import { bookYears, givenYears, medicalYears } from '#domain/system/running/retention.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { deviceIdOf } from '#server/kernel/act/onceOnly.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { patientNamed, patientNumbered, patientShown, seesPatients, takingFile } from '#server/kernel/core/patients.ts';
import { serveCommand, type Call } from '#server/kernel/http/serve.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { defineListing, type AskedListing } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { lockRequisitions } from '#server/spine/loading.ts';
import { nameOf } from '#server/spine/names.ts';
import { sightOf } from '#server/spine/sight.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';

const number = (code: number): SQL => sql.raw(String(code));
/** The day a term of so many years from a moment ends. */
const endOf = (moment: SQL, years: SQL): SQL => sql`to_char(${moment} + make_interval(years => ${years}), 'YYYY-MM-DD')`;
/** Whoever has a bed is an inpatient; alias r. */
const recordsUntil = endOf(
  sql`r.receive_time`,
  sql`case when coalesce(r.bed_no, '') = '' then ${number(medicalYears.outpatient)} else ${number(medicalYears.inpatient)} end`,
);

const numbers = ['telephone', 'credentialNo', 'patientNo'] as const;
const isAsked = ({ query }: AskedListing): boolean =>
  parameter(query, 'personName').trim() !== '' && numbers.some((key) => parameter(query, key).trim() !== '');

/** `person-data/page`: requisitions (alias r) in sight of somebody named whole and by a number. */
export const servedPersonRequisitions = defineListing(personRequisitions, {
  columns: {
    requisitionId: sql`r.id`,
    requisitionCode: sql`r.requisition_code`,
    personName: patientShown.name(sql`r.person_name`),
    telephone: patientShown.telephone(sql`r.telephone`),
    credentialNo: patientShown.credentialNo(sql`r.credential_no`),
    patientNo: patientShown.patientNo(sql`r.patient_no`),
    sendSampleClientId: sql`r.send_sample_client_id`,
    sendSampleClientName: nameOf.client('r'),
    contractLaboratoryId: sql`r.contract_laboratory_id`,
    contractLaboratoryName: nameOf.laboratory('r'),
    receiveTime: sql`r.receive_time`,
    receiveServerTime: sql`r.create_time`,
    keptUntil: recordsUntil,
    reportCount: sql`(select count(*)::int from report p where p.tenant_id = r.tenant_id and p.requisition_id = r.id and p.state in (${number(reportState.issued)}, ${number(reportState.recalling)}))`,
    eraseTime: sql`(select max(a.create_time) from audit_entry a where a.tenant_id = r.tenant_id and a.subject = r.requisition_code and a.action = ${erasePerson.name})`,
  },
  from: sql`requisition r`,
  where: async (asked) => [(await sightOf(asked.db, asked.user)).requisitions, isAsked(asked) ? undefined : sql`false`],
  searchedIn: {
    personName: (asked) => patientNamed(asked, parameter(asked.query, 'personName'), { column: sql`r.person_name`, isWhole: true }),
    telephone: ({ query }) => patientNumbered(parameter(query, 'telephone'), sql`r.telephone`),
    credentialNo: ({ query }) => patientNumbered(parameter(query, 'credentialNo'), sql`r.credential_no`),
    patientNo: ({ query }) => patientNumbered(parameter(query, 'patientNo'), sql`r.patient_no`),
  },
  order: sql`r.receive_time desc, r.id`,
  indexes: ['requisition_same_phone_ix', 'requisition_same_card_ix', 'requisition_same_person_ix', 'audit_entry_subject_ix'],
});

/** A requisition whose person is asked about, locked, with what other tables know it by. */
interface Held {
  readonly id: string;
  readonly requisitionCode: string;
  readonly receiveTime: string;
  readonly recordsUntil: string;
  /** Every tube is reported, rejected or ended: nothing is to be told of them any more. */
  readonly isFinished: boolean;
  /** Codes by which calls of interfaces name it. */
  readonly codes: readonly string[];
}
const heldColumns = sql`r.id::text as id, r.requisition_code, r.receive_time, ${recordsUntil} as records_until,
  not exists (select 1 from sample s where s.tenant_id = r.tenant_id and s.requisition_id = r.id and s.lab_status < ${number(labStatus.issued)}) as is_finished,
  array(select r.requisition_code union select s.sample_code from sample s where s.tenant_id = r.tenant_id and s.requisition_id = r.id
    union select e.thirdparty_bar_code from expected_sample e join sample s on s.tenant_id = e.tenant_id and s.id = e.sample_id
      where s.tenant_id = r.tenant_id and s.requisition_id = r.id and e.thirdparty_bar_code is not null) as codes`;
const holdAll = (tx: Tx, actor: { readonly id: string; readonly tenantId: string }, codes: readonly string[]): Promise<Held[]> =>
  lockRequisitions<Held>(tx, actor, codes, heldColumns);

const leftOf = sql`(m.state in (${number(smsState.unknown)}, ${number(smsState.submitted)}, ${number(smsState.delivered)}, ${number(smsState.withdrawn)}) or m.mark_status <> ${number(markStatus.none)})`;
const waits = sql`(m.state in (${sql.join(unsentStates.map(number), sql`, `)}) and m.mark_status = ${number(markStatus.none)})`;
const patientChannels = sql.raw(`(${reportChannel.sms}, ${reportChannel.link})`);
/** What a partner announced of a person. */
const personalKeys = [...Object.entries(inputFields).flatMap(([key, field]) => ('patient' in field ? [key] : [])), 'birthDate'];

/** Erases of a held requisition what no law asks to be kept; each kind with how much of it went. */
async function erase(tx: Tx, tenantId: string, now: string, { id, isFinished, codes }: Held): Promise<KindCount[]> {
  const ofReports = sql`(select v.id from report p join report_version v on v.tenant_id = p.tenant_id and v.report_id = p.id where p.tenant_id = ${tenantId} and p.requisition_id = ${id})`;
  const gone: readonly (readonly [PersonKind, SQL])[] = [
    // The number tells one message of a report from another: what stands in its place does so, too.
    [
      personKind.message,
      sql`update sms_message m set person_name = null, sms_content = '', telephone = '已删除#' || m.id, update_time = ${now}, version = version + 1
        where m.tenant_id = ${tenantId} and m.requisition_id = ${id} and ${leftOf} and (m.person_name is not null or m.sms_content <> '')`,
    ],
    [
      personKind.link,
      sql`update report_link k set expire_time = least(k.expire_time, ${now}::timestamptz), receiver_name = '' where k.tenant_id = ${tenantId} and k.version_id in ${ofReports}
        and k.channel in ${patientChannels} and (k.expire_time > ${now}::timestamptz or k.receiver_name <> '')`,
    ],
    ...(isFinished
      ? ([
          [
            personKind.announcement,
            sql`update expected_sample e set values = e.values - ${anyKeys}, raw = null, update_time = ${now}, version = version + 1 where e.tenant_id = ${tenantId} and e.state = ${number(expectedState.arrived)}
              and e.sample_id in (select s.id from sample s where s.tenant_id = ${tenantId} and s.requisition_id = ${id}) and (e.raw is not null or e.values ?| ${anyKeys})`,
          ],
          [
            personKind.payload,
            sql`delete from interface_payload y using interface_log l where y.tenant_id = ${tenantId} and l.tenant_id = y.tenant_id and l.id = y.log_id
              and l.codes && ${sql.param([...codes])}::text[] and l.row_count <= 1`,
          ],
        ] as const)
      : []),
  ];
  const erased: KindCount[] = [];
  for (const [kind, statement] of gone) {
    const { rowCount } = await tx.execute(statement);
    if (rowCount) erased.push({ kind, count: rowCount });
  }
  return erased;
}
const anyKeys = sql`${sql.param(personalKeys)}::text[]`;

/** What is still there of held requisitions: each kind that stays, how much, and until when. */
async function kept(reader: Reader, tenantId: string, { id, requisitionCode, receiveTime, recordsUntil: until, codes }: Held): Promise<KeptKind[]> {
  const received = sql`${receiveTime}::timestamptz`;
  const ofReports = sql`(select p.id from report p where p.tenant_id = ${tenantId} and p.requisition_id = ${id})`;
  const disclosed = sql`(select n.push_time as at from partner_result n where n.tenant_id = ${tenantId} and n.report_id in ${ofReports} and n.push_state = ${number(pushState.done)}
    union all select m.left_time from mail_message m where m.tenant_id = ${tenantId} and m.report_id in ${ofReports} and m.left_time is not null) d`;
  const rows = await readRows<KeptKind>(
    reader,
    sql`select k.kind::int as kind, k.count::int as count, k.until from (
      select ${number(personKind.requisition)} as kind, 1 + (select count(*) from requisition_image i where i.tenant_id = ${tenantId} and i.requisition_code = ${requisitionCode} and i.is_deleted = 0) as count, ${until} as until
      union all select ${number(personKind.report)}, (select count(*) from report_version v where v.tenant_id = ${tenantId} and v.report_id in ${ofReports})
        + (select count(*) from lab_task t where t.tenant_id = ${tenantId} and t.requisition_id = ${id} and t.result_version > 0), ${until}
      union all select ${number(personKind.line)}, (select count(*) from sales_line l where l.tenant_id = ${tenantId} and l.requisition_id = ${id}), ${endOf(received, number(bookYears))}
      union all select ${number(personKind.disclosure)}, count(*), ${endOf(sql`max(d.at)`, number(givenYears))} from ${disclosed}
      union all select ${number(personKind.trail)}, (select count(*) from audit_entry a where a.tenant_id = ${tenantId} and a.subject = ${requisitionCode}), null
      union all select ${number(personKind.unsent)}, (select count(*) from sms_message m where m.tenant_id = ${tenantId} and m.requisition_id = ${id} and ${waits}), null
      union all select ${number(personKind.announcement)}, (select count(*) from expected_sample e join sample s on s.tenant_id = e.tenant_id and s.id = e.sample_id
        where s.tenant_id = ${tenantId} and s.requisition_id = ${id} and (e.raw is not null or e.values ?| ${anyKeys})), null
      union all select ${number(personKind.payload)}, count(*), to_char(max(y.until_time), 'YYYY-MM-DD') from interface_log l join interface_payload y on y.tenant_id = l.tenant_id and y.log_id = l.id
        where l.tenant_id = ${tenantId} and l.codes && ${sql.param([...codes])}::text[]) k where k.count > 0 order by k.kind`,
  );
  return rows;
}

/** `person-data/erase`: a requisition within the actor's laboratories. */
export const servedErasePerson = serveCommand(erasePerson, {
  async load(tx, { requisitionCode }: ErasePersonInput, { user }): Promise<ErasePersonState> {
    const [held] = await holdAll(tx, user, [requisitionCode]);
    return { isKnown: held !== undefined, ...(held ? { held } : {}) };
  },
  async write(tx, { input: { requisitionCode }, state, acting: { user, now } }): Promise<ErasedPerson> {
    const { held } = state as ErasePersonState & { readonly held?: Held };
    if (!held) throw new Error('erased what was not loaded');
    const erased = await erase(tx, user.tenantId, now, held);
    return { requisitionCode, erased, kept: await kept(tx, user.tenantId, held) };
  },
});

const noPatients = (): UserError =>
  new UserError(403, ['没有导出受检者明文的权限', 'You may not take patients away in clear'], { refusal: 'person.noRight' });

/** All that is kept of one held requisition, in clear. */
async function fileOf(reader: Reader, tenantId: string, held: Held): Promise<PersonFileRequisition> {
  const { id, requisitionCode, receiveTime } = held;
  const [head, tubes, results, reports, given] = [
    await readRow<{ values: Record<string, unknown>; sendSampleClientName: string | null; pictures: number }>(
      reader,
      sql`select coalesce(r.detail, r.reception) as values, ${nameOf.client('r')} as send_sample_client_name,
          (select count(*)::int from requisition_image i where i.tenant_id = r.tenant_id and i.requisition_code = r.requisition_code and i.is_deleted = 0) as pictures
        from requisition r where r.tenant_id = ${tenantId} and r.id = ${id}`,
    ),
    await readRows<PersonFileRequisition['tubes'][number]>(
      reader,
      sql`select s.sample_code, s.lab_status::int as lab_status, r.sampling_time, s.lab_receive_time from sample s join requisition r on r.tenant_id = s.tenant_id and r.id = s.requisition_id
        where s.tenant_id = ${tenantId} and s.requisition_id = ${id} order by s.id`,
    ),
    // Values that a report which is out was made of: what is not audited yet is no result.
    await readRows<PersonFileRequisition['results'][number]>(
      reader,
      sql`select t.sample_code, v.item_name, v.value, v.unit, v.reference_range from lab_task t join lab_result v on v.tenant_id = t.tenant_id and v.task_id = t.id
        where t.tenant_id = ${tenantId} and t.requisition_id = ${id} and exists (select 1 from report_task x join report p on p.tenant_id = x.tenant_id and p.id = x.report_id
          where x.tenant_id = t.tenant_id and x.task_id = t.id and p.state in (${number(reportState.issued)}, ${number(reportState.recalling)})) order by t.id, v.item_id`,
    ),
    await readRows<PersonFileRequisition['reports'][number]>(
      reader,
      sql`select p.report_no, v.version_no::int as version_no, v.issue_time, v.withdraw_time from report p join report_version v on v.tenant_id = p.tenant_id and v.report_id = p.id
        where p.tenant_id = ${tenantId} and p.requisition_id = ${id} and v.issue_time is not null order by p.report_no, v.version_no`,
    ),
    await readRows<PersonFileRequisition['given'][number]>(
      reader,
      sql`select g.how, g."to", g.time from (select 'message' as how, m.telephone as "to", m.send_time as time from sms_message m where m.tenant_id = ${tenantId} and m.requisition_id = ${id} and m.send_time is not null
        union all select 'mail', concat_ws(' ', m.receiver_name, m.email), m.left_time from mail_message m join report p on p.tenant_id = m.tenant_id and p.id = m.report_id
          where m.tenant_id = ${tenantId} and p.requisition_id = ${id} and m.state in (${number(mailState.sent)}, ${number(mailState.unknown)})
        union all select 'partner', n.partner, n.push_time from partner_result n where n.tenant_id = ${tenantId} and n.requisition_id = ${id} and n.may_have_left = 1) g order by g.time, g.how`,
    ),
  ];
  return {
    requisitionCode,
    receiveTime,
    sendSampleClientName: head?.sendSampleClientName ?? null,
    values: head?.values ?? {},
    tubes,
    results,
    reports,
    given,
    pictures: head?.pictures ?? 0,
    kept: await kept(reader, tenantId, held),
  };
}

export const personCalls: readonly Call[] = serveCalls(personContracts, {
  'POST search/person-data/take': {
    cost: 'reveal',
    async handle({ database, user, body: { requisitionCodes, reason }, request, now }) {
      if (!seesPatients({ user: takingFile(user) })) throw noPatients();
      return database.transaction(async (tx) => {
        const codes = [...new Set(requisitionCodes)];
        const all = await holdAll(tx, user, codes);
        const unknown = codes.filter((code) => !all.some((held) => held.requisitionCode === code));
        if (unknown.length > 0)
          throw new UserError(404, ['没有此申请单: {codes}', 'No such requisition: {codes}'], {
            refusal: 'person.unknown',
            params: { codes: unknown.join('、') },
          });
        const requisitions: PersonFileRequisition[] = [];
        for (const held of all) {
          requisitions.push(await fileOf(tx, user.tenantId, held));
          // Each requisition's own trail says who was given what of it, and why.
          await writeAudit(tx, {
            user,
            deviceId: deviceIdOf(request),
            opId: null,
            action: 'person.take',
            subject: held.requisitionCode,
            before: null,
            after: null,
            reason,
            now,
          });
        }
        return { takenAt: now, requisitions };
      });
    },
  },
});
