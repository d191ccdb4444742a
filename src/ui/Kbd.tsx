import { chakra } from '@chakra-ui/react';

/** A key or chord, e.g. `Ctrl+S`. */
export const Kbd = chakra('kbd', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minW: '18px',
    h: '18px',
    px: '4px',
    justifyContent: 'center',
    fontFamily: 'body',
    fontSize: '11px',
    lineHeight: '16px',
    border: '1px solid',
    borderColor: 'currentColor',
    borderRadius: 'sm',
    whiteSpace: 'nowrap',
  },
});
