import { emptyTabs, parseTabs, type TabList } from './tabList.ts';

const key = 'accession-tabs';
let owner = '';
let list: TabList = emptyTabs;
const listeners = new Set<() => void>();

/** Changes the open pages of this window and remembers them. */
export function keepTabs(next: TabList): void {
  if (next === list) return;
  list = next;
  try {
    // Of this browser tab only, so that two windows keep their own pages; survives a reload.
    sessionStorage.setItem(`${key}:${owner}`, JSON.stringify(list.tabs));
  } catch {
    // Open pages are a convenience.
  }
  for (const listener of listeners) listener();
}

/** Makes a user's open pages hold; '' after logout, when they are forgotten. */
export function adoptTabs(userId: string): void {
  if (userId === owner) return;
  if (!userId) sessionStorage.removeItem(`${key}:${owner}`);
  owner = userId;
  list = parseTabs(userId ? sessionStorage.getItem(`${key}:${userId}`) : null);
  for (const listener of listeners) listener();
}

export function openTabs(): TabList {
  return list;
}
export function onTabs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
