import { sql } from 'drizzle-orm';
import { approveCriterion, changeConfigs, switchRelease, type CriterionState } from '#domain/report/configActs.ts';
import { saveConversion } from '#domain/report/saveConversion.ts';
import { reportConfig } from '#domain/report/reportConfig.ts';
import { releaseCriterion } from '#domain/report/releaseCriterion.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { serveCommand, type ServedCommand, type Tx } from '#server/kernel/http/serve.ts';
import { snakeCase } from '#server/storage/columns.ts';
import { newId } from '#server/storage/ids.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { releaseSwitchTable } from '#server/storage/reportTables.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { configsOf } from '#server/spine/reports/configs.ts';
import { switchState } from './releaseSwitch.ts';

const nothing = { config: null, others: [], areKnown: false };

/** A configuration, locked and within the actor's laboratories; undefined where there is none. */
async function lockedConfig(tx: Tx, user: ActingUser, configId: string) {
  const row = await readRow<{ laboratoryId: string }>(
    tx,
    sql`select laboratory_id::text as laboratory_id from report_config where tenant_id = ${user.tenantId} and id = ${configId} and is_deleted = 0 for update`,
  );
  if (!row) return undefined;
  const allowed = await laboratoriesOf(tx, user);
  if (allowed !== null && !allowed.includes(row.laboratoryId)) return undefined;
  const [config] = await configsOf(tx, user.tenantId, { configId });
  return config;
}

const servedChange = serveCommand(changeConfigs, {
  async load(tx, { configId, templateId, strategyId }, { user }) {
    const config = await lockedConfig(tx, user, configId);
    if (!config) return nothing;
    await tx.execute(sql`select 1 from laboratory where tenant_id = ${user.tenantId} and id = ${config.laboratoryId} for update`);
    const living = async (resource: string, id: string | null | undefined, more = sql`true`): Promise<boolean> =>
      !id ||
      (await readRow(
        tx,
        sql`select 1 as found from ${sql.raw(resource)} x where x.tenant_id = ${user.tenantId} and x.id = ${id} and x.is_deleted = 0 and x.is_disable = 0 and ${more}`,
      )) !== undefined;
    const isItsOwn = sql`coalesce(x.laboratory_id, ${config.laboratoryId}) = ${config.laboratoryId}`;
    const areKnown = (await living('report_template', templateId, isItsOwn)) && (await living('report_strategy', strategyId));
    return { config, others: await configsOf(tx, user.tenantId, { laboratoryId: config.laboratoryId }), areKnown };
  },
  async write(tx, { change: { configId, templateId, strategyId, validTo }, acting }) {
    await touch(tx, reportConfig, configId, sql`template_id = ${templateId}, strategy_id = ${strategyId}, valid_to = ${validTo}`, acting);
    return { configId };
  },
});

const servedConversion = serveCommand(saveConversion, {
  async load(tx, { configId, rows }, { user }) {
    const config = await lockedConfig(tx, user, configId);
    const items = await readRows<{ id: string }>(
      tx,
      sql`select id::text as id from item where tenant_id = ${user.tenantId} and is_deleted = 0 and id = ${anyId(rows.map(({ itemId }) => itemId))}`,
    );
    return { config: config ?? null, itemIds: new Set(items.map(({ id }) => id)) };
  },
  async write(tx, { change, input: { rows }, acting }) {
    const { configId, conversionNo } = change;
    await touch(tx, reportConfig, configId, sql`conversion = ${JSON.stringify(rows)}::jsonb, conversion_no = ${conversionNo}`, acting);
    return change;
  },
});

const servedApproval = serveCommand(approveCriterion, {
  async load(tx, { criterionId }, { user }) {
    const criterion = await readRow<NonNullable<CriterionState['criterion']>>(
      tx,
      sql`select state::int as state, author_id::text as author_id, criterion_name, review_date::text as review_date from release_criterion
        where tenant_id = ${user.tenantId} and id = ${criterionId} and is_deleted = 0 for update`,
    );
    return { criterion: criterion ?? null };
  },
  async write(tx, { change, acting }) {
    const { user, now } = acting;
    await touch(tx, releaseCriterion, change.criterionId, sql`state = ${change.state}, approver_id = ${user.id}, approve_time = ${now}`, acting);
    return change;
  },
});

const servedSwitch = serveCommand(switchRelease, {
  async load(tx, { laboratoryId }, { user }) {
    const allowed = await laboratoriesOf(tx, user);
    const isInSight = allowed === null || (typeof laboratoryId === 'string' && allowed.includes(laboratoryId));
    // The tenant's own row keeps two who press at once apart.
    await tx.execute(sql`select 1 from tenant where tenant_id = ${user.tenantId} for update`);
    const isThere =
      !laboratoryId ||
      (await readRow(tx, sql`select 1 as found from laboratory where tenant_id = ${user.tenantId} and id = ${laboratoryId} and is_deleted = 0`)) !==
        undefined;
    return { isOn: await switchState(tx, user.tenantId, laboratoryId ?? null), isInSight: isInSight && isThere };
  },
  async write(tx, { change, input: { reason }, acting: { user, now } }) {
    await tx.execute(
      insertMany(releaseSwitchTable, [
        {
          id: newId(),
          tenantId: user.tenantId,
          laboratoryId: change.laboratoryId,
          isOn: change.isOn ? 1 : 0,
          reason,
          userId: user.id,
          userName: user.name,
          createTime: now,
          updateTime: now,
        },
      ]),
    );
    return change;
  },
});

/** Changes columns of a described row, as a save does; the act itself is in the audit trail. */
async function touch(
  tx: Tx,
  resource: Resource,
  id: string,
  set: ReturnType<typeof sql>,
  { user, now }: { readonly user: ActingUser; readonly now: string },
): Promise<void> {
  await tx.execute(sql`update ${sql.raw(snakeCase(resource.name))} set ${set}, update_user = ${user.id}, update_time = ${now}, version = version + 1
    where tenant_id = ${user.tenantId} and id = ${id}`);
}

export const configActs: readonly ServedCommand[] = [servedChange, servedConversion, servedApproval, servedSwitch];
