import { dropKept, keep, readKept } from '#src/ui/browserStorage.ts';
import { emptyTabs, parseTabs, type TabList } from './tabList.ts';

const key = 'accession-tabs';
let owner = '';
let list: TabList = emptyTabs;
const listeners = new Set<() => void>();

/** Changes the open pages of this window and remembers them. */
export function keepTabs(next: TabList): void {
  if (next === list) return;
  list = next;
  // Of this browser tab only, so that two windows keep their own pages; survives a reload.
  keep(`${key}:${owner}`, list.tabs, 'session');
  for (const listener of listeners) listener();
}

/** Makes a user's open pages hold; '' after logout, when they are forgotten. */
export function adoptTabs(userId: string): void {
  if (userId === owner) return;
  if (!userId) dropKept(`${key}:${owner}`, 'session');
  owner = userId;
  list = parseTabs(userId ? readKept(`${key}:${userId}`, 'session') : null);
  for (const listener of listeners) listener();
}

export function openTabs(): TabList {
  return list;
}
export function onTabs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
