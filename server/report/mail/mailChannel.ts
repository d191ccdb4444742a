import { sql, type SQL } from 'drizzle-orm';
import { mailState } from '#domain/report/mail/mailRows.ts';
import { mailMode, reportChannel } from '#domain/report/reportStrategy.ts';
import { mailMessageTable } from '#server/storage/deliveryTables.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import type { Tx } from '#server/storage/tx.ts';
import type { Channel } from '../reports/channel.ts';

interface Receiver {
  readonly receiverId: string;
  readonly receiverName: string;
  readonly email: string;
}
/** Who at the client gets a version by mail now: of its laboratory, and of all that it reports, for a part of it is not theirs to read. */
export const mailReceivers = (reader: Reader, tenantId: string, versionId: string): Promise<Receiver[]> =>
  readRows<Receiver>(
    reader,
    sql`select x.id::text as receiver_id, x.receiver_name, x.email from report_version v join report r on r.tenant_id = v.tenant_id and r.id = v.report_id
      join report_receiver x on x.tenant_id = r.tenant_id and x.send_sample_client_id = r.send_sample_client_id and x.laboratory_id = r.laboratory_id
      where v.tenant_id = ${tenantId} and v.id = ${versionId} and x.channel = ${reportChannel.mail} and x.is_deleted = 0 and x.is_disable = 0 and coalesce(x.email, '') <> ''
        and (cardinality(coalesce(x.commodity_ids, '{}')) = 0 or x.commodity_ids @> r.commodity_ids) order by x.id`,
  );

/** Writes down a mail to each receiver of a version whose strategy mails, due when it may leave the house; to nobody, where there is none: a person sees that. */
export async function planMails(tx: Tx, tenantId: string, versionId: string, now: string): Promise<void> {
  const version = await readRow<{ reportId: string; reportNo: string; heldUntil: string | null; mailMode: number | null }>(
    tx,
    sql`select r.id::text as report_id, r.report_no, v.held_until, s.mail_mode::int as mail_mode from report_version v join report r on r.tenant_id = v.tenant_id and r.id = v.report_id
      join report_config c on c.tenant_id = v.tenant_id and c.id = v.config_id join report_strategy s on s.tenant_id = c.tenant_id and s.id = c.strategy_id
      where v.tenant_id = ${tenantId} and v.id = ${versionId} and ${reportChannel.mail} = any(s.channels)`,
  );
  if (!version) return;
  const receivers = await mailReceivers(tx, tenantId, versionId);
  const common = {
    tenantId,
    versionId,
    reportId: version.reportId,
    reportNo: version.reportNo,
    mailMode: version.mailMode ?? mailMode.link,
    notBefore: version.heldUntil ?? now,
    createTime: now,
    updateTime: now,
  };
  const of = (id: string) => ({ ...common, id, messageId: `report.${versionId}.${id}` });
  const rows =
    receivers.length === 0
      ? [{ ...of(newId()), state: mailState.nobody }]
      : receivers.map((receiver) => ({ ...of(newId()), ...receiver, state: mailState.waiting }));
  await tx.execute(insertMany(mailMessageTable, rows));
}

/** What has not been handed over is withdrawn. */
const withdrawMails = (tx: Tx, tenantId: string, which: SQL, now: string): Promise<unknown> =>
  tx.execute(sql`update mail_message set state = ${mailState.withdrawn}, is_held = 0, update_time = ${now}, version = version + 1
    where tenant_id = ${tenantId} and ${which} and state in (${mailState.waiting}, ${mailState.failed}, ${mailState.nobody})`);
const holdMails = (isHeld: 0 | 1): Channel['hold'] =>
  async function hold(tx, tenantId, { versionId }, now) {
    await tx.execute(sql`update mail_message set is_held = ${isHeld}, update_time = ${now}, version = version + 1
      where tenant_id = ${tenantId} and version_id = ${versionId} and state = ${mailState.waiting}`);
  };

/** Mails to a client's people (docs/report.md#mail). */
export const mailChannel: Channel = {
  async plan(tx, tenantId, { reportId, versionId }, now) {
    // What an earlier version still wanted to say, this one says.
    await withdrawMails(tx, tenantId, sql`report_id = ${reportId} and version_id <> ${versionId}`, now);
    await planMails(tx, tenantId, versionId, now);
  },
  hold: holdMails(1),
  resume: holdMails(0),
  withdraw: async (tx, tenantId, { versionId }, now) => void (await withdrawMails(tx, tenantId, sql`version_id = ${versionId}`, now)),
  hasLeft: sql`exists (select 1 from mail_message e where e.tenant_id = v.tenant_id and e.version_id = v.id and e.left_time is not null)`,
};
