/** A row that knows its parent; "0" stands for none. */
export interface TreeRow {
  readonly id: string;
  readonly parentId: string;
}
export type Grown<T> = T & { readonly children?: readonly Grown<T>[] };

/**
 * Rows as trees, in their given order. A row whose parent is not among them becomes a root.
 * A leaf carries no `children` at all: clients of this family lose the code of a leaf with an empty list (docs/wire.md#permission-codes).
 */
export function forest<T extends TreeRow>(rows: readonly T[]): Grown<T>[] {
  const known = new Set(rows.map(({ id }) => id));
  const byParent = new Map<string, T[]>();
  for (const row of rows) {
    const parent = known.has(row.parentId) && row.parentId !== row.id ? row.parentId : '0';
    byParent.set(parent, [...(byParent.get(parent) ?? []), row]);
  }
  const grow = (row: T): Grown<T> => {
    const children = (byParent.get(row.id) ?? []).map(grow);
    return children.length > 0 ? { ...row, children } : { ...row };
  };
  return (byParent.get('0') ?? []).map(grow);
}

/** The contract's tree node (docs/wire.md#tree-node): key and value are the id. */
export function treeNode(row: TreeRow, title: string) {
  return { id: row.id, parentId: row.parentId, title, key: row.id, value: row.id };
}

/** These rows and everything above them. */
export function withAncestors<T extends TreeRow>(all: readonly T[], chosen: ReadonlySet<string>): T[] {
  const byId = new Map(all.map((row) => [row.id, row]));
  const kept = new Set<string>();
  for (const id of chosen) for (let at = byId.get(id); at && !kept.has(at.id); at = byId.get(at.parentId)) kept.add(at.id);
  return all.filter(({ id }) => kept.has(id));
}
