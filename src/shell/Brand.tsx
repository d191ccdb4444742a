import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { Mark } from '#src/console/Mark.tsx';
import { useText } from '#src/console/useText.ts';

const Home = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 2.5,
    h: 'topbar',
    px: '14px',
    flexShrink: 0,
    bg: 'brand.bg',
    color: 'brand.fg',
    fontSize: 'lg',
    fontWeight: 'semibold',
    whiteSpace: 'nowrap',
    textDecoration: 'none',
    borderBottom: '1px solid',
    borderColor: 'sidebar.hover',
    '&&:hover': { textDecoration: 'none', color: 'brand.fg' },
    _focusVisible: { outlineOffset: '-2px' },
    '[data-picture] &': { bg: 'transparent' },
  },
});
const Name = chakra('span', {
  base: { px: 2, ml: -2, borderRadius: 'md', bg: 'brand.title', '[data-picture] &': { bg: 'transparent' } },
});

/** Mark and name at the head of the sidebar; leads home. */
export function Brand({ isFolded }: { readonly isFolded: boolean }) {
  const { t } = useText();
  return (
    <Home to="/wel/index" aria-label={t('act.goHome')}>
      <Mark />
      {isFolded ? null : <Name>{t('app.name')}</Name>}
    </Home>
  );
}
