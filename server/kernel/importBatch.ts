import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { isId } from '#domain/kernel/ids.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, type Reader } from '#server/storage/readRows.ts';
import type { UploadedSheet } from './uploadedSheet.ts';
import { UserError } from './answers.ts';

export interface ImportBatch<Row> {
  readonly id: string;
  readonly fileName: string;
  /** 0 judged, 1 being taken over, 2 taken over. */
  readonly state: number;
  readonly totalCount: number;
  readonly doneCount: number;
  readonly rows: readonly Row[];
}

/** A long list as JSON; whoever scans goes first in between. */
async function jsonInTurns(rows: readonly unknown[]): Promise<string> {
  const parts: string[] = [];
  for (let from = 0; from < rows.length; from += 100) {
    parts.push(JSON.stringify(rows.slice(from, from + 100)).slice(1, -1));
    await setImmediate();
  }
  return `[${parts.join(',')}]`;
}

/** Keeps a judged list until somebody confirms it; says when the same file was uploaded before. */
export async function keepBatch(
  reader: Reader,
  user: ActingUser,
  kind: string,
  file: Pick<UploadedSheet, 'fileName' | 'fileHash'>,
  rows: readonly unknown[],
  now: string,
): Promise<{ batchId: string; sameFileAt: string | null }> {
  const earlier = await readRow<{ createTime: string }>(
    reader,
    sql`select create_time from import_batch where tenant_id = ${user.tenantId} and kind = ${kind} and file_hash = ${file.fileHash} order by create_time desc limit 1`,
  );
  const batchId = newId();
  const text = await jsonInTurns(rows);
  await reader.execute(sql`insert into import_batch (id, tenant_id, kind, file_name, file_hash, state, total_count, rows, create_user, create_time, update_time)
    values (${batchId}, ${user.tenantId}, ${kind}, ${file.fileName}, ${file.fileHash}, 0, ${rows.length}, ${text}::jsonb, ${user.id}, ${now}, ${now})`);
  return { batchId, sameFileAt: earlier?.createTime ?? null };
}

/** The asking user's own batch. Throws UserError 404 where there is none. */
export async function batchOf<Row>(reader: Reader, user: ActingUser, kind: string, batchId: string): Promise<ImportBatch<Row>> {
  const row = isId(batchId)
    ? await readRow<ImportBatch<Row>>(
        reader,
        sql`select id, file_name, state, total_count, done_count, rows from import_batch where tenant_id = ${user.tenantId} and id = ${batchId} and kind = ${kind} and create_user = ${user.id}`,
      )
    : undefined;
  if (!row) throw new UserError(404, ['没有此导入批次', 'No such import']);
  return row;
}
