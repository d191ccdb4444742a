import { chakra } from '@chakra-ui/react';

/** A fact in the top bar that leads to where it is told whole. */
export const Pill = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1.5,
    h: '28px',
    px: 2,
    flexShrink: 0,
    border: '1px solid',
    borderRadius: 'full',
    textStyle: 'dense',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    '& > svg': { flexShrink: 0 },
    '& > [data-fact]::before': { content: '"· " / ""' },
  },
  variants: {
    tone: {
      success: { bg: 'success.subtle', borderColor: 'success.border', '&&': { color: 'success.text' } },
      warning: { bg: 'warning.subtle', borderColor: 'warning.border', '&&': { color: 'warning.text' } },
      danger: { bg: 'danger.subtle', borderColor: 'danger.border', '&&': { color: 'danger.text' } },
    },
  },
});
