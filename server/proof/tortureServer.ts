import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { createApp } from '#server/app.ts';
import { prepare } from '#server/prepare.ts';
import { openDatabase } from '#server/storage/database.ts';
import { readRows } from '#server/storage/readRows.ts';

/*
 * The product as desks are tortured against: the finished application and, beside it, addresses at which its rows can be read.
 * NO_DEDUPE=1 is the negative control: before each batch the server forgets the keys in it, so that what comes again is new to it, and the
 * harness must find acts done twice. Both are put around the application here; nothing of it is in the product.
 */
process.env['TZ'] = 'Asia/Shanghai';

/** Stands behind a key that was forgotten. */
const forgottenMark = '~';

const { PORT = '0', DATA_DIR = './data', DATABASE_URL, SEED_PASSWORD, NO_DEDUPE, DIST_DIR = 'dist' } = process.env;
const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL || undefined });
const { demoPassword } = await prepare(database, { isDemo: true, seedPassword: SEED_PASSWORD });
const app = await createApp({ database, isCaptchaOn: false, demoPassword, clientDir: DIST_DIR });
// Who works at the lab's scanner works at a partner's desk and at an entry desk, too.
await database.orm
  .execute(sql`update user_account u set role_ids = u.role_ids || array(select unnest(r.role_ids) from user_account r where r.account in ('reception', 'entry1') and r.tenant_id = u.tenant_id)
  where u.account = 'lab'`);
const listed = (values: readonly string[]) =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

if (NO_DEDUPE === '1') {
  app.addHook('preHandler', async ({ body, url }) => {
    const { ops = [] } = (body ?? {}) as { ops?: readonly { readonly opId: string }[] };
    if (!url.includes('/offline/ops') || ops.length === 0) return;
    await database.orm.execute(sql`update client_op set op_id = op_id || ${forgottenMark + randomUUID()}, seq = null
      where op_id in (${listed(ops.map(({ opId }) => opId))})`);
  });
}
/** The answers kept of a device, in the order of their commits. */
app.get('/torture/ledger', async (request) => {
  const { device } = request.query as { device: string };
  const rows = await readRows<{
    opId: string;
    seq: string | null;
    authorId: string;
    type: string;
    status: string;
    subject: string;
    serverSeq: string;
  }>(
    database.orm,
    sql`select op_id, seq, author_id, type, status, subject, server_seq from client_op where device_id = ${device} and (seq is not null or op_id like ${`%${forgottenMark}%`}) order by server_seq`,
  );
  return rows.map(({ opId, seq, serverSeq, ...row }) => ({ ...row, opId: opId.split(forgottenMark)[0], seq: Number(seq), order: Number(serverSeq) }));
});
/** How often the lab took a tube in, or reception one that a partner had told of, by its code; how often a requisition was entered, by its code and pass, or refused. */
app.get('/torture/received', async () => {
  const rows = await readRows<{ sampleCode: string; n: number }>(
    database.orm,
    sql`select sample_code, count(*)::int as n from lab_receive_record group by sample_code
      union all select s.sample_code, count(*)::int from expected_sample e join sample s on s.tenant_id = e.tenant_id and s.id = e.sample_id
        join sample_act a on a.tenant_id = s.tenant_id and a.sample_id = s.id and a.act = 'summary.enter' where e.bar_code like 'AWAIT%' group by s.sample_code
      union all select r.requisition_code || ' /' || p.pass_no, count(*)::int from entry_pass p join requisition r on r.tenant_id = p.tenant_id and r.id = p.requisition_id group by 1
      union all select requisition_code, count(*)::int from reject_record where requisition_code like 'REFUSE%' group by 1`,
  );
  return Object.fromEntries(rows.map(({ sampleCode, n }) => [sampleCode, n]));
});
/** The rows inside the forms that were entered, by requisition and pass. */
app.get('/torture/rows', async () => {
  const rows = await readRows<{ subject: string; typed: unknown }>(
    database.orm,
    sql`select r.requisition_code || ' /' || p.pass_no as subject, p.values -> 'antiInfectives' as typed from entry_pass p
      join requisition r on r.tenant_id = p.tenant_id and r.id = p.requisition_id where p.form = 'CCID' and r.requisition_code like 'FORM%'`,
  );
  return Object.fromEntries(rows.map(({ subject, typed }) => [subject, typed]));
});
/** Ids of people by account. */
app.get('/torture/people', async () => {
  const rows = await readRows<{ id: string; account: string }>(database.orm, sql`select id, account from user_account where tenant_id = '000000'`);
  return Object.fromEntries(rows.map(({ id, account }) => [account, id]));
});
await app.listen({ port: Number(PORT), host: '127.0.0.1' });

process.once('SIGTERM', () => void app.close().then(() => database.close()));
