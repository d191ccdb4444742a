import { useCallback, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { emptyTabs, homeTab, neighbourTab, onlyTab, parseTabs, type Tab, type TabList, withoutTab, withTab } from './tabList.ts';

const key = 'accession-tabs';
let owner = '';
let list: TabList = emptyTabs;
const listeners = new Set<() => void>();

function become(next: TabList): void {
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

export interface Tabs {
  readonly tabs: readonly Tab[];
  readonly activeId: string;
  readonly open: (path: string) => void;
  /** Notes the present page as open. */
  readonly visit: (tab: Tab) => void;
  /** Closing the active tab opens its left neighbour. */
  readonly close: (id: string) => void;
  readonly closeOthers: (id: string) => void;
  readonly closeAll: () => void;
  readonly step: (steps: number) => void;
}

/** The open pages of this window. */
export function useTabs(): Tabs {
  const { tabs } = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => list,
    () => list,
  );
  const navigate = useNavigate();
  const activeId = useLocation().pathname;
  const open = useCallback((path: string) => void navigate(path), [navigate]);
  const visit = useCallback((tab: Tab) => become(withTab(list, tab)), []);
  const close = useCallback(
    (id: string) => {
      const { list: next, next: target } = withoutTab(list, id, activeId);
      become(next);
      if (target) void navigate(target.path);
    },
    [navigate, activeId],
  );
  const closeOthers = useCallback(
    (id: string) => {
      const kept = list.tabs.find((tab) => tab.id === id) ?? homeTab;
      become(onlyTab(list, id));
      if (id !== activeId) void navigate(kept.path);
    },
    [navigate, activeId],
  );
  const closeAll = useCallback(() => {
    become(onlyTab(list, homeTab.id));
    void navigate(homeTab.path);
  }, [navigate]);
  const step = useCallback((steps: number) => void navigate(neighbourTab(list, activeId, steps).path), [navigate, activeId]);
  return { tabs, activeId, open, visit, close, closeOthers, closeAll, step };
}
