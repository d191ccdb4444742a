import { appendFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { BlobStore } from '#server/kernel/core/blobStore.ts';
import { payloadHashOf } from '#server/kernel/act/openAct.ts';
import { runCommand } from '#server/kernel/act/runCommand.ts';
import type { MailPort } from '#server/ports/mail.ts';
import type { SmsPort } from '#server/ports/sms.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow } from '#server/storage/readRows.ts';
import { mailJob } from '../mail/sendMails.ts';
import { sendMessages } from '../sms/sendMessages.ts';
import { servedAudit } from './auditActs.ts';
import { autoGenerate } from './generate.ts';

/** A report on its way, and who issues it under which key. */
export interface OnItsWay {
  readonly reportId: string;
  readonly opId: string;
  readonly auditorId: string;
  readonly auditorName: string;
  /** Each mail and message that left the house is a line of it, the way and then what it is known by. */
  readonly sentFile: string;
}

/** A mail server and a platform of text messages that take all they are given. */
export function takingAll(sentFile: string): { readonly mail: MailPort; readonly sms: SmsPort } {
  const taken = { isAccepted: true, isUnknown: false, mayHaveLeft: true, status: 250, text: '', milliseconds: 1 };
  const note = (way: string, name: string | undefined) => {
    appendFileSync(sentFile, `${way} ${name}\n`);
    return Promise.resolve(taken);
  };
  return { mail: { send: (_box, { messageId }) => note('mail', messageId) }, sms: { send: (_account, { id }) => note('sms', id) } };
}

/** What is done to a report from its second audit to its readers, as the server does it; what is done already is not done again. */
export const stages = ['make', 'issue', 'send'] as const;
export type Stage = (typeof stages)[number];
const { signal } = new AbortController();

export async function goThrough(
  stage: Stage,
  database: Database,
  blobs: BlobStore,
  { mail, sms }: ReturnType<typeof takingAll>,
  { reportId, opId, auditorId, auditorName }: OnItsWay,
): Promise<void> {
  if (stage === 'make') return void (await autoGenerate(database, blobs).run({}, signal));
  if (stage === 'send') {
    await mailJob(database, blobs, mail).run({}, signal);
    return sendMessages({ database, sms, signal });
  }
  const version = await readRow<{ versionId: string; pdfSha256: string }>(
    database.orm,
    sql`select id::text as version_id, draft_sha256 as pdf_sha256 from report_version where report_id = ${reportId} order by version_no desc limit 1`,
  );
  if (!version) throw new Error('no version was made');
  const served = servedAudit({ jobs: null, making: { database, blobs } });
  const permissions = new Set([served.command.permission]);
  const author: ActingUser = { id: auditorId, name: auditorName, tenantId: '000000', account: 'audit2', permissions };
  const payload = { ...version, ...(await served.prepare?.(author, version)) };
  const act = { typeVersion: served.command.version, author, courierId: auditorId, deviceId: null, seq: null, occurredAt: null, clockOffsetMs: 0 };
  const { status, code } = await runCommand(database, served, { ...act, opId, payload, payloadHash: payloadHashOf(version) });
  if (status !== 'applied' && status !== 'repeat') throw new Error(`it is not issued: ${status} ${code}`);
}
