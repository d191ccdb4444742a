import { dark, light } from './basePalettes.ts';
import { accentPalette, type AccentPalette, defaultSeed } from './palette.ts';
import type { Theme, ThemeTokens, TokenName } from './themeTokens.ts';

/** A white sidebar with grey text; what differs is said by each theme. */
const whiteSidebar = {
  'sidebar.bg': '#ffffff',
  'sidebar.fg': '#4a515c',
  'sidebar.hover': '#f3f4f6',
  'sidebar.hoverFg': '#1f2329',
  'sidebar.border': '#e3e5e9',
} as const satisfies Partial<ThemeTokens>;

/** The user's colour under white text. #409EFF itself gives white only 2.8:1. */
const accentBrand = { 'brand.bg': '$accent.solid', 'brand.fg': '$accent.contrast', 'brand.title': '$accent.solid' } as const;

function dyed(bg: string, fg: string, muted: string, hover: string, border: string): Partial<ThemeTokens> {
  return { 'topbar.bg': bg, 'topbar.bgEnd': bg, 'topbar.fg': fg, 'topbar.muted': muted, 'topbar.hover': hover, 'topbar.border': border };
}

/** The eleven themes (docs/contract.md#shell; docs/wire.md#themes, misspelling included), the default first. Colours that failed 4.5:1 under their text took the nearest that passes. */
export const themes: readonly [Theme, ...Theme[]] = [
  { value: 'default', name: ['默认主题', 'Default'], isDark: false, tokens: light },
  {
    value: 'theme-white',
    name: ['白色主题', 'White'],
    isDark: false,
    tokens: {
      ...light,
      ...dyed('$accent.solid', '#ffffff', '#ffffff', '$accent.solidHover', '$accent.solid'),
      ...accentBrand,
      ...whiteSidebar,
      'sidebar.activeBg': '$accent.solid',
      'sidebar.activeFg': '$accent.contrast',
      'sidebar.bar': '$accent.solid',
    },
  },
  { value: 'theme-dark', name: ['黑色主题', 'Dark'], isDark: true, tokens: dark },
  {
    value: 'theme-star',
    name: ['炫彩主题', 'Starry'],
    isDark: false,
    hasPicture: true,
    tokens: {
      ...light,
      'bg.page': '#e0e2e8',
      ...dyed('#39346e', '#ffffff', '#dfe1f2', '#4a4682', '#5a568c'),
      'brand.bg': '#39346e',
      'brand.title': '#39346e',
      'sidebar.bg': '#39346e',
      'sidebar.fg': '#e6e8f5',
      'sidebar.hover': '#4a4682',
      'sidebar.activeBg': '#1c1a44',
      'sidebar.bar': '#f6ca9d',
      'sidebar.border': '#5a568c',
      'tabs.bg': '#39346e',
      'tabs.itemBg': '#39346e',
      'tabs.fg': '#dfe1f2',
      'tabs.activeBg': '#4a4682',
      'tabs.activeFg': '#ffffff',
      'tabs.border': '#5a568c',
    },
  },
  {
    value: 'theme-bule',
    name: ['智能主题', 'Blue'],
    isDark: false,
    tokens: {
      ...light,
      ...dyed('#004ca7', '#ffffff', '#d5e3f5', '#0b59b8', '#004ca7'),
      'brand.bg': '#004ca7',
      'brand.title': '#004ca7',
      'sidebar.bg': '#004ca7',
      'sidebar.fg': '#d5e3f5',
      'sidebar.hover': '#0b59b8',
      'sidebar.activeBg': '#003d86',
      'sidebar.bar': '#ffffff',
      'sidebar.border': '#004ca7',
    },
  },
  {
    value: 'theme-iview',
    name: ['iview主题', 'iView'],
    isDark: false,
    tabs: 'chips',
    tokens: {
      ...light,
      'brand.bg': '#001529',
      'brand.fg': '$accent.contrast',
      'brand.title': '$accent.solid',
      'sidebar.bg': '#001529',
      'sidebar.fg': '#bac2cb',
      'sidebar.hover': '#0b2239',
      'sidebar.activeBg': '#000c17',
      'sidebar.border': '#001529',
      'tabs.bg': '#f0f0f0',
      'tabs.itemBg': '#ffffff',
      'tabs.activeFg': '#1f2329',
      'tabs.border': '#e3e5e9',
    },
  },
  {
    value: 'theme-vip',
    name: ['vip主题', 'VIP'],
    isDark: false,
    tokens: {
      ...light,
      ...dyed('#20222a', '#f6ca9d', '#e3c09b', '#2f323c', '#20222a'),
      'brand.fg': '#f6ca9d',
      'sidebar.hoverFg': '#f6ca9d',
      'sidebar.activeFg': '#f6ca9d',
      'sidebar.bar': '#f6ca9d',
      'tabs.bg': '#2b2e37',
      'tabs.itemBg': '#2b2e37',
      'tabs.fg': '#c3c7ce',
      'tabs.activeBg': '#20222a',
      'tabs.activeFg': '#f6ca9d',
      'tabs.border': '#3b3f4a',
    },
  },
  {
    value: 'theme-cool',
    name: ['cool主题', 'Cool'],
    isDark: false,
    tabs: 'tiles',
    tokens: {
      ...light,
      ...dyed('#0a7ab5', '#ffffff', '#ffffff', '#06699f', '#0b6fa6'),
      'topbar.bgEnd': '#0069a3',
      'brand.bg': '#ffffff',
      'brand.fg': '#0074b0',
      'brand.title': '#ffffff',
      ...whiteSidebar,
      'sidebar.activeBg': '#e8f5fc',
      'sidebar.activeFg': '#006a9f',
      'sidebar.bar': '#008ad3',
      'tabs.bg': '#f3f4f6',
      'tabs.itemBg': '#ffffff',
      'tabs.activeBg': '#0074b0',
      'tabs.activeFg': '#ffffff',
      'tabs.border': '#f3f4f6',
    },
  },
  {
    value: 'theme-d2',
    name: ['d2主题', 'D2'],
    isDark: false,
    tabs: 'boxes',
    tokens: {
      ...light,
      'bg.page': '#f5f8fa',
      ...dyed('#ebf1f6', '#1f2329', '#525a66', '#dfe7ee', '#d5dee6'),
      'brand.bg': '#ebf1f6',
      'brand.fg': '$accent.text',
      'brand.title': '#ebf1f6',
      ...whiteSidebar,
      'sidebar.bg': '#ebf1f6',
      'sidebar.hover': '#dfe7ee',
      'sidebar.activeBg': '#d8e2ea',
      'sidebar.activeFg': '#1f2329',
      'sidebar.border': '#d5dee6',
      'tabs.bg': '#ebf1f6',
      'tabs.itemBg': '#ebf1f6',
      'tabs.fg': '#525a66',
      'tabs.border': '#cfd9e2',
    },
  },
  {
    value: 'theme-hey',
    name: ['hey主题', 'Hey'],
    isDark: false,
    bar: 'right',
    tokens: {
      ...light,
      'brand.bg': '#ffffff',
      'brand.fg': '$accent.text',
      'brand.title': '#ffffff',
      ...whiteSidebar,
      'sidebar.activeBg': '#f0f6ff',
      'sidebar.activeFg': '$accent.text',
      'tabs.bg': '#f3f6f8',
      'tabs.itemBg': '#f3f6f8',
    },
  },
  {
    value: 'theme-lte',
    name: ['lte主题', 'LTE'],
    isDark: false,
    bar: 'none',
    tokens: {
      ...light,
      ...accentBrand,
      'sidebar.bg': '#263238',
      'sidebar.fg': '#a4b0b7',
      'sidebar.hover': '#2b373d',
      'sidebar.activeBg': '#2b373d',
      'sidebar.border': '#263238',
    },
  },
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
