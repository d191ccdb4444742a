import { sql, type SQL } from 'drizzle-orm';
import { billPeriods, closePeriod, reopenPeriod, type CloseInput, type PeriodRow, type PeriodState } from '#domain/bill/periods/periodActs.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { isMonth } from '#domain/kernel/dates.ts';
import { serveCommand, type ServedCommand } from '#server/kernel/http/serve.ts';
import { defineListing } from '#server/kernel/verbs/listing.ts';
import { inSight, marked, own } from '#server/spine/loading.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';

type Known = NonNullable<PeriodState['period']>;
const none = { count: 0, no: null } as const;

/** A laboratory of the person's sight, locked as whoever sends into its months holds it, and how one of them stands. */
async function loadPeriod(tx: Tx, user: ActingUser, { contractLaboratoryId, month }: CloseInput): Promise<PeriodState> {
  const [laboratory] = await own<{ contractLaboratoryId: string; name: string }>(
    tx,
    sql`select l.id as contract_laboratory_id, l.laboratory_name as name, ${marked(sql`l.laboratory_name`, inSight(user, sql`l.id`))} from laboratory l
      where l.tenant_id = ${user.tenantId} and l.id = ${contractLaboratoryId} and l.is_deleted = 0 for update of l`,
  );
  if (!laboratory || !isMonth(month)) return { laboratory: laboratory ?? null, period: null, unsent: none };
  const period = await readRow<Known>(
    tx,
    sql`select is_closed::int as is_closed, close_user_id, close_user_name, close_time from bill_period
      where tenant_id = ${user.tenantId} and contract_laboratory_id = ${contractLaboratoryId} and month = ${month} for update`,
  );
  const unsent = await readRow<PeriodState['unsent']>(
    tx,
    sql`select count(*)::int as count, min(no) as no from (${unsentOf(user.tenantId, contractLaboratoryId, month, sql`sales_order`, sql`order_no`)}
      union all ${unsentOf(user.tenantId, contractLaboratoryId, month, sql`bill`, sql`bill_no`)}) d`,
  );
  return { laboratory, period: period ?? null, unsent: unsent ?? none };
}
/** Documents made in a month that were not sent, whoever's they are. */
const unsentOf = (tenantId: string, laboratoryId: string, month: string, table: SQL, no: SQL): SQL =>
  sql`select ${no} as no from ${table} where tenant_id = ${tenantId} and contract_laboratory_id = ${laboratoryId} and is_deleted = 0 and sended = 0
    and create_time >= (${month} || '-01')::timestamp and create_time < (${month} || '-01')::timestamp + interval '1 month'`;

/** 结账, 重开. */
export const periodActs: readonly ServedCommand[] = [
  serveCommand(closePeriod, {
    load: (tx, input, { user }) => loadPeriod(tx, user, input),
    async write(tx, { change, acting: { user, now } }) {
      await tx.execute(sql`insert into bill_period (tenant_id, contract_laboratory_id, month, is_closed, close_user_id, close_user_name, close_time)
        values (${user.tenantId}, ${change.contractLaboratoryId}, ${change.month}, 1, ${user.id}, ${user.name}, ${now})
        on conflict (tenant_id, contract_laboratory_id, month) do update set is_closed = 1, close_user_id = ${user.id}, close_user_name = ${user.name}, close_time = ${now}`);
      return change;
    },
  }),
  serveCommand(reopenPeriod, {
    load: (tx, input, { user }) => loadPeriod(tx, user, input),
    async write(tx, { change, input: { reason }, acting: { user, now } }) {
      await tx.execute(sql`update bill_period set is_closed = 0, reopen_user_id = ${user.id}, reopen_user_name = ${user.name}, reopen_time = ${now}, reopen_reason = ${reason}
        where tenant_id = ${user.tenantId} and contract_laboratory_id = ${change.contractLaboratoryId} and month = ${change.month}`);
      return change;
    },
  }),
];

export const servedPeriods = defineListing(billPeriods, {
  columns: {
    periodId: sql`p.contract_laboratory_id::text || ':' || p.month`,
    contractLaboratoryId: sql`p.contract_laboratory_id`,
    contractLaboratoryName: sql`(select l.laboratory_name from laboratory l where l.tenant_id = p.tenant_id and l.id = p.contract_laboratory_id)`,
    month: sql`p.month`,
    isClosed: sql`p.is_closed`,
    closeUserId: sql`p.close_user_id`,
    closeUserName: sql`p.close_user_name`,
    closeTime: sql`p.close_time`,
    reopenUserName: sql`p.reopen_user_name`,
    reopenTime: sql`p.reopen_time`,
    reopenReason: sql`p.reopen_reason`,
  } satisfies Record<keyof PeriodRow, SQL>,
  from: sql`bill_period p`,
  where: async ({ db, user }) => [
    sql`p.tenant_id = ${user.tenantId}`,
    inLaboratories(sql`p.contract_laboratory_id`, await laboratoriesOf(db, user)) ?? sql`true`,
  ],
  order: sql`p.month desc, p.contract_laboratory_id`,
  isIdText: true,
  indexes: ['bill_period_pk'],
});
