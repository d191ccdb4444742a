import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ActingUser } from '#domain/kernel/command.ts';
import { userScopeTable } from '#server/storage/sessionTables.ts';
import type { Reader } from './lockOut.ts';

/** What a user may see of master data and of all that hangs on it; null: everything (docs/contract.md#roles). */
export interface UserScope {
  readonly laboratoryIds: readonly string[] | null;
  readonly commodityIds: readonly string[] | null;
  readonly panelGroupIds: readonly string[] | null;
}
export type ScopeKind = 'laboratory' | 'commodity' | 'panelGroup';

/** The limits of a user. Takes the pool or an open transaction. */
export async function scopeOf(orm: Reader, user: Pick<ActingUser, 'id' | 'tenantId'>): Promise<UserScope> {
  const rows = await orm
    .select()
    .from(userScopeTable)
    .where(and(eq(userScopeTable.tenantId, user.tenantId), eq(userScopeTable.userId, user.id)));
  const idsOf = (kind: ScopeKind) => rows.find((row) => row.kind === kind)?.targetIds ?? null;
  return { laboratoryIds: idsOf('laboratory'), commodityIds: idsOf('commodity'), panelGroupIds: idsOf('panelGroup') };
}

/** The condition that a column lies within a limit; undefined where there is none, so that `and(...)` leaves it out. */
export function within(column: PgColumn | SQL, ids: readonly string[] | null): SQL | undefined {
  if (ids === null) return undefined;
  return ids.length === 0 ? sql`false` : inArray(column as PgColumn, [...ids]);
}

/** Limits a user to these rows; null lifts the limit, an empty list shows nothing. */
export async function setScope(
  orm: Reader,
  user: Pick<ActingUser, 'id' | 'tenantId'>,
  kind: ScopeKind,
  ids: readonly string[] | null,
): Promise<void> {
  const own = { tenantId: user.tenantId, userId: user.id, kind };
  if (ids === null) {
    await orm
      .delete(userScopeTable)
      .where(and(eq(userScopeTable.tenantId, own.tenantId), eq(userScopeTable.userId, own.userId), eq(userScopeTable.kind, kind)));
    return;
  }
  const targetIds = [...new Set(ids)];
  await orm
    .insert(userScopeTable)
    .values({ ...own, targetIds })
    .onConflictDoUpdate({ target: [userScopeTable.tenantId, userScopeTable.userId, userScopeTable.kind], set: { targetIds } });
}
