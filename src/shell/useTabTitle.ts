import { useCallback, useMemo } from 'react';
import { menuName, pageTitle } from '#src/console/menuNames.ts';
import { addressOf, menuLeaves } from '#src/console/menuTree.ts';
import { homeTab } from '#src/console/tabList.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';

/** The title of an open page in the user's language: as their menu names it, else as it is shipped, else its path. */
export function useTabTitle(): (path: string) => string {
  const { t, label, language } = useText();
  const { menus } = useSession();
  const named = useMemo(() => new Map(menuLeaves(menus).map(({ node }) => [addressOf(node), node])), [menus]);
  return useCallback(
    (path) => {
      if (path === homeTab.id) return t('shell.home');
      const node = named.get(path);
      const title = pageTitle(path);
      return node ? menuName(node, language) : title ? label(title) : path;
    },
    [named, t, label, language],
  );
}
