import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { addressProblem, isHost, isMailAddress, isWebAddress } from '#domain/base/destination.ts';
import { emailManage, mailSecurity } from '#domain/base/emailManage.ts';
import { smsFormat, smsPlatform } from '#domain/base/smsPlatform.ts';
import type { Problem } from '#domain/kernel/check.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { idText } from '#domain/kernel/ids.ts';
import { problemsError } from '#server/kernel/answers.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { deviceIdOf, onceOnly } from '#server/kernel/onceOnly.ts';
import { resourceReader } from '#server/kernel/resourceRead.ts';
import { secretNames } from '#server/kernel/resourceWire.ts';
import { notFound, saveRow } from '#server/kernel/resourceWrite.ts';
import { openSecrets } from '#server/kernel/secretText.ts';
import { defineCall, type Call, type CallContext } from '#server/kernel/serve.ts';
import type { ProviderAnswer } from '#server/ports/sent.ts';
import type { MailSecurity } from '#server/ports/mail.ts';
import { readRow } from '#server/storage/readRows.ts';
import { snakeCase } from '#server/storage/columns.ts';

type Row = Readonly<Record<string, unknown>>;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
const orNull = (value: unknown): string | null => textOf(value) || null;

/** What a sender is saved by, and what an address of it looks like. */
interface Sender {
  readonly resource: Resource;
  readonly service: 'base';
  readonly saveVerb: string;
  readonly faults: (row: Row) => Problem[];
}

const senders: readonly Sender[] = [
  {
    resource: smsPlatform,
    service: 'base',
    saveVerb: 'submit',
    faults: (row) => addressProblem(smsPlatform.fields, 'url', textOf(row['url']), isWebAddress),
  },
  {
    resource: emailManage,
    service: 'base',
    saveVerb: 'save',
    faults: (row) => [
      ...addressProblem(emailManage.fields, 'smtpHost', textOf(row['smtpHost']), isHost),
      ...addressProblem(emailManage.fields, 'email', textOf(row['email']), isMailAddress),
    ],
  },
];

/** Stands in for the described save: its addresses are some. */
async function saveSender({ resource, saveVerb, faults }: Sender, { database, body, user, request }: CallContext<unknown>) {
  const sent: Row = body ?? {};
  return onceOnly(
    database,
    request,
    user,
    `${resource.name}.${saveVerb}`,
    async (tx, opId) => {
      const { id } = await saveRow(tx, resource, sent, { user, deviceId: deviceIdOf(request), opId });
      const table = sql.raw(`"${snakeCase(resource.name)}"`);
      const problems = faults((await readRow<Row>(tx, sql`select * from ${table} where tenant_id = ${user.tenantId} and id = ${id}`)) ?? {});
      if (problems.length > 0) throw problemsError(problems);
      return { id };
    },
    secretNames(resource),
  );
}

/** The row of a sender and its secrets, opened; only within the user's laboratories. */
async function openSender(resource: Resource, id: string, { db, user }: CallContext<unknown>) {
  const row = await resourceReader(db, resource, user, new Map()).detail(id);
  if (!row) throw notFound(resource);
  return { row, secrets: await openSecrets(db, resource, user.tenantId, id) };
}

/** Who tried a sender out, and what came of it. Whom it went to is kept in part: it says enough to find the message. */
async function auditTrial(
  resource: Resource,
  id: string,
  to: string,
  answer: ProviderAnswer,
  { database, user, request, now }: CallContext<unknown>,
) {
  await database.transaction((tx) =>
    writeAudit(tx, {
      user,
      deviceId: deviceIdOf(request),
      opId: null,
      action: `${resource.name}.testSend`,
      subject: id,
      before: null,
      after: { to: to.replace(/^(.{3}).*(.{4})$/, '$1****$2'), ...answer },
      now,
    }),
  );
}

const telephone = z
  .string()
  .trim()
  .regex(/^1\d{10}$/);
const smsTrial = z.object({ smsPlatformId: idText, telephone, smsContent: z.string().trim().min(1).max(500) });
const mailTrial = z.object({
  emailManageId: idText,
  to: z.string().trim().refine(isMailAddress),
  subject: z.string().trim().min(1).max(100),
  content: z.string().max(2_000),
});
const securityOf: Readonly<Record<number, MailSecurity>> = {
  [mailSecurity.tls]: 'tls',
  [mailSecurity.startTls]: 'startTls',
  [mailSecurity.plain]: 'plain',
};

export const noticeSenderCalls: readonly Call[] = [
  ...senders.map((sender) =>
    defineCall({
      method: 'POST',
      service: sender.service,
      path: `${sender.resource.path}/${sender.saveVerb}`,
      title: [`保存${sender.resource.title[0]}`, `Save: ${sender.resource.title[1]}`],
      permission: `${sender.resource.name}_save`,
      handle: (context) => saveSender(sender, context),
    }),
  ),
  defineCall({
    method: 'POST',
    service: 'base',
    path: 'baseSmsPlatform/test-send',
    title: ['测试发送短信', 'Send a text message of trial'],
    permission: 'smsPlatform_save',
    /** Really sends, and answers what the provider said (ours). */
    async handle(context) {
      const { smsPlatformId, telephone: to, smsContent } = smsTrial.parse(context.body);
      const { row, secrets } = await openSender(smsPlatform, smsPlatformId, context);
      const account = {
        url: textOf(row['url']),
        isJson: row['format'] === smsFormat.json,
        userName: orNull(row['userName']),
        password: secrets['password'] ?? null,
        appkey: secrets['appkey'] ?? null,
        resourcesName: orNull(row['resourcesName']),
        signature: orNull(row['signature']),
        successText: orNull(row['successText']),
      };
      const answer = await context.ports.sms.send(account, { telephone: to, content: smsContent });
      await auditTrial(smsPlatform, smsPlatformId, to, answer, context);
      return answer;
    },
  }),
  defineCall({
    method: 'POST',
    service: 'base',
    path: 'emailManage/test-send',
    title: ['测试发送邮件', 'Send a mail of trial'],
    permission: 'emailManage_save',
    /** Really sends, and answers what the mail server said (ours). */
    async handle(context) {
      const { emailManageId, to, subject, content } = mailTrial.parse(context.body);
      const { row, secrets } = await openSender(emailManage, emailManageId, context);
      const mailbox = {
        host: textOf(row['smtpHost']),
        port: Number(row['smtpPort']),
        security: securityOf[Number(row['mailSecurity'])] ?? 'tls',
        account: orNull(row['account']),
        password: secrets['password'] ?? null,
        email: textOf(row['email']),
        senderName: orNull(row['deptName']),
      };
      const answer = await context.ports.mail.send(mailbox, { to: [to], subject, text: content });
      await auditTrial(emailManage, emailManageId, to, answer, context);
      return answer;
    },
  }),
];
