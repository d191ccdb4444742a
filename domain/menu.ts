import * as base from './base/area.ts';
import * as bill from './bill/area.ts';
import * as code from './code/area.ts';
import * as desk from './desk/area.ts';
import * as flow from './flow/area.ts';
import * as lab from './lab/area.ts';
import * as op from './op/area.ts';
import * as report from './report/area.ts';
import * as sample from './sample/area.ts';
import * as search from './search/area.ts';
import * as system from './system/area.ts';
import { commands } from './commands.ts';
import type { Label } from './kernel/label.ts';
import { resourceRights, type HandScreen, type Resource, type Screen } from './kernel/resource.ts';
import type { Right } from './kernel/roles.ts';
import { resources } from './resources.ts';
import type { MenuNode } from './system/menuNode.ts';

/** The groups of the sidebar. A screen falls into the first whose prefix its route begins with, unless it says otherwise; icons are lucide's names. */
const groups: readonly { readonly code: string; readonly label: Label; readonly source: string; readonly prefixes: readonly string[] }[] = [
  { code: 'sample', label: ['样本接收', 'Reception'], source: 'scan-barcode', prefixes: ['/sample/'] },
  { code: 'lab', label: ['实验室', 'Laboratory work'], source: 'flask-conical', prefixes: ['/lab/'] },
  { code: 'report', label: ['报告', 'Reports'], source: 'clipboard', prefixes: ['/lab-report/', '/analyse/cancer'] },
  { code: 'bill', label: ['结算', 'Billing'], source: 'receipt', prefixes: ['/bill/'] },
  { code: 'search', label: ['查询统计', 'Queries'], source: 'search', prefixes: ['/search/'] },
  { code: 'basic', label: ['基础数据', 'Master data'], source: 'database', prefixes: ['/basic/'] },
  { code: 'code', label: ['条码管理', 'Codes'], source: 'barcode', prefixes: ['/code/'] },
  { code: 'work', label: ['我的事务', 'My work'], source: 'briefcase', prefixes: ['/work/'] },
  { code: 'flow', label: ['流程管理', 'Processes'], source: 'workflow', prefixes: ['/flow/'] },
  { code: 'system', label: ['系统管理', 'System'], source: 'settings', prefixes: ['/system/', '/dict-', '/desk/notice'] },
  { code: 'op', label: ['接口管理', 'Interfaces'], source: 'workflow', prefixes: ['/op/'] },
  { code: 'desk', label: ['本机', 'This desk'], source: 'monitor', prefixes: ['/desk/'] },
];

/** In the order of the menu, before the described ones. */
const handScreens: readonly HandScreen[] = [
  ...sample.screens,
  ...lab.screens,
  ...report.screens,
  ...bill.screens,
  ...base.screens,
  ...code.screens,
  ...flow.screens,
  ...system.screens,
  ...desk.screens,
  ...op.screens,
  ...search.screens,
];

const groupOf = ({ route, group }: { readonly route: string; readonly group?: string }): string | undefined =>
  group ?? groups.find(({ prefixes }) => prefixes.some((prefix) => route.startsWith(prefix)))?.code;

/** A menu's code: its route with dashes, unique because routes are. */
const codeOf = (route: string): string => route.slice(1).replaceAll('/', '-');

/** Commands on a described resource, by name (`thirdpartyBind.save`): they are done on its own screens. */
const commandsOn = ({ name: resource }: Resource) => commands.filter(({ name }) => name.startsWith(`${resource}.`));
const rightOf = ({ permission, title, roles }: (typeof commands)[number]): Right => ({ code: permission, label: title, roles });

/** Two commands may share a right (an entry and its correction): the first one names it. */
const eachOnce = (rights: readonly Right[]): readonly Right[] => {
  const once = new Map(rights.toReversed().map((right) => [right.code, right]));
  return [...once.values()].toReversed();
};

function resourceNode(resource: Resource, { route, title }: Screen): MenuNode {
  return {
    code: codeOf(route),
    label: title,
    path: route,
    permissions: eachOnce([...resourceRights(resource), ...commandsOn(resource).map(rightOf)]),
  };
}
function handNode({ route, title, icon, view, calls = [] }: HandScreen): MenuNode {
  const acts = commands.filter(({ screens }) => screens?.includes(route)).map(rightOf);
  return { code: codeOf(route), label: title, path: route, source: icon, permissions: eachOnce([...(view ? [view] : []), ...acts, ...calls]) };
}

/**
 * The whole menu, in the order of the sidebar: groups with their screens, each with the permission codes used on it.
 * A code may stand on several screens (both passes of an entry form): any of a screen's codes opens that screen.
 */
export const menu: readonly MenuNode[] = groups
  .map(({ code: group, label, source }) => ({
    code: group,
    label,
    source,
    children: [
      ...handScreens.filter((screen) => groupOf(screen) === group).map(handNode),
      ...resources.flatMap((resource) =>
        (resource.screens ?? []).filter((screen) => groupOf(screen) === group).map((screen) => resourceNode(resource, screen)),
      ),
    ],
  }))
  .filter(({ children }) => children.length > 0);

/** Every right with the roles that hold it, wherever it is described; a code may stand in several. */
export const rights: readonly Right[] = [
  ...resources.flatMap(resourceRights),
  ...commands.map(rightOf),
  ...handScreens.flatMap(({ view, calls = [] }) => [...(view ? [view] : []), ...calls]),
];

/** Names of commands no screen leads to, and routes no group shows or no screen has: all must be empty (menu.test). */
export function menuGaps(): { readonly commands: readonly string[]; readonly routes: readonly string[] } {
  const described = resources.filter(({ screens = [] }) => screens.length > 0);
  const led = new Set(described.flatMap((one) => commandsOn(one).map(({ name }) => name)));
  const shown = new Set(menu.flatMap(({ children = [] }) => children.map(({ path }) => path)));
  const named = [
    ...resources.flatMap(({ screens = [] }) => screens.map(({ route }) => route)),
    ...handScreens.map(({ route }) => route),
    ...commands.flatMap(({ screens = [] }) => screens),
  ];
  return {
    commands: commands.filter(({ name, screens = [] }) => screens.length === 0 && !led.has(name)).map(({ name }) => name),
    routes: named.filter((route) => !shown.has(route)),
  };
}
