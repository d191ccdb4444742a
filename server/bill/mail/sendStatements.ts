import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { sql, type SQL } from 'drizzle-orm';
import { sendResult } from '#domain/bill/billChoices.ts';
import { formatDateTime, toMs } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import { mailPauses } from '#domain/report/mail/mailRows.ts';
import type { BlobStore } from '#server/kernel/core/blobStore.ts';
import { xlsxType } from '#server/kernel/export/exportRows.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { mailboxFor } from '#server/kernel/resource/storedMailbox.ts';
import type { Attachment, Mail, Mailbox, MailAnswer, MailPort } from '#server/ports/mail.ts';
import { blobOwner } from '#server/storage/blobTables.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { factsSet, statementFacts } from './makeRow.ts';
import { addressesIn, statementText } from './mailText.ts';
import type { StatementKey } from './statementLines.ts';
import { writeStatement } from './writeStatement.ts';

/** Statements one run sends at most: the next minute goes on. */
const perRun = 100;
const minuteMs = 60_000;

interface Due extends StatementKey {
  readonly id: string;
  readonly batchNo: string;
  readonly billName: string | null;
  readonly sendSampleClientName: string | null;
  readonly laboratoryName: string | null;
  readonly accountCheckingEmail: string | null;
  readonly salesmanEmail: string | null;
  readonly salesmanAssistantEmail: string | null;
  readonly sha256: string | null;
}
/** A row that waits and was not handed over. */
const isWaiting: SQL = sql`send = 1 and send_result = ${sendResult.not} and send_time is null`;
/** It cannot be sent as things are: a person has to mend that. */
class NotReady extends Error {
  readonly label: Label;
  constructor(label: Label) {
    super(label[1]);
    this.label = label;
  }
}

/** Sends the statements that were asked for, one by one. */
export function statementJob(database: Database, blobs: BlobStore, port: MailPort): JobKind<object> {
  return {
    name: 'bill.statement',
    cron: '* * * * *',
    expireSeconds: 3_600,
    async run(_none, signal) {
      const due = await readRows<{ tenantId: string; id: string }>(
        database.orm,
        sql`select tenant_id, id::text as id from bill_email where ${isWaiting} and not_before <= ${nowText()} order by not_before, tenant_id, id limit ${perRun}`,
      );
      for (const { tenantId, id } of due) {
        if (signal.aborted) return;
        // One that goes wrong keeps nobody up.
        await sendOne(database, blobs, port, tenantId, id).catch((error: unknown) => console.error(error));
      }
    },
  };
}

/**
 * Sends one statement at most once: its file is made and kept first, then the row is claimed as of unknown outcome before a word is said to the
 * mail server, and what was heard is written down after. Whatever dies between leaves it so, and a person decides (docs/bill.md#mails).
 */
async function sendOne(database: Database, blobs: BlobStore, port: MailPort, tenantId: string, id: string): Promise<void> {
  const { orm } = database;
  const failed = async (label: Label): Promise<void> =>
    void (await orm.execute(sql`update bill_email set send_result = ${sendResult.failed}, fault = ${JSON.stringify(label)}::jsonb, update_time = ${nowText()}, version = version + 1
      where tenant_id = ${tenantId} and id = ${id} and ${isWaiting}`));
  const due = await readRow<Due>(
    orm,
    sql`select e.id::text as id, e.tenant_id, e.type, e.contract_laboratory_id::text as contract_laboratory_id, e.client_id::text as client_id, e.begin_time::text as "begin", e.end_time::text as "end",
        e.batch_no, e.bill_name, e.send_sample_client_name, e.account_checking_email, e.salesman_email, e.salesman_assistant_email, e.sha256,
        (select l.laboratory_name from laboratory l where l.tenant_id = e.tenant_id and l.id = e.contract_laboratory_id) as laboratory_name
      from bill_email e where e.tenant_id = ${tenantId} and e.id = ${id} and ${isWaiting}`,
  );
  if (!due) return;
  try {
    const to = addressesIn(due.accountCheckingEmail);
    if (to === null) throw new NotReady(['没有对账邮箱, 或邮箱格式有误', 'There is no statement e-mail, or it is none']);
    const mailbox = await mailboxFor(orm, { tenantId, laboratoryId: due.contractLaboratoryId });
    if (!mailbox) throw new NotReady(['未配置可用的邮箱', 'No mailbox is set up']);
    const sha256 = due.sha256 ?? (await freeze(database, blobs, due));
    // Lines were added while the file was made: the next minute makes it anew.
    if (sha256 === null) return;
    const mail = mailOf(due, to, sha256, await fileOf(blobs, due, sha256));
    const tries = await claim(database, due, sha256);
    if (tries === null) return;
    await settle(database, due, tries, await port.send(mailbox, mail), () => copiesNotTaken(port, mailbox, due, mail));
  } catch (error) {
    if (!(error instanceof NotReady)) throw error;
    await failed(error.label);
  }
}

/** Makes the file and keeps it by the row: what is sent from now on is this; null where the lines changed meanwhile. */
async function freeze(database: Database, blobs: BlobStore, due: Due): Promise<string | null> {
  const { tenantId, id, batchNo } = due;
  const draft = await blobs.draft();
  try {
    const head = { batchNo, name: due.sendSampleClientName ?? due.billName ?? '', laboratoryName: due.laboratoryName ?? '' };
    const { sha256, size, contentHash } = await writeStatement(database.orm, due, head, draft);
    await blobs.putFile(tenantId, draft, { sha256, size, mime: xlsxType }, blobOwner.statement);
    const isKept = await database.transaction(async (tx) => {
      const row = await readRow(
        tx,
        sql`select 1 as found from bill_email where tenant_id = ${tenantId} and id = ${id} and ${isWaiting} and sha256 is null for update`,
      );
      const { lineCount, ...told } = await statementFacts(tx, due);
      if (!row || told.contentHash !== contentHash) return false;
      if (lineCount === 0) throw new NotReady(['账期内没有明细', 'The cycle has no lines']);
      await tx.execute(
        sql`update bill_email set ${factsSet(told)}, sha256 = ${sha256}, update_time = ${nowText()}, version = version + 1 where tenant_id = ${tenantId} and id = ${id}`,
      );
      return true;
    });
    if (isKept) return sha256;
    const other = await readRow(database.orm, sql`select 1 as found from bill_email where tenant_id = ${tenantId} and sha256 = ${sha256} limit 1`);
    if (!other) await blobs.drop(tenantId, sha256, blobOwner.statement);
    return null;
  } finally {
    await rm(draft, { force: true });
  }
}

/** The kept file, byte for byte; NotReady where it is not what it was. */
async function fileOf(blobs: BlobStore, { tenantId, batchNo }: Due, sha256: string): Promise<Attachment> {
  const pieces: Uint8Array[] = [];
  for await (const piece of (await blobs.read(tenantId, sha256)) ?? []) pieces.push(piece as Uint8Array);
  const content = Buffer.concat(pieces);
  if (createHash('sha256').update(content).digest('hex') !== sha256) throw new NotReady(['对账单文件异常', 'The file of the statement is damaged']);
  return { filename: `${batchNo.replace(/[^\w.-]/g, '_')}.xlsx`, content, contentType: xlsxType };
}

function mailOf(due: Due, to: readonly string[], sha256: string, file: Attachment): Mail {
  const { subject, text } = statementText({
    begin: due.begin,
    end: due.end,
    name: due.sendSampleClientName ?? due.billName ?? '',
    laboratoryName: due.laboratoryName ?? '',
  });
  return { to, subject, text, messageId: `statement.${due.id}.${sha256.slice(0, 16)}`, attachments: [file] };
}

/** Takes the statement for this try, unless its lines changed or another took it; the number of the try. */
async function claim(database: Database, { tenantId, id }: Due, sha256: string): Promise<number | null> {
  const now = nowText();
  const row = await readRow<{ tries: number }>(
    database.orm,
    sql`update bill_email set send_time = ${now}, tries = tries + 1, fault = null, update_time = ${now}, version = version + 1
      where tenant_id = ${tenantId} and id = ${id} and ${isWaiting} and not_before <= ${now} and sha256 = ${sha256} returning tries`,
  );
  return row?.tries ?? null;
}

/** Writes down what became of it: taken, refused for good, to be tried again, or unknown; then the copies, which nobody waits for, go out. */
async function settle(
  database: Database,
  { tenantId, id }: Due,
  tries: number,
  answer: MailAnswer,
  copy: () => Promise<readonly string[]>,
): Promise<void> {
  const now = nowText();
  const pause = mailPauses[tries - 1];
  const isPassing = answer.status === null || (answer.status >= 400 && answer.status < 500);
  const mine = sql`tenant_id = ${tenantId} and id = ${id} and send = 1 and send_result = ${sendResult.not} and send_time is not null and tries = ${tries}`;
  const note = (label: Label | null): SQL => sql`fault = ${label ? JSON.stringify(label) : null}::jsonb, update_time = ${now}, version = version + 1`;
  const said: Label = [answer.text, answer.text];
  if (answer.isAccepted) {
    await database.orm.execute(sql`update bill_email set send_result = ${sendResult.sent}, ${note(null)} where ${mine}`);
    const left = await copy();
    const names = left.join(', ');
    if (left.length > 0)
      await database.orm.execute(sql`update bill_email set ${note([`抄送未成功: ${names}`, `No copy went to ${names}`])}
        where tenant_id = ${tenantId} and id = ${id} and send_result = ${sendResult.sent} and tries = ${tries}`);
  } else if (answer.mayHaveLeft)
    await database.orm.execute(
      sql`update bill_email set ${note([`结果未知, 可能已送达: ${answer.text}`, `Its outcome is unknown: ${answer.text}`])} where ${mine}`,
    );
  else if (isPassing && pause !== undefined)
    await database.orm.execute(
      sql`update bill_email set send_time = null, not_before = ${formatDateTime(toMs(now) + pause * minuteMs)}, ${note(said)} where ${mine}`,
    );
  else await database.orm.execute(sql`update bill_email set send_result = ${sendResult.failed}, ${note(said)} where ${mine}`);
}

/** Sends the salesperson and their assistant a mail of their own each, so that an address of theirs stands in nobody's way; those that were not taken. */
async function copiesNotTaken(port: MailPort, mailbox: Mailbox, due: Due, mail: Mail): Promise<readonly string[]> {
  const copies = new Set([due.salesmanEmail, due.salesmanAssistantEmail].flatMap((address) => address?.trim() || []));
  const left: string[] = [];
  for (const address of copies) {
    if (mail.to.includes(address)) continue;
    const [to] = addressesIn(address) ?? [];
    const answer = to ? await port.send(mailbox, { ...mail, to: [to] }) : null;
    if (!answer?.isAccepted) left.push(address);
  }
  return left;
}
