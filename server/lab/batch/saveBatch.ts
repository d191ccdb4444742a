import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { placeKind, placeState } from '#domain/lab/batch/sheetChoices.ts';
import { saveBatch, type PlacedWell, type SaveBatchInput, type SaveBatchState } from '#domain/lab/batch/saveBatch.ts';
import { batchName } from '#domain/lab/rules/plate.ts';
import { serveCommand, type Tx } from '#server/kernel/http/serve.ts';
import { markOf, type Mark } from '#server/spine/line.ts';
import { requireToUse } from '#server/spine/loading.ts';
import { newId } from '#server/storage/ids.ts';
import { labBatchPlaceTable, labBatchTable } from '#server/storage/labBatchTables.ts';
import { readRow } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { maySeePanelGroup } from '#server/storage/panelGroupScope.ts';
import { lotsOf } from './controlLots.ts';
import { lockSheets, noteTasks, placesOf, tasksForSheet } from './sheetLoading.ts';
import { NotYours } from '#server/kernel/http/notYours.ts';

/** What the rule of `labBatch.save` reads; the sheet first, then its tasks, both locked. */
export async function loadSave(tx: Tx, input: SaveBatchInput, user: ActingUser): Promise<SaveBatchState> {
  const { tenantId } = user;
  const [sheet = null] = input.ruleId ? await lockSheets(tx, user, [input.ruleId]) : [];
  await requireToUse(tx, user, { laboratoryId: input.laboratoryId });
  const laboratory = await readRow<{ laboratoryCode: string }>(
    tx,
    sql`select laboratory_code from laboratory where tenant_id = ${tenantId} and id = ${input.laboratoryId} and is_deleted = 0`,
  );
  const group = await readRow<{ panelGroupName: string; isOwn: boolean }>(
    tx,
    sql`select n.panel_group_name, ${maySeePanelGroup(user, sql`n.id`)} as is_own from panel_group n where n.tenant_id = ${tenantId} and n.id = ${input.panelGroupId} and n.is_deleted = 0`,
  );
  if (group && !group.isOwn) throw new NotYours(group.panelGroupName);
  const instrument = input.instrumentId
    ? await readRow<{ laboratoryId: string; isDisable: number }>(
        tx,
        sql`select laboratory_id, is_disable from instrument where tenant_id = ${tenantId} and id = ${input.instrumentId} and is_deleted = 0`,
      )
    : undefined;
  const taskIds = input.places.flatMap(({ taskId, kind }) => (kind === placeKind.sample && taskId ? [taskId] : []));
  const tasks =
    taskIds.length === 0 ? [] : await tasksForSheet(tx, user, { taskIds }, { batchKind: input.batchKind, ruleId: input.ruleId ?? null }, true);
  return {
    sheet,
    laboratoryCode: laboratory?.laboratoryCode ?? null,
    isGroupKnown: group !== undefined,
    instrument: instrument ?? null,
    knownLots: (await lotsOf(tx, tenantId, input)).map(({ qcLotId }) => qcLotId),
    tasks,
  };
}

/** Puts a draft down, a new one under the next number of its day; answers what it is called. With a mark the lines of tubes that came on it or went off it tell so. */
export async function writeSheet(
  tx: Tx,
  { user, now, mark }: { readonly user: ActingUser; readonly now: string; readonly mark?: Mark },
  input: SaveBatchInput,
  state: SaveBatchState,
  places: readonly PlacedWell[],
): Promise<{ ruleId: string; batch: string; version: number }> {
  const { tenantId } = user;
  const facts = {
    batchKind: input.batchKind,
    laboratoryId: input.laboratoryId,
    panelGroupId: input.panelGroupId,
    instrumentId: input.instrumentId ?? null,
    plateFormat: input.plateFormat,
    isIndexReversed: input.isIndexReversed ?? 0,
    chipId: input.chipId ?? null,
    chipType: input.chipType ?? null,
    startTime: input.startTime ?? null,
    expectedEndTime: input.expectedEndTime ?? null,
    endTime: input.endTime ?? null,
    server: input.server ?? null,
    kitLots: input.kitLots ?? null,
    remark: input.remark ?? null,
    totalNumber: places.filter(({ kind }) => kind === placeKind.sample).length,
    operatorId: user.id,
    operator: user.name,
    updateUserName: user.name,
    updateTime: now,
  };
  const { sheet } = state;
  const kept = sheet
    ? { ruleId: sheet.ruleId, batch: sheet.batch, version: sheet.version + 1 }
    : { ruleId: newId(), ...(await nextName(tx, tenantId, input, state.laboratoryCode ?? '', now)), version: 1 };
  const before = sheet && mark ? (await placesOf(tx, tenantId, sheet.ruleId)).flatMap(({ taskId }) => taskId ?? []) : [];
  if (sheet) {
    await tx
      .update(labBatchTable)
      .set({ ...facts, version: kept.version })
      .where(sql`tenant_id = ${tenantId} and id = ${sheet.ruleId}`);
    await tx.execute(sql`delete from lab_batch_place where tenant_id = ${tenantId} and rule_id = ${sheet.ruleId}`);
  } else {
    const { ruleId: id, ...named } = kept;
    await tx.insert(labBatchTable).values({
      ...facts,
      ...named,
      dayNumber: 'dayNumber' in named ? named.dayNumber : 1,
      id,
      tenantId,
      line: input.line,
      createUser: user.id,
      createUserName: user.name,
      createTime: now,
    });
  }
  if (places.length > 0)
    await tx.execute(
      insertMany(
        labBatchPlaceTable,
        places.map((place) => ({
          ...place,
          id: newId(),
          tenantId,
          ruleId: kept.ruleId,
          state: placeState.planned,
          createTime: now,
          updateTime: now,
        })),
      ),
    );
  if (mark) {
    const after = places.flatMap(({ taskId }) => taskId ?? []);
    const [came, went] = [after.filter((one) => !before.includes(one)), before.filter((one) => !after.includes(one))];
    await noteTasks(tx, tenantId, { ...mark, note: `+ ${kept.batch}` }, came);
    await noteTasks(tx, tenantId, { ...mark, note: `− ${kept.batch}` }, went);
  }
  return { ruleId: kept.ruleId, batch: kept.batch, version: kept.version };
}

/** The next name of a laboratory's day and line; the laboratory's row makes two desks wait for each other. A removed sheet keeps its number. */
async function nextName(
  tx: Tx,
  tenantId: string,
  { laboratoryId, line }: Pick<SaveBatchInput, 'laboratoryId' | 'line'>,
  laboratoryCode: string,
  now: string,
): Promise<{ batch: string; dayNumber: number }> {
  const day = now.slice(0, 10);
  await tx.execute(sql`select id from laboratory where tenant_id = ${tenantId} and id = ${laboratoryId} for update`);
  const counted = await readRow<{ last: number }>(
    tx,
    sql`select coalesce(max(day_number), 0)::int as last from lab_batch where tenant_id = ${tenantId} and laboratory_id = ${laboratoryId} and line = ${line}
      and create_time >= ${`${day} 00:00:00`} and create_time <= ${`${day} 23:59:59`}`,
  );
  const dayNumber = (counted?.last ?? 0) + 1;
  return { batch: batchName(laboratoryCode, line, day, dayNumber), dayNumber };
}

/** `labBatch.save`: the draft and all its places, as they now are. */
export const servedSaveBatch = serveCommand(saveBatch, {
  load: (tx, input: SaveBatchInput, { user }) => loadSave(tx, input, user),
  write: (tx, { input, state, change, acting, opId }) =>
    writeSheet(tx, { ...acting, mark: markOf(saveBatch, { acting, opId }) }, input, state, change.places),
});
