import { expect, it } from 'vitest';
import * as table from './consoleTable.ts';
import { menu, rights } from './menu.ts';
import { resources } from './resources.ts';

it('is plain data: the build writes its values down', () => {
  expect(JSON.parse(JSON.stringify(table))).toEqual({ ...table });
});

it('knows every page of the menu with the rights that open it, every described screen and every resource', () => {
  const paths = menu.flatMap(({ children = [] }) => children.flatMap(({ path }) => path ?? []));
  expect(Object.keys(table.shippedPages).toSorted()).toEqual(paths.toSorted());
  const codes = new Set(rights.map(({ code }) => code));
  for (const { permissions } of Object.values(table.shippedPages)) for (const code of permissions) expect(codes).toContain(code);
  expect(Object.keys(table.describedRoutes).toSorted()).toEqual(
    resources.flatMap(({ screens = [] }) => screens.map(({ route }) => route)).toSorted(),
  );
  expect(Object.keys(table.pickables).toSorted()).toEqual(resources.map(({ name }) => name).toSorted());
});
