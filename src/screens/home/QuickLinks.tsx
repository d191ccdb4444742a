import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { menuName } from '#src/console/menuNames.ts';
import { type MenuLeaf, menuLeaves } from '#src/console/menuTree.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';

const Title = chakra('h2', { base: { textStyle: 'body', fontWeight: 'semibold', mb: 2 } });
const Panel = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))', gap: 4, p: 4, bg: 'bg.panel', border: 'hairline', borderRadius: 'md' } });
const Group = chakra('h3', { base: { textStyle: 'note', color: 'fg.muted', mb: 1 } });
const List = chakra('ul', { base: { listStyle: 'none', m: 0, p: 0 } });
const Go = chakra(Link, { base: { display: 'block', py: 1, textStyle: 'dense', color: 'accent.text' } });
const Empty = chakra('p', { base: { color: 'fg.muted', textStyle: 'dense' } });

/** The pages of the user's own menu, by area. */
export function QuickLinks() {
  const { t, language } = useText();
  const { menus, isProfileKnown } = useSession();
  const areas = useMemo(() => {
    const leaves = menuLeaves(menus).filter(({ node }) => node.path !== '/wel/index');
    const byArea = new Map<string, MenuLeaf[]>();
    for (const root of menus) {
      const own = new Set(menuLeaves([root]).map(({ node }) => node.id));
      byArea.set(menuName(root, language), leaves.filter(({ node }) => own.has(node.id)));
    }
    return [...byArea].filter(([, pages]) => pages.length > 0);
  }, [menus, language]);
  if (areas.length === 0) return isProfileKnown ? <Empty>{t('home.noLinks')}</Empty> : null;
  return (
    <section>
      <Title>{t('home.links')}</Title>
      <Panel>
        {areas.map(([area, pages]) => (
          <div key={area}>
            <Group>{area}</Group>
            <List>
              {pages.map(({ node }) => <li key={node.id}><Go to={node.path ?? '/'}>{menuName(node, language)}</Go></li>)}
            </List>
          </div>
        ))}
      </Panel>
    </section>
  );
}
