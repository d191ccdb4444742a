import { chakra } from '@chakra-ui/react';

/** A number that opens what it counts. */
export const CountedFigure = chakra(
  'button',
  { base: { textStyle: 'figures', color: 'accent.text', cursor: 'pointer', _hover: { textDecoration: 'underline' } } },
  { defaultProps: { type: 'button' } },
);
