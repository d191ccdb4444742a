import { sql } from 'drizzle-orm';
import { mailedLines, statementMailContracts, statementMails, type MailedLineRow, type StatementMailRow } from '#domain/bill/email/statementMails.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { isId } from '#domain/kernel/ids.ts';
import { chargedColumns, yuanSql } from '#server/bill/statement/lineColumns.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { xlsxType } from '#server/kernel/export/exportRows.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { defineListing, type PlainColumns } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { linesInSight } from '#server/spine/bill/lineSight.ts';
import { nameOf } from '#server/spine/names.ts';
import { readRow, type Reader } from '#server/storage/readRows.ts';
import { linesOfStatement, type StatementKey } from './statementLines.ts';

/** Alias e. */
const columns: PlainColumns<StatementMailRow> = {
  billEmailId: sql`e.id`,
  version: sql`e.version`,
  batchNo: sql`e.batch_no`,
  type: sql`e.type`,
  beginTime: sql`e.begin_time`,
  endTime: sql`e.end_time`,
  contractLaboratoryId: sql`e.contract_laboratory_id`,
  contractLaboratoryName: nameOf.laboratory('e'),
  billName: sql`e.bill_name`,
  sendSampleClientName: sql`e.send_sample_client_name`,
  manageArea: sql`e.manager_area`,
  qty: sql`e.qty`,
  totalAmountYuan: yuanSql(sql`e.total_amount`),
  accountCheckingPeople: sql`e.account_checking_people`,
  accountCheckingEmail: sql`e.account_checking_email`,
  salesman: sql`e.salesman_name`,
  salesmanEmail: sql`e.salesman_email`,
  salesmanAssistantName: sql`e.salesman_assistant_name`,
  salesmanAssistantEmail: sql`e.salesman_assistant_email`,
  send: sql`e.send`,
  sendResult: sql`e.send_result`,
  sendTime: sql`e.send_time`,
  fault: sql`e.fault`,
  tries: sql`e.tries`,
  autoClient: sql`e.auto_client`,
  isFrozen: sql`(e.sha256 is not null)`,
  creator: sql`e.creator_name`,
  createTime: sql`e.create_time`,
};
const servedMails = defineListing(statementMails, {
  columns,
  from: sql`bill_email e`,
  where: async ({ db, user }) => [await linesInSight(db, user, 'e')],
  searchedIn: { salesmanId: sql`e.salesman_id` },
  order: sql`e.create_time desc nulls first, e.id`,
  indexes: ['bill_email_time_ix'],
});

/** Whose statement a row is, in the sight of a person; undefined where there is none. */
const keyOf = async (reader: Reader, user: ActingUser, billEmailId: string): Promise<StatementKey | undefined> =>
  isId(billEmailId)
    ? readRow<StatementKey>(
        reader,
        sql`select e.tenant_id, e.type, e.contract_laboratory_id::text as contract_laboratory_id, e.client_id::text as client_id, e.begin_time::text as "begin", e.end_time::text as "end"
          from bill_email e where ${await linesInSight(reader, user, 'e')} and e.id = ${billEmailId}`,
      )
    : undefined;

/** A line of a mailed statement, alias l. */
export const mailedColumns: PlainColumns<MailedLineRow> = {
  lineId: chargedColumns.lineId,
  sampleCode: chargedColumns.sampleCode,
  personName: chargedColumns.personName,
  commodityId: chargedColumns.commodityId,
  commodityName: chargedColumns.commodityName,
  sendSampleClientId: chargedColumns.sendSampleClientId,
  sendSampleClientName: chargedColumns.sendSampleClientName,
  receiveTime: chargedColumns.receiveTime,
  receiveServerTime: chargedColumns.receiveServerTime,
  auditTime: chargedColumns.auditTime,
  chargeType: chargedColumns.chargeType,
  sign: chargedColumns.sign,
  state: chargedColumns.state,
  billPriceStr: chargedColumns.billPriceStr,
  qty: sql`l.sign`,
  totalAmountYuan: yuanSql(sql`l.sign * l.price`),
};
const servedLines = defineListing(mailedLines, {
  columns: mailedColumns,
  from: sql`sales_line l`,
  where: async ({ db, user, query }) => {
    const key = await keyOf(db, user, parameter(query, 'billEmailId'));
    return [await linesInSight(db, user, 'l'), key ? linesOfStatement(key) : sql`false`];
  },
  order: sql`l.audit_time, l.id`,
  indexes: ['sales_line_client_ix', 'sales_line_laboratory_ix', 'bill_customer_ix'],
});
export const mailListings = [servedMails, servedLines] as const;

const noFile = (): UserError => new UserError(404, ['没有此对账单文件, 首次发送时生成', 'No such file: it is made when the statement is first sent']);
/** The file that went, or goes, out. */
export const mailCalls: readonly Call[] = serveCalls(statementMailContracts, {
  'GET bill/billEmail/file': {
    async handle({ db, blobs, user, query: { billEmailId }, reply }) {
      const row = await readRow<{ sha256: string; batchNo: string }>(
        db,
        sql`select e.sha256, e.batch_no from bill_email e where ${await linesInSight(db, user, 'e')} and e.id = ${billEmailId} and e.sha256 is not null`,
      );
      const bytes = row ? await blobs.read(user.tenantId, row.sha256) : null;
      if (!row || !bytes) throw noFile();
      return reply
        .header('content-type', xlsxType)
        .header('content-disposition', `attachment; filename="${row.batchNo.replace(/[^\w.-]/g, '_')}.xlsx"`)
        .header('cache-control', 'no-store')
        .send(bytes);
    },
  },
});
