import { chakra } from '@chakra-ui/react';
import { ChevronDown, ExternalLink } from 'lucide-react';
import { memo, type MouseEvent, useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { openOutside } from '#src/console/frameAddress.ts';
import { menuName } from '#src/console/menuNames.ts';
import { addressOf, type MenuNode, opensWindow } from '#src/console/menuTree.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { useLatest } from '#src/ui/useLatest.ts';
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
const PageLink = chakra('a', { base: itemStyle });
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

/** The user's menu: the group of the present page is open and those its user opened; the present page marked. Folded it shows icons with flyouts. */
export function Sidebar({ id, menus, isFolded, activePath, onChoose }: SidebarProps) {
  const { t } = useText();
  const { isProfileKnown } = useSession();
  const [chosenGroups, setChosenGroups] = useRemembered<ChosenGroups>('menu-groups', {});
  const toggle = (group: string, isOpen: boolean): void => setChosenGroups((before) => ({ ...before, [group]: isOpen }));
  const navigate = useLatest(useNavigate());
  const chosen = useLatest(onChoose);
  // One function for ever, so that a page opened draws two lines anew, not the whole menu.
  const onOpen = useCallback(
    (event: MouseEvent, node: MenuNode): void => {
      if (opensWindow(node)) {
        event.preventDefault();
        void openOutside(node.path ?? '');
      } else if (isPlainClick(event)) {
        event.preventDefault();
        void navigate.current(addressOf(node), { replace: addressOf(node) === pathOf(globalThis.location) });
      }
      chosen.current?.();
    },
    [navigate, chosen],
  );
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
                  <Page node={node} depth={0} isFolded isActive={addressOf(node) === activePath} onOpen={onOpen} />
                ) : (
                  <FoldedGroup node={node} activePath={activePath} />
                )}
              </li>
            ))}
          </List>
        ) : (
          <Branch nodes={menus} depth={0} chosen={chosenGroups} onToggle={toggle} activePath={activePath} onOpen={onOpen} />
        )}
      </Scroll>
    </Bar>
  );
}

/** What the browser itself would do something else with (a tab, a window, a download) is left to it. */
const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.defaultPrevented && !event.metaKey && !event.altKey && !event.ctrlKey && !event.shiftKey;
const pathOf = ({ pathname, search, hash }: Location): string => pathname + search + hash;
const isLeaf = (node: MenuNode): boolean => (node.children?.length ?? 0) === 0;
/** What is deeper stands under its group, further in. */
const indent = (depth: number): string | undefined => (depth === 0 ? undefined : `${22 + depth * 16}px`);

const holds = (node: MenuNode, path: string): boolean =>
  isLeaf(node) ? addressOf(node) === path : (node.children ?? []).some((child) => holds(child, path));

/** Groups that the user opened or closed by hand. */
type ChosenGroups = Readonly<Record<string, boolean>>;

interface BranchProps {
  readonly nodes: readonly MenuNode[];
  readonly depth: number;
  readonly chosen: ChosenGroups;
  readonly onToggle: (group: string, isOpen: boolean) => void;
  readonly activePath: string;
  readonly onOpen: (event: MouseEvent, node: MenuNode) => void;
}
function Branch({ nodes, depth, ...rest }: BranchProps) {
  const { language } = useText();
  const { chosen, onToggle, activePath, onOpen } = rest;
  return (
    <List>
      {nodes.map((node) => {
        if (isLeaf(node))
          return (
            <li key={node.id}>
              <Page node={node} depth={depth} isFolded={false} isActive={addressOf(node) === activePath} onOpen={onOpen} />
            </li>
          );
        const isOpen = chosen[node.id] ?? (nodes.length === 1 || holds(node, activePath));
        return (
          <li key={node.id}>
            <GroupButton type="button" aria-expanded={isOpen} style={{ paddingLeft: indent(depth) }} onClick={() => onToggle(node.id, !isOpen)}>
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
  readonly isActive: boolean;
  readonly onOpen: (event: MouseEvent, node: MenuNode) => void;
}
const Page = memo(function Page({ node, depth, isFolded, isActive, onOpen }: PageProps) {
  const { t, language } = useText();
  const name = menuName(node, language);
  const address = addressOf(node);
  const isNewWindow = opensWindow(node);
  return (
    <PageLink
      href={address}
      style={{ paddingLeft: indent(depth) }}
      aria-current={isActive ? 'page' : undefined}
      onClick={(event) => onOpen(event, node)}
      data-tip={isFolded ? name : undefined}
      aria-label={isFolded || isNewWindow ? name + (isNewWindow ? ` (${t('shell.opensInTab')})` : '') : undefined}
    >
      {depth === 0 ? <MenuIcon source={node.source} /> : null}
      {isFolded ? null : <Cut data-tip-cut="">{name}</Cut>}
      {isNewWindow && !isFolded ? <ExternalLink size={12} aria-hidden /> : null}
    </PageLink>
  );
});
