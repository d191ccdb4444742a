import type { Label } from '#domain/kernel/label.ts';

/** A node of `menu/routes` as the wire has it (wire 3.1). */
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

/** Menu search (wire 6.8): leaves whose name begins with the text, whatever its case; an empty text finds all. Names that merely contain it, and paths, come after. */
export function searchMenu(leaves: readonly MenuLeaf[], text: string): MenuLeaf[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [...leaves];
  const rank = ({ node }: MenuLeaf): number => {
    const name = node.name.toLowerCase();
    return name.startsWith(wanted) ? 0 : name.includes(wanted) ? 1 : (node.path ?? '').toLowerCase().includes(wanted) ? 2 : 3;
  };
  return leaves.filter((leaf) => rank(leaf) < 3).sort((a, b) => rank(a) - rank(b));
}

/** The leaf of a path: the one that is equal to it, else the longest one it lies below. */
export function leafOfPath(leaves: readonly MenuLeaf[], path: string): MenuLeaf | undefined {
  const below = leaves.filter(({ node }) => node.path === path || (node.path && path.startsWith(`${node.path}/`)));
  return below.sort((a, b) => (b.node.path ?? '').length - (a.node.path ?? '').length)[0];
}
