import { chakra, Menu, Portal } from '@chakra-ui/react';
import { useNavigate } from 'react-router-dom';
import { menuName } from '#src/console/menuNames.ts';
import { addressOf, menuLeaves, type MenuNode } from '#src/console/menuTree.ts';
import { useText } from '#src/console/useText.ts';
import { MenuIcon } from './MenuIcon.tsx';
import { itemStyle } from './sidebarStyle.ts';

const IconLine = chakra('button', { base: { ...itemStyle, justifyContent: 'center', px: 0 } });

/** A group of the folded sidebar: an icon whose pages fly out. */
export function FoldedGroup({ node, activePath }: { readonly node: MenuNode; readonly activePath: string }) {
  const { language } = useText();
  const navigate = useNavigate();
  const name = menuName(node, language);
  const pages = menuLeaves([node]).map((leaf) => ({ ...leaf, address: addressOf(leaf.node) }));
  const isActive = pages.some(({ address }) => address === activePath);
  return (
    <Menu.Root positioning={{ placement: 'right-start', gutter: 4 }} onSelect={({ value }) => void navigate(value)}>
      <Menu.Trigger asChild>
        <IconLine type="button" aria-label={name} data-tip={name} data-active={isActive ? '' : undefined}>
          <MenuIcon source={node.source} isGroup size={18} />
        </IconLine>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            <Menu.ItemGroup>
              <Menu.ItemGroupLabel>{name}</Menu.ItemGroupLabel>
              {pages.map(({ node: page, address }) => (
                <Menu.Item key={page.id} value={address} fontWeight={address === activePath ? 'semibold' : undefined}>
                  {menuName(page, language)}
                </Menu.Item>
              ))}
            </Menu.ItemGroup>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
