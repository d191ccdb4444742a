import { newId } from '#server/storage/ids.ts';
import { clientErrorTable } from '#server/storage/sessionTables.ts';
import type { SessionCore } from './sessionCore.ts';
import type { SessionUser } from './sessionUser.ts';

const mostItems = 100;
const longest = { url: 300, time: 30, type: 20, message: 500, stack: 4000, info: 500 } as const;

/**
 * Keeps faults that a client reports of itself (docs/wire.md#token: `[{url,time,type,message,stack,info}]`), cut to size and
 * without the query part of addresses, which may name persons. Anything else is ignored. Unsigned reports are dropped.
 */
export async function keepClientErrors(core: SessionCore, user: SessionUser | null, body: unknown): Promise<void> {
  if (!user || !Array.isArray(body)) return;
  const items = body.slice(0, mostItems).filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null);
  if (items.length === 0) return;
  await core.database.orm
    .insert(clientErrorTable)
    .values(items.map((item) => ({ id: newId(), tenantId: user.tenantId, userId: user.id, reported: cut(item), createTime: new Date(core.now()) })));
}

function cut(item: Record<string, unknown>): Record<string, string> {
  const parts = Object.entries(longest).map(([name, length]) => [name, textOf(item[name]).slice(0, length)] as const);
  const { url = '', ...rest } = Object.fromEntries(parts);
  return { ...rest, url: url.split('?', 1)[0] ?? '' };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value));
