/** A node of `menu/buttons`: menus with the buttons granted to the user (docs/wire.md#menu-calls). */
export interface ButtonNode {
  readonly code?: string;
  readonly children?: readonly ButtonNode[] | null;
}

/**
 * The permission codes of a buttons tree, as every client of the family reads it (docs/wire.md#permission-codes): depth first,
 * a node with a truthy `children` is descended into and its own code is not a permission.
 */
export function flattenPermissions(nodes: readonly ButtonNode[]): string[] {
  const codes = nodes.flatMap((node) => (node.children ? flattenPermissions(node.children) : node.code ? [node.code] : []));
  return [...new Set(codes)];
}
