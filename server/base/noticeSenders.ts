import { sql } from 'drizzle-orm';
import { noticeSenderContracts, smsTrialFields } from '#domain/base/senderContracts.ts';
import { addressProblem, isHost, isMailAddress, isWebAddress } from '#domain/base/destination.ts';
import { emailManage } from '#domain/base/emailManage.ts';
import { smsFormat, smsPlatform } from '#domain/base/smsPlatform.ts';
import { problemOf, type Problem } from '#domain/kernel/check.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { phoneFault } from '#domain/session/phone.ts';
import { problemsError } from '#server/kernel/core/answers.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { deviceIdOf } from '#server/kernel/act/onceOnly.ts';
import { resourceReader } from '#server/kernel/resource/resourceRead.ts';
import { notFound, saveRow, type Writing } from '#server/kernel/resource/resourceWrite.ts';
import { openSecrets } from '#server/kernel/resource/secretText.ts';
import { mailboxOf } from '#server/kernel/resource/storedMailbox.ts';
import type { Call, CallContext, Tx } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import type { ProviderAnswer } from '#domain/base/senderContracts.ts';
import { readRow } from '#server/storage/readRows.ts';
import { snakeCase } from '#server/storage/columns.ts';

type Row = Readonly<Record<string, unknown>>;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
const orNull = (value: unknown): string | null => textOf(value) || null;

/** What a sender is saved by, and what an address of it looks like. */
interface Sender {
  readonly resource: Resource;
  readonly faults: (row: Row) => Problem[];
}

const smsSender: Sender = {
  resource: smsPlatform,
  faults: (row) => addressProblem(smsPlatform.fields, 'url', textOf(row['url']), isWebAddress),
};
const mailSender: Sender = {
  resource: emailManage,
  faults: (row) => [
    ...addressProblem(emailManage.fields, 'smtpHost', textOf(row['smtpHost']), isHost),
    ...addressProblem(emailManage.fields, 'email', textOf(row['email']), isMailAddress),
  ],
};

/** Stands in for the described save: its addresses are some. */
async function saveSender(tx: Tx, { resource, faults }: Sender, sent: Row, writing: Writing): Promise<{ id: string }> {
  const { id } = await saveRow(tx, resource, sent, writing);
  const table = sql.raw(`"${snakeCase(resource.name)}"`);
  const problems = faults((await readRow<Row>(tx, sql`select * from ${table} where tenant_id = ${writing.user.tenantId} and id = ${id}`)) ?? {});
  if (problems.length > 0) throw problemsError(problems);
  return { id };
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

export const noticeSenderCalls: readonly Call[] = serveCalls(noticeSenderContracts, {
  'POST base/baseSmsPlatform/submit': { write: (tx, { body, writing }) => saveSender(tx, smsSender, body, writing) },
  'POST base/emailManage/save': { write: (tx, { body, writing }) => saveSender(tx, mailSender, body, writing) },
  'POST base/baseSmsPlatform/test-send': {
    /** Really sends, and answers what the provider said (ours). */
    async handle(context) {
      const { smsPlatformId, telephone: to, smsContent } = context.body;
      const fault = phoneFault(to);
      if (fault) throw problemsError([problemOf('telephone', smsTrialFields.telephone, 'rule', { text: fault })]);
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
      const { isUnknown: _unknown, ...answer } = await context.ports.sms.send(account, { telephone: to, content: smsContent });
      await auditTrial(smsPlatform, smsPlatformId, to, answer, context);
      return answer;
    },
  },
  'POST base/emailManage/test-send': {
    /** Really sends, and answers what the mail server said (ours). */
    async handle(context) {
      const { emailManageId, to, subject, content } = context.body;
      const { row } = await openSender(emailManage, emailManageId, context);
      const mailbox = await mailboxOf(context.db, context.user.tenantId, emailManageId, row);
      const { mayHaveLeft: _left, ...answer } = await context.ports.mail.send(mailbox, { to: [to], subject, text: content });
      await auditTrial(emailManage, emailManageId, to, answer, context);
      return answer;
    },
  },
});
