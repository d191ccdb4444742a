import { chakra } from '@chakra-ui/react';

/** What happened, one below the other along a line. */
export const Line = chakra('ol', {
  base: {
    listStyle: 'none',
    m: 0,
    pl: 4,
    borderInlineStart: '2px solid',
    borderColor: 'border',
    textStyle: 'dense',
    display: 'flex',
    flexDirection: 'column',
    gap: 3,
    '& > li': { position: 'relative' },
    '& > li::before': {
      content: '""',
      position: 'absolute',
      insetInlineStart: '-21px',
      top: '5px',
      w: '8px',
      h: '8px',
      borderRadius: 'full',
      bg: 'accent.solid',
    },
  },
});
/** What is told of an act beside its name. */
export const Told = chakra('div', { base: { color: 'fg.muted', display: 'flex', flexWrap: 'wrap', columnGap: 3 } });
