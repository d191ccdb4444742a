import { menu } from '#domain/menu.ts';
import { fillLabel, type Label, type Language } from '#domain/kernel/label.ts';
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
    shipped.set(`code:${node.code}`, entry);
    if (node.path) shipped.set(`path:${node.path}`, entry);
    note(node.children ?? []);
  }
}
note(menu);

/** A menu's name in the user's language: ours where it is still the shipped one, else what an administrator called it. */
export function menuName(node: Pick<MenuNode, 'name' | 'code' | 'path'>, language: Language): string {
  const found = shipped.get(`code:${node.code}`) ?? shipped.get(`path:${node.path}`);
  return found?.label.includes(node.name) ? fillLabel(found.label, {}, language) : node.name;
}

/** The shipped title of a page, whether or not the user's menu shows it; undefined for pages outside the menu. */
export function pageTitle(path: string): Label | undefined {
  return shipped.get(`path:${path}`)?.label;
}

/** May this page be opened? One of its menu's rights is enough; pages without rights are everybody's. The server rules on every call. */
export function mayOpen(path: string, can: (permission: string) => boolean): boolean {
  const rights = shipped.get(`path:${path}`)?.permissions ?? [];
  return rights.length === 0 || rights.some(can);
}
