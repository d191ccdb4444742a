import { chakra } from '@chakra-ui/react';

/**
 * Scan box, verdict and the last ten, as the left of a desk screen: one below the other. On narrow screens, where the act
 * lies below, the verdict stands beside the box and leaves it the height.
 */
export const ScanSide = chakra('div', {
  base: {
    display: { base: 'grid', lg: 'contents' },
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gridTemplateRows: 'auto minmax(72px, 1fr)',
    gap: 3,
    flexShrink: 0,
    '& > [data-verdict]': { gridColumn: '2', gridRow: '1 / span 2' },
    // As high as the verdict leaves it: ten acts must not push the form away.
    '& > section': { h: { base: '0', lg: 'auto' }, minH: { base: 'full', lg: 'auto' }, overflow: { base: 'auto', lg: 'visible' } },
  },
});
