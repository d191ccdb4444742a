import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { accentProperty } from './appearance.ts';
import { globalCss, keyframes } from './globalCss.ts';
import { dialogRecipe, drawerRecipe, menuRecipe, popoverRecipe } from './slotRecipes.ts';
import { themeAccent, themes } from './themes.ts';

const px = (value: number) => ({ value: `${value}px` });
const steps = [0, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 32, 40];
/** The 4 px grid; `1` is 4 px. */
const grid = Object.fromEntries(steps.map((step) => [step, px(step * 4)]));

/** `theme-dark` -> `themeDark`: the name of the condition in a semantic token. */
const conditionOf = (value: string): string => value.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
const [base, ...others] = themes;

const conditions = Object.fromEntries(
  others.map((theme) => [conditionOf(theme.value), `[data-theme=${theme.value}] &, &[data-theme=${theme.value}]`]),
);

type Nested = { [key: string]: Nested | { value: unknown } };
function place(tree: Nested, path: string, value: unknown): void {
  const keys = path.split('.');
  let node = tree;
  for (const key of keys.slice(0, -1)) {
    const next = (node[key] ??= {}) as Nested;
    node = next;
  }
  const last = keys.at(-1) ?? '';
  // `bg` is both a colour and the root of `bg.page`: Chakra spells that DEFAULT.
  if (node[last]) (node[last] as Nested).DEFAULT = { value };
  else node[last] = { value };
}

function semanticColors(): Nested {
  const tree: Nested = {};
  const reference = (value: string): string => (value.startsWith('$') ? `{colors.${value.slice(1)}}` : value);
  for (const name of Object.keys(base.tokens) as (keyof typeof base.tokens)[]) {
    // Only what differs from the default theme is written: eleven themes are a few hundred declarations, not a thousand.
    const differing = others.filter((theme) => theme.tokens[name] !== base.tokens[name]);
    const perTheme = Object.fromEntries(differing.map((theme) => [`_${conditionOf(theme.value)}`, reference(theme.tokens[name])]));
    // `fg` beside `fg.muted`.
    place(tree, name.includes('.') ? name : `${name}.DEFAULT`, { base: reference(base.tokens[name]), ...perTheme });
  }
  const accents = Object.keys(themeAccent(base)) as (keyof ReturnType<typeof themeAccent>)[];
  for (const name of accents) {
    // The page carries the user's own (appearance.ts); this is what stands before.
    place(tree, `accent.${name}`, `var(${accentProperty(name)}, ${themeAccent(base)[name]})`);
  }
  return tree;
}

const sans = "system-ui, -apple-system, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', sans-serif";
const mono = "ui-monospace, 'SF Mono', 'Cascadia Mono', Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono', 'Noto Sans Mono CJK SC', monospace";

/** The product's own Chakra system: the base engine, our tokens, and no recipe that is not used. */
const made = createSystem(
  defaultBaseConfig,
  defineConfig({
    preflight: true,
    cssVarsPrefix: 'ui',
    cssVarsRoot: ':where(html)',
    conditions,
    globalCss,
    theme: {
      breakpoints: { sm: '640px', md: '768px', lg: '992px', xl: '1200px', '2xl': '1600px' },
      keyframes,
      tokens: {
        colors: {
          transparent: { value: 'transparent' },
          current: { value: 'currentColor' },
          white: { value: '#ffffff' },
          black: { value: '#000000' },
        },
        spacing: grid,
        sizes: {
          ...grid,
          full: { value: '100%' },
          control: px(32),
          controlSm: px(28),
          row: px(36),
          rowCompact: px(32),
          rowTouch: px(44),
          topbar: px(48),
          tabs: px(36),
          sidebar: px(208),
          sidebarFolded: px(56),
          drawer: px(880),
        },
        radii: { none: px(0), sm: px(4), md: px(6), lg: px(8), full: px(999) },
        borders: { none: { value: 'none' }, hairline: { value: '1px solid {colors.border}' } },
        fonts: { body: { value: sans }, heading: { value: sans }, mono: { value: mono } },
        fontSizes: { xs: px(12), sm: px(13), md: px(14), lg: px(16), xl: px(20), code: px(28), verdict: px(40) },
        fontWeights: { normal: { value: '400' }, medium: { value: '500' }, semibold: { value: '600' }, bold: { value: '700' } },
        lineHeights: { xs: px(18), sm: px(20), md: px(22), lg: px(24), xl: px(28), code: px(36), verdict: px(48) },
        durations: { fast: { value: '80ms' }, moderate: { value: '120ms' } },
        easings: { out: { value: 'cubic-bezier(0.2, 0, 0, 1)' } },
        zIndex: {
          base: { value: 0 },
          sticky: { value: 10 },
          shell: { value: 100 },
          modal: { value: 1400 },
          popover: { value: 1500 },
          toast: { value: 1700 },
          tooltip: { value: 1800 },
        },
        cursor: { button: { value: 'pointer' }, disabled: { value: 'not-allowed' } },
      },
      semanticTokens: {
        colors: semanticColors() as never,
        shadows: { float: { value: '0 6px 20px rgba(15, 20, 30, 0.18), 0 1px 3px rgba(15, 20, 30, 0.12)' } },
      },
      textStyles: {
        body: { value: { fontSize: 'md', lineHeight: 'md' } },
        dense: { value: { fontSize: 'sm', lineHeight: 'sm' } },
        note: { value: { fontSize: 'xs', lineHeight: 'xs' } },
        title: { value: { fontSize: 'lg', lineHeight: 'lg', fontWeight: 'semibold' } },
        mono: { value: { fontFamily: 'mono', fontVariantNumeric: 'tabular-nums' } },
        figures: { value: { fontVariantNumeric: 'tabular-nums' } },
        scan: { value: { fontFamily: 'mono', fontSize: 'code', lineHeight: 'code', fontVariantNumeric: 'tabular-nums' } },
        verdict: { value: { fontSize: 'verdict', lineHeight: 'verdict', fontWeight: 'semibold' } },
      },
      slotRecipes: { dialog: dialogRecipe, drawer: drawerRecipe, menu: menuRecipe, popover: popoverRecipe },
    },
  }),
);

type Css = Record<string, unknown>;
/** The reset speaks of elements alone: with `::before` and `::after` each element had two more styles to compute, half of what a page spends on them. */
function ofElements(reset: Css): Css {
  return Object.fromEntries(
    Object.entries(reset).map(([selector, css]) => [
      selector.startsWith('*, *::before') ? '*, *::backdrop' : selector,
      selector.startsWith('@layer') ? ofElements(css as Css) : css,
    ]),
  );
}

export const system = { ...made, _global: [ofElements(made.getPreflightCss()), made.getGlobalCss(), made.getTokenCss()] };
