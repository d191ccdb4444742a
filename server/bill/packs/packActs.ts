import { sql, type SQL } from 'drizzle-orm';
import { businessType, excludedBy, lineState, packResult, packSending, packStatus } from '#domain/bill/billChoices.ts';
import { createPack, mostPacked, retryPacks, sendPacks, type CreatePackInput, type KnownPack, type PackState } from '#domain/bill/packs/packActs.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { Jobs } from '#server/kernel/http/jobs.ts';
import { serveCommand, type ServedCommand } from '#server/kernel/http/serve.ts';
import { isLineInSight } from '#server/spine/bill/lineSight.ts';
import { marked, own } from '#server/spine/loading.ts';
import { packTaskTable } from '#server/storage/billTables.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { packJob } from './packJob.ts';
import { isPackInSight, packCount, unsentCount } from './packSight.ts';
import { judgedLines } from './packRowsSql.ts';

/** Alias l: what a pack takes: open lines of its time that are neither excluded, nor redraws or rechecks, and within the person's sight. */
function takenLines(user: ActingUser, { auditTimeStart, auditTimeEnd, contractLaboratoryId, billCustomerIds }: CreatePackInput): SQL {
  const ofLaboratory = contractLaboratoryId ? sql`and l.contract_laboratory_id = ${contractLaboratoryId}` : sql``;
  const ofCustomers = billCustomerIds && billCustomerIds.length > 0 ? sql`and l.bill_customer_id = ${anyId(billCustomerIds)}` : sql``;
  return sql`l.tenant_id = ${user.tenantId} and l.state = ${lineState.open} and l.audit_time >= ${auditTimeStart} and l.audit_time <= ${auditTimeEnd}
    and l.excluded_by = ${excludedBy.none} and l.business_type in (${businessType.normal}, ${businessType.gift}) ${ofLaboratory} ${ofCustomers} and ${isLineInSight(user, 'l')}`;
}

/** A pack within the actor's sight, locked. */
async function lockPack(tx: Tx, user: ActingUser, taskId: string): Promise<PackState> {
  const [pack] = await own<KnownPack>(
    tx,
    sql`select t.id::text as task_id, t.task_name, t.status::int as status, t.send_state::int as send_state, ${packCount(user, 'totalFalse')} as total_false,
        ${unsentCount(user)} as unsent_count, ${marked(sql`t.id::text`, isPackInSight(user))}
      from pack_task t where t.tenant_id = ${user.tenantId} and t.id = ${taskId} for update of t`,
  );
  return { pack: pack ?? null };
}

const fromRows = sql`pack_task_row r`;

/** 新建打包, 重试失败, 发送: each leaves on the pack what the job is to do, and wakes it. */
export const packActs = (jobs: Jobs | null): readonly ServedCommand[] => {
  const wake = async (tx: Tx): Promise<void> => jobs?.send(packJob, {}, { tx, key: packJob });
  return [
    serveCommand(createPack, {
      async load(tx, asked, { user }) {
        const found = await readRow<{ total: number }>(
          tx,
          sql`select count(*)::int as total from (select 1 from sales_line l where ${takenLines(user, asked)} limit ${mostPacked + 1}) c`,
        );
        return { total: found?.total ?? 0 };
      },
      async write(tx, { input, acting: { user, now } }) {
        const { taskName, auditTimeStart, auditTimeEnd, contractLaboratoryId, billCustomerIds, remark } = input;
        const taskId = newId();
        await tx.execute(
          insertMany(packTaskTable, [
            {
              id: taskId,
              tenantId: user.tenantId,
              taskName,
              auditTimeStart,
              auditTimeEnd,
              remark: remark || null,
              contractLaboratoryId: contractLaboratoryId || null,
              billCustomerIds: billCustomerIds && billCustomerIds.length > 0 ? billCustomerIds : null,
              creatorId: user.id,
              creatorName: user.name,
              createTime: now,
              updateTime: now,
            },
          ]),
        );
        await tx.execute(sql`insert into pack_task_row (tenant_id, task_id, line_id, group_no, result, reason)
          select ${user.tenantId}, ${taskId}, x.line_id, x.group_no, x.result, x.reason from ${judgedLines(takenLines(user, input))} x`);
        const counted = await readRow<{ total: number }>(
          tx,
          sql`update pack_task t set total = c.total, total_false = c.failed from (select count(*)::int as total, count(*) filter (where r.result = ${packResult.failed})::int as failed
              from ${fromRows} where r.tenant_id = ${user.tenantId} and r.task_id = ${taskId}) c
            where t.tenant_id = ${user.tenantId} and t.id = ${taskId} returning t.total`,
        );
        await wake(tx);
        return { taskId, total: counted?.total ?? 0 };
      },
    }),
    serveCommand(retryPacks, {
      load: (tx, { taskId }, { user }) => lockPack(tx, user, taskId),
      async write(tx, { change: { taskId }, acting: { user, now } }) {
        const ofPack = sql`r.tenant_id = ${user.tenantId} and r.task_id = ${taskId}`;
        const failed = sql`l.tenant_id = ${user.tenantId} and l.id in (select r.line_id from ${fromRows} where ${ofPack} and r.result = ${packResult.failed}) and ${isLineInSight(user, 'l')}`;
        await tx.execute(sql`update pack_task_row r set group_no = x.group_no, result = x.result, reason = x.reason
          from ${judgedLines(failed, sql`(select coalesce(max(r.group_no), 0) from ${fromRows} where ${ofPack})`)} x where ${ofPack} and r.line_id = x.line_id`);
        await tx.execute(sql`update pack_task t set status = ${packStatus.packing}, update_time = ${now}, version = version + 1,
            total_false = (select count(*) from ${fromRows} where ${ofPack} and r.result = ${packResult.failed})
          where t.tenant_id = ${user.tenantId} and t.id = ${taskId}`);
        await wake(tx);
        return { taskId };
      },
    }),
    serveCommand(sendPacks, {
      load: (tx, { taskId }, { user }) => lockPack(tx, user, taskId),
      async write(tx, { change: { taskId }, input: { reconciliationTime }, acting: { user, now } }) {
        await tx.execute(sql`update pack_task set send_state = ${packSending.sending}, send_user_id = ${user.id}, reconciliation_time = ${reconciliationTime}, fault = null, send_false = 0,
            update_time = ${now}, version = version + 1 where tenant_id = ${user.tenantId} and id = ${taskId}`);
        await wake(tx);
        return { taskId };
      },
    }),
  ];
};
