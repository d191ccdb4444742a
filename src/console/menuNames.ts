import { shippedPages } from '#domain/consoleTable.ts';
import type { Label, Language } from '#domain/kernel/label.ts';
import type { MenuNode } from './menuTree.ts';

/** A menu's name in the user's language. */
export function menuName(node: Pick<MenuNode, 'name' | 'labels'>, language: Language): string {
  const [zh, en] = node.labels ?? [node.name, node.name];
  return (language === 'zh' ? zh : en) || node.name;
}

/** Pages that stand in no menu, by the beginning of their route. */
const outside: readonly (readonly [route: string, label: Label])[] = [
  ['/dashboard', ['工作台', 'Dashboard']],
  ['/info/index', ['个人信息', 'My details']],
  ['/notice-log', ['我的通知', 'My notices']],
  ['/work/process/leave/form/', ['请假流程', 'Leave request']],
  ['/work/process/leave/handle/', ['处理请假流程', 'Handle leave']],
  ['/work/process/leave/detail/', ['请假流程详情', 'Leave in detail']],
];

/** The shipped title of a page, whether or not the user's menu shows it; undefined for pages nobody has named. */
export function pageTitle(path: string): Label | undefined {
  return shippedPages[path]?.label ?? outside.find(([route]) => path === route || (route.endsWith('/') && path.startsWith(route)))?.[1];
}

/** May this page be opened? One of its menu's rights is enough; pages without rights are everybody's. The server rules on every call. */
export function mayOpen(path: string, can: (permission: string) => boolean): boolean {
  const rights = shippedPages[path]?.permissions ?? [];
  return rights.length === 0 || rights.some(can);
}
