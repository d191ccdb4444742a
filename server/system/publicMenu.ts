import type { ActingUser } from '#domain/kernel/command.ts';
import type { Label, Language } from '#domain/kernel/label.ts';
import { menuCategory } from './menuRows.ts';

/** A screen the family's public front end has, and what of ours its buttons stand for. */
interface Screen {
  readonly code: string;
  readonly label: Label;
  readonly path: string;
  readonly source: string;
  /** The right without which it is not shown. */
  readonly needs: string;
  /** Its permission codes and the right each needs; several names of the family's for one right of ours. */
  readonly buttons: Readonly<Record<string, string>>;
}

const crud = (code: string, name: string): Readonly<Record<string, string>> => ({
  [`${code}_add`]: `${name}_save`,
  [`${code}_edit`]: `${name}_save`,
  [`${code}_delete`]: `${name}_remove`,
  [`${code}_view`]: `${name}_view`,
});
const screen = (code: string, path: string, name: string, label: Label, source: string, more: Readonly<Record<string, string>> = {}): Screen => ({
  code,
  label,
  path,
  source,
  needs: `${name}_view`,
  buttons: { ...crud(code, name), ...more },
});
const log = (code: string, name: string, label: Label): Screen => ({
  code: `log_${code}`,
  label,
  path: `/monitor/log/${code}`,
  source: 'iconfont iconicon_doc',
  needs: `${name}_view`,
  buttons: { [`log_${code}_view`]: `${name}_view` },
});

/** Its menus with the codes and paths of docs/wire.md#system-resources: the paths are also where it finds its screens. */
const roots: readonly (readonly [code: string, label: Label, path: string, source: string, screens: readonly Screen[]])[] = [
  [
    'desk',
    ['工作台', 'Desk'],
    '/desk',
    'iconfont iconicon_airplay',
    [screen('notice', '/desk/notice', 'notice', ['通知公告', 'Notices'], 'iconfont iconicon_sms')],
  ],
  [
    'system',
    ['系统管理', 'System'],
    '/system',
    'iconfont iconicon_setting',
    [
      screen('user', '/system/user', 'userAccount', ['用户管理', 'Users'], 'iconfont iconicon_principal', {
        user_role: 'userAccount_save',
        user_reset: 'userAccount_save',
      }),
      screen('dept', '/system/dept', 'department', ['部门管理', 'Departments'], 'iconfont iconicon_group'),
      screen('post', '/system/post', 'post', ['岗位管理', 'Posts'], 'iconfont iconicon_message'),
      screen('dict', '/system/dict', 'dict', ['字典管理', 'Dictionaries'], 'iconfont iconicon_addresslist'),
      screen('menu', '/system/menu', 'menu', ['菜单管理', 'Menus'], 'iconfont iconicon_subordinate'),
      { ...screen('topmenu', '/system/topmenu', 'menu', ['顶部菜单', 'Top menus'], 'iconfont icon-canshu'), buttons: { topmenu_view: 'menu_view' } },
      screen('param', '/system/param', 'param', ['参数管理', 'Parameters'], 'iconfont iconicon_community_line'),
      screen('tenant', '/system/tenant', 'tenant', ['租户管理', 'Tenants'], 'iconfont icon-quanxian'),
      screen('client', '/system/client', 'authClient', ['应用管理', 'Clients'], 'iconfont iconicon_mobilephone'),
    ],
  ],
  [
    'authority',
    ['权限管理', 'Authority'],
    '/authority',
    'iconfont icon-bofangqi-suoping',
    [
      screen('role', '/authority/role', 'role', ['角色管理', 'Roles'], 'iconfont iconicon_boss'),
      {
        ...screen('data_scope', '/authority/datascope', 'role', ['数据权限', 'Data scopes'], 'iconfont icon-shujuzhanshi2'),
        buttons: { data_scope_setting: 'role_view' },
      },
      {
        ...screen('api_scope', '/authority/apiscope', 'role', ['接口权限', 'Interfaces'], 'iconfont icon-shujuzhanshi2'),
        buttons: { api_scope_setting: 'role_view' },
      },
    ],
  ],
  [
    'base',
    ['基础配置', 'Basics'],
    '/base',
    'iconfont iconicon_cspace',
    [screen('region', '/base/region', 'region', ['行政区划', 'Regions'], 'iconfont icon-iframe')],
  ],
  [
    'monitor',
    ['系统监控', 'Monitor'],
    '/monitor',
    'iconfont icon-yanzhengma',
    [
      log('usual', 'loginLog', ['登录日志', 'Login log']),
      log('api', 'operateLog', ['操作日志', 'Operation log']),
      log('error', 'operateLog', ['错误日志', 'Faults']),
    ],
  ],
];

/** One node as the family's menus and buttons have it (docs/wire.md#menu-rows). */
function node(
  parentId: string,
  code: string,
  label: Label,
  rest: { path: string; source: string; sort: number; category: number },
  language: Language,
) {
  const isButton = rest.category === menuCategory.button;
  return {
    ...rest,
    id: code,
    parentId,
    code,
    name: label[language === 'zh' ? 0 : 1],
    alias: isButton ? code.slice(code.lastIndexOf('_') + 1) : 'menu',
    action: isButton ? 2 : 0,
    isOpen: 1,
    remark: '',
    isDeleted: 0,
  };
}

/** The screens of the public front end that somebody's rights open; nothing a leaf would have is sent as an empty list (docs/wire.md#permission-codes). */
export function publicRoutes({ permissions }: ActingUser, language: Language) {
  return roots.flatMap(([code, label, path, source, screens], place) => {
    const shown = screens.filter(({ needs }) => permissions.has(needs));
    if (shown.length === 0) return [];
    const children = shown.map((one, index) =>
      node(code, one.code, one.label, { path: one.path, source: one.source, sort: index + 1, category: menuCategory.menu }, language),
    );
    return [{ ...node('0', code, label, { path, source, sort: place + 1, category: menuCategory.menu }, language), children }];
  });
}

/** Their buttons: the permission codes such a client asks for, by the rights they stand for here. */
export function publicButtons({ permissions }: ActingUser, language: Language) {
  return roots
    .flatMap(([, , , , screens]) => screens)
    .flatMap((one, place) => {
      const codes = Object.entries(one.buttons).filter(([, right]) => permissions.has(right));
      if (codes.length === 0) return [];
      const children = codes.map(([code], index) =>
        node(one.code, code, one.label, { path: '', source: '', sort: index + 1, category: menuCategory.button }, language),
      );
      const menu = node('0', one.code, one.label, { path: one.path, source: one.source, sort: place + 1, category: menuCategory.menu }, language);
      return [{ ...menu, children }];
    });
}
