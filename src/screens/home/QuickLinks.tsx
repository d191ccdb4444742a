import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { menuName } from '#src/console/menuNames.ts';
import { menuLeaves } from '#src/console/menuTree.ts';
import { favouritePages } from '#src/console/recentPages.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';

const Title = chakra('h2', { base: { textStyle: 'body', fontWeight: 'semibold', mb: 2 } });
const List = chakra('ul', {
  base: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))', gap: 3, listStyle: 'none', m: 0, p: 0 },
});
const Go = chakra(Link, {
  base: {
    display: 'block',
    px: 4,
    py: 2.5,
    bg: 'bg.panel',
    border: 'hairline',
    borderRadius: 'md',
    color: 'fg',
    textStyle: 'dense',
    textDecoration: 'none',
    '&&:hover': { borderColor: 'accent.focus', color: 'accent.text', textDecoration: 'none' },
  },
});
const Area = chakra('span', { base: { display: 'block', textStyle: 'note', color: 'fg.muted' } });
const Empty = chakra('p', { base: { color: 'fg.muted', textStyle: 'dense' } });
const most = 10;

/** The pages of their menu that this person opens most; a newcomer finds the first ones of the menu. */
export function QuickLinks() {
  const { t, language } = useText();
  const { menus, isProfileKnown, user } = useSession();
  const leaves = menuLeaves(menus);
  if (leaves.length === 0) return isProfileKnown ? <Empty>{t('home.noLinks')}</Empty> : null;
  const order = favouritePages(user?.id ?? '');
  const rank = (path: string | undefined): number => (order.includes(path ?? '') ? order.indexOf(path ?? '') : order.length);
  const shown = leaves
    .filter(({ node }) => node.path !== '/wel/index')
    .sort((a, b) => rank(a.node.path) - rank(b.node.path))
    .slice(0, most);
  const areaOf = new Map(menus.flatMap((root) => menuLeaves([root]).map(({ node }) => [node.id, menuName(root, language)] as const)));
  return (
    <section>
      <Title>{t('home.links')}</Title>
      <List>
        {shown.map(({ node }) => (
          <li key={node.id}>
            <Go to={node.path ?? '/'}>
              {menuName(node, language)}
              <Area>{areaOf.get(node.id)}</Area>
            </Go>
          </li>
        ))}
      </List>
    </section>
  );
}
