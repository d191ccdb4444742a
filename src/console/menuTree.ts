import type { Label } from '#domain/kernel/label.ts';

/** A node of `menu/routes` as the wire has it (docs/wire.md#menu-rows). */
export interface MenuNode {
  readonly id: string;
  readonly parentId?: string;
  readonly code?: string;
  /** In the language the menu was asked for. */
  readonly name: string;
  /** Both languages, so that switching asks nobody. */
  readonly labels?: Label;
  readonly path?: string;
  /** Icon name; may be empty. */
  readonly source?: string;
  readonly sort?: number;
  /** 2: an address of another site opens in a window of its own instead of the frame (docs/wire.md#menu-rows). */
  readonly isOpen?: number;
  /** Of the Chinese name, full and initials. */
  readonly pinyin?: readonly string[];
  /** A role restriction: shown only to who has one of them (docs/contract.md#roles). */
  readonly meta?: { readonly roles?: readonly string[] | null } | null;
  readonly children?: readonly MenuNode[] | null;
}
export interface MenuLeaf {
  readonly node: MenuNode;
  /** Names of the groups above it. */
  readonly above: readonly string[];
}

const hasChildren = (node: MenuNode): boolean => (node.children?.length ?? 0) > 0;

/** Every page of a menu in its order, with the groups it stands in. */
export function menuLeaves(nodes: readonly MenuNode[], above: readonly string[] = []): MenuLeaf[] {
  return nodes.flatMap((node) => (hasChildren(node) ? menuLeaves(node.children ?? [], [...above, node.name]) : node.path ? [{ node, above }] : []));
}

/**
 * Menu search (docs/wire.md#menu-search): leaves whose name, or its pinyin, begins with the text, whatever its case; an empty text finds all.
 * Unless `isPrefixOnly`, names that merely contain it, and paths, come after.
 */
export function searchMenu(leaves: readonly MenuLeaf[], text: string, { isPrefixOnly = false } = {}): MenuLeaf[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [...leaves];
  const rank = ({ node }: MenuLeaf): number => {
    const name = node.name.toLowerCase();
    if (name.startsWith(wanted)) return 0;
    if (node.pinyin?.some((letters) => letters.startsWith(wanted))) return 1;
    if (isPrefixOnly) return 4;
    return name.includes(wanted) ? 2 : (node.path ?? '').toLowerCase().includes(wanted) ? 3 : 4;
  };
  return leaves.filter((leaf) => rank(leaf) < 4).sort((a, b) => rank(a) - rank(b));
}

/** What a role restriction leaves of a menu; a group that is left empty goes with its pages. */
export function visibleTo(nodes: readonly MenuNode[], roles: readonly string[]): readonly MenuNode[] {
  const isShown = ({ meta }: MenuNode): boolean => !meta?.roles || meta.roles.length === 0 || meta.roles.some((role) => roles.includes(role));
  return nodes.flatMap((node) => {
    if (!isShown(node)) return [];
    if (!hasChildren(node)) return [node];
    const children = visibleTo(node.children ?? [], roles);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** Is this menu a page of another site, or a plain html page? (docs/wire.md#menu-rows) */
export function isFramed({ path = '' }: Pick<MenuNode, 'path'>): boolean {
  return /^https?:\/\//i.test(path) || (path.startsWith('/') && path.includes('html'));
}

/** The route that opens a menu: its own, or the frame's for a page of another site. */
export function addressOf(node: Pick<MenuNode, 'id' | 'code' | 'path'>): string {
  return isFramed(node) ? `/myiframe/${encodeURIComponent(node.code || node.id)}` : (node.path ?? '/');
}

/** Is this a page of another site that its menu wants in a window of its own? */
export function opensWindow(node: Pick<MenuNode, 'path' | 'isOpen'>): boolean {
  return node.isOpen === 2 && isFramed(node);
}

/** The menu a frame shows, by the last part of its route; only one of the user's own, never an address out of the location bar. */
export function framedMenu(leaves: readonly MenuLeaf[], routerPath: string): MenuNode | undefined {
  return leaves.find(({ node }) => isFramed(node) && (node.code === routerPath || node.id === routerPath))?.node;
}

/** The leaf of a path: the one that is equal to it, else the longest one it lies below. */
export function leafOfPath(leaves: readonly MenuLeaf[], path: string): MenuLeaf | undefined {
  const below = leaves.filter(({ node }) => addressOf(node) === path || (node.path && path.startsWith(`${node.path}/`)));
  return below.sort((a, b) => (b.node.path ?? '').length - (a.node.path ?? '').length)[0];
}
