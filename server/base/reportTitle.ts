import { sql, type SQL } from 'drizzle-orm';
import { reportTitleContracts, titledClient, titleRow, type TitleRow } from '#domain/base/titleContracts.ts';
import { reportTitle } from '#domain/base/reportTitle.ts';
import { problemOf } from '#domain/kernel/check.ts';
import { problemsError, UserError } from '#server/kernel/core/answers.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { idFilter, neededId, pageRows, parameter } from '#server/kernel/resource/pageRows.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import { notFound, saveRow } from '#server/kernel/resource/resourceWrite.ts';
import { type Call, type Tx } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { nextChangeSeq } from '#server/storage/changes.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId, keyHolds } from '#server/storage/sqlParts.ts';

const columns = sql`id::text as title_id, title_name, send_sample_client_id::text as send_sample_client_id, coalesce(is_default, 0)::int as is_default`;
const titleOf = (reader: Reader, tenantId: string, id: string): Promise<TitleRow | undefined> =>
  readRow(reader, sql`select ${columns} from report_title where tenant_id = ${tenantId} and id = ${id} and is_deleted = 0`, titleRow);
const ofClient = (clientId: string | null): SQL =>
  clientId === null ? sql`send_sample_client_id is null` : sql`send_sample_client_id = ${clientId}`;

/** One default a client, and one of the tenant; the others of the same owner step back. */
async function makeDefault(tx: Tx, tenantId: string, { titleId, sendSampleClientId }: TitleRow): Promise<void> {
  await tx.execute(sql`update report_title set is_default = case when id = ${titleId} then 1 else 0 end, version = version + 1
    where tenant_id = ${tenantId} and is_deleted = 0 and ${ofClient(sendSampleClientId)} and coalesce(is_default, 0) <> case when id = ${titleId} then 1 else 0 end`);
}

/** Throws UserError 400 where its owner has the title already; an owner's only title is its default. */
async function settleTitle(tx: Tx, tenantId: string, id: string): Promise<void> {
  const title = await titleOf(tx, tenantId, id);
  if (!title) throw new Error('a title was saved and is not there');
  const others = await readRows(
    tx,
    sql`select ${columns} from report_title where tenant_id = ${tenantId} and is_deleted = 0 and id <> ${id} and ${ofClient(title.sendSampleClientId)}`,
    titleRow,
  );
  if (others.some(({ titleName }) => titleName.toLowerCase() === title.titleName.toLowerCase()))
    throw problemsError([problemOf('titleName', reportTitle.fields.titleName, 'taken', { value: title.titleName })]);
  const hasDefault = others.some(({ isDefault }) => isDefault === 1);
  if (!hasDefault) await makeDefault(tx, tenantId, title);
  // It came from another owner, where it was the default.
  else if (title.isDefault === 1) await tx.execute(sql`update report_title set is_default = 0 where tenant_id = ${tenantId} and id = ${id}`);
}

/** Titles a client's report may carry: its own, else those of the tenant; the default first. */
async function titlesFor(reader: Reader, tenantId: string, clientId: string): Promise<TitleRow[]> {
  const order = sql`order by is_default desc nulls last, search_key, id`;
  const living = sql`select ${columns} from report_title where tenant_id = ${tenantId} and is_deleted = 0`;
  const own = await readRows(reader, sql`${living} and send_sample_client_id = ${clientId} ${order}`, titleRow);
  return own.length > 0 ? own : readRows(reader, sql`${living} and send_sample_client_id is null ${order}`, titleRow);
}

const clientColumns = sql`c.id::text as send_sample_client_id, c.client_code as send_sample_client_code, c.client_name as send_sample_client_name`;
/** The id under the first of these names, or under the other where that is not given. */
const idUnder = (query: Query, first: string, other: string): string => neededId(query, parameter(query, first) ? first : other);

export const reportTitleCalls: readonly Call[] = serveCalls(reportTitleContracts, {
  'POST base/report-title/save': {
    /** Stands in for the described `save`: an owner has a title once, and always one default. */
    async write(tx, { body, user, writing }) {
      // The counter's row stays locked to the end: two saves of one client come one after the other.
      await nextChangeSeq(tx, user.tenantId, 1);
      const { id } = await saveRow(tx, reportTitle, body, writing);
      await settleTitle(tx, user.tenantId, id);
      return { id };
    },
  },
  'POST base/report-title/set-default': {
    async write(tx, { body, query, user, now, writing }) {
      const asked: Record<string, unknown> = { ...query, ...body };
      const titleId = idUnder(asked, 'titleId', 'id');
      await nextChangeSeq(tx, user.tenantId, 1);
      const title = await titleOf(tx, user.tenantId, titleId);
      if (!title) throw notFound(reportTitle);
      if (title.isDefault === 1) return true as const;
      await makeDefault(tx, user.tenantId, title);
      const entry = { ...writing, action: 'reportTitle.setDefault', subject: titleId, now };
      await writeAudit(tx, { ...entry, before: { isDefault: 0 }, after: { isDefault: 1 } });
      return true as const;
    },
  },
  'GET base/report-title/client-page': {
    /** One row a client, with its own titles (docs/contract.md#fields-and-codes); `hasTitle=1` leaves out those without. */
    async handle({ db, query, user }) {
      const name = parameter(query, 'sendSampleClientName') || parameter(query, 'keyword');
      const page = await pageRows(db, query, {
        row: titledClient,
        columns: clientColumns,
        from: sql`send_sample_client c`,
        where: [
          sql`c.tenant_id = ${user.tenantId} and c.is_deleted = 0`,
          inLaboratories(sql`c.contract_laboratory_id`, await laboratoriesOf(db, user)),
          idFilter(query, 'sendSampleClientId', sql`c.id`),
          name !== '' && keyHolds('c', name),
          parameter(query, 'hasTitle') === '1' &&
            sql`exists (select 1 from report_title t where t.tenant_id = c.tenant_id and t.send_sample_client_id = c.id and t.is_deleted = 0)`,
        ],
        order: sql`c.search_key, c.id`,
      });
      const ids = page.records.map(({ sendSampleClientId }) => sendSampleClientId);
      const titles = await readRows(
        db,
        sql`select ${columns} from report_title where tenant_id = ${user.tenantId} and is_deleted = 0 and send_sample_client_id = ${anyId(ids)} order by is_default desc nulls last, search_key, id`,
        titleRow,
      );
      const records = page.records.map((row) => ({ ...row, titles: titles.filter(({ sendSampleClientId: id }) => id === row.sendSampleClientId) }));
      return { ...page, records };
    },
  },
  'GET base/report-title/client-detail': {
    async handle({ db, query, user }) {
      const clientId = idUnder(query, 'sendSampleClientId', 'clientId');
      const row = await readRow(
        db,
        sql`select ${clientColumns} from send_sample_client c where c.tenant_id = ${user.tenantId} and c.id = ${clientId} and c.is_deleted = 0`,
        titledClient,
      );
      if (!row) throw new UserError(404, ['未找到送检单位', 'Sending client not found']);
      const titles = await titlesFor(db, user.tenantId, clientId);
      return { ...row, titles: titles.filter(({ sendSampleClientId }) => sendSampleClientId !== null), usedTitle: titles[0] ?? null };
    },
  },
  'GET base/report-title/client-list': {
    handle: ({ db, query, user }) => titlesFor(db, user.tenantId, idUnder(query, 'sendSampleClientId', 'clientId')),
  },
});
