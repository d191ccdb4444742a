import { sql } from 'drizzle-orm';
import { addDays, formatDateTime, toMs } from '#domain/kernel/dates.ts';
import { perTelephone, retryMinutes, withinHours, type SmsHours } from '#domain/report/rules/smsTiming.ts';
import { leftStates, markStatus, smsState, smsWhy, type SmsState, type SmsWhy } from '#domain/report/sms/smsState.ts';
import { hasLinkPlace, withLink } from '#domain/base/smsContent.ts';
import { reportChannel } from '#domain/report/reportStrategy.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { smsAccountOf } from '#server/kernel/resource/storedSmsAccount.ts';
import type { SmsAnswer, SmsPort } from '#server/ports/sms.ts';
import { smsHoursOf } from '#server/spine/sms/writeSms.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';
import { linkOf, publicAddress, type ReportLink } from '../links/linkOf.ts';
import { proofOfPatient } from '../links/linkProof.ts';
import { isStanding } from './smsStanding.ts';

/** Messages of one tenant that one run takes up at most: the next minute goes on. */
const perRun = 500;

interface Due {
  readonly id: string;
  readonly smsPlatformId: string;
}
/** A message that was taken to be sent: nobody else sends it. */
interface Claimed extends Due {
  readonly tenantId: string;
  readonly telephone: string;
  readonly smsContent: string;
  readonly isSign: number;
  readonly tries: number;
  readonly claimNo: number;
  /** What its reader opens the report by; null: its text has no place for it. */
  readonly link: ReportLink | null;
}
interface Phoned {
  readonly id: string;
  readonly state: SmsState;
  readonly sendTime: string | null;
}
interface Sending {
  readonly database: Database;
  readonly sms: SmsPort;
  readonly signal: AbortSignal;
  /** The clock unless a test says otherwise. */
  readonly clock?: () => string;
}

/** Sends what is due, a minute after the other (docs/report.md#text-messages). */
export const smsSending = (database: Database, sms: SmsPort): JobKind<object> => ({
  name: 'report.smsSend',
  cron: '* * * * *',
  expireSeconds: 600,
  run: (_none, signal) => sendMessages({ database, sms, signal }),
});

/** Sends the messages that are due, those of each platform one after the other: one that does not answer keeps no other up. */
export async function sendMessages(sending: Sending): Promise<void> {
  const { orm } = sending.database;
  const clock = sending.clock ?? nowText;
  const tenants = await readRows<{ tenantId: string }>(orm, sql`select distinct tenant_id from sms_platform order by tenant_id`);
  for (const { tenantId } of tenants) {
    const due = await readRows<Due>(
      orm,
      sql`select id::text as id, coalesce(sms_platform_id, 0)::text as sms_platform_id from sms_message where tenant_id = ${tenantId} and state = ${smsState.queued} and is_held = 0
        and mark_status = ${markStatus.none} and not_before <= ${clock()} order by not_before, id limit ${perRun}`,
    );
    const hours = await smsHoursOf(orm);
    const lanes = [...new Set(due.map(({ smsPlatformId }) => smsPlatformId))].map((platform) => due.filter((one) => one.smsPlatformId === platform));
    await Promise.all(lanes.map((lane) => sendLane({ ...sending, clock }, tenantId, lane, hours)));
  }
}

async function sendLane({ database, sms, signal, clock }: Required<Sending>, tenantId: string, due: readonly Due[], hours: SmsHours): Promise<void> {
  const account = await smsAccountOf(database, tenantId, due[0]?.smsPlatformId ?? '0');
  for (const { id } of due) {
    if (signal.aborted) return;
    const claimed = await database.transaction((tx) => claim(tx, tenantId, id, clock(), hours, account !== null));
    if (!claimed || !account) continue;
    const { telephone, isSign, link } = claimed;
    const content = link ? withLink(claimed.smsContent, link.address) : claimed.smsContent;
    const answer = await sms.send({ ...account, signature: isSign === 1 ? account.signature : null }, { id, telephone, content });
    const became = await settle(database, claimed, answer, clock(), hours);
    // It cannot be reached now: what is left of its messages waits for the next run.
    if (became === smsState.queued) return;
  }
}

/**
 * Takes one message to send it: from here on it may have left, and who dies with it leaves it so. Null where it is not to be sent now: another was
 * quicker, its report is being corrected, its platform is off, or its telephone has had enough. All of a telephone's messages are locked, so
 * that two servers count the same.
 */
async function claim(tx: Tx, tenantId: string, id: string, now: string, hours: SmsHours, hasPlatform: boolean): Promise<Claimed | null> {
  const own = await readRow<{ ownerId: string; isResampling: number; telephone: string; smsContent: string }>(
    tx,
    sql`select owner_id::text as owner_id, is_resampling::int as is_resampling, telephone, sms_content from sms_message where tenant_id = ${tenantId} and id = ${id}`,
  );
  if (!own || !(await isStanding(tx, tenantId, own))) return null;
  const today = now.slice(0, 10);
  const phoned = await readRows<Phoned>(
    tx,
    sql`select id::text as id, state::int as state, send_time from sms_message where tenant_id = ${tenantId} and (id = ${id} or telephone = ${own.telephone} and
      (send_time >= ${addDays(today, -1)} or state = ${smsState.queued})) order by id for update`,
  );
  const sent = phoned.flatMap(({ id: other, state, sendTime }) =>
    sendTime !== null && other !== id && leftStates.includes(state) ? [sendTime] : [],
  );
  const ofToday = sent.filter((time) => time.slice(0, 10) === today);
  const free = formatDateTime(toMs(sent.toSorted().at(-1) ?? '2000-01-01') + perTelephone.gapSeconds * 1_000);
  const allowed =
    ofToday.length >= perTelephone.day ? withinHours(`${addDays(today, 1)} 00:00:00`, hours) : withinHours(free > now ? free : now, hours);
  const isDue = sql`tenant_id = ${tenantId} and id = ${id} and state = ${smsState.queued} and is_held = 0 and mark_status = ${markStatus.none} and not_before <= ${now}`;
  if (!hasPlatform) {
    await tx.execute(
      sql`update sms_message set state = ${smsState.failed}, why = ${smsWhy.platformOff}, update_time = ${now}, version = version + 1 where ${isDue}`,
    );
    return null;
  }
  if (allowed > now) {
    await tx.execute(sql`update sms_message set not_before = ${allowed}, update_time = ${now}, version = version + 1 where ${isDue}`);
    return null;
  }
  const why = hasLinkPlace(own.smsContent) ? await noLinkBecause(tx, tenantId, own) : null;
  if (why !== null) {
    await tx.execute(
      sql`update sms_message set state = ${smsState.failed}, why = ${smsWhy.noLink}, answer = ${why}, update_time = ${now}, version = version + 1 where ${isDue}`,
    );
    return null;
  }
  const claimed = await readRow<Omit<Claimed, 'tenantId' | 'link'> & { readonly personName: string | null }>(
    tx,
    sql`update sms_message set state = ${smsState.unknown}, why = ${smsWhy.noAnswer}, tries = tries + 1, claim_no = claim_no + 1, claim_time = ${now}, send_time = ${now},
        update_time = ${now}, version = version + 1 where ${isDue}
      returning id::text as id, sms_platform_id::text as sms_platform_id, telephone, sms_content, is_sign::int as is_sign, tries::int as tries, claim_no, person_name`,
  );
  if (!claimed) return null;
  const { personName, ...rest } = claimed;
  const receiverName = personName?.trim() || own.telephone;
  const link = hasLinkPlace(own.smsContent) ? await linkOf(tx, tenantId, own.ownerId, { channel: reportChannel.link, receiverName }, now) : null;
  return { ...rest, tenantId, link };
}

/** Why a message's link cannot be given; null: it can. */
async function noLinkBecause(tx: Tx, tenantId: string, { ownerId, isResampling }: { ownerId: string; isResampling: number }): Promise<string | null> {
  if (isResampling === 1) return '补采短信没有报告 / There is no report to link to';
  if ((await publicAddress(tx)) === null) return '未设置报告公开地址 / No public address of reports is set';
  const version = await readRow<{ isOffered: boolean; credentialNo: string | null; telephone: string | null }>(
    tx,
    sql`select coalesce(${reportChannel.link} = any(s.channels), false) as is_offered, q.credential_no, q.telephone
      from report_version v join report r on r.tenant_id = v.tenant_id and r.id = v.report_id join requisition q on q.tenant_id = r.tenant_id and q.id = r.requisition_id
      left join report_config c on c.tenant_id = v.tenant_id and c.id = v.config_id left join report_strategy s on s.tenant_id = c.tenant_id and s.id = c.strategy_id
      where v.tenant_id = ${tenantId} and v.id = ${ownerId}`,
  );
  if (!version?.isOffered) return '报告策略未含患者链接 / The strategy of the report has no patient links';
  return proofOfPatient(version) === null ? '受检者无证件号和手机, 无法核对身份 / Nothing is known that the reader could prove themselves by' : null;
}

/** What an answer makes of a message: taken, not known, tried again later, or failed. */
function verdictOf({ isAccepted, isUnknown, status }: SmsAnswer, tries: number): { state: SmsState; why: SmsWhy | null; minutes: number | null } {
  if (isAccepted) return { state: smsState.submitted, why: null, minutes: null };
  if (isUnknown) return { state: smsState.unknown, why: smsWhy.noAnswer, minutes: null };
  if (status !== null && status !== 429 && status < 500) return { state: smsState.failed, why: smsWhy.refused, minutes: null };
  const minutes = retryMinutes(tries);
  return minutes === null
    ? { state: smsState.failed, why: smsWhy.unreachable, minutes }
    : { state: smsState.queued, why: smsWhy.unreachable, minutes };
}

/** Writes down what came of it, unless a receipt or a person was quicker. */
async function settle(
  { orm }: Database,
  { tenantId, id, tries, claimNo, link }: Claimed,
  answer: SmsAnswer,
  now: string,
  hours: SmsHours,
): Promise<SmsState> {
  const { state, why, minutes } = verdictOf(answer, tries);
  const hasLeft = leftStates.includes(state);
  const again = minutes === null ? null : withinHours(formatDateTime(toMs(now) + minutes * 60_000), hours);
  await orm.execute(sql`update sms_message set state = ${state}, why = ${why}, answer = ${[answer.status, answer.text].filter(Boolean).join(' ') || null},
      not_before = coalesce(${again}::timestamptz, not_before), send_time = ${hasLeft ? sql`send_time` : sql`null`}, update_time = ${now}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id} and state = ${smsState.unknown} and claim_no = ${claimNo}`);
  // An address that nobody was told.
  if (link && !hasLeft) await orm.execute(sql`delete from report_link where tenant_id = ${tenantId} and id = ${link.linkId}`);
  return state;
}
