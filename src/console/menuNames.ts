import { menu } from '#domain/menu.ts';
import type { Label, Language } from '#domain/kernel/label.ts';
import type { MenuNode as ShippedNode } from '#domain/system/menuNode.ts';
import type { MenuNode } from './menuTree.ts';

interface Shipped {
  readonly label: Label;
  readonly permissions: readonly string[];
}
const shipped = new Map<string, Shipped>();
function note(nodes: readonly ShippedNode[]): void {
  for (const node of nodes) {
    const entry = { label: node.label, permissions: (node.permissions ?? []).map(({ code }) => code) };
    if (node.path) shipped.set(node.path, entry);
    note(node.children ?? []);
  }
}
note(menu);

/** A menu's name in the user's language. */
export function menuName(node: Pick<MenuNode, 'name' | 'labels'>, language: Language): string {
  const [zh, en] = node.labels ?? [node.name, node.name];
  return (language === 'zh' ? zh : en) || node.name;
}

/** The shipped title of a page, whether or not the user's menu shows it; undefined for pages outside the menu. */
export function pageTitle(path: string): Label | undefined {
  return shipped.get(path)?.label;
}

/** May this page be opened? One of its menu's rights is enough; pages without rights are everybody's. The server rules on every call. */
export function mayOpen(path: string, can: (permission: string) => boolean): boolean {
  const rights = shipped.get(path)?.permissions ?? [];
  return rights.length === 0 || rights.some(can);
}
