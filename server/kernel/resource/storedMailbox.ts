import { emailManage, mailSecurity } from '#domain/base/emailManage.ts';
import type { Mailbox, MailSecurity } from '#server/ports/mail.ts';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Reader } from '#server/storage/readRows.ts';
import { openSecrets } from './secretText.ts';

const securityOf: Readonly<Record<number, MailSecurity>> = {
  [mailSecurity.tls]: 'tls',
  [mailSecurity.startTls]: 'startTls',
  [mailSecurity.plain]: 'plain',
};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A mailbox as the port takes it, its secret opened; `row` by the names of its fields. */
export async function mailboxOf(
  reader: Reader & Pick<NodePgDatabase, 'select' | 'insert'>,
  tenantId: string,
  id: string,
  row: Readonly<Record<string, unknown>>,
): Promise<Mailbox> {
  const secrets = await openSecrets(reader, emailManage, tenantId, id);
  return {
    host: textOf(row['smtpHost']),
    port: Number(row['smtpPort']),
    security: securityOf[Number(row['mailSecurity'])] ?? 'tls',
    account: textOf(row['account']) || null,
    password: secrets['password'] ?? null,
    email: textOf(row['email']),
    senderName: textOf(row['deptName']) || null,
  };
}
