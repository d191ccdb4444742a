import { sql } from 'drizzle-orm';
import { mailState } from '#domain/report/mail/mailRows.ts';
import { resendMail, type MailAgain } from '#domain/report/mail/resendMail.ts';
import { serveCommand } from '#server/kernel/http/serve.ts';
import { readRow } from '#server/storage/readRows.ts';
import { reportsInSight } from '#server/spine/reports/reportSight.ts';
import { isOut } from './mailList.ts';
import { mailReceivers, planMails } from './mailChannel.ts';

interface Loaded extends MailAgain {
  readonly versionId: string;
  readonly receiverId: string | null;
}

/** `reportMail.send`: due at once, to the address its receiver has now; of one to nobody, a mail to each who gets it now. */
export const servedResend = serveCommand(resendMail, {
  async load(tx, { mailId }, { user }) {
    const { tenantId } = user;
    const named = await readRow<{ reportId: string }>(
      tx,
      sql`select r.id::text as report_id from mail_message m join report r on r.tenant_id = m.tenant_id and r.id = m.report_id where ${await reportsInSight(tx, user)} and m.id = ${mailId}`,
    );
    if (!named) return { mail: null, receivers: 0 };
    // The order everybody locks in: the report, then what goes out of it.
    await tx.execute(sql`select 1 from report where tenant_id = ${tenantId} and id = ${named.reportId} for update`);
    await tx.execute(sql`select 1 from mail_message where tenant_id = ${tenantId} and id = ${mailId} for update`);
    const mail = await readRow<Loaded>(
      tx,
      sql`select m.id::text as mail_id, m.report_no, m.state::int as state, m.is_held::int as is_held, m.send_time, m.version_id::text as version_id, m.receiver_id::text as receiver_id, ${isOut} as is_out
        from mail_message m join report r on r.tenant_id = m.tenant_id and r.id = m.report_id join report_version v on v.tenant_id = m.tenant_id and v.id = m.version_id
        where m.tenant_id = ${tenantId} and m.id = ${mailId}`,
    );
    if (!mail) return { mail: null, receivers: 0 };
    const receivers = await mailReceivers(tx, tenantId, mail.versionId);
    return { mail, receivers: receivers.filter(({ receiverId }) => mail.receiverId === null || receiverId === mail.receiverId).length };
  },
  async write(tx, { change: { mailId, isToNobody }, acting, input: { reason }, state: { mail } }) {
    const { user, now } = acting;
    const { tenantId } = user;
    const { versionId, receiverId } = mail as Loaded;
    const whose = sql`reason = ${reason}, user_id = ${user.id}, user_name = ${user.name}, update_time = ${now}, version = m.version + 1`;
    const [address] = (await mailReceivers(tx, tenantId, versionId)).filter((one) => one.receiverId === receiverId);
    if (isToNobody || !address) {
      await planMails(tx, tenantId, versionId, now);
      await tx.execute(sql`update mail_message m set state = ${mailState.withdrawn}, ${whose} where m.tenant_id = ${tenantId} and m.id = ${mailId}`);
      return { mailId, state: mailState.withdrawn };
    }
    await tx.execute(sql`update mail_message m set state = ${mailState.waiting}, receiver_name = ${address.receiverName}, email = ${address.email}, not_before = ${now}, tries = 0, answer = null,
      ${whose} where m.tenant_id = ${tenantId} and m.id = ${mailId}`);
    return { mailId, state: mailState.waiting };
  },
});
