import { mix, stepUntil } from './color.ts';

/** The accent, derived from one seed colour. Every value is an opaque hex colour. */
export interface AccentPalette {
  /** The seed itself: decoration only, never under or as text. */
  readonly seed: string;
  /** Under white text. */
  readonly solid: string;
  readonly solidHover: string;
  /** Text and icons on `solid`. */
  readonly contrast: string;
  /** As text on panels, the page, stripes and `subtle`. */
  readonly text: string;
  /** Selected rows, chosen options. */
  readonly subtle: string;
  readonly muted: string;
  readonly border: string;
  /** The focus ring: at least 3:1 against what surrounds it. */
  readonly focus: string;
}

export const defaultSeed = '#409EFF';

/** Text must pass this with a hair to spare, so that rounding in a browser cannot push it below 4.5. */
const textRatio = 4.6;

/**
 * Derives the accent from the user's colour. White on the seed #409EFF itself is 2.8:1, so solid buttons and text take
 * the nearest darker step (lighter on dark themes) that passes 4.5:1.
 * `backgrounds`: the theme's own surfaces that accent text stands on; the first is the panel.
 */
export function accentPalette(seed: string, backgrounds: readonly [string, ...string[]], isDark: boolean): AccentPalette {
  const panel = backgrounds[0];
  const direction = isDark ? 'lighter' : 'darker';
  const solid = stepUntil(seed, ['#ffffff'], textRatio, 'darker');
  // On dark panels the tints come from the dark step: a light seed would swallow the text on them.
  const tint = isDark ? solid : seed;
  const subtle = mix(panel, tint, isDark ? 0.25 : 0.1);
  return {
    seed: seed.toLowerCase(),
    solid,
    solidHover: mix(solid, '#000000', 0.14),
    contrast: '#ffffff',
    text: stepUntil(seed, [...backgrounds, subtle], textRatio, direction),
    subtle,
    muted: mix(panel, tint, isDark ? 0.4 : 0.2),
    border: mix(panel, seed, isDark ? 0.6 : 0.5),
    focus: stepUntil(seed, backgrounds, 3.1, direction),
  };
}
