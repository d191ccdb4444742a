import { useEffect, useMemo } from 'react';
import { addressOf, menuLeaves, type MenuNode } from '#src/console/menuTree.ts';
import type { TopMenu } from '#src/console/profile.ts';
import { useSession } from '#src/console/useSession.ts';
import { useRemembered } from '#src/ui/remembered.ts';

export interface TopMenuChoice {
  readonly topMenus: readonly TopMenu[];
  /** '' is the whole menu. */
  readonly topId: string;
  readonly choose: (id: string) => void;
  /** The part of the menu the sidebar shows. */
  readonly shown: readonly MenuNode[];
}

/** Which part of the menu the sidebar shows; remembered. It follows the person into a page of another part. `isOffered`: false shows the whole menu (no room for the choice). */
export function useTopMenu(activePath: string, isOffered: boolean): TopMenuChoice {
  const { menus, topMenus } = useSession();
  const [topId, choose] = useRemembered('top-menu', '');
  const chosen = isOffered ? topMenus.find(({ id }) => id === topId) : undefined;
  const rootOfPage = useMemo(
    () => menus.find((root) => addressOf(root) === activePath || menuLeaves([root]).some(({ node }) => addressOf(node) === activePath))?.id,
    [menus, activePath],
  );
  useEffect(() => {
    if (!chosen || rootOfPage === undefined || chosen.menuIds.includes(rootOfPage)) return;
    choose(topMenus.find(({ menuIds }) => menuIds.includes(rootOfPage))?.id ?? '');
    // Only a page that is opened moves the choice: who looks at another part stays there.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [rootOfPage, activePath]);
  const shown = useMemo(() => (chosen ? menus.filter(({ id }) => chosen.menuIds.includes(id)) : menus), [menus, chosen]);
  return { topMenus, topId: chosen?.id ?? '', choose, shown };
}
