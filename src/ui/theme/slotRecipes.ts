import { defineSlotRecipe } from '@chakra-ui/react';
import { dialogAnatomy, drawerAnatomy, menuAnatomy, popoverAnatomy } from '@chakra-ui/react/anatomy';

/** The alarm at the foot of the page stays in sight and covers no save bar (StorageWatch). */
const aboveAlarm = 'var(--queue-fault, 0px)';
const backdrop = {
  pos: 'fixed',
  inset: 0,
  bottom: aboveAlarm,
  bg: 'rgba(15, 20, 28, 0.42)',
  zIndex: 'calc(1400 + var(--layer-index, 0) * 2)',
  _open: { animation: 'fade-in 120ms' },
} as const;
const positioner = { pos: 'fixed', inset: 0, bottom: aboveAlarm, display: 'flex', zIndex: 'calc(1401 + var(--layer-index, 0) * 2)' } as const;
const header = { display: 'flex', alignItems: 'center', gap: 2, minH: '48px', px: 4, borderBottom: 'hairline', flexShrink: 0 } as const;
const footer = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 2,
  px: 4,
  py: 3,
  borderTop: 'hairline',
  flexShrink: 0,
} as const;
const title = { flex: 1, textStyle: 'title', minW: 0 } as const;

/** Questions and short forms, centred. */
export const dialogRecipe = defineSlotRecipe({
  slots: dialogAnatomy.keys(),
  base: {
    backdrop,
    positioner: { ...positioner, alignItems: 'flex-start', justifyContent: 'center', pt: '20vh', px: 4, pb: 4 },
    content: {
      display: 'flex',
      flexDirection: 'column',
      w: 'full',
      maxH: '100%',
      bg: 'bg.panel',
      color: 'fg',
      border: 'hairline',
      borderRadius: 'lg',
      boxShadow: 'float',
      outline: 'none',
      _open: { animation: 'fade-in 120ms' },
    },
    header: { ...header, borderBottom: 'none', pt: 2 },
    body: { px: 4, py: 2, overflow: 'auto', textStyle: 'body' },
    footer: { ...footer, borderTop: 'none', pb: 4 },
    title,
    description: { color: 'fg.muted' },
  },
  variants: { size: { sm: { content: { maxW: '420px' } }, md: { content: { maxW: '640px' } }, lg: { content: { maxW: '960px' } } } },
  defaultVariants: { size: 'sm' },
});

/** Records, from the right: 880 wide, footer always in sight. */
export const drawerRecipe = defineSlotRecipe({
  slots: drawerAnatomy.keys(),
  base: {
    backdrop,
    positioner: { ...positioner, justifyContent: 'flex-end' },
    content: {
      display: 'flex',
      flexDirection: 'column',
      w: 'full',
      h: 'full',
      bg: 'bg.panel',
      color: 'fg',
      borderLeft: 'hairline',
      boxShadow: 'float',
      outline: 'none',
      _open: { animation: 'slide-in 120ms cubic-bezier(0.2, 0, 0, 1)' },
    },
    header,
    body: { flex: 1, minH: 0, overflow: 'auto', px: 4, py: 3 },
    footer,
    title,
  },
  variants: {
    size: {
      md: { content: { maxW: 'min(880px, 100vw)' } },
      sm: { content: { maxW: 'min(480px, 100vw)' } },
      lg: { content: { maxW: 'min(1200px, 100vw)' } },
    },
  },
  defaultVariants: { size: 'md' },
});

export const menuRecipe = defineSlotRecipe({
  slots: menuAnatomy.keys(),
  base: {
    positioner: { zIndex: 'popover!' },
    content: {
      minW: '120px',
      maxH: 'min(420px, var(--available-height, 420px))',
      overflowY: 'auto',
      p: 1,
      bg: 'bg.panel',
      color: 'fg',
      border: 'hairline',
      borderRadius: 'md',
      boxShadow: 'float',
      outline: 'none',
      textStyle: 'dense',
    },
    item: {
      display: 'flex',
      alignItems: 'center',
      gap: 2,
      minH: '28px',
      px: 2,
      py: 1,
      borderRadius: 'sm',
      cursor: 'pointer',
      userSelect: 'none',
      outline: 'none',
      whiteSpace: 'nowrap',
      _highlighted: { bg: 'bg.muted' },
      _disabled: { color: 'fg.disabled', cursor: 'not-allowed' },
      '&[data-danger]': { color: 'danger.text' },
    },
    itemGroupLabel: { px: 2, py: 1, textStyle: 'note', color: 'fg.muted' },
    separator: { h: '1px', my: 1, bg: 'border' },
    itemCommand: { ml: 'auto', pl: 4, color: 'fg.muted', textStyle: 'note' },
  },
});

export const popoverRecipe = defineSlotRecipe({
  slots: popoverAnatomy.keys(),
  base: {
    positioner: { zIndex: 'popover!' },
    content: { bg: 'bg.panel', color: 'fg', border: 'hairline', borderRadius: 'md', boxShadow: 'float', outline: 'none', overflow: 'hidden' },
  },
});
