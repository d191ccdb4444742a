/** An open page. `path` includes the query, so that a list comes back with its search. */
export interface Tab {
  /** Pathname: one tab a page. */
  readonly id: string;
  readonly path: string;
}
export interface TabList {
  readonly tabs: readonly Tab[];
}

/** The first tab: always there, never closable (docs/contract.md#shell). */
export const homeTab: Tab = { id: '/wel/index', path: '/wel/index' };
export const emptyTabs: TabList = { tabs: [homeTab] };
/** More open pages than this cost memory and nobody finds them again: the oldest other one goes. */
const maxTabs = 20;

/** Opens a page or refreshes the address of its open tab. */
export function withTab(list: TabList, tab: Tab): TabList {
  if (list.tabs.some(({ id, path }) => id === tab.id && path === tab.path)) return list;
  if (list.tabs.some(({ id }) => id === tab.id)) return { tabs: list.tabs.map((open) => (open.id === tab.id ? tab : open)) };
  const [first = homeTab, ...rest] = list.tabs;
  return { tabs: [first, ...rest.slice(Math.max(0, rest.length - (maxTabs - 2))), tab] };
}

/** Closes a tab; answers the list and, where the active one was closed, the left neighbour to open. */
export function withoutTab(list: TabList, id: string, activeId: string): { readonly list: TabList; readonly next: Tab | null } {
  const index = list.tabs.findIndex((tab) => tab.id === id);
  if (index <= 0) return { list, next: null };
  const tabs = list.tabs.filter((tab) => tab.id !== id);
  return { list: { tabs }, next: id === activeId ? (tabs[index - 1] ?? homeTab) : null };
}

/** Keeps the first tab and one more. */
export function onlyTab(list: TabList, id: string): TabList {
  return { tabs: list.tabs.filter((tab, index) => index === 0 || tab.id === id) };
}

/** The tab a number of steps away, round the ends. */
export function neighbourTab(list: TabList, activeId: string, steps: number): Tab {
  const index = Math.max(
    0,
    list.tabs.findIndex((tab) => tab.id === activeId),
  );
  const count = list.tabs.length;
  return list.tabs[(((index + steps) % count) + count) % count] ?? homeTab;
}

/** Reads what was stored; anything unreadable gives the first tab alone. */
export function parseTabs(stored: unknown): TabList {
  if (!Array.isArray(stored)) return emptyTabs;
  const tabs = stored.filter(
    (tab): tab is Tab => typeof tab?.id === 'string' && typeof tab?.path === 'string' && tab.path.startsWith('/') && tab.id !== homeTab.id,
  );
  return { tabs: [homeTab, ...tabs] };
}
