import type { Label } from '#domain/kernel/label.ts';
import type { AccentPalette } from './palette.ts';

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
  /** The other end of the bar's gradient, `topbar.bg` where it has none. */
  'topbar.bgEnd': string;
  'topbar.border': string;
  /** The head of the sidebar, with mark and name; `brand.title` lies under the name alone. */
  'brand.bg': string;
  'brand.fg': string;
  'brand.title': string;
  'sidebar.bg': string;
  'sidebar.fg': string;
  'sidebar.hover': string;
  'sidebar.hoverFg': string;
  'sidebar.activeBg': string;
  'sidebar.activeFg': string;
  'sidebar.bar': string;
  'sidebar.border': string;
  'tabs.bg': string;
  'tabs.fg': string;
  /** A tab that is not the active one. */
  'tabs.itemBg': string;
  'tabs.activeBg': string;
  'tabs.activeFg': string;
  'tabs.border': string;
}
export type TokenName = keyof ThemeTokens | `accent.${keyof AccentPalette}` | 'white';

export interface Theme {
  /** As it is stored and as it stands in `<html data-theme>` (docs/wire.md#themes). */
  readonly value: string;
  readonly name: Label;
  readonly isDark: boolean;
  /** How open pages look: joined with a line under the active one (default), bordered chips with a dot, separate tiles, joined boxes. */
  readonly tabs?: 'line' | 'chips' | 'tiles' | 'boxes';
  /** Where the bar of the active menu item stands. */
  readonly bar?: 'left' | 'right' | 'none';
  /** The whole window carries a picture; bars are transparent upon it, and their tokens are its lightest spots. */
  readonly hasPicture?: boolean;
  /** Hex colours; `$accent.solid` and the like take the accent derived from the user's colour. */
  readonly tokens: ThemeTokens;
}

/** Which text may stand on which background; a test proves 4.5:1 for each pair, in every theme, for many accents. */
export const textPairs: readonly (readonly [text: TokenName, backgrounds: readonly TokenName[]])[] = [
  ['fg', ['bg.page', 'bg.panel', 'bg.subtle', 'bg.muted', 'bg.input', 'accent.subtle', 'accent.muted']],
  ['fg.muted', ['bg.page', 'bg.panel', 'bg.subtle', 'bg.muted', 'bg.input', 'accent.subtle']],
  ['fg.inverse', ['bg.inverse']],
  ['accent.text', ['bg.page', 'bg.panel', 'bg.subtle', 'bg.muted', 'bg.input', 'accent.subtle']],
  ['accent.contrast', ['accent.solid', 'accent.solidHover']],
  ['white', ['success.solid', 'warning.solid', 'danger.solid', 'info.solid']],
  ...(['success', 'warning', 'danger', 'info'] as const).map(
    (name) => [`${name}.text`, ['bg.page', 'bg.panel', 'bg.subtle', 'bg.input', `${name}.subtle`]] as const,
  ),
  ['topbar.fg', ['topbar.bg', 'topbar.bgEnd', 'topbar.hover']],
  ['topbar.muted', ['topbar.bg', 'topbar.bgEnd', 'topbar.hover']],
  ['brand.fg', ['brand.title']],
  ['sidebar.fg', ['sidebar.bg']],
  ['sidebar.hoverFg', ['sidebar.bg', 'sidebar.hover']],
  ['sidebar.activeFg', ['sidebar.activeBg']],
  ['tabs.fg', ['tabs.bg', 'tabs.itemBg']],
  ['tabs.activeFg', ['tabs.activeBg']],
];
