import fc from 'fast-check';
import type { Ruling, Weather } from '../fakeServer.ts';

export const users = ['ann', 'ben'] as const;
export const badWeathers: readonly Weather[] = [
  'refused',
  'blackHole',
  'slow',
  'cutAfterApply',
  'cutMidBody',
  'error500',
  'busy503',
  'tooMany429',
  'portal',
  'portal401',
  'notFound',
  'unauthorised',
  'outdated',
  'tooLarge',
];

/** What befalls a desk. Each step is begun, then so many turns (`turns`) go by before the next one, wherever everybody stands by then. */
export type Step = { readonly turns: number } & (
  | {
      readonly kind: 'enqueue';
      readonly page: number;
      readonly lanes: readonly number[];
      readonly ruling: Ruling;
      readonly isAfterLast: boolean;
      readonly isTwice: boolean;
      readonly hasImage: boolean;
    }
  | { readonly kind: 'person'; readonly page: number; readonly act: 'edit' | 'discard' | 'retry'; readonly which: number; readonly ruling: Ruling }
  | { readonly kind: 'kill'; readonly what: 0 | 1 | 'worker' | 'all' | 'power' }
  | { readonly kind: 'sky'; readonly sky: readonly Weather[] }
  | { readonly kind: 'climate'; readonly ambient: Weather; readonly isLinked: boolean }
  | { readonly kind: 'login'; readonly user: number }
  | { readonly kind: 'logout' }
  | { readonly kind: 'disable'; readonly user: number; readonly isDisabled: boolean }
  | { readonly kind: 'image' }
  | { readonly kind: 'expire'; readonly renewal: 'granted' | 'refused' | 'unreachable' }
  | { readonly kind: 'clock'; readonly ms: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'calm'; readonly ms: number }
  | { readonly kind: 'run' }
);

const turns = fc.nat({ max: 14 });
const page = fc.nat({ max: 1 });
const ruling = fc.constantFrom<Ruling>('applied', 'applied', 'applied', 'repeat', 'refused', 'conflict', 'faulty', 'unknown');
const weather = fc.constantFrom<Weather>('fine', ...badWeathers);

/** The steps of one history. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('enqueue' as const),
      turns,
      page,
      lanes: fc.uniqueArray(fc.nat({ max: 4 }), { minLength: 1, maxLength: 2 }),
      ruling,
      isAfterLast: fc.boolean(),
      isTwice: fc.constantFrom(false, false, false, true),
      hasImage: fc.constantFrom(false, false, false, false, true),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('run' as const), turns: fc.nat({ max: 60 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('person' as const),
      turns,
      page,
      act: fc.constantFrom('edit' as const, 'discard' as const, 'retry' as const),
      which: fc.nat({ max: 9 }),
      ruling,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('kill' as const),
      turns,
      what: fc.constantFrom(0 as const, 1 as const, 'worker' as const, 'all' as const, 'power' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('sky' as const), turns, sky: fc.array(weather, { minLength: 1, maxLength: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('climate' as const), turns, ambient: weather, isLinked: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('login' as const), turns, user: fc.nat({ max: users.length - 1 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('logout' as const), turns }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('disable' as const),
      turns,
      user: fc.nat({ max: users.length - 1 }),
      isDisabled: fc.constantFrom(true, true, true, false),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('image' as const), turns }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('expire' as const),
      turns,
      renewal: fc.constantFrom('granted' as const, 'refused' as const, 'unreachable' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      turns,
      ms: fc.constantFrom(-3_000_000_000, -1_800_000, -40_000, 40_000, 1_800_000, 3_000_000_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), turns, ms: fc.constantFrom(500, 30_000, 400_000, 4_000_000) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('calm' as const), turns, ms: fc.constantFrom(5000, 60_000) }) },
);
