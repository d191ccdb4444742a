import { chakra } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { menuName } from '#src/console/menuNames.ts';
import type { MenuNode } from '#src/console/menuTree.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { useRemembered } from '#src/ui/remembered.ts';
import { Brand } from './Brand.tsx';
import { FoldedGroup } from './FoldedGroup.tsx';
import { MenuIcon } from './MenuIcon.tsx';
import { itemStyle } from './sidebarStyle.ts';

const Bar = chakra('nav', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    h: 'full',
    bg: 'sidebar.bg',
    color: 'sidebar.fg',
    borderRight: '1px solid',
    borderColor: 'sidebar.border',
    overflow: 'hidden',
  },
});
const List = chakra('ul', { base: { listStyle: 'none', m: 0, p: 0 } });
const Scroll = chakra('div', {
  base: {
    flex: 1,
    minH: 0,
    overflowY: 'auto',
    overflowX: 'hidden',
    py: 2,
    scrollbarWidth: 'thin',
    scrollbarColor: '{colors.sidebar.hover} transparent',
  },
});
const GroupButton = chakra('button', {
  base: {
    ...itemStyle,
    fontWeight: 'medium',
    '& > svg:last-of-type': { ml: 'auto', transition: 'transform 120ms' },
    '&[aria-expanded=false] > svg:last-of-type': { transform: 'rotate(-90deg)' },
  },
});
const PageLink = chakra(Link, { base: itemStyle, variants: { depth: { 0: {}, 1: { pl: '38px' } } } });
const Cut = chakra('span', { base: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } });
const Empty = chakra('p', { base: { px: 4, py: 6, textStyle: 'dense', textAlign: 'center' } });

export interface SidebarProps {
  readonly id: string;
  readonly isFolded: boolean;
  readonly activePath: string;
  /** After a page was chosen: the drawer of a narrow screen closes. */
  readonly onChoose?: () => void;
}

/** The user's menu: groups that open, the present page marked. Folded it shows icons with flyouts. */
export function Sidebar({ id, isFolded, activePath, onChoose }: SidebarProps) {
  const { t } = useText();
  const { menus, isProfileKnown } = useSession();
  const [closed, setClosed] = useRemembered<readonly string[]>('menu-closed', []);
  const toggle = (group: string): void =>
    setClosed((before) => (before.includes(group) ? before.filter((one) => one !== group) : [...before, group]));
  const scroll = useRef<HTMLDivElement>(null);
  useEffect(() => {
    scroll.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [activePath, menus, isFolded]);
  return (
    <Bar id={id} aria-label={t('shell.mainMenu')}>
      <Brand isFolded={isFolded} />
      <Scroll ref={scroll}>
        {menus.length === 0 && isProfileKnown && !isFolded ? <Empty>{t('shell.emptyMenu')}</Empty> : null}
        <List>
          {menus.map((node) => (
            <li key={node.id}>
              {isLeaf(node) ? (
                <Page node={node} depth={0} isFolded={isFolded} activePath={activePath} onChoose={onChoose} />
              ) : isFolded ? (
                <FoldedGroup node={node} activePath={activePath} />
              ) : (
                <Group node={node} isOpen={!closed.includes(node.id)} onToggle={() => toggle(node.id)} activePath={activePath} onChoose={onChoose} />
              )}
            </li>
          ))}
        </List>
      </Scroll>
    </Bar>
  );
}

const isLeaf = (node: MenuNode): boolean => (node.children?.length ?? 0) === 0;

interface GroupProps {
  readonly node: MenuNode;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly activePath: string;
  readonly onChoose?: () => void;
}
function Group({ node, isOpen, onToggle, activePath, onChoose }: GroupProps) {
  const { language } = useText();
  return (
    <>
      <GroupButton type="button" aria-expanded={isOpen} onClick={onToggle}>
        <MenuIcon source={node.source} isGroup />
        <Cut>{menuName(node, language)}</Cut>
        <ChevronDown size={14} aria-hidden />
      </GroupButton>
      {isOpen ? (
        <List>
          {(node.children ?? []).map((child) => (
            <li key={child.id}>
              <Page node={child} depth={1} isFolded={false} activePath={activePath} onChoose={onChoose} />
            </li>
          ))}
        </List>
      ) : null}
    </>
  );
}

interface PageProps {
  readonly node: MenuNode;
  readonly depth: 0 | 1;
  readonly isFolded: boolean;
  readonly activePath: string;
  readonly onChoose?: () => void;
}
function Page({ node, depth, isFolded, activePath, onChoose }: PageProps) {
  const { language } = useText();
  const name = menuName(node, language);
  return (
    <PageLink
      to={node.path ?? '/'}
      depth={depth}
      aria-current={node.path === activePath ? 'page' : undefined}
      onClick={onChoose}
      data-tip={isFolded ? name : undefined}
      aria-label={isFolded ? name : undefined}
    >
      {depth === 0 ? <MenuIcon source={node.source} /> : null}
      {isFolded ? null : <Cut data-tip-cut="">{name}</Cut>}
    </PageLink>
  );
}
