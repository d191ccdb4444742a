import { and, asc, eq, or } from 'drizzle-orm';
import { emailManage, mailSecurity, sendRange } from '#domain/base/emailManage.ts';
import type { Mailbox, MailSecurity } from '#server/ports/mail.ts';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Reader } from '#server/storage/readRows.ts';
import { tableOf } from '#server/storage/tables.ts';
import { openSecrets } from './secretText.ts';

const securityOf: Readonly<Record<number, MailSecurity>> = {
  [mailSecurity.tls]: 'tls',
  [mailSecurity.startTls]: 'startTls',
  [mailSecurity.plain]: 'plain',
};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

type MailboxReader = Reader & Pick<NodePgDatabase, 'select' | 'insert'>;

/** A mailbox as the port takes it, its secret opened; `row` by the names of its fields. */
export async function mailboxOf(reader: MailboxReader, tenantId: string, id: string, row: Readonly<Record<string, unknown>>): Promise<Mailbox> {
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

/** The laboratory's own mailbox, else one for all; null where there is none. */
export async function mailboxFor(
  reader: MailboxReader,
  { tenantId, laboratoryId }: { readonly tenantId: string; readonly laboratoryId: string },
): Promise<Mailbox | null> {
  const table = tableOf(emailManage);
  const [row] = await reader
    .select()
    .from(table)
    .where(
      and(
        eq(table.tenantId, tenantId),
        eq(table.isDeleted, 0),
        eq(table.isDisable, 0),
        or(and(eq(table.sendRange, sendRange.own), eq(table.laboratoryId, laboratoryId)), eq(table.sendRange, sendRange.all)),
      ),
    )
    .orderBy(asc(table.sendRange), asc(table.id))
    .limit(1);
  return row ? mailboxOf(reader, tenantId, String(row['id']), row) : null;
}
