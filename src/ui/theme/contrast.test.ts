import { describe, expect, it } from 'vitest';
import { contrast, mix, parseHex, stepUntil } from './color.ts';
import { defaultSeed } from './palette.ts';
import { resolveTokens, themes } from './themes.ts';
import { textPairs } from './themeTokens.ts';

/** The default, the eleven themes' own accents, and colours a person may pick to break it. */
const seeds = [
  defaultSeed,
  '#008ad3',
  '#f6ca9d',
  '#004ca7',
  '#67c23a',
  '#e6a23c',
  '#f56c6c',
  '#ffff00',
  '#ffffff',
  '#000000',
  '#808080',
  '#ff00ff',
  '#00ff00',
];

describe('colour arithmetic', () => {
  it('agrees with the published ratios', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#409EFF', '#ffffff')).toBeCloseTo(2.78, 1);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
  it('mixes and steps without leaving the colour space', () => {
    expect(mix('#ffffff', '#000000', 0.5)).toBe('#808080');
    expect(contrast(stepUntil('#409EFF', ['#ffffff'], 4.5, 'darker'), '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(() => parseHex('blue')).toThrow(RangeError);
  });
});

it('there are the eleven themes of the family, the default first', () => {
  const values = ['default', ...['white', 'dark', 'star', 'bule', 'iview', 'vip', 'cool', 'd2', 'hey', 'lte'].map((name) => `theme-${name}`)];
  expect(themes.map(({ value }) => value)).toEqual(values);
  expect(new Set(themes.map(({ name }) => name[1])).size).toBe(11);
});

describe.each(themes.map((theme) => [theme.value, theme] as const))('theme %s', (_value, theme) => {
  it.each(seeds)('text passes 4.5:1 on every background with accent %s', (seed) => {
    const tokens = resolveTokens(theme, seed);
    const failing = textPairs.flatMap(([text, backgrounds]) =>
      backgrounds.map((background) => ({ text, background, ratio: contrast(tokens[text], tokens[background]) })).filter(({ ratio }) => ratio < 4.5),
    );
    expect(failing).toEqual([]);
  });
  it('shows focus at 3:1 or more', () => {
    for (const seed of seeds) {
      const tokens = resolveTokens(theme, seed);
      for (const background of ['bg.page', 'bg.panel', 'bg.subtle', 'bg.input'] as const)
        expect(contrast(tokens['accent.focus'], tokens[background])).toBeGreaterThanOrEqual(3);
    }
  });
});
