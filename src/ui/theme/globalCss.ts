import { defineGlobalStyles } from '@chakra-ui/react';

// Chakra's types know style objects below a selector, not selectors below a media query, though it writes both.
type GlobalStyles = Parameters<typeof defineGlobalStyles>[0];

export const keyframes = {
  'fade-in': { from: { opacity: 0 }, to: { opacity: 1 } },
  'fade-out': { from: { opacity: 1 }, to: { opacity: 0 } },
  'slide-in': { from: { transform: 'translateX(24px)', opacity: 0 }, to: { transform: 'translateX(0)', opacity: 1 } },
  spin: { to: { transform: 'rotate(360deg)' } },
};

/** What holds on every page: text, focus, scrolling, printing, and no motion where none is wanted. */
export const globalCss = defineGlobalStyles({
  html: {
    color: 'fg',
    bg: 'bg.page',
    fontFamily: 'body',
    fontSize: 'md',
    lineHeight: 'md',
    '--global-font-body': 'fonts.body',
    '--global-font-mono': 'fonts.mono',
    '--global-color-border': 'colors.border',
    scrollbarColor: '{colors.border.strong} transparent',
  },
  body: { minHeight: '100dvh', textRendering: 'auto' },
  '*::placeholder': { color: 'fg.muted', opacity: 1 },
  // Said once and inherited: said of every element it was one more style to compute for each.
  'html::selection': { bg: 'accent.muted' },
  ':focus': { outline: 'none' },
  ':focus-visible': { outline: '2px solid {colors.accent.focus}', outlineOffset: '1px' },
  'a[href]': { color: 'accent.text', cursor: 'pointer', _hover: { textDecoration: 'underline' } },
  '.spinning': { animation: 'spin 900ms linear infinite' },
  // A locked desk shows its lock alone: what floats (drawers, toasts) hangs at the body too.
  'body:has(> [data-lock-layer]) > :not([data-lock-layer])': { display: 'none !important' },
  'time, .figures': { fontVariantNumeric: 'tabular-nums' },
  '@media (prefers-reduced-motion: reduce)': {
    '*': {
      // What waits for the end of an animation hears of it.
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      // However short, a duration would begin a transition for every property of every element that changes.
      transitionDuration: '0s !important',
      scrollBehavior: 'auto !important',
    },
  },
  '@page': { margin: '12mm' },
  '@media print': {
    html: { bg: 'white', color: 'black', fontSize: '10pt', colorScheme: 'light' },
    '[data-no-print], [data-part=toaster]': { display: 'none !important' },
    '[data-print-flow]': { overflow: 'visible !important', height: 'auto !important', maxHeight: 'none !important', position: 'static !important' },
    // A sheet made for paper is printed alone, without the page and the drawer it was made on.
    'body:has(> .print-only) > :not(.print-only)': { display: 'none !important' },
    thead: { display: 'table-header-group' },
    'tr, [role=row]': { breakInside: 'avoid' },
  },
} as GlobalStyles);
