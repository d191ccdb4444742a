import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyTabs, homeTab, neighbourTab, onlyTab, parseTabs, type TabList, withoutTab, withTab } from './tabList.ts';

const tab = (id: string, query = '') => ({ id, path: id + query });
const three: TabList = ['/a', '/b', '/c'].reduce((list, id) => withTab(list, tab(id)), emptyTabs);
const ids = (list: TabList): string[] => list.tabs.map(({ id }) => id);

describe('open pages', () => {
  it('opens each page once and keeps its latest address', () => {
    expect(ids(three)).toEqual([homeTab.id, '/a', '/b', '/c']);
    const searched = withTab(three, tab('/b', '?name=x'));
    expect(ids(searched)).toEqual(ids(three));
    expect(searched.tabs[2]?.path).toBe('/b?name=x');
    expect(withTab(searched, tab('/b', '?name=x'))).toBe(searched);
  });

  it('never closes the first; closing the active one opens its left neighbour', () => {
    expect(withoutTab(three, homeTab.id, homeTab.id)).toEqual({ list: three, next: null });
    expect(withoutTab(three, '/b', '/b').next?.id).toBe('/a');
    expect(withoutTab(three, '/a', '/a').next).toEqual(homeTab);
    expect(withoutTab(three, '/b', '/c').next).toBeNull();
    expect(ids(withoutTab(three, '/b', '/c').list)).toEqual([homeTab.id, '/a', '/c']);
  });

  it('closes the others or all', () => {
    expect(ids(onlyTab(three, '/b'))).toEqual([homeTab.id, '/b']);
    expect(ids(onlyTab(three, homeTab.id))).toEqual([homeTab.id]);
  });

  it('goes round the ends', () => {
    expect(neighbourTab(three, '/c', 1)).toEqual(homeTab);
    expect(neighbourTab(three, homeTab.id, -1).id).toBe('/c');
    expect(neighbourTab(three, '/elsewhere', 1).id).toBe('/a');
  });

  it('survives a reload, and anything that is not a list of tabs', () => {
    expect(parseTabs(three.tabs)).toEqual(three);
    for (const bad of [undefined, null, '', {}, [1, null], [{ id: '/x' }], [{ id: 'x', path: 'http://evil' }]])
      expect(parseTabs(bad)).toEqual(emptyTabs);
  });

  it('whatever is opened and closed: home first, no page twice, at most 20', () => {
    const page = fc.integer({ min: 0, max: 40 }).map((n) => `/p${n}`);
    fc.assert(
      fc.property(fc.array(fc.tuple(page, fc.boolean()), { maxLength: 80 }), (steps) => {
        const list = steps.reduce<TabList>(
          (before, [id, isOpened]) => (isOpened ? withTab(before, tab(id)) : withoutTab(before, id, id).list),
          emptyTabs,
        );
        return list.tabs[0]?.id === homeTab.id && new Set(ids(list)).size === list.tabs.length && list.tabs.length <= 20;
      }),
    );
  });
});
