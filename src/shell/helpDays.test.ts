import { expect, it } from 'vitest';
import { menu } from '#domain/menu.ts';
import type { MenuNode } from '#domain/system/menuNode.ts';
import { helpDays } from './helpDays.ts';

/** Tabs and marks of a page: no page of their own. */
const onPages = ['拒收', '字迹不清'];
const namesOf = (nodes: readonly MenuNode[]): string[] => nodes.flatMap(({ label: [name], children = [] }) => [name, ...namesOf(children)]);

it('calls every page of a day what the menu calls it', () => {
  const known = new Set([...namesOf(menu), ...onPages]);
  const said = helpDays.flatMap(({ steps }) => steps.flatMap(([zh]) => [...zh.matchAll(/“([^”]*)”/g)].map(([, name]) => name)));
  expect(said.length).toBeGreaterThan(10);
  expect(said.filter((name) => !known.has(name!))).toEqual([]);
});
