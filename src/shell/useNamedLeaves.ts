import { useMemo } from 'react';
import { menuName } from '#src/console/menuNames.ts';
import { type MenuLeaf, menuLeaves, type MenuNode } from '#src/console/menuTree.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';

/** Every page of the user's menu with its names in their language, so that a search finds what they read. */
export function useNamedLeaves(): readonly MenuLeaf[] {
  const { language } = useText();
  const { menus } = useSession();
  return useMemo(() => menuLeaves(inLanguage(menus, (node) => menuName(node, language))), [menus, language]);
}

function inLanguage(nodes: readonly MenuNode[], nameOf: (node: MenuNode) => string): MenuNode[] {
  return nodes.map((node) => ({ ...node, name: nameOf(node), children: node.children ? inLanguage(node.children, nameOf) : null }));
}
