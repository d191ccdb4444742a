import { afterEach, expect, it } from 'vitest';
import { keepScroll } from './keptScroll.ts';
import { adoptTabs, keepTabs, openTabs } from './tabStore.ts';
import { withTab } from './tabList.ts';

function page(): { root: HTMLElement; list: HTMLElement } {
  document.body.innerHTML = '<main><header></header><section><div id="list"></div></section></main>';
  return { root: document.querySelector('main')!, list: document.querySelector('#list')! };
}
const scroll = (element: HTMLElement, top: number): void => {
  element.scrollTop = top;
  element.dispatchEvent(new Event('scroll'));
};
const open = (id: string): void => keepTabs(withTab(openTabs(), { id, path: id }));

afterEach(() => adoptTabs(''));

it('brings a page drawn anew back to where it was, its lists included, also after a reload', () => {
  adoptTabs('ann');
  open('/a');
  const first = page();
  const stop = keepScroll('/a', first.root);
  scroll(first.root, 40);
  scroll(first.list, 700);
  stop();
  const second = page();
  const stopSecond = keepScroll('/a', second.root);
  expect([second.root.scrollTop, second.list.scrollTop]).toEqual([40, 700]);
  scroll(second.list, 900);
  window.dispatchEvent(new Event('pagehide'));
  expect(sessionStorage.getItem('accession-scroll')).toContain('900');
  stopSecond();
});

it('begins at the top where the page was closed meanwhile', () => {
  adoptTabs('ann');
  open('/b');
  const { root } = page();
  const stop = keepScroll('/b', root);
  scroll(root, 300);
  keepTabs({ tabs: openTabs().tabs.filter(({ id }) => id !== '/b') });
  stop();
  open('/b');
  const again = page();
  keepScroll('/b', again.root)();
  expect(again.root.scrollTop).toBe(0);
});
