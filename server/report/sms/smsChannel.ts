import { sql } from 'drizzle-orm';
import { leftStates, markStatus } from '#domain/report/sms/smsState.ts';
import { reportChannel } from '#domain/report/reportStrategy.ts';
import type { Channel } from '#server/report/reports/channel.ts';
import { withdrawSms, writeSms } from '#server/spine/sms/writeSms.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';

/** A message (alias m) that has left, or of which somebody said that its reader knows. */
export const isTold = sql`(m.state = any(${sql.param([...leftStates])}::int[]) or m.mark_status = ${markStatus.sent})`;

interface Issued {
  readonly requisitionId: string;
  readonly sampleCode: string;
  readonly laboratoryId: string;
  readonly sendSampleClientId: string | null;
  readonly reportTitleId: string | null;
  readonly commodityIds: string[];
  readonly qualitativeResult: number | null;
  readonly reportKind: number;
  readonly issueTime: string;
  readonly holdMinutes: number;
  readonly isTold: boolean;
  readonly formerIds: string[];
}

/** Text messages to patients, where the strategy of a report says so. */
export const smsChannel: Channel = {
  async plan(tx, tenantId, { reportId, versionId }, now) {
    const row = await readRow<Issued>(
      tx,
      sql`select r.requisition_id::text as requisition_id, r.laboratory_id::text as laboratory_id, r.send_sample_client_id::text as send_sample_client_id,
          r.report_title_id::text as report_title_id, r.commodity_ids::text[] as commodity_ids, r.qualitative_result::int as qualitative_result, r.report_kind::int as report_kind,
          v.issue_time, s.hold_minutes::int as hold_minutes,
          coalesce((select min(x.sample_code) from report_task x where x.tenant_id = r.tenant_id and x.report_id = r.id),
            (select min(u.sample_code) from report_upload u where u.tenant_id = r.tenant_id and u.report_id = r.id), '') as sample_code,
          array(select f.id::text from report_version f where f.tenant_id = r.tenant_id and f.report_id = r.id and f.id <> v.id) as former_ids,
          exists (select 1 from report_version f join sms_message m on m.tenant_id = f.tenant_id and m.owner_id = f.id
            where f.tenant_id = r.tenant_id and f.report_id = r.id and f.id <> v.id and ${isTold}) as is_told
        from report_version v join report r on r.tenant_id = v.tenant_id and r.id = v.report_id join report_config c on c.tenant_id = v.tenant_id and c.id = v.config_id
        join report_strategy s on s.tenant_id = c.tenant_id and s.id = c.strategy_id and ${reportChannel.sms} = any(s.channels)
        where v.tenant_id = ${tenantId} and v.id = ${versionId} and v.report_id = ${reportId}`,
    );
    if (!row) return;
    // What nobody was told of the version before is told of this one.
    await withdrawSms(tx, tenantId, row.formerIds, now);
    const { requisitionId, sampleCode, commodityIds, issueTime, holdMinutes } = row;
    const { laboratoryId: contractLaboratoryId, sendSampleClientId, reportTitleId, qualitativeResult } = row;
    const question = { contractLaboratoryId, sendSampleClientId, commodityIds, reportTitleId, qualitativeResult, isResampling: false };
    await writeSms(
      tx,
      tenantId,
      {
        ownerId: versionId,
        requisitionId,
        sampleCode,
        commodityIds,
        question,
        reportTime: issueTime,
        reportType: row.reportKind,
        isAmendment: row.isTold,
        holdMinutes,
      },
      issueTime,
    );
  },
  async hold(tx, tenantId, { versionId }, now) {
    await tx.execute(sql`update sms_message set is_held = 1, update_time = ${now} where tenant_id = ${tenantId} and owner_id = ${versionId}`);
  },
  async resume(tx, tenantId, { versionId }, now) {
    await tx.execute(sql`update sms_message set is_held = 0, update_time = ${now} where tenant_id = ${tenantId} and owner_id = ${versionId}`);
  },
  withdraw: (tx, tenantId, { versionId }, now) => withdrawSms(tx, tenantId, [versionId], now),
  async recipients(tx, tenantId, { versionId }) {
    const told = await readRows<{ receiver: string }>(
      tx,
      sql`select concat_ws(' ', m.person_name, m.telephone) as receiver from sms_message m where m.tenant_id = ${tenantId} and m.owner_id = ${versionId} and ${isTold} order by m.id`,
    );
    return told.map(({ receiver }) => ({ channel: reportChannel.sms, receiver }));
  },
  hasLeft: sql`exists (select 1 from sms_message m where m.tenant_id = v.tenant_id and m.owner_id = v.id and ${isTold})`,
};
