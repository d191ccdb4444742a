import { sql } from 'drizzle-orm';
import type { Acting } from '#domain/kernel/command.ts';
import { formatDateTime, toMs } from '#domain/kernel/dates.ts';
import { rejectCode } from '#domain/sample/rejectReasons.ts';
import { deskOwner, noticeChannel, noticeKind, noticeState, sendSms, type DeskOwner, type NoticeKind } from '#domain/sample/reject/rejectChoices.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { deskNoticeTable } from '#server/storage/rejectTables.ts';
import type { Tx } from '#server/storage/tx.ts';

/** So long nobody is told: what is taken back until then was never said. */
export const holdMinutes = 10;

type By = Pick<Acting, 'user' | 'now'>;
interface Told {
  readonly clientName: string;
  readonly clientTel: string | null;
  readonly contactEmail: string | null;
  readonly salesmanName: string | null;
  readonly salesmanPhone: string | null;
  readonly salesmanEmail: string | null;
}
/** What is said of it; no patient stands in it. */
interface Said {
  readonly ownerType: DeskOwner;
  readonly ownerId: string;
  readonly kind: NoticeKind;
  readonly laboratoryId: string | null;
  readonly sendSampleClientId: string | null;
  readonly subject: string;
  readonly content: string;
  /** By text message, too. */
  readonly isByMessage: boolean;
  readonly sendAfter: string;
}

/** Writes down who is to be told: the client and its salesperson, by mail, and where it is asked for by text message; once for an address. */
async function writeNotices(
  tx: Tx,
  { user, now }: By,
  said: Said,
): Promise<readonly { readonly channel: number; readonly isClient: boolean; readonly state: number }[]> {
  if (said.sendSampleClientId === null) return [];
  const told = await readRow<Told>(
    tx,
    sql`select c.client_name, c.client_tel, c.contact_email, a.real_name as salesman_name, a.phone as salesman_phone, a.email as salesman_email from send_sample_client c
      left join user_account a on a.tenant_id = c.tenant_id and a.id = c.salesman_id and a.is_deleted = 0 where c.tenant_id = ${user.tenantId} and c.id = ${said.sendSampleClientId}`,
  );
  if (!told) return [];
  const { message, mail } = noticeChannel;
  const receivers = [
    { isClient: true, channel: mail, receiverName: told.clientName, address: told.contactEmail },
    ...(told.salesmanName ? [{ isClient: false, channel: mail, receiverName: told.salesmanName, address: told.salesmanEmail }] : []),
    ...(said.isByMessage ? [{ isClient: true, channel: message, receiverName: told.clientName, address: told.clientTel }] : []),
    ...(said.isByMessage && told.salesmanName
      ? [{ isClient: false, channel: message, receiverName: told.salesmanName, address: told.salesmanPhone }]
      : []),
  ];
  const rows = receivers.map(({ isClient: _isClient, address, ...receiver }): typeof deskNoticeTable.$inferInsert => ({
    id: newId(),
    tenantId: user.tenantId,
    ownerType: said.ownerType,
    ownerId: said.ownerId,
    laboratoryId: said.laboratoryId,
    kind: said.kind,
    ...receiver,
    address: address?.trim() ?? '',
    subject: said.subject,
    content: said.content,
    state: address?.trim() ? noticeState.waiting : noticeState.noAddress,
    sendAfter: said.sendAfter,
    createTime: now,
    updateTime: now,
  }));
  await tx.execute(sql`${insertMany(deskNoticeTable, rows)} on conflict do nothing`);
  return receivers.map(({ isClient, channel }, at) => ({ isClient, channel, state: rows[at]!.state }));
}

export interface RejectedSample {
  readonly rejectRecordId: string;
  readonly sampleCode: string;
  readonly laboratoryId: string | null;
  readonly sendSampleClientId: string | null;
}

/** Client and salesperson hear of a rejection after ten minutes; what became of the text message stands on its record. */
export async function tellOfRejection(
  tx: Tx,
  by: By,
  { rejectRecordId, sampleCode, laboratoryId, sendSampleClientId }: RejectedSample,
  how: { readonly rejectCode: string; readonly reason: string; readonly isTold: boolean },
): Promise<void> {
  const word = rejectCode.labelOf(how.rejectCode)?.[0] ?? how.rejectCode;
  const written = await writeNotices(tx, by, {
    ownerType: deskOwner.rejection,
    ownerId: rejectRecordId,
    kind: noticeKind.rejection,
    laboratoryId,
    sendSampleClientId,
    subject: `样本拒收 ${sampleCode}`,
    content: `样本 ${sampleCode} 已拒收: ${word}。${how.reason}`,
    isByMessage: how.isTold,
    sendAfter: formatDateTime(toMs(by.now) + holdMinutes * 60_000),
  });
  if (!how.isTold) return;
  const message = written.find(({ channel, isClient }) => channel === noticeChannel.message && isClient);
  const state = message?.state === noticeState.waiting ? sendSms.waiting : sendSms.noNumber;
  await tx.execute(sql`update reject_record set send_sms = ${state} where tenant_id = ${by.user.tenantId} and id = ${rejectRecordId}`);
}

/** What waits to be told is not; who was told, or may have been, hears of the recovery. */
export async function tellOfRecovery(
  tx: Tx,
  by: By,
  { rejectRecordId, sampleCode }: Pick<RejectedSample, 'rejectRecordId' | 'sampleCode'>,
): Promise<void> {
  const { user, now } = by;
  const notices = await readRows<{ id: string; state: number; channel: number; receiverName: string; address: string; laboratoryId: string | null }>(
    tx,
    sql`select id::text as id, state::int as state, channel::int as channel, receiver_name, address, laboratory_id::text as laboratory_id from desk_notice
      where tenant_id = ${user.tenantId} and owner_type = ${deskOwner.rejection} and owner_id = ${rejectRecordId} and kind = ${noticeKind.rejection} order by id for update`,
  );
  await tx.execute(sql`update desk_notice set state = ${noticeState.withdrawn}, update_time = ${now}, version = version + 1
    where tenant_id = ${user.tenantId} and owner_type = ${deskOwner.rejection} and owner_id = ${rejectRecordId} and state = ${noticeState.waiting}`);
  await tx.execute(
    sql`update reject_record set send_sms = ${sendSms.unsent} where tenant_id = ${user.tenantId} and id = ${rejectRecordId} and send_sms = ${sendSms.waiting}`,
  );
  const heard = notices.filter(({ state }) => state === noticeState.sent || state === noticeState.unknown);
  if (heard.length === 0) return;
  const rows = heard.map(({ id: _id, state: _state, ...receiver }): typeof deskNoticeTable.$inferInsert => ({
    id: newId(),
    tenantId: user.tenantId,
    ownerType: deskOwner.rejection,
    ownerId: rejectRecordId,
    kind: noticeKind.recovery,
    ...receiver,
    subject: `样本恢复 ${sampleCode}`,
    content: `样本 ${sampleCode} 的拒收已恢复,继续检测`,
    state: noticeState.waiting,
    sendAfter: now,
    createTime: now,
    updateTime: now,
  }));
  await tx.execute(sql`${insertMany(deskNoticeTable, rows)} on conflict do nothing`);
}

interface CaseOfClient extends Pick<Said, 'laboratoryId' | 'sendSampleClientId'> {
  readonly caseId: string;
  readonly caseNo: string;
  readonly word: string;
  readonly sampleCodes: readonly string[];
}
/** Client and salesperson are asked for a new sample after ten minutes; decided so again, nobody is asked twice. */
export async function tellOfResample(tx: Tx, by: By, { caseId, caseNo, word, sampleCodes, ...whose }: CaseOfClient): Promise<void> {
  const { user, now } = by;
  const sendAfter = formatDateTime(toMs(now) + holdMinutes * 60_000);
  await tx.execute(sql`update desk_notice set state = ${noticeState.waiting}, send_after = ${sendAfter}, update_time = ${now}, version = version + 1
    where tenant_id = ${user.tenantId} and owner_type = ${deskOwner.abnormal} and owner_id = ${caseId} and kind = ${noticeKind.resample} and state = ${noticeState.withdrawn}`);
  await writeNotices(tx, by, {
    ...whose,
    ownerType: deskOwner.abnormal,
    ownerId: caseId,
    kind: noticeKind.resample,
    subject: `请重新采样 ${caseNo}`,
    content: `样本 ${sampleCodes.join('、')} 异常: ${word}。请重新采样送检,登记号 ${caseNo}`,
    isByMessage: false,
    sendAfter,
  });
}
/** Something else was decided: who was not asked yet is not. */
export const askForNoResample = (tx: Tx, { user, now }: By, caseId: string): Promise<unknown> =>
  tx.execute(sql`update desk_notice set state = ${noticeState.withdrawn}, update_time = ${now}, version = version + 1
    where tenant_id = ${user.tenantId} and owner_type = ${deskOwner.abnormal} and owner_id = ${caseId} and kind = ${noticeKind.resample} and state = ${noticeState.waiting}`);

/** Client and salesperson hear of a case where whoever registers it says so. */
export async function tellOfCase(tx: Tx, by: By, { caseId, caseNo, word, sampleCodes, ...whose }: CaseOfClient): Promise<void> {
  await writeNotices(tx, by, {
    ...whose,
    ownerType: deskOwner.abnormal,
    ownerId: caseId,
    kind: noticeKind.abnormal,
    subject: `样本异常 ${caseNo}`,
    content: `样本 ${sampleCodes.join('、')} 异常: ${word}。登记号 ${caseNo}`,
    isByMessage: false,
    sendAfter: formatDateTime(toMs(by.now) + holdMinutes * 60_000),
  });
}
