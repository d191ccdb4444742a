/** One line of the sidebar: 36 px, the active one with a bar at its left. */
export const itemStyle = {
  position: 'relative', display: 'flex', alignItems: 'center', gap: 2.5, w: 'full', h: '36px', px: '18px', color: 'sidebar.fg', textStyle: 'dense', textAlign: 'left', textDecoration: 'none', cursor: 'pointer', userSelect: 'none',
  '& > svg': { flexShrink: 0 },
  _hover: { bg: 'sidebar.hover', color: 'sidebar.activeFg', textDecoration: 'none' },
  _focusVisible: { outlineOffset: '-2px' },
  '&[aria-current=page], &[data-active]': { bg: 'sidebar.activeBg', color: 'sidebar.activeFg', boxShadow: 'inset 3px 0 0 {colors.sidebar.bar}' },
} as const;
