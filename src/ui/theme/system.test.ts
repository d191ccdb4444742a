import { expect, test } from 'vitest';
import { system } from './system.ts';

type Css = Readonly<Record<string, unknown>>;
const isCss = (value: unknown): value is Css => typeof value === 'object' && value !== null;

/** Selectors of the reset and of the base, with what they declare. */
const rules = (css: Css): (readonly [selector: string, css: Css])[] =>
  Object.entries(css).flatMap(([key, value]) => (!isCss(value) ? [] : key.startsWith('@') ? rules(value) : [[key, value] as const]));
const all = system._global.flatMap((part) => rules(part as Css));

test('no rule gives every element a pseudo-element to compute', () => {
  expect(all.length).toBeGreaterThan(30);
  const parts = all.flatMap(([selector]) => selector.split(',').map((part) => part.trim()));
  expect(parts.filter((part) => /^&?\*?::?(before|after|selection|first-line|first-letter)/.test(part))).toEqual([]);
});

test('where less motion is asked for, nothing that changes begins a transition, and animations end', () => {
  const [calm] = all.filter(([selector, css]) => /^&?\*$/.test(selector) && 'animationDuration' in css);
  expect(calm?.[1]).toMatchObject({ animationDuration: '0.01ms !important', transitionDuration: '0s !important' });
});
