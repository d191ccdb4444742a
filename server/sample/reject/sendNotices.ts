import { sql } from 'drizzle-orm';
import { formatDateTime, toMs } from '#domain/kernel/dates.ts';
import { retryMinutes } from '#domain/report/rules/smsTiming.ts';
import { deskOwner, noticeChannel, noticeKind, noticeState, sendSms, type NoticeState } from '#domain/sample/reject/rejectChoices.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { mailboxFor } from '#server/kernel/resource/storedMailbox.ts';
import { usualSmsAccount } from '#server/kernel/resource/storedSmsAccount.ts';
import type { Ports } from '#server/ports/ports.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';

/** Notices one run sends at most: the next minute goes on. */
const perRun = 200;

type Sender = Pick<Ports, 'sms' | 'mail'>;
interface Claimed {
  readonly id: string;
  readonly tenantId: string;
  readonly ownerType: number;
  readonly ownerId: string;
  readonly kind: number;
  readonly laboratoryId: string | null;
  readonly channel: number;
  readonly address: string;
  readonly subject: string;
  readonly content: string;
  readonly tries: number;
  readonly claimNo: number;
}
interface Answered {
  readonly isAccepted: boolean;
  /** It had left, and nobody said what became of it. */
  readonly mayHaveLeft: boolean;
  readonly text: string;
}

/** Sends what clients and salespeople are told of rejections, recoveries and cases (docs/desk.md#notices). */
export const noticeJob = (database: Database, ports: Sender): JobKind<object> => ({
  name: 'sample.notices',
  cron: '* * * * *',
  expireSeconds: 600,
  run: (_none, signal) => sendNotices(database, ports, signal),
});

/** Sends the notices that are due, one by one; `clock`: the clock unless a test says otherwise. */
export async function sendNotices(database: Database, ports: Sender, signal: AbortSignal, clock: () => string = nowText): Promise<void> {
  const due = await readRows<{ tenantId: string; id: string }>(
    database.orm,
    sql`select tenant_id, id::text as id from desk_notice where state = ${noticeState.waiting} and send_after <= ${clock()} order by send_after, tenant_id, id limit ${perRun}`,
  );
  for (const { tenantId, id } of due) {
    if (signal.aborted) return;
    // One that goes wrong keeps nobody up.
    await sendNotice(database, ports, tenantId, id, clock).catch((error: unknown) => console.error(error));
  }
}

/** At most once: claimed as of unknown outcome before a word is said outside; whatever dies between leaves it so, and a person sees it. */
async function sendNotice(database: Database, ports: Sender, tenantId: string, id: string, clock: () => string): Promise<void> {
  const now = clock();
  const claimed = await readRow<Claimed>(
    database.orm,
    sql`update desk_notice set state = ${noticeState.unknown}, tries = tries + 1, claim_no = claim_no + 1, send_time = ${now}, update_time = ${now}, version = version + 1
      where tenant_id = ${tenantId} and id = ${id} and state = ${noticeState.waiting} and send_after <= ${now}
      returning id::text as id, tenant_id, owner_type::int as owner_type, owner_id::text as owner_id, kind::int as kind, laboratory_id::text as laboratory_id, channel::int as channel, address,
        subject, content, tries::int as tries, claim_no`,
  );
  if (!claimed) return;
  const answer = claimed.channel === noticeChannel.message ? await bySms(database, ports, claimed) : await byMail(database, ports, claimed);
  await settle(database, claimed, answer, clock());
}

const nothing = (text: string): Answered => ({ isAccepted: false, mayHaveLeft: false, text });

async function bySms(database: Database, { sms }: Sender, { id, tenantId, address, content }: Claimed): Promise<Answered> {
  const account = await usualSmsAccount(database, tenantId);
  if (!account) return nothing('没有启用的短信平台 / No platform of text messages is in use');
  const { isAccepted, isUnknown, status, text } = await sms.send(account, { id, telephone: address, content });
  return { isAccepted, mayHaveLeft: isUnknown, text: [status, text].filter(Boolean).join(' ') };
}
async function byMail(database: Database, { mail }: Sender, { id, tenantId, laboratoryId, address, subject, content }: Claimed): Promise<Answered> {
  const mailbox = await mailboxFor(database.orm, { tenantId, laboratoryId: laboratoryId ?? '0' });
  if (!mailbox) return nothing('未配置可用的邮箱 / No mailbox is set up');
  const { isAccepted, mayHaveLeft, status, text } = await mail.send(mailbox, { to: [address], subject, text: content, messageId: `notice-${id}` });
  return { isAccepted, mayHaveLeft, text: [status, text].filter(Boolean).join(' ') };
}

async function settle({ orm }: Database, notice: Claimed, { isAccepted, mayHaveLeft, text }: Answered, now: string): Promise<void> {
  const minutes = isAccepted || mayHaveLeft ? null : retryMinutes(notice.tries);
  const state: NoticeState = isAccepted
    ? noticeState.sent
    : mayHaveLeft
      ? noticeState.unknown
      : minutes === null
        ? noticeState.failed
        : noticeState.waiting;
  const again = minutes === null ? null : formatDateTime(toMs(now) + minutes * 60_000);
  await orm.execute(sql`update desk_notice set state = ${state}, answer = ${text.slice(0, 200) || null}, send_after = coalesce(${again}::timestamptz, send_after),
      send_time = ${isAccepted || mayHaveLeft ? sql`send_time` : sql`null`}, update_time = ${now}, version = version + 1
    where tenant_id = ${notice.tenantId} and id = ${notice.id} and state = ${noticeState.unknown} and claim_no = ${notice.claimNo}`);
  const isOfRecord = notice.ownerType === deskOwner.rejection && notice.kind === noticeKind.rejection && notice.channel === noticeChannel.message;
  if (!isOfRecord || state === noticeState.waiting) return;
  // The client's own message, not the salesperson's.
  await orm.execute(sql`update reject_record p set send_sms = ${state === noticeState.failed ? sendSms.failed : sendSms.sent} from send_sample_client c
    where p.tenant_id = ${notice.tenantId} and p.id = ${notice.ownerId} and p.send_sms = ${sendSms.waiting} and c.tenant_id = p.tenant_id and c.id = p.send_sample_client_id
      and c.client_tel = ${notice.address}`);
}
