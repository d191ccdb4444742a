import { chakra } from '@chakra-ui/react';
import { ChevronDown, ExternalLink } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { openOutside } from '#src/console/frameAddress.ts';
import { menuName } from '#src/console/menuNames.ts';
import { addressOf, type MenuNode, opensWindow } from '#src/console/menuTree.ts';
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
    '& :focus-visible': { outlineColor: 'currentColor' },
    '[data-picture] &': { bg: 'transparent' },
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
const PageLink = chakra(Link, { base: itemStyle });
const Cut = chakra('span', { base: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } });
const Empty = chakra('p', { base: { px: 4, py: 6, textStyle: 'dense', textAlign: 'center' } });

export interface SidebarProps {
  readonly id: string;
  /** The part of the menu that is shown. */
  readonly menus: readonly MenuNode[];
  readonly isFolded: boolean;
  readonly activePath: string;
  /** After a page was chosen: the drawer of a narrow screen closes. */
  readonly onChoose?: () => void;
}

/** The user's menu: groups that open, the present page marked. Folded it shows icons with flyouts. */
export function Sidebar({ id, menus, isFolded, activePath, onChoose }: SidebarProps) {
  const { t } = useText();
  const { isProfileKnown } = useSession();
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
        {isFolded ? (
          <List>
            {menus.map((node) => (
              <li key={node.id}>
                {isLeaf(node) ? (
                  <Page node={node} depth={0} isFolded activePath={activePath} onChoose={onChoose} />
                ) : (
                  <FoldedGroup node={node} activePath={activePath} />
                )}
              </li>
            ))}
          </List>
        ) : (
          <Branch nodes={menus} depth={0} closed={closed} onToggle={toggle} activePath={activePath} onChoose={onChoose} />
        )}
      </Scroll>
    </Bar>
  );
}

const isLeaf = (node: MenuNode): boolean => (node.children?.length ?? 0) === 0;
/** What is deeper stands under its group, further in. */
const indent = (depth: number): string | undefined => (depth === 0 ? undefined : `${22 + depth * 16}px`);

interface BranchProps {
  readonly nodes: readonly MenuNode[];
  readonly depth: number;
  readonly closed: readonly string[];
  readonly onToggle: (group: string) => void;
  readonly activePath: string;
  readonly onChoose?: () => void;
}
function Branch({ nodes, depth, ...rest }: BranchProps) {
  const { language } = useText();
  const { closed, onToggle, activePath, onChoose } = rest;
  return (
    <List>
      {nodes.map((node) => {
        if (isLeaf(node))
          return (
            <li key={node.id}>
              <Page node={node} depth={depth} isFolded={false} activePath={activePath} onChoose={onChoose} />
            </li>
          );
        const isOpen = !closed.includes(node.id);
        return (
          <li key={node.id}>
            <GroupButton type="button" aria-expanded={isOpen} style={{ paddingLeft: indent(depth) }} onClick={() => onToggle(node.id)}>
              {depth === 0 ? <MenuIcon source={node.source} isGroup /> : null}
              <Cut data-tip-cut="">{menuName(node, language)}</Cut>
              <ChevronDown size={14} aria-hidden />
            </GroupButton>
            {isOpen ? <Branch nodes={node.children ?? []} depth={depth + 1} {...rest} /> : null}
          </li>
        );
      })}
    </List>
  );
}

interface PageProps {
  readonly node: MenuNode;
  readonly depth: number;
  readonly isFolded: boolean;
  readonly activePath: string;
  readonly onChoose?: () => void;
}
function Page({ node, depth, isFolded, activePath, onChoose }: PageProps) {
  const { t, language } = useText();
  const name = menuName(node, language);
  const address = addressOf(node);
  const isNewWindow = opensWindow(node);
  return (
    <PageLink
      to={address}
      style={{ paddingLeft: indent(depth) }}
      aria-current={address === activePath ? 'page' : undefined}
      onClick={(event) => {
        if (isNewWindow) {
          event.preventDefault();
          void openOutside(node.path ?? '');
        }
        onChoose?.();
      }}
      data-tip={isFolded ? name : undefined}
      aria-label={isFolded || isNewWindow ? name + (isNewWindow ? ` (${t('shell.opensInTab')})` : '') : undefined}
    >
      {depth === 0 ? <MenuIcon source={node.source} /> : null}
      {isFolded ? null : <Cut data-tip-cut="">{name}</Cut>}
      {isNewWindow && !isFolded ? <ExternalLink size={12} aria-hidden /> : null}
    </PageLink>
  );
}
