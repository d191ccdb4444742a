import { chakra } from '@chakra-ui/react';

/** What a list leaves out by itself, said above it. */
export const SearchNotice = chakra('p', {
  base: { bg: 'info.subtle', color: 'info.text', borderRadius: 'md', px: 3, py: 1, textStyle: 'dense', flexShrink: 0 },
});
