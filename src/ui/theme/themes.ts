import type { Label } from '#domain/kernel/label.ts';
import { accentPalette, type AccentPalette, defaultSeed } from './palette.ts';

/** Every colour a screen may use, by name. Adding a theme is adding an entry to `themes` with these keys. */
export interface ThemeTokens {
  'bg.page': string;
  'bg.panel': string;
  'bg.subtle': string;
  'bg.muted': string;
  'bg.input': string;
  'bg.inverse': string;
  fg: string;
  'fg.muted': string;
  'fg.disabled': string;
  'fg.inverse': string;
  border: string;
  'border.strong': string;
  'border.input': string;
  'success.text': string;
  'success.subtle': string;
  'success.solid': string;
  'success.border': string;
  'warning.text': string;
  'warning.subtle': string;
  'warning.solid': string;
  'warning.border': string;
  'danger.text': string;
  'danger.subtle': string;
  'danger.solid': string;
  'danger.border': string;
  'info.text': string;
  'info.subtle': string;
  'info.solid': string;
  'info.border': string;
  'topbar.bg': string;
  'topbar.fg': string;
  'topbar.muted': string;
  'topbar.hover': string;
  'topbar.border': string;
  'sidebar.bg': string;
  'sidebar.fg': string;
  'sidebar.hover': string;
  'sidebar.activeBg': string;
  'sidebar.activeFg': string;
  'sidebar.bar': string;
  'sidebar.border': string;
  'tabs.bg': string;
  'tabs.fg': string;
  'tabs.activeBg': string;
  'tabs.activeFg': string;
  'tabs.border': string;
}
export type TokenName = keyof ThemeTokens | `accent.${keyof AccentPalette}` | 'white';

export interface Theme {
  /** As it is stored and as it stands in `<html data-theme>` (wire.md 6.10). */
  readonly value: string;
  readonly name: Label;
  readonly isDark: boolean;
  /** Hex colours; `$accent.solid` and the like take the accent derived from the user's colour. */
  readonly tokens: ThemeTokens;
}

const light = {
  'bg.page': '#f3f4f6',
  'bg.panel': '#ffffff',
  'bg.subtle': '#f7f8fa',
  'bg.muted': '#eceef1',
  'bg.input': '#ffffff',
  'bg.inverse': '#24292f',
  fg: '#1f2329',
  'fg.muted': '#5c636e',
  'fg.disabled': '#878d96',
  'fg.inverse': '#ffffff',
  border: '#e3e5e9',
  'border.strong': '#cdd1d7',
  'border.input': '#bfc4cc',
  'success.text': '#15703a',
  'success.subtle': '#e8f5ec',
  'success.solid': '#1a7f42',
  'success.border': '#a6d5b6',
  'warning.text': '#855000',
  'warning.subtle': '#fdf2df',
  'warning.solid': '#946000',
  'warning.border': '#ecca8d',
  'danger.text': '#bb2830',
  'danger.subtle': '#fdecec',
  'danger.solid': '#c92c34',
  'danger.border': '#efb3b6',
  'info.text': '#2758a8',
  'info.subtle': '#eaf1fb',
  'info.solid': '#2f66bd',
  'info.border': '#b2c9ec',
  'topbar.bg': '#ffffff',
  'topbar.fg': '#1f2329',
  'topbar.muted': '#5c636e',
  'topbar.hover': '#f0f1f4',
  'topbar.border': '#e3e5e9',
  'sidebar.bg': '#20222a',
  'sidebar.fg': '#c3c7ce',
  'sidebar.hover': '#2b2e37',
  'sidebar.activeBg': '#14151a',
  'sidebar.activeFg': '#ffffff',
  'sidebar.bar': '$accent.seed',
  'sidebar.border': '#20222a',
  'tabs.bg': '#fafbfc',
  'tabs.fg': '#5c636e',
  'tabs.activeBg': '#ffffff',
  'tabs.activeFg': '$accent.text',
  'tabs.border': '#e3e5e9',
} as const satisfies ThemeTokens;

const dark = {
  'bg.page': '#222a35',
  'bg.panel': '#2c3643',
  'bg.subtle': '#313c4a',
  'bg.muted': '#3a4655',
  'bg.input': '#262f3a',
  'bg.inverse': '#e8ecf1',
  fg: '#e9edf2',
  'fg.muted': '#b3bdc9',
  'fg.disabled': '#8d98a6',
  'fg.inverse': '#1f2630',
  border: '#414d5c',
  'border.strong': '#536172',
  'border.input': '#5d6b7d',
  'success.text': '#86d9a3',
  'success.subtle': '#24453a',
  'success.solid': '#1a7f42',
  'success.border': '#3d7c5b',
  'warning.text': '#f0c37a',
  'warning.subtle': '#4a412e',
  'warning.solid': '#946000',
  'warning.border': '#87713f',
  'danger.text': '#ffabab',
  'danger.subtle': '#50343d',
  'danger.solid': '#c92c34',
  'danger.border': '#94565c',
  'info.text': '#a5c8ff',
  'info.subtle': '#2c4363',
  'info.solid': '#2f66bd',
  'info.border': '#4d71a6',
  'topbar.bg': '#2c3643',
  'topbar.fg': '#e9edf2',
  'topbar.muted': '#b3bdc9',
  'topbar.hover': '#3a4655',
  'topbar.border': '#414d5c',
  'sidebar.bg': '#2c3643',
  'sidebar.fg': '#c3cbd5',
  'sidebar.hover': '#36424f',
  'sidebar.activeBg': '#1f2731',
  'sidebar.activeFg': '#ffffff',
  'sidebar.bar': '$accent.seed',
  'sidebar.border': '#414d5c',
  'tabs.bg': '#262d37',
  'tabs.fg': '#b3bdc9',
  'tabs.activeBg': '#2c3643',
  'tabs.activeFg': '#ffffff',
  'tabs.border': '#414d5c',
} as const satisfies ThemeTokens;

/** The first is the default. */
export const themes: readonly [Theme, ...Theme[]] = [
  { value: 'default', name: ['默认主题', 'Default'], isDark: false, tokens: light },
  { value: 'theme-dark', name: ['黑色主题', 'Dark'], isDark: true, tokens: dark },
];

/** Which text may stand on which background; a test proves 4.5:1 for each pair, in every theme, for many accents. */
export const textPairs: readonly (readonly [text: TokenName, backgrounds: readonly TokenName[]])[] = [
  ['fg', ['bg.page', 'bg.panel', 'bg.subtle', 'bg.muted', 'bg.input', 'accent.subtle', 'accent.muted', 'tabs.bg']],
  ['fg.muted', ['bg.page', 'bg.panel', 'bg.subtle', 'bg.muted', 'bg.input', 'accent.subtle']],
  ['fg.inverse', ['bg.inverse']],
  ['accent.text', ['bg.page', 'bg.panel', 'bg.subtle', 'bg.muted', 'bg.input', 'accent.subtle']],
  ['accent.contrast', ['accent.solid', 'accent.solidHover']],
  ['white', ['success.solid', 'warning.solid', 'danger.solid', 'info.solid']],
  ...(['success', 'warning', 'danger', 'info'] as const).map(
    (name) => [`${name}.text`, ['bg.page', 'bg.panel', 'bg.subtle', 'bg.input', `${name}.subtle`]] as const,
  ),
  ['topbar.fg', ['topbar.bg', 'topbar.hover']],
  ['topbar.muted', ['topbar.bg', 'topbar.hover']],
  ['sidebar.fg', ['sidebar.bg', 'sidebar.hover']],
  ['sidebar.activeFg', ['sidebar.activeBg']],
  ['tabs.fg', ['tabs.bg', 'tabs.activeBg']],
  ['tabs.activeFg', ['tabs.activeBg']],
];

/** The theme stored under `value`, or the default where it is not (or no longer) one of ours. */
export function themeOf(value: string | null | undefined): Theme {
  return themes.find((theme) => theme.value === value) ?? themes[0];
}

/** The accent of a theme for the user's colour. */
export function themeAccent(theme: Theme, seed: string = defaultSeed): AccentPalette {
  const { tokens } = theme;
  return accentPalette(seed, [tokens['bg.panel'], tokens['bg.page'], tokens['bg.subtle'], tokens['bg.muted'], tokens['bg.input']], theme.isDark);
}

/** Every token of a theme as a plain colour, the accent resolved. */
export function resolveTokens(theme: Theme, seed: string = defaultSeed): Readonly<Record<TokenName, string>> {
  const accent = Object.fromEntries(Object.entries(themeAccent(theme, seed)).map(([name, colour]) => [`accent.${name}`, colour as string]));
  const own = Object.entries(theme.tokens).map(([name, value]) => [name, value.startsWith('$') ? (accent[value.slice(1)] ?? value) : value]);
  return { ...Object.fromEntries(own), ...accent, white: '#ffffff' } as Record<TokenName, string>;
}
