import { expect, it } from 'vitest';
import { menu } from '#domain/menu.ts';
import { resourceByRoute } from '#domain/resources.ts';
import type { MenuNode } from '#domain/system/menuNode.ts';
import { screens } from './screens.ts';

/** The contract's own spelling. */
const contract: Readonly<Record<string, string>> = {
  basic:
    'laboratory send-sample-clinet send-sample-clinet-log customer sample-class terrace instrument panel-group signature pricePolicy commodity panel item conclusion sample-attribute emailManage work-calendar report-title laboratory-commodity laboratory-panel-group userPanelGroup commodityQualified clientAccount sign-user smsPlatform defaultSmsConfig customSmsConfig qualityIndex',
  code: 'code-style sample-code-apply lab-code-apply code-thirdparty-rule code-thirdparty-affiliation code-thirdparty-bind',
};
const routes = Object.entries(contract).flatMap(([area, names]) => names.split(' ').map((name) => `/${area}/${name}`));
const leaves = (nodes: readonly MenuNode[]): MenuNode[] => nodes.flatMap((node) => [node, ...leaves(node.children ?? [])]);

it.each(routes)('%s stands in the menu, in both languages, and has a screen', (route) => {
  const node = leaves(menu).find(({ path }) => path === route);
  expect(node?.label.every((text) => text !== '')).toBe(true);
  expect(
    Object.hasOwn(screens, route) || resourceByRoute(route) !== undefined,
    `${route}: src/screens/<area>/area.ts, or a description's screens`,
  ).toBe(true);
});
