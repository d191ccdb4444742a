import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { isId } from '#domain/kernel/ids.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { portionRows } from './sheetJudge.ts';
import type { UploadedSheet } from './uploadedSheet.ts';
import { UserError } from '#server/kernel/core/answers.ts';

/** How far an uploaded list is. */
export const batchState = { judged: 0, inProgress: 1, takenOver: 2 } as const;

export interface ImportBatch<Row> {
  readonly id: string;
  readonly fileName: string;
  /** `batchState`. */
  readonly state: number;
  readonly totalCount: number;
  readonly doneCount: number;
  readonly rows: readonly Row[];
}

/** Rows as they lie in the database: in portions, so that neither writing nor reading a long list holds up whoever scans. */
export function portionsOf<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const portions: (readonly Row[])[] = [];
  for (let from = 0; from < rows.length; from += portionRows) portions.push(rows.slice(from, from + portionRows));
  return portions;
}

/** Writes a portion of a batch's rows (a JSON array), or writes it anew. */
export async function keepPortion(reader: Reader, { tenantId }: ActingUser, batchId: string, portion: number, rows: string): Promise<void> {
  await reader.execute(sql`insert into import_batch_portion (tenant_id, batch_id, portion, rows) values (${tenantId}, ${batchId}, ${portion}, ${rows}::jsonb)
    on conflict (tenant_id, batch_id, portion) do update set rows = excluded.rows`);
}

/** Says how far a batch is. */
export async function markBatch(
  reader: Reader,
  { tenantId }: ActingUser,
  batchId: string,
  { state, doneCount }: Pick<ImportBatch<unknown>, 'state' | 'doneCount'>,
): Promise<void> {
  await reader.execute(sql`update import_batch set state = ${state}, done_count = ${doneCount} where tenant_id = ${tenantId} and id = ${batchId}`);
}

/** Keeps a judged list, in portions that are JSON, until somebody confirms it; says when the same file was uploaded before. */
export async function keepBatch(
  reader: Reader,
  user: ActingUser,
  kind: string,
  file: Pick<UploadedSheet, 'fileName' | 'fileHash'>,
  { totalCount, portions }: { readonly totalCount: number; readonly portions: readonly string[] },
  now: string,
): Promise<{ batchId: string; sameFileAt: string | null }> {
  const earlier = await readRow<{ createTime: string }>(
    reader,
    sql`select create_time from import_batch where tenant_id = ${user.tenantId} and kind = ${kind} and file_hash = ${file.fileHash} order by create_time desc limit 1`,
  );
  const batchId = newId();
  for (const [at, portion] of portions.entries()) await keepPortion(reader, user, batchId, at, portion);
  // Last: a batch that can be found is whole.
  await reader.execute(sql`insert into import_batch (id, tenant_id, kind, file_name, file_hash, state, total_count, create_user, create_time, update_time)
    values (${batchId}, ${user.tenantId}, ${kind}, ${file.fileName}, ${file.fileHash}, ${batchState.judged}, ${totalCount}, ${user.id}, ${now}, ${now})`);
  return { batchId, sameFileAt: earlier?.createTime ?? null };
}

/** The asking user's own batch. Throws UserError 404 where there is none. */
export async function batchOf<Row>(reader: Reader, user: ActingUser, kind: string, batchId: string): Promise<ImportBatch<Row>> {
  const found = isId(batchId)
    ? await readRow<Omit<ImportBatch<Row>, 'rows'>>(
        reader,
        sql`select id, file_name, state, total_count, done_count from import_batch where tenant_id = ${user.tenantId} and id = ${batchId} and kind = ${kind} and create_user = ${user.id}`,
      )
    : undefined;
  if (!found) throw new UserError(404, ['没有此导入批次', 'No such import']);
  const portions = await readRows<{ rows: Row[] }>(
    reader,
    sql`select rows from import_batch_portion where tenant_id = ${user.tenantId} and batch_id = ${batchId} order by portion`,
  );
  return { ...found, rows: portions.flatMap(({ rows }) => rows) };
}
