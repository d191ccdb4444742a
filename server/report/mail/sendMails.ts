import { sql } from 'drizzle-orm';
import { formatDateTime, toMs } from '#domain/kernel/dates.ts';
import { mailPauses, mailState } from '#domain/report/mail/mailRows.ts';
import { reportReceiver } from '#domain/report/reportReceiver.ts';
import { reportState, reportVersionState } from '#domain/report/reportState.ts';
import { mailMode, reportChannel } from '#domain/report/reportStrategy.ts';
import type { BlobStore } from '#server/kernel/core/blobStore.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { openSecrets } from '#server/kernel/resource/secretText.ts';
import { mailboxFor } from '#server/kernel/resource/storedMailbox.ts';
import type { Attachment, Mail, Mailbox, MailAnswer, MailPort } from '#server/ports/mail.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { linkOf, publicAddress, type ReportLink } from '../links/linkOf.ts';
import { tellOfNoAddress } from '../links/tellOfNoAddress.ts';
import { proofOf, type Proven } from '../links/linkProof.ts';
import { chainedSha256, DamagedReport, readReport } from '../reports/reportBytes.ts';
import { encryptPdf } from './encryptPdf.ts';
import { attachmentText, linkText } from './mailText.ts';

/** Mails one run sends at most: the next minute goes on. */
const perRun = 200;
const minuteMs = 60_000;

interface Due extends Proven {
  readonly mailId: string;
  readonly reportId: string;
  readonly versionId: string;
  readonly reportNo: string;
  readonly versionNo: number;
  readonly receiverName: string;
  readonly email: string;
  readonly mailMode: number;
  readonly messageId: string;
  readonly pdfSha256: string | null;
  readonly laboratoryId: string;
}

/** What of a mail is made before it is claimed: nothing of it has left the house yet. */
interface Ready {
  readonly mailbox: Mailbox;
  readonly attachments: readonly Attachment[];
  readonly textWith: (link: ReportLink | null) => string;
}
/** It cannot be sent as things are: a person has to mend that. */
class NotReady extends Error {}

/** Sends the mails that are due, one by one. */
export function mailJob(database: Database, blobs: BlobStore, port: MailPort): JobKind<object> {
  return {
    name: 'report.mail',
    cron: '* * * * *',
    expireSeconds: 3_600,
    async run(_none, signal) {
      await tellOfNoAddress(database);
      const due = await readRows<{ tenantId: string; id: string }>(
        database.orm,
        sql`select tenant_id, id::text as id from mail_message where state = ${mailState.waiting} and is_held = 0 and not_before <= ${nowText()} order by not_before, tenant_id, id limit ${perRun}`,
      );
      for (const { tenantId, id } of due) {
        if (signal.aborted) return;
        // One that goes wrong keeps nobody up.
        await sendMail(database, blobs, port, tenantId, id).catch((error: unknown) => console.error(error));
      }
    },
  };
}

/**
 * Sends one mail at most once: it is claimed as of unknown outcome before a word is said to the mail server, and what was heard is written down
 * after. Whatever dies between leaves it so, and a person decides (docs/report.md#mail).
 */
async function sendMail(database: Database, blobs: BlobStore, port: MailPort, tenantId: string, mailId: string): Promise<void> {
  const { orm } = database;
  const due = await readRow<Due>(
    orm,
    sql`select m.id::text as mail_id, m.tenant_id, m.report_id::text as report_id, m.version_id::text as version_id, m.report_no, v.version_no, m.receiver_id::text as receiver_id,
        m.receiver_name, m.email, m.mail_mode::int as mail_mode, m.message_id, ${chainedSha256} as pdf_sha256, r.laboratory_id::text as laboratory_id, q.credential_no, q.telephone
      from mail_message m join report_version v on v.tenant_id = m.tenant_id and v.id = m.version_id join report r on r.tenant_id = m.tenant_id and r.id = m.report_id
      join requisition q on q.tenant_id = r.tenant_id and q.id = r.requisition_id where m.tenant_id = ${tenantId} and m.id = ${mailId} and m.state = ${mailState.waiting}`,
  );
  if (!due) return;
  const ready = await prepare(database, blobs, due).catch(async (error: unknown) => {
    if (!(error instanceof NotReady)) throw error;
    await orm.execute(sql`update mail_message set state = ${mailState.failed}, answer = ${error.message}, update_time = ${nowText()}, version = version + 1
      where tenant_id = ${tenantId} and id = ${mailId} and state = ${mailState.waiting}`);
    return null;
  });
  if (!ready) return;
  const claimed = await claim(database, due);
  if (!claimed) return;
  const { link } = claimed;
  const mail: Mail = {
    to: [due.email],
    subject: due.reportNo,
    text: ready.textWith(link),
    messageId: due.messageId,
    attachments: ready.attachments,
  };
  await settle(database, due, claimed, await port.send(ready.mailbox, mail));
}

async function prepare(database: Database, blobs: BlobStore, due: Due): Promise<Ready> {
  const { tenantId, reportNo, versionNo } = due;
  const mailbox = await mailboxFor(database.orm, due);
  if (!mailbox) throw new NotReady('未配置可用的邮箱 / No mailbox is set up');
  // What is promised lies there, byte for byte.
  const bytes = await readReport(blobs, tenantId, due.pdfSha256).catch((error: unknown) => {
    if (error instanceof DamagedReport) throw new NotReady('报告文件异常 / The report’s file is damaged');
    throw error;
  });
  if (due.mailMode === mailMode.link) {
    if ((await publicAddress(database.orm)) === null) throw new NotReady('未设置报告公开地址 / No public address of reports is set');
    const proof = await proofOf(database, due);
    if (!proof)
      throw new NotReady('无法核对身份: 接收人无附件密码, 受检者无证件号和手机 / Nothing is known that the reader could prove themselves by');
    return { mailbox, attachments: [], textWith: (link) => linkText(reportNo, link?.address ?? '', link?.expireTime ?? '', proof.kind) };
  }
  const password = due.receiverId && (await openSecrets(database.orm, reportReceiver, tenantId, due.receiverId))['password'];
  if (!password) throw new NotReady('接收人没有附件密码 / The receiver has no attachment password');
  const content = await encryptPdf(bytes, password).catch((error: unknown) => {
    console.error(error);
    throw new NotReady('报告无法加密 / The report could not be encrypted');
  });
  const attachment = { filename: `${reportNo}-v${versionNo}.pdf`, content, contentType: 'application/pdf' };
  return { mailbox, attachments: [attachment], textWith: () => attachmentText(reportNo) };
}

interface Claimed {
  readonly tries: number;
  readonly link: ReportLink | null;
}
/** Takes the mail for this try, unless it was held, withdrawn or taken meanwhile; makes the address it tells. */
const claim = (database: Database, due: Due): Promise<Claimed | null> =>
  database.transaction(async (tx) => {
    const { tenantId, mailId, reportId, versionId, receiverName, receiverId } = due;
    const now = nowText();
    // Whoever takes the report back waits for this, and then knows that it has left.
    await tx.execute(sql`select 1 from report where tenant_id = ${tenantId} and id = ${reportId} for update`);
    const row = await readRow<{ tries: number }>(
      tx,
      sql`update mail_message m set state = ${mailState.unknown}, tries = m.tries + 1, send_time = ${now}, left_time = coalesce(m.left_time, ${now}), answer = null, update_time = ${now},
          version = m.version + 1 from report r, report_version v
        where m.tenant_id = ${tenantId} and m.id = ${mailId} and m.state = ${mailState.waiting} and m.is_held = 0 and m.not_before <= ${now}
          and r.tenant_id = m.tenant_id and r.id = m.report_id and r.state = ${reportState.issued}
          and v.tenant_id = m.tenant_id and v.id = m.version_id and v.state = ${reportVersionState.issued} returning m.tries`,
    );
    if (!row) return null;
    const isLink = due.mailMode === mailMode.link;
    const link = isLink ? await linkOf(tx, tenantId, versionId, { channel: reportChannel.mail, receiverName, receiverId, mailId }, now) : null;
    if (isLink && !link) throw new Error('a public address that was there is gone');
    return { tries: row.tries, link };
  });

/** Writes down what became of it: taken, refused for good, to be tried again, or unknown. */
async function settle(database: Database, { tenantId, mailId }: Due, { tries, link }: Claimed, answer: MailAnswer): Promise<void> {
  const now = nowText();
  const pause = mailPauses[tries - 1];
  const isPassing = answer.status === null || (answer.status >= 400 && answer.status < 500);
  const state = answer.isAccepted
    ? mailState.sent
    : answer.mayHaveLeft
      ? mailState.unknown
      : isPassing && pause !== undefined
        ? mailState.waiting
        : mailState.failed;
  const isIn = state === mailState.waiting || state === mailState.failed;
  await database.transaction(async (tx) => {
    await tx.execute(sql`update mail_message m set state = ${state}, answer = ${answer.text}, update_time = ${now}, version = version + 1
        ${isIn ? sql`, left_time = case when m.left_time = m.send_time then null else m.left_time end` : sql``}
        ${state === mailState.waiting ? sql`, not_before = ${formatDateTime(toMs(now) + (pause ?? 0) * minuteMs)}` : sql``}
      where tenant_id = ${tenantId} and id = ${mailId} and state = ${mailState.unknown} and tries = ${tries}`);
    // An address that nobody was told.
    if (isIn && link) await tx.execute(sql`delete from report_link where tenant_id = ${tenantId} and id = ${link.linkId}`);
  });
}
