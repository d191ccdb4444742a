import { isHex } from './color.ts';
import { defaultSeed } from './palette.ts';
import { resolveTokens, themeAccent, themeOf, themes } from './themes.ts';

/** The look one person chose: remembered on the machine, applied before the first paint. */
export interface Appearance {
  /** A theme's `value`. */
  readonly theme: string;
  /** Seed of the accent, `#rrggbb`. */
  readonly accent: string;
}

/** Names as the Blade clients store them (wire.md 6.3). */
const themeKey = 'accession-themeName';
const accentKey = 'accession-colorName';

/** The remembered look; the default where nothing, or nothing readable, is stored. */
export function readAppearance(): Appearance {
  try {
    const accent = localStorage.getItem(accentKey);
    return { theme: themeOf(localStorage.getItem(themeKey)).value, accent: accent !== null && isHex(accent) ? accent : defaultSeed };
  } catch {
    return { theme: themes[0].value, accent: defaultSeed };
  }
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
  try {
    localStorage.setItem(themeKey, appearance.theme);
    localStorage.setItem(accentKey, appearance.accent);
  } catch {
    // A full or forbidden storage must not keep anybody from seeing the theme now.
  }
}

/** The CSS property that carries one step of the accent. */
export function accentProperty(name: string): string {
  return `--accession-accent-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
