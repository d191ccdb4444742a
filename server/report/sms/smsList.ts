import { sql, type SQL } from 'drizzle-orm';
import { smsConfig } from '#domain/base/smsConfig.ts';
import { maskedPhone } from '#domain/base/smsContent.ts';
import { timeType } from '#domain/lab/labRows.ts';
import { markStatus, smsState } from '#domain/report/sms/smsState.ts';
import { manualSms, smsContracts, smsRecords, smsStatistics, usualSmsDays, type ExplainedSms, type SmsRow } from '#domain/report/sms/smsRows.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { deviceIdOf } from '#server/kernel/act/onceOnly.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { maskedToAll, patientNamed, patientShown } from '#server/kernel/core/patients.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { resourceReader } from '#server/kernel/resource/resourceRead.ts';
import { defineListing, type AskedListing, type PlainColumns } from '#server/kernel/verbs/listing.ts';
import { periodColumns } from '#server/kernel/verbs/periods.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { nameOf } from '#server/spine/names.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';

const isTaken = sql`m.state in (${smsState.submitted}, ${smsState.delivered})`;
/** Alias m. */
const columns: PlainColumns<SmsRow> = {
  smsMessageId: sql`m.id`,
  version: sql`m.version`,
  sampleCode: sql`m.sample_code`,
  requisitionCode: sql`m.requisition_code`,
  personName: patientShown.name(sql`m.person_name`),
  telephone: maskedToAll(patientShown.telephone(sql`m.telephone`)),
  commodityId: sql`m.commodity_id`,
  commodityName: sql`(select c.commodity_name from commodity c where c.tenant_id = m.tenant_id and c.id = m.commodity_id)`,
  contractLaboratoryId: sql`m.contract_laboratory_id`,
  contractLaboratoryName: nameOf.laboratory('m'),
  sendSampleClientId: sql`m.send_sample_client_id`,
  sendSampleClientName: nameOf.client('m'),
  smsConfigId: sql`nullif(m.sms_config_id, 0)`,
  smsConfigName: sql`(select c.sms_config_name from sms_config c where c.tenant_id = m.tenant_id and c.id = m.sms_config_id)`,
  smsPlatformId: sql`m.sms_platform_id`,
  smsPlatformName: sql`(select p.platform_name from sms_platform p where p.tenant_id = m.tenant_id and p.id = m.sms_platform_id)`,
  state: sql`m.state`,
  why: sql`m.why`,
  executionStatus: sql`(case when ${isTaken} then 1 else 0 end)`,
  sendStatus: sql`(case when ${isTaken} then 1 when m.state = ${smsState.failed} then 0 when m.state = ${smsState.noRule} then 2 end)`,
  markStatus: sql`m.mark_status`,
  qualitativeResult: sql`m.qualitative_result`,
  reportType: sql`m.report_type`,
  isSign: sql`m.is_sign`,
  isResampling: sql`m.is_resampling`,
  smsContent: sql`m.sms_content`,
  notBefore: sql`m.not_before`,
  sendTime: sql`m.send_time`,
  claimTime: sql`m.claim_time`,
  reportTime: sql`m.report_time`,
  tries: sql`m.tries`,
  isHeld: sql`m.is_held`,
  answer: sql`m.answer`,
  receiptCode: sql`m.receipt_code`,
  markUserName: sql`m.mark_user_name`,
  markReason: sql`m.mark_reason`,
  createTime: sql`m.create_time`,
};

/** Messages (alias m) of a person's laboratories. */
async function smsInSight(reader: Reader, user: AskedListing['user']): Promise<SQL> {
  return allOf([sql`m.tenant_id = ${user.tenantId}`, inLaboratories(sql`m.contract_laboratory_id`, await laboratoriesOf(reader, user))]);
}
const byName = (asked: AskedListing): SQL | undefined => patientNamed(asked, parameter(asked.query, 'personName'), { column: sql`m.person_name` });
/** A number is searched for as a whole: it is shown in part alone. */
const byPhone = ({ query }: AskedListing): SQL | undefined => {
  const telephone = parameter(query, 'telephone').replace(/[\s-]/g, '');
  return telephone === '' ? undefined : sql`m.telephone = ${telephone}`;
};

/** `search-manual-sms/list`. */
const servedManual = defineListing(manualSms, {
  columns,
  from: sql`sms_message m`,
  where: async ({ db, user }) => [
    await smsInSight(db, user),
    sql`(m.state in (${smsState.toSend}, ${smsState.unknown}, ${smsState.failed}, ${smsState.noRule}) or m.mark_status <> ${markStatus.none})`,
  ],
  searchedIn: { personName: byName, telephone: byPhone },
  order: sql`m.create_time desc, m.id`,
  indexes: ['sms_message_manual_ix', 'sms_message_open_ix', 'sms_message_marked_ix'],
});
/** `smsSendRecord/page`. */
const servedRecords = defineListing(smsRecords, {
  columns,
  from: sql`sms_message m`,
  where: async ({ db, user }) => [await smsInSight(db, user)],
  searchedIn: { personName: byName, telephone: byPhone, smsConfigId: sql`m.sms_config_id` },
  order: sql`m.create_time desc, m.id`,
  indexes: ['sms_message_time_ix', 'sms_message_laboratory_ix', 'sms_message_phone_ix', 'sms_message_sample_ix'],
});
const day = periodColumns(sql`m.send_time`, 'sendTime', timeType.day);
/** `smsSendRecord/statistics`: of the last month unless other days are asked for. */
const servedStatistics = defineListing(smsStatistics, {
  columns: {
    sendDate: day('countTime'),
    fromTime: day('fromTime'),
    toTime: day('toTime'),
    smsPlatformId: sql`m.sms_platform_id`,
    smsPlatformName: sql`coalesce(p.platform_name, '')`,
    sentCount: sql`(count(*) filter (where ${isTaken}))::int`,
    deliveredCount: sql`(count(*) filter (where m.state = ${smsState.delivered}))::int`,
    unknownCount: sql`(count(*) filter (where m.state = ${smsState.unknown}))::int`,
    failedCount: sql`(count(*) filter (where m.state = ${smsState.failed}))::int`,
  },
  from: sql`sms_message m`,
  joins: sql`left join sms_platform p on p.tenant_id = m.tenant_id and p.id = m.sms_platform_id`,
  where: async ({ db, user }) => [await smsInSight(db, user), sql`m.send_time is not null`],
  usual: usualSmsDays.applied,
  searchedIn: { sendTime: sql`m.send_time`, smsPlatformId: sql`m.sms_platform_id`, contractLaboratoryId: sql`m.contract_laboratory_id` },
  groupBy: ['sendDate', 'fromTime', 'toTime', 'smsPlatformId', 'smsPlatformName'],
  order: sql`send_date desc, sms_platform_name, sms_platform_id`,
  isIdText: true,
  indexes: ['sms_message_send_ix'],
});
export const smsListings = [servedManual, servedRecords, servedStatistics] as const;

interface Traced extends Omit<ExplainedSms, 'rules' | 'why'> {
  readonly trace: { readonly why: ExplainedSms['why']; readonly rules: ExplainedSms['rules'] };
}
const unknownSms = (): UserError => new UserError(404, ['没有此短信', 'No such message'], { refusal: 'sms.unknown' });

export const smsCalls: readonly Call[] = serveCalls(smsContracts, {
  'GET op/search-manual-sms/explain': {
    async handle({ db, user, query: { versionId, sampleCode, id } }) {
      const asked = [
        versionId && sql`m.owner_id = ${versionId}`,
        sampleCode && sql`m.sample_code = ${sampleCode.toUpperCase()}`,
        id && sql`m.id = ${id}`,
      ];
      if (!asked.some(Boolean)) throw new UserError(400, ['请输入样本条码', 'Say which sample'], { refusal: 'sms.which' });
      const rows = await readRows<Traced>(
        db,
        sql`select m.id::text as sms_message_id, m.sample_code, m.is_resampling::int as is_resampling, m.state::int as state, nullif(m.sms_config_id, 0)::text as sms_config_id,
            m.create_time, m.trace from sms_message m where ${await smsInSight(db, user)} and ${allOf(asked.map((one) => one || undefined))} order by m.create_time desc, m.id limit 50`,
      );
      return rows.map(({ trace: { why, rules }, ...row }) => ({ ...row, why, rules }));
    },
  },
  'GET op/search-manual-sms/rules': {
    async handle({ db, query, user }) {
      const { records } = await resourceReader(db, smsConfig, user, new Map()).page(query);
      return records.map((rule) => ({
        smsConfigId: String(rule['smsConfigId']),
        smsConfigCode: String(rule['smsConfigCode']),
        smsConfigName: String(rule['smsConfigName']),
        isDisable: Number(rule['isDisable'] ?? 0) === 1 ? 1 : 0,
      }));
    },
  },
  'POST op/search-manual-sms/reveal': {
    async handle({ db, database, user, body: { id }, request, now }) {
      const row = await readRow<{ telephone: string }>(
        db,
        sql`select m.telephone from sms_message m where ${await smsInSight(db, user)} and m.id = ${id} and m.telephone <> ''`,
      );
      if (!row) throw unknownSms();
      await database.transaction((tx) =>
        writeAudit(tx, {
          user,
          deviceId: deviceIdOf(request),
          opId: null,
          action: 'smsMessage.reveal',
          subject: id,
          before: null,
          after: { telephone: maskedPhone(row.telephone) },
          now,
        }),
      );
      return row;
    },
  },
});
