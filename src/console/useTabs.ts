import { useCallback, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { homeTab, neighbourTab, onlyTab, type Tab, withoutTab, withTab } from './tabList.ts';
import { keepTabs, onTabs, openTabs } from './tabStore.ts';

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
  const { tabs } = useSyncExternalStore(onTabs, openTabs, openTabs);
  const navigate = useNavigate();
  const activeId = useLocation().pathname;
  const open = useCallback((path: string) => void navigate(path), [navigate]);
  const visit = useCallback((tab: Tab) => keepTabs(withTab(openTabs(), tab)), []);
  const close = useCallback(
    (id: string) => {
      const { list: next, next: target } = withoutTab(openTabs(), id, activeId);
      keepTabs(next);
      if (target) void navigate(target.path);
    },
    [navigate, activeId],
  );
  const closeOthers = useCallback(
    (id: string) => {
      const kept = openTabs().tabs.find((tab) => tab.id === id) ?? homeTab;
      keepTabs(onlyTab(openTabs(), id));
      if (id !== activeId) void navigate(kept.path);
    },
    [navigate, activeId],
  );
  const closeAll = useCallback(() => {
    keepTabs(onlyTab(openTabs(), homeTab.id));
    void navigate(homeTab.path);
  }, [navigate]);
  const step = useCallback((steps: number) => void navigate(neighbourTab(openTabs(), activeId, steps).path), [navigate, activeId]);
  return { tabs, activeId, open, visit, close, closeOthers, closeAll, step };
}
