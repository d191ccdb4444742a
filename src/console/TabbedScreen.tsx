import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { TabList, tabPanel, type TabListProps } from '#src/ui/TabList.tsx';
import { ScreenTitle } from './ScreenTitle.tsx';

/** A page of several lists, one of them shown. */
export function TabbedScreen<Key extends string>({
  children,
  ...tabs
}: TabListProps<Key> & { readonly panelId: string; readonly children: ReactNode }) {
  return (
    <chakra.div display="flex" flexDirection="column" gap={2} h="full" minH={0}>
      <ScreenTitle />
      <chakra.section
        bg="bg.panel"
        border="hairline"
        borderRadius="md"
        px={3}
        pb={3}
        display="flex"
        flexDirection="column"
        flex="1 1 auto"
        minH={0}
        gap={2}
      >
        <TabList {...tabs} />
        <chakra.div {...tabPanel(tabs.panelId, tabs.chosen)} display="flex" flexDirection="column" flex="1 1 auto" minH={0} gap={2}>
          {children}
        </chakra.div>
      </chakra.section>
    </chakra.div>
  );
}
