import type { Label } from '#domain/kernel/label.ts';
import type { RoleAlias } from '#domain/kernel/roles.ts';

/** A button of a menu: its code is the permission code that the server enforces. */
export interface MenuPermission {
  readonly code: string;
  readonly label: Label;
  /** Seeded roles that hold it. */
  readonly roles?: readonly RoleAlias[];
}

/** One menu as it is shipped; the database keeps a row for each node and button, found again by code. */
export interface MenuNode {
  /** Unique for ever; the row is found by it at each start. */
  readonly code: string;
  readonly label: Label;
  /** Route of a leaf; groups have none. */
  readonly path?: string;
  /** Icon name of the shell. */
  readonly source?: string;
  readonly children?: readonly MenuNode[];
  readonly permissions?: readonly MenuPermission[];
}

/** Every permission code of a forest, in order, each once. */
export function permissionCodes(nodes: readonly MenuNode[]): string[] {
  const codes = nodes.flatMap((node) => [...(node.permissions ?? []).map(({ code }) => code), ...permissionCodes(node.children ?? [])]);
  return [...new Set(codes)];
}
