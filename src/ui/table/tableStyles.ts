import { chakra } from '@chakra-ui/react';

/** What scrolls; one tab stop. */
export const Scroller = chakra('div', {
  base: {
    position: 'relative',
    flex: '1 1 auto',
    minH: 0,
    overflow: 'auto',
    bg: 'bg.panel',
    border: 'hairline',
    borderRadius: 'md',
    scrollbarWidth: 'thin',
    outline: 'none',
    scrollPaddingTop: '32px',
    // Heads without rows lead nowhere sideways.
    '&[data-bare]': { overflowX: 'hidden' },
    '&:focus-visible': { outline: '2px solid {colors.accent.focus}', outlineOffset: '-1px' },
  },
});

/** Native cells under one style sheet: two hundred rows cost no component each. */
export const Grid = chakra('table', {
  base: {
    tableLayout: 'fixed',
    borderCollapse: 'separate',
    borderSpacing: 0,
    textStyle: 'dense',
    color: 'fg',
    '& th': {
      position: 'sticky',
      top: 0,
      zIndex: 2,
      h: '30px',
      px: '8px',
      bg: 'bg.subtle',
      color: 'fg.muted',
      fontWeight: 'medium',
      textAlign: 'start',
      borderBottom: 'hairline',
      userSelect: 'none',
      whiteSpace: 'nowrap',
    },
    '& th > button': {
      display: 'flex',
      alignItems: 'center',
      gap: 1,
      w: 'full',
      minW: 0,
      color: 'inherit',
      textAlign: 'inherit',
      cursor: 'pointer',
      borderRadius: 'sm',
    },
    '& th .name': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& th[data-align=end] > button, & th[data-align=end]': { justifyContent: 'flex-end', textAlign: 'end' },
    '& th[data-drop=before]': { boxShadow: 'inset 2px 0 0 var(--ui-colors-accent-focus)' },
    '& td': {
      h: 'var(--row-height)',
      px: '8px',
      py: 0,
      bg: 'var(--row-bg)',
      borderBottom: 'hairline',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      fontVariantNumeric: 'tabular-nums',
    },
    '& tr': { '--row-bg': 'colors.bg.panel' },
    '& tbody tr:hover': { '--row-bg': 'colors.bg.subtle' },
    '& tbody tr[aria-selected=true]': { '--row-bg': 'colors.accent.subtle' },
    '& tbody tr[data-active] td:first-of-type': { boxShadow: 'inset 3px 0 0 var(--ui-colors-accent-seed)' },
    '& td[data-active]': { outline: '1px solid {colors.accent.focus}', outlineOffset: '-1px' },
    '& [data-align=end]': { textAlign: 'end' },
    '& [data-align=center]': { textAlign: 'center' },
    '& td[data-mono]': { fontFamily: 'mono' },
    '& td[data-faint]': { color: 'fg.muted' },
    '& [data-pin]': { position: 'sticky', zIndex: 1 },
    '& th[data-pin]': { zIndex: 3 },
    '& [data-edge=start]': { borderRight: 'hairline' },
    '& [data-edge=end]': { borderLeft: 'hairline' },
    '& td.index': { color: 'fg.muted', textAlign: 'end' },
    '& td.acts': { overflow: 'visible', px: '4px' },
    '& input[type=checkbox]': { display: 'block', boxSize: '16px', accentColor: '{colors.accent.solid}', cursor: 'pointer' },
    '& input[type=checkbox]:disabled': { cursor: 'not-allowed' },
    '& tbody': { transition: 'opacity 80ms' },
    // Only a reload that takes a moment dims the rows: a quick one must not blink.
    '&[data-stale] tbody': { opacity: 0.5, transitionDelay: '200ms' },
    '@media print': {
      '& th, & [data-pin]': { position: 'static' },
      '& td': { whiteSpace: 'normal', bg: 'transparent' },
      '& .acts, & .tick': { display: 'none' },
    },
  },
});

/** The grip at the right edge of a head. */
export const Grip = chakra('span', {
  base: {
    position: 'absolute',
    top: 0,
    right: '-4px',
    zIndex: 1,
    w: '9px',
    h: 'full',
    cursor: 'col-resize',
    touchAction: 'none',
    '&::after': { content: '""', position: 'absolute', top: '8px', bottom: '8px', left: '4px', w: '1px', bg: 'border' },
    '&:hover::after, &[data-resizing]::after': { top: 0, bottom: 0, w: '2px', bg: 'accent.focus' },
    '@media print': { display: 'none' },
  },
});

/** A word in the acts column. */
export const ActWord = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    h: '24px',
    px: '6px',
    borderRadius: 'sm',
    color: 'accent.text',
    textStyle: 'dense',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    '&[data-danger]': { color: 'danger.text' },
    '&[aria-disabled=true]': { color: 'fg.disabled', cursor: 'not-allowed' },
  },
});

export const SkeletonBar = chakra('span', { base: { display: 'block', h: '10px', bg: 'bg.muted', borderRadius: 'sm' } });

/** Under the head, in sight however far the table is scrolled sideways. */
export const UnderHead = chakra('div', { base: { position: 'sticky', left: 0, h: 'calc(100% - 31px)', minH: '160px' } });
