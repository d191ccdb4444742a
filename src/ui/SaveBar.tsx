import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** What saves a form, in sight however long the form is: it sticks to the foot of the panel (12 px of padding) that scrolls. */
export function SaveBar({ children }: { readonly children: ReactNode }) {
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      gap={2}
      alignItems="center"
      pt={1}
      pb={3}
      mb="-12px"
      position="sticky"
      bottom="-12px"
      zIndex={1}
      bg="bg.panel"
      data-save-bar
    >
      {children}
    </chakra.div>
  );
}
