import { keep, readKept } from '../browserStorage.ts';
import { isHex } from './color.ts';
import { defaultSeed } from './palette.ts';
import { resolveTokens, themeAccent, themeOf } from './themes.ts';

/** The look one person chose: remembered on the machine, applied before the first paint. */
export interface Appearance {
  /** A theme's `value`. */
  readonly theme: string;
  /** Seed of the accent, `#rrggbb`. */
  readonly accent: string;
}

/** Names as the Blade clients store them (docs/wire.md#client-storage). */
const themeKey = 'accession-themeName';
const accentKey = 'accession-colorName';

/** The remembered look; the default where nothing, or nothing readable, is stored. */
export function readAppearance(): Appearance {
  const [theme, accent] = [readKept(themeKey), readKept(accentKey)];
  return {
    theme: themeOf(typeof theme === 'string' ? theme : null).value,
    accent: typeof accent === 'string' && isHex(accent) ? accent : defaultSeed,
  };
}

/** Puts a look on the page without rendering anything: attributes, one class, nine CSS properties. */
export function applyAppearance(appearance: Appearance, root: HTMLElement = document.documentElement): void {
  const theme = themeOf(appearance.theme);
  root.dataset.theme = theme.value;
  root.dataset.tabs = theme.tabs ?? 'line';
  root.dataset.bar = theme.bar ?? 'left';
  root.toggleAttribute('data-picture', theme.hasPicture === true);
  root.classList.toggle('dark', theme.isDark);
  root.style.colorScheme = theme.isDark ? 'dark' : 'light';
  const seed = isHex(appearance.accent) ? appearance.accent : defaultSeed;
  const accent = themeAccent(theme, seed);
  for (const [name, colour] of Object.entries(accent)) root.style.setProperty(accentProperty(name), colour as string);
  // The window's own frame, where the browser colours it.
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', resolveTokens(theme, seed)['brand.bg']);
}

/** Applies a look and remembers it. */
export function chooseAppearance(appearance: Appearance): void {
  applyAppearance(appearance);
  keep(themeKey, appearance.theme);
  keep(accentKey, appearance.accent);
}

/** The CSS property that carries one step of the accent. */
export function accentProperty(name: string): string {
  return `--accession-accent-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
