import { chakra, Menu, Portal } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { homeTab } from '#src/console/tabList.ts';
import { useText } from '#src/console/useText.ts';
import { MenuIcon } from './MenuIcon.tsx';
import type { TopMenuChoice } from './useTopMenu.ts';

const Row = chakra('nav', { base: { hideBelow: '2xl', display: 'flex', alignItems: 'stretch', h: 'full', flexShrink: 0 } });
const item = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 1.5,
  px: 3,
  color: 'topbar.muted',
  textStyle: 'dense',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  flexShrink: 0,
  _hover: { bg: 'topbar.hover', color: 'topbar.fg' },
  _focusVisible: { outlineOffset: '-2px' },
} as const;
const Item = chakra('button', {
  base: { ...item, '&[aria-current=true]': { color: 'topbar.fg', fontWeight: 'medium', boxShadow: 'inset 0 -2px 0 currentColor' } },
});
const Trigger = chakra('button', {
  base: { ...item, hideFrom: '2xl', h: 'control', px: 2, borderRadius: 'md', color: 'topbar.fg', '& > svg': { flexShrink: 0 } },
});

/** The menus above the sidebar (docs/contract.md#shell): 首页 shows the whole menu, each other one its part. A row where there is room, else a list behind one button. */
export function TopMenuBar({ topMenus, topId, choose }: Omit<TopMenuChoice, 'shown'>) {
  const { t, label } = useText();
  const navigate = useNavigate();
  const entries = [
    { id: '', name: t('shell.wholeMenu'), source: 'house' },
    ...topMenus.map(({ id, name, labels, source }) => ({ id, name: labels ? label(labels) : name, source })),
  ];
  const current = entries.find(({ id }) => id === topId) ?? entries[0];
  const pick = (id: string): void => {
    choose(id);
    if (id === '') void navigate(homeTab.path);
  };
  if (topMenus.length === 0) return null;
  return (
    <>
      <Row aria-label={t('shell.topMenu')}>
        {entries.map(({ id, name }) => (
          <Item key={id} type="button" aria-current={id === topId} onClick={() => pick(id)}>
            {name}
          </Item>
        ))}
      </Row>
      <Menu.Root positioning={{ placement: 'bottom-start', gutter: 4 }} onSelect={({ value }) => pick(value === 'whole' ? '' : value)}>
        <Menu.Trigger asChild>
          <Trigger type="button" aria-label={`${t('shell.topMenu')} ${current?.name ?? ''}`}>
            {current?.name}
            <ChevronDown size={14} aria-hidden />
          </Trigger>
        </Menu.Trigger>
        <Portal>
          <Menu.Positioner>
            <Menu.Content aria-label={t('shell.topMenu')}>
              {entries.map(({ id, name, source }) => (
                <Menu.Item key={id} value={id || 'whole'} fontWeight={id === topId ? 'semibold' : undefined} aria-current={id === topId}>
                  <MenuIcon source={source} isGroup size={14} />
                  {name}
                </Menu.Item>
              ))}
            </Menu.Content>
          </Menu.Positioner>
        </Portal>
      </Menu.Root>
    </>
  );
}
