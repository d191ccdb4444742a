import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { isMonth } from '#domain/kernel/dates.ts';
import {
  closeQuality,
  recomputeQuality,
  reopenQuality,
  saveQuality,
  type MonthInput,
  type QualityState,
  type TypingInput,
  type TypingState,
} from '#domain/search/qualityActs.ts';
import { monthState, valueSource } from '#domain/search/qualityIndexValue.ts';
import { serveCommand, type ServedCommand } from '#server/kernel/http/serve.ts';
import { inSight, marked, own } from '#server/spine/loading.ts';
import { readRow } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';
import { countMonth, writeCounted } from './qualityMonths.ts';
import { readMonths } from './qualityYear.ts';

/** A laboratory of the person's sight, held so that nothing changes a month of it meanwhile, and how one of them stands. */
async function loadMonth(tx: Tx, user: ActingUser, { laboratoryId, month }: MonthInput): Promise<QualityState> {
  const [laboratory] = await own<{ laboratoryId: string; name: string }>(
    tx,
    sql`select l.id as laboratory_id, l.laboratory_name as name, ${marked(sql`l.laboratory_name`, inSight(user, sql`l.id`))} from laboratory l
      where l.tenant_id = ${user.tenantId} and l.id = ${laboratoryId} and l.is_deleted = 0 for update of l`,
  );
  if (!laboratory || !isMonth(month)) return { laboratory: laboratory ?? null, month: null };
  const [known] = await readMonths(tx, { tenantId: user.tenantId, laboratoryId, months: [month] });
  return { laboratory, month: known ?? null };
}
async function loadTyping(tx: Tx, user: ActingUser, input: TypingInput): Promise<TypingState> {
  const state = await loadMonth(tx, user, input);
  const { tenantId } = user;
  const index = await readRow<{ indexCode: string }>(
    tx,
    sql`select index_code from quality_index where tenant_id = ${tenantId} and id = ${input.qualityIndexId} and is_deleted = 0 and goal is not null`,
  );
  const typed = await readRow<{ version: number }>(
    tx,
    sql`select version from quality_index_value where tenant_id = ${tenantId} and laboratory_id = ${input.laboratoryId} and month = ${input.month} and quality_index_id = ${input.qualityIndexId}`,
  );
  return { ...state, index: index ?? null, version: typed?.version ?? 0 };
}

/** 填报, 重新计算, 关闭, 重开. */
export const qualityActs: readonly ServedCommand[] = [
  serveCommand(saveQuality, {
    load: (tx, input, { user }) => loadTyping(tx, user, input),
    async write(tx, { change, input: { qualityIndexId, numerator, denominator }, acting: { user, now } }) {
      await tx.execute(sql`insert into quality_index_value as q (tenant_id, quality_index_id, laboratory_id, month, numerator, denominator, source, state, typist_ids, create_time, update_time)
        values (${user.tenantId}, ${qualityIndexId}, ${change.laboratoryId}, ${change.month}, ${numerator}, ${denominator}, ${valueSource.typed}, ${monthState.open}, array[${user.id}::bigint], ${now}, ${now})
        on conflict (tenant_id, laboratory_id, month, quality_index_id) do update set numerator = excluded.numerator, denominator = excluded.denominator, value = null, source = excluded.source,
          typist_ids = case when ${user.id}::bigint = any(q.typist_ids) then q.typist_ids else q.typist_ids || ${user.id}::bigint end, version = q.version + 1, update_time = excluded.update_time`);
      return change;
    },
  }),
  serveCommand(recomputeQuality, {
    load: (tx, input, { user }) => loadMonth(tx, user, input),
    async write(tx, { change, acting: { user, now } }) {
      const whose = { tenantId: user.tenantId, ...change };
      await writeCounted(tx, whose, await countMonth(tx, whose), now);
      return change;
    },
  }),
  serveCommand(closeQuality, {
    load: (tx, input, { user }) => loadMonth(tx, user, input),
    async write(tx, { change, acting: { user, now } }) {
      await tx.execute(sql`update quality_index_value set state = ${monthState.closed}, reason = null, close_user_name = ${user.name}, close_time = ${now}, version = version + 1, update_time = ${now}
        where tenant_id = ${user.tenantId} and laboratory_id = ${change.laboratoryId} and month = ${change.month}`);
      return change;
    },
  }),
  serveCommand(reopenQuality, {
    load: (tx, input, { user }) => loadMonth(tx, user, input),
    async write(tx, { change, input: { reason }, acting: { user, now } }) {
      await tx.execute(sql`update quality_index_value set state = ${monthState.open}, reason = ${reason}, close_user_name = null, close_time = null, version = version + 1, update_time = ${now}
        where tenant_id = ${user.tenantId} and laboratory_id = ${change.laboratoryId} and month = ${change.month}`);
      return change;
    },
  }),
];
