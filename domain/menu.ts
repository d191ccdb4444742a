import { commands } from './commands.ts';
import { sealKeyRights, superviseDesks } from './desk/keptAct.ts';
import type { Label } from './kernel/label.ts';
import { verbPermission, type Resource, type Screen, type Verb } from './kernel/resource.ts';
import { resources } from './resources.ts';
import { overruleCodes } from './sample/summary.ts';
import { authClient, authClientScreen } from './system/authClient.ts';
import { menuScreen } from './system/menuFields.ts';
import type { MenuNode, MenuPermission } from './system/menuNode.ts';
import { region, regionScreen } from './system/region.ts';
import { tenant, tenantScreen } from './system/tenant.ts';

/** The areas of the sidebar. A resource's screen falls into the area whose prefix its route begins with; icons are lucide's names. */
const areas: readonly { readonly code: string; readonly label: Label; readonly source: string; readonly prefixes: readonly string[] }[] = [
  { code: 'sample', label: ['样本接收', 'Reception'], source: 'scan-barcode', prefixes: ['/sample/'] },
  { code: 'lab', label: ['实验室', 'Laboratory work'], source: 'flask-conical', prefixes: ['/lab/'] },
  { code: 'report', label: ['报告', 'Reports'], source: 'clipboard', prefixes: ['/lab-report/'] },
  { code: 'search', label: ['查询统计', 'Queries'], source: 'search', prefixes: ['/search/'] },
  { code: 'basic', label: ['基础数据', 'Master data'], source: 'database', prefixes: ['/basic/'] },
  { code: 'code', label: ['条码管理', 'Codes'], source: 'barcode', prefixes: ['/code/'] },
  { code: 'work', label: ['我的事务', 'My work'], source: 'briefcase', prefixes: ['/work/'] },
  { code: 'flow', label: ['流程管理', 'Processes'], source: 'workflow', prefixes: ['/flow/'] },
  { code: 'system', label: ['系统管理', 'System'], source: 'settings', prefixes: ['/system/', '/dict-', '/desk/notice'] },
  { code: 'desk', label: ['本机', 'This desk'], source: 'monitor', prefixes: [] },
];

/** A screen made by hand: its route, and the commands done on it by name. `view` is the right to open it without any act. */
interface HandScreen {
  readonly area: string;
  readonly path: string;
  readonly label: Label;
  readonly source: string;
  readonly commands: readonly string[];
  readonly view?: MenuPermission;
  /** Rights of calls made on it that are no commands. */
  readonly calls?: readonly MenuPermission[];
}

const verbLabels: Readonly<Record<Exclude<Verb, 'list' | 'detail'>, Label>> = {
  page: ['查看', 'View'],
  save: ['新增/编辑', 'Save'],
  enable: ['启用', 'Enable'],
  disable: ['停用', 'Disable'],
  remove: ['删除', 'Remove'],
};

/** The permission codes of a resource's own verbs; reading is one of them. */
export function resourcePermissions(resource: Resource): readonly MenuPermission[] {
  const verbs = Object.entries(verbLabels) as readonly [Verb, Label][];
  return verbs
    .filter(([verb]) => resource.verbs[verb] !== undefined || (verb === 'page' && (resource.verbs.list ?? resource.verbs.detail) !== undefined))
    .map(([verb, [zh, en]]) => ({ code: verbPermission(resource, verb), label: [`${zh}${resource.title[0]}`, `${en}: ${resource.title[1]}`] }));
}

/** A described list whose calls are written by hand: its rights are those of its verbs. */
function listScreen(resource: Resource, { route, title }: Screen, source: string): HandScreen {
  const [view, ...calls] = resourcePermissions(resource);
  return { area: 'system', path: route, label: title, source, commands: [], ...(view ? { view } : {}), calls };
}

const viewSamples: MenuPermission = { code: 'sample_view', label: ['查看样本', 'View samples'] };

/** One's own tasks need no right on the server: this one shows the menus. */
const ownWork: MenuPermission = { code: 'flowWork_view', label: ['办理流程', 'Take part in processes'] };
const workScreen = (path: string, label: Label, source: string): HandScreen => ({ area: 'work', path, label, source, commands: [], view: ownWork });

const handScreens: readonly HandScreen[] = [
  {
    area: 'sample',
    path: '/sample/summary-enter',
    label: ['前处理录入', 'Summary entry'],
    source: 'scan-line',
    commands: ['summary.enter', 'summary.reject', 'summary.amendItems', 'summary.correct', 'sample.replaceCode'],
    calls: [{ code: overruleCodes, label: ['录入号段外的条码', 'Take in codes that are not of the client'] }],
  },
  {
    area: 'sample',
    path: '/sample/detail-enter/1',
    label: ['通用录入(一录)', 'Generic entry (1st)'],
    source: 'keyboard',
    commands: ['detail.enter', 'detail.correct', 'detail.remove'],
  },
  {
    area: 'sample',
    path: '/sample/detail-enter/2',
    label: ['通用录入(二录)', 'Generic entry (2nd)'],
    source: 'keyboard',
    commands: ['detail.enter', 'detail.correct'],
  },
  {
    area: 'sample',
    path: '/sample/nipt/1',
    label: ['NIPT录入(一录)', 'NIPT entry (1st)'],
    source: 'baby',
    commands: ['detail.enter', 'detail.correct', 'detail.remove'],
  },
  {
    area: 'sample',
    path: '/sample/nipt/2',
    label: ['NIPT录入(二录)', 'NIPT entry (2nd)'],
    source: 'baby',
    commands: ['detail.enter', 'detail.correct'],
  },
  { area: 'sample', path: '/sample/arbitration', label: ['录入仲裁', 'Arbitration'], source: 'scale', commands: ['detail.arbitrate'] },
  {
    area: 'sample',
    path: '/sample/uploadRequisition',
    label: ['申请单拍照上传', 'Requisition photos'],
    source: 'camera',
    commands: ['requisitionImage.upload', 'requisitionImage.remove'],
  },
  {
    area: 'sample',
    path: '/sample/find-code',
    label: ['样本查找', 'Find a sample'],
    source: 'search',
    commands: ['sample.replaceCode'],
    view: viewSamples,
  },
  {
    area: 'sample',
    path: '/sample/no-handover',
    label: ['待交接样本', 'Awaiting handover'],
    source: 'package',
    commands: ['handover.save'],
    view: viewSamples,
  },
  {
    area: 'sample',
    path: '/sample/sample-handover',
    label: ['样本交接', 'Handover'],
    source: 'handshake',
    commands: ['handover.save', 'handover.sign', 'handover.remove'],
  },
  { area: 'lab', path: '/sample/todayReceivePage', label: ['实验室接收', 'Lab receive'], source: 'scan-barcode', commands: ['labTask.receive'] },
  { area: 'lab', path: '/sample/cancelReceived', label: ['取消接收', 'Cancel receive'], source: 'undo-2', commands: ['labTask.cancelReceive'] },
  {
    area: 'lab',
    path: '/sample/receivedStatistics',
    label: ['接收统计', 'Receipt statistics'],
    source: 'chart-column',
    commands: [],
    view: viewSamples,
  },
  {
    area: 'basic',
    path: '/basic/work-calendar',
    label: ['工作日历', 'Work calendar'],
    source: 'calendar-days',
    commands: ['workCalendar.setHoliday', 'workCalendar.cancelHoliday'],
    view: { code: 'workCalendar_view', label: ['查看工作日历', 'View the work calendar'] },
  },
  {
    area: 'basic',
    path: '/basic/userPanelGroup',
    label: ['用户数据范围', 'What users see'],
    source: 'users',
    commands: ['userScope.save'],
    view: { code: 'userPanelGroup_view', label: ['查看用户数据范围', 'View what users see'] },
  },
  {
    area: 'code',
    path: '/code/number-block',
    label: ['本机号段', 'Numbers of this desk'],
    source: 'tags',
    commands: ['numberBlock.use'],
  },
  workScreen('/work/start', ['发起流程', 'Start a process'], 'send'),
  workScreen('/work/claim', ['待签任务', 'To claim'], 'hand'),
  workScreen('/work/todo', ['待办任务', 'To do'], 'list-todo'),
  workScreen('/work/send', ['我的发起', 'Started by me'], 'forward'),
  workScreen('/work/done', ['已办任务', 'Done'], 'list-checks'),
  {
    area: 'flow',
    path: '/flow/model',
    label: ['模型管理', 'Models'],
    source: 'pencil-ruler',
    commands: [],
    view: { code: 'flowModel_view', label: ['查看流程模型', 'View models of processes'] },
    calls: [
      { code: 'flowModel_save', label: ['保存流程模型', 'Save models of processes'] },
      { code: 'flowModel_deploy', label: ['部署流程模型', 'Deploy models of processes'] },
      { code: 'flowModel_remove', label: ['删除流程模型', 'Remove models of processes'] },
    ],
  },
  {
    area: 'flow',
    path: '/flow/manager',
    label: ['流程部署', 'Deployed processes'],
    source: 'workflow',
    commands: [],
    view: { code: 'flowManager_view', label: ['查看已部署流程', 'View deployed processes'] },
    calls: [
      { code: 'flowManager_save', label: ['部署与变更流程状态', 'Deploy, activate and suspend processes'] },
      { code: 'flowManager_remove', label: ['删除已部署流程', 'Remove deployed processes'] },
    ],
  },
  {
    area: 'flow',
    path: '/flow/follow',
    label: ['流程跟踪', 'Running processes'],
    source: 'radar',
    commands: [],
    view: { code: 'flowFollow_view', label: ['跟踪流程', 'Follow running processes'] },
    calls: [{ code: 'flowFollow_remove', label: ['终止流程', 'End running processes'] }],
  },
  listScreen(tenant, tenantScreen, 'building'),
  {
    area: 'system',
    path: menuScreen.route,
    label: menuScreen.title,
    source: 'list-tree',
    commands: [],
    view: { code: 'menu_view', label: ['查看菜单', 'View menus'] },
    calls: [
      { code: 'menu_save', label: ['新增/编辑菜单', 'Save menus'] },
      { code: 'menu_remove', label: ['删除菜单', 'Delete menus'] },
    ],
  },
  listScreen(region, regionScreen, 'map'),
  listScreen(authClient, authClientScreen, 'app-window'),
  { area: 'desk', path: '/desk/outbox', label: ['待处理', 'Tray'], source: 'inbox', commands: ['offline.discard'] },
  {
    area: 'desk',
    path: '/desk/devices',
    label: ['前台运行', 'Desks'],
    source: 'monitor-check',
    commands: [],
    view: { code: 'device_view', label: ['查看前台运行', 'View desks'] },
    calls: [
      { code: 'device_save', label: ['命名前台', 'Name desks'] },
      superviseDesks,
      sealKeyRights.view,
      sealKeyRights.rotate,
      { code: 'number_close', label: ['作废遗失前台的号段', 'Close the blocks of a lost desk'] },
    ],
  },
  { area: 'desk', path: '/desk/import', label: ['导入前台操作', 'Import acts of a desk'], source: 'file-input', commands: [], view: superviseDesks },
];

/** A menu's code: its route with dashes, unique because routes are. */
const codeOf = (path: string): string => path.slice(1).replaceAll('/', '-');

/** Commands on a described resource, by name (`thirdpartyBind.save`): they are done on its own screens. */
const commandsOn = ({ name: resource }: Resource) => commands.filter(({ name }) => name.startsWith(`${resource}.`));

function resourceNode(resource: Resource, screen: Screen): MenuNode {
  const acts = commandsOn(resource).map(({ permission, title }): MenuPermission => ({ code: permission, label: title }));
  const once = new Map([...resourcePermissions(resource), ...acts].reverse().map((permission) => [permission.code, permission]));
  return { code: codeOf(screen.route), label: screen.title, path: screen.route, permissions: [...once.values()].reverse() };
}

function handNode({ path, label, source, commands: names, view, calls = [] }: HandScreen): MenuNode {
  const acts = commands.filter(({ name }) => names.includes(name)).map(({ permission, title }) => ({ code: permission, label: title }));
  // Two commands may share a right (an entry and its correction): the first one names it.
  const once = new Map([...(view ? [view] : []), ...acts, ...calls].reverse().map((permission) => [permission.code, permission]));
  return { code: codeOf(path), label, path, source, permissions: [...once.values()].reverse() };
}

/**
 * The whole menu, in the order of the sidebar: areas with their screens, each with the permission codes used on it.
 * A code may stand on several screens (both passes of an entry form): any of a screen's codes opens that screen.
 */
export const menu: readonly MenuNode[] = areas
  .map(({ code, label, source, prefixes }) => ({
    code,
    label,
    source,
    children: [
      ...handScreens.filter(({ area }) => area === code).map(handNode),
      ...resources.flatMap((resource) =>
        (resource.screens ?? [])
          .filter(({ route }) => prefixes.some((prefix) => route.startsWith(prefix)))
          .map((screen) => resourceNode(resource, screen)),
      ),
    ],
  }))
  .filter(({ children }) => children.length > 0);

/** Names of commands no screen leads to, and routes no area shows: both must be empty (menu.test). */
export function menuGaps(): { readonly commands: readonly string[]; readonly routes: readonly string[] } {
  const described = resources.filter(({ screens = [] }) => screens.length > 0);
  const led = new Set([...handScreens.flatMap((screen) => screen.commands), ...described.flatMap((one) => commandsOn(one).map(({ name }) => name))]);
  const shown = new Set(menu.flatMap(({ children = [] }) => children.map(({ path }) => path)));
  return {
    commands: commands.map(({ name }) => name).filter((name) => !led.has(name)),
    routes: resources.flatMap((resource) => (resource.screens ?? []).map(({ route }) => route)).filter((route) => !shown.has(route)),
  };
}
