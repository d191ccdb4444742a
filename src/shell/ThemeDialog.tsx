import { chakra } from '@chakra-ui/react';
import { useSyncExternalStore } from 'react';
import { chooseLook, currentLook, onLookChange } from '#src/console/preferences.ts';
import { useText } from '#src/console/useText.ts';
import { resolveTokens, themes } from '#src/ui/theme/themes.ts';
import type { Theme } from '#src/ui/theme/themeTokens.ts';
import { PlainDialog } from './PlainDialog.tsx';

const Choices = chakra('fieldset', {
  base: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))', gap: 3, border: 'none', p: 0, m: 0 },
});
const Choice = chakra('label', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: 1.5,
    p: 2,
    border: '1px solid',
    borderColor: 'border',
    borderRadius: 'md',
    textStyle: 'dense',
    cursor: 'pointer',
    _hover: { bg: 'bg.subtle' },
    '&:has(:checked)': { borderColor: 'accent.solid', bg: 'accent.subtle' },
    '&:has(:focus-visible)': { outline: '2px solid {colors.accent.focus}', outlineOffset: '1px' },
    '& > span': { display: 'flex', alignItems: 'center', gap: 1.5 },
  },
});

/** The eleven themes as radio choices, each with a small picture of itself; the page changes at once and the choice is remembered. */
export function ThemeDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, label } = useText();
  const look = useSyncExternalStore(onLookChange, currentLook);
  return (
    <PlainDialog title={t('look.theme')} width="clamp(min(640px, 92vw), 50vw, 760px)" isClear onClose={onClose}>
      <Choices aria-label={t('look.theme')}>
        {themes.map((theme) => (
          <Choice key={theme.value}>
            <Picture theme={theme} seed={look.accent} />
            <span>
              <input
                type="radio"
                name="theme"
                value={theme.value}
                checked={theme.value === look.theme}
                onChange={() => chooseLook({ ...look, theme: theme.value })}
              />
              {label(theme.name)}
            </span>
          </Choice>
        ))}
      </Choices>
    </PlainDialog>
  );
}

/** Sidebar, bar, tabs and page of a theme in 48 px. */
function Picture({ theme, seed }: { readonly theme: Theme; readonly seed: string }) {
  const c = resolveTokens(theme, seed);
  const id = `bar-${theme.value}`;
  return (
    <svg viewBox="0 0 120 48" width="100%" height="48" preserveAspectRatio="none" aria-hidden>
      <linearGradient id={id}>
        <stop offset="0" stopColor={c['topbar.bg']} />
        <stop offset="1" stopColor={c['topbar.bgEnd']} />
      </linearGradient>
      <rect width="120" height="48" fill={c['bg.page']} />
      <rect x="28" width="92" height="12" fill={`url(#${id})`} />
      <rect x="28" y="12" width="92" height="8" fill={c['tabs.bg']} />
      <rect x="32" y="13" width="20" height="7" fill={c['tabs.activeBg']} />
      <rect x="36" y="15.5" width="12" height="2" fill={c['tabs.activeFg']} />
      <rect width="28" height="48" fill={c['sidebar.bg']} />
      <rect width="28" height="12" fill={c['brand.bg']} />
      <rect x="5" y="4" width="18" height="4" rx="1" fill={c['brand.fg'] === c['accent.contrast'] ? c['brand.title'] : c['brand.fg']} />
      <rect y="18" width="28" height="7" fill={c['sidebar.activeBg']} />
      <rect x="6" y="20.5" width="15" height="2" fill={c['sidebar.activeFg']} />
      <rect x="6" y="30" width="15" height="2" fill={c['sidebar.fg']} />
      <rect x="6" y="37" width="11" height="2" fill={c['sidebar.fg']} />
      <rect x="34" y="25" width="80" height="18" rx="2" fill={c['bg.panel']} />
      <rect x="39" y="30" width="22" height="3" fill={c['fg']} />
      <rect x="39" y="36" width="14" height="4" rx="1" fill={c['accent.solid']} />
    </svg>
  );
}
