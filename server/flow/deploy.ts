import { sql } from 'drizzle-orm';
import { flowMode } from '#domain/flow/flowRows.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import { flowModelTable, flowProcessTable } from '#server/storage/flowTables.ts';
import type { Database } from '#server/storage/database.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { takeStartTurn } from '#server/storage/startTurn.ts';
import { leaveKey, leaveXml } from './leaveModel.ts';
import { readModel, type ReadModel } from './readModel.ts';
import { nowText } from '#server/storage/clock.ts';

/** The category of the leave process: entry 1 of the dictionary `flow`. */
export const leaveCategory = 'flow_1';

interface Deployed {
  readonly tenantId: string;
  readonly xml: string;
  readonly model: ReadModel;
  readonly category: string;
  readonly mode: number;
  readonly by: string;
  readonly now: string;
}

/** Adds the next version of a process to a tenant; runs of older versions go on as they began. Answers its id. */
export async function deployProcess(tx: Tx, { tenantId, xml, model, category, mode, by, now }: Deployed): Promise<string> {
  // Two deployments of one key come one after the other.
  const versions = sql`from flow_process where tenant_id = ${tenantId} and process_key = ${model.key}`;
  await tx.execute(sql`select 1 ${versions} order by version for update`);
  const last = await readRow<{ version: number }>(tx, sql`select coalesce(max(version), 0)::int as version ${versions}`);
  const id = newId();
  await tx.insert(flowProcessTable).values({
    id,
    tenantId,
    processKey: model.key,
    version: (last?.version ?? 0) + 1,
    name: model.name,
    description: model.description,
    category,
    mode,
    deploymentId: newId(),
    resourceName: `${model.key}.bpmn20.xml`,
    xml,
    tasks: model.tasks,
    deploymentTime: now,
    deployedBy: by,
  });
  return id;
}

const sure = new WeakMap<Database, Set<string>>();

/**
 * Gives a tenant the shipped leave process and its model, once: what its people change or remove stays as they left it.
 * Cheap to ask again, so that a tenant made a moment ago has it too.
 */
export async function ensureShipped(database: Database, tenantId: string): Promise<void> {
  const known = sure.get(database) ?? new Set<string>();
  sure.set(database, known);
  if (known.has(tenantId)) return;
  const model = await readModel(leaveXml);
  await database.transaction(async (tx) => {
    await takeStartTurn(tx);
    const now = nowText();
    // The folder of its form's routes (docs/wire.md#flow); words of this installation stay.
    await tx.execute(
      sql`update dict set remark = 'leave' where tenant_id = ${tenantId} and code = 'flow' and dict_key = '1' and coalesce(remark, '') = ''`,
    );
    const there = await readRow(tx, sql`select 1 as one from flow_process where tenant_id = ${tenantId} and process_key = ${leaveKey} limit 1`);
    if (there) return;
    await deployProcess(tx, { tenantId, xml: leaveXml, model, category: leaveCategory, mode: flowMode.common, by: '', now });
    const drawn = {
      name: model.name,
      description: model.description,
      xml: leaveXml,
      created: now,
      createdBy: '',
      lastUpdated: now,
      lastUpdatedBy: '',
    };
    await tx
      .insert(flowModelTable)
      .values({ id: newId(), tenantId, modelKey: leaveKey, ...drawn })
      .onConflictDoNothing();
  });
  known.add(tenantId);
}

/** The shipped process for every tenant there is. */
export async function seedFlow(database: Database): Promise<void> {
  for (const { tenantId } of await readRows<{ tenantId: string }>(database.orm, sql`select tenant_id from tenant`))
    await ensureShipped(database, tenantId);
}
