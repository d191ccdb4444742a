import { chakra } from '@chakra-ui/react';

/** A table of values before and after, wherever acts are told of. */
export const ChangesFrame = chakra('table', {
  base: {
    w: 'full',
    tableLayout: 'fixed',
    borderCollapse: 'collapse',
    textStyle: 'dense',
    '& th, & td': { border: 'hairline', px: 2, py: 1, textAlign: 'left', verticalAlign: 'top', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
    '& thead th': { bg: 'bg.muted', fontWeight: 'semibold' },
    '& tbody th': { fontWeight: 'normal', fontVariantNumeric: 'tabular-nums' },
    '& th[data-field]': { color: 'fg.muted' },
    '& small': { display: 'block', textStyle: 'note', color: 'fg.muted' },
    '& del': { color: 'danger.text' },
    '& ins': { color: 'success.text', textDecoration: 'none' },
  },
});
