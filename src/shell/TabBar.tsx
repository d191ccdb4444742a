import { chakra, Menu, Portal } from '@chakra-ui/react';
import { ChevronDown, X } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { clearCaches } from '#src/console/clearCaches.ts';
import { sentence } from '#src/console/text.ts';
import { homeTab } from '#src/console/tabList.ts';
import { useTabs } from '#src/console/useTabs.ts';
import { useText } from '#src/console/useText.ts';
import { confirm } from '#src/ui/confirm.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { notify } from '#src/ui/notify.tsx';
import { useTabTitle } from './useTabTitle.ts';

const Bar = chakra('nav', {
  base: {
    display: 'flex',
    alignItems: 'stretch',
    h: 'tabs',
    flexShrink: 0,
    bg: 'tabs.bg',
    borderBottom: '1px solid',
    borderColor: 'tabs.border',
    '& > button': { color: 'tabs.fg', _hover: { bg: 'tabs.activeBg', color: 'tabs.activeFg' } },
    '& :focus-visible': { outlineColor: 'currentColor' },
    '[data-picture] &': { bg: 'transparent' },
  },
});
const List = chakra('ul', { base: { display: 'flex', flex: 1, minW: 0, m: 0, p: 0, listStyle: 'none', overflowX: 'auto', scrollbarWidth: 'none' } });
const Item = chakra('li', {
  base: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    flexShrink: 0,
    maxW: '200px',
    color: 'tabs.fg',
    borderRight: '1px solid',
    borderColor: 'tabs.border',
    bg: 'tabs.itemBg',
    '&[data-active], &:hover': { bg: 'tabs.activeBg', color: 'tabs.activeFg' },
    '&[data-active]': { fontWeight: 'medium' },
    '[data-tabs=line] &': { '&[data-active]': { boxShadow: 'inset 0 -2px 0 {colors.accent.seed}' } },
    // Chips with a dot, tiles, boxes: what the themes of the family are known by (docs/wire.md#themes).
    '[data-tabs=chips] &, [data-tabs=tiles] &': { alignSelf: 'center', h: '28px', ml: 1.5, borderRadius: 'sm' },
    '[data-tabs=chips] &': {
      border: '1px solid {colors.tabs.border}',
      '&::before': { content: '""', boxSize: '10px', ml: 2, mr: '-4px', borderRadius: 'full', bg: 'tabs.border', flexShrink: 0 },
      '&[data-active]::before': { bg: 'accent.seed' },
    },
    '[data-tabs=tiles] &': { border: 'none' },
    '[data-tabs=boxes] &': {
      mt: 1,
      ml: '-1px',
      border: '1px solid {colors.tabs.border}',
      borderBottom: 'none',
      '&:first-of-type': { borderTopLeftRadius: 'md', ml: 2 },
      '&:last-of-type': { borderTopRightRadius: 'md' },
    },
    '[data-picture] &': { '&:not([data-active]):not(:hover)': { bg: 'transparent' } },
  },
});
const Page = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    h: 'full',
    minW: 0,
    px: 3,
    color: 'inherit',
    textStyle: 'dense',
    textDecoration: 'none',
    whiteSpace: 'nowrap',
    '&&:hover': { textDecoration: 'none', color: 'tabs.activeFg' },
    _focusVisible: { outlineOffset: '-2px' },
    '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
    '&:not(:last-child)': { pr: 1 },
  },
});
const Close = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '20px',
    mr: 1.5,
    borderRadius: 'sm',
    color: 'inherit',
    cursor: 'pointer',
    flexShrink: 0,
    _hover: { bg: 'color-mix(in srgb, currentColor 18%, transparent)' },
  },
});

type Act = 'search' | 'this' | 'others' | 'all' | 'cache';

/** The open pages, 36 px: click opens, middle click or x closes, the menu closes many. */
export function TabBar({ onSearch }: { readonly onSearch: () => void }) {
  const { t } = useText();
  const titleOf = useTabTitle();
  const { tabs, activeId, close, closeOthers, closeAll } = useTabs();
  const active = useRef<HTMLLIElement>(null);
  const [target, setTarget] = useState<{ id: string; x: number; y: number } | null>(null);
  const titles = tabs.map(({ id }) => titleOf(id));
  const row = titles.join();
  useEffect(() => {
    // Also when the titles change their widths: after a reload the tabs come before their names.
    // Newer browsers answer a promise: it must not become the effect's clean-up.
    active.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [activeId, row]);

  const act = (what: Act, id: string): void => {
    if (what === 'search') onSearch();
    else if (what === 'this') close(id);
    else if (what === 'others') closeOthers(id);
    else if (what === 'all') closeAll();
    else void askToClear();
  };
  const onContext = (event: MouseEvent, id: string): void => {
    event.preventDefault();
    setTarget({ id, x: event.clientX, y: event.clientY });
  };
  return (
    <Bar aria-label={t('tabs.list')} data-no-print>
      <List>
        {tabs.map(({ id, path }, index) => {
          const title = titles[index] ?? id;
          return (
            <Item
              key={id}
              ref={id === activeId ? active : undefined}
              data-active={id === activeId ? '' : undefined}
              onContextMenu={(event) => onContext(event, id)}
            >
              <Page
                to={path}
                aria-current={id === activeId ? 'page' : undefined}
                onAuxClick={(event) => (event.button === 1 && index > 0 ? (event.preventDefault(), close(id)) : undefined)}
              >
                <span data-tip-cut="">{title}</span>
              </Page>
              {index > 0 ? (
                <Close type="button" aria-label={t('tabs.closeTab', { label: title })} onClick={() => close(id)}>
                  <X size={12} aria-hidden />
                </Close>
              ) : null}
            </Item>
          );
        })}
      </List>
      <ActMenu
        trigger={<IconButton label={t('tabs.more')} icon={ChevronDown} style={{ height: '100%' }} />}
        canClose={activeId !== homeTab.id}
        onAct={(what) => act(what, activeId)}
      />
      {target ? (
        <ActMenu
          key={`${target.x}-${target.y}`}
          at={target}
          canClose={target.id !== homeTab.id}
          onAct={(what) => act(what, target.id)}
          onClose={() => setTarget(null)}
        />
      ) : null}
    </Bar>
  );
}

/** docs/contract.md#shell: with confirmation. Only answers kept of the server go; drafts, master data and the outbox stay. */
async function askToClear(): Promise<void> {
  if (!(await confirm({ text: sentence('tabs.clearCacheAsk') }))) return;
  await clearCaches();
  notify.success(sentence('tabs.cleared'));
}

interface ActMenuProps {
  readonly trigger?: React.ReactElement;
  /** Where the pointer asked for it, instead of a trigger. */
  readonly at?: { readonly x: number; readonly y: number };
  readonly canClose: boolean;
  readonly onAct: (act: Act) => void;
  readonly onClose?: () => void;
}
function ActMenu({ trigger, at, canClose, onAct, onClose }: ActMenuProps) {
  const { t } = useText();
  return (
    <Menu.Root
      {...(at ? { defaultOpen: true, onOpenChange: ({ open }: { open: boolean }) => open || onClose?.() } : {})}
      positioning={
        at
          ? { placement: 'bottom-start', gutter: 0, getAnchorRect: () => ({ x: at.x, y: at.y, width: 0, height: 0 }) }
          : { placement: 'bottom-end', gutter: 4 }
      }
      onSelect={({ value }) => onAct(value as Act)}
      lazyMount
      unmountOnExit
    >
      {trigger ? <Menu.Trigger asChild>{trigger}</Menu.Trigger> : null}
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            <Menu.Item value="search">
              {t('tabs.search')}
              <Menu.ItemCommand>Alt+K</Menu.ItemCommand>
            </Menu.Item>
            <Menu.Separator />
            <Menu.Item value="this" disabled={!canClose}>
              {t('tabs.closeThis')}
              <Menu.ItemCommand>Alt+W</Menu.ItemCommand>
            </Menu.Item>
            <Menu.Item value="others">{t('tabs.closeOthers')}</Menu.Item>
            <Menu.Item value="all">{t('tabs.closeAll')}</Menu.Item>
            <Menu.Separator />
            <Menu.Item value="cache">{t('tabs.clearCache')}</Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
