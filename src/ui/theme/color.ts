/** Colour arithmetic in sRGB, enough to derive a palette and to prove contrast (WCAG 2.2, 1.4.3). */

export interface Rgb {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

/** Reads `#rgb` or `#rrggbb`; throws RangeError on anything else. */
export function parseHex(hex: string): Rgb {
  const match = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex.trim());
  if (!match?.[1]) throw new RangeError(`not a hex colour: ${hex}`);
  const digits = match[1].length === 3 ? [...match[1]].map((digit) => digit + digit).join('') : match[1];
  return { r: Number.parseInt(digits.slice(0, 2), 16), g: Number.parseInt(digits.slice(2, 4), 16), b: Number.parseInt(digits.slice(4, 6), 16) };
}

/** True for `#rgb` and `#rrggbb`. */
export function isHex(value: string): boolean {
  return /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value.trim());
}

export function toHex({ r, g, b }: Rgb): string {
  const part = (value: number): string =>
    Math.round(Math.min(255, Math.max(0, value)))
      .toString(16)
      .padStart(2, '0');
  return `#${part(r)}${part(g)}${part(b)}`;
}

/** `share` of `over` laid on `under`, 0..1. */
export function mix(under: string, over: string, share: number): string {
  const a = parseHex(under);
  const b = parseHex(over);
  return toHex({ r: a.r + (b.r - a.r) * share, g: a.g + (b.g - a.g) * share, b: a.b + (b.b - a.b) * share });
}

function luminance(hex: string): number {
  const linear = (channel: number): number => {
    const value = channel / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const { r, g, b } = parseHex(hex);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** Contrast ratio of two opaque colours, 1..21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Hue 0..360, saturation and lightness 0..1. */
function toHsl(hex: string): { h: number; s: number; l: number } {
  const { r, g, b } = parseHex(hex);
  const [red, green, blue] = [r / 255, g / 255, b / 255];
  const max = Math.max(red, green, blue);
  const min = Math.min(red, green, blue);
  const l = (max + min) / 2;
  const span = max - min;
  if (span === 0) return { h: 0, s: 0, l };
  const s = span / (1 - Math.abs(2 * l - 1));
  const h = max === red ? ((green - blue) / span) % 6 : max === green ? (blue - red) / span + 2 : (red - green) / span + 4;
  return { h: (h * 60 + 360) % 360, s, l };
}

/** The same hue and saturation at another lightness, 0..1. */
export function withLightness(hex: string, lightness: number): string {
  const { h, s } = toHsl(hex);
  const chroma = (1 - Math.abs(2 * lightness - 1)) * s;
  const x = chroma * (1 - Math.abs(((h / 60) % 2) - 1));
  const base = lightness - chroma / 2;
  const [r, g, b] = ([
    [chroma, x, 0],
    [x, chroma, 0],
    [0, chroma, x],
    [0, x, chroma],
    [x, 0, chroma],
    [chroma, 0, x],
  ][Math.floor(h / 60) % 6] ?? [0, 0, 0]) as [number, number, number];
  return toHex({ r: (r + base) * 255, g: (g + base) * 255, b: (b + base) * 255 });
}

/** The nearest step of `seed`, going darker or lighter, that reaches `ratio` against every one of `against`. */
export function stepUntil(seed: string, against: readonly string[], ratio: number, direction: 'darker' | 'lighter'): string {
  const start = toHsl(seed).l;
  const passes = (colour: string): boolean => against.every((other) => contrast(colour, other) >= ratio);
  for (let step = 0; step <= 100; step += 1) {
    const lightness = direction === 'darker' ? start * (1 - step / 100) : start + (1 - start) * (step / 100);
    const colour = withLightness(seed, lightness);
    if (passes(colour)) return colour;
  }
  return direction === 'darker' ? '#000000' : '#ffffff';
}
