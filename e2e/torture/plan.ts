import type { LinkState } from '../support/proxy.ts';

/** What strikes the desk while it works. cutPower: at the word "saved" the disk keeps what it has been given, and no more. */
export type Blow = 'none' | 'killBrowser' | 'cutPower' | 'stopWorkers' | 'reload' | 'closeTab' | 'clock' | 'logout' | 'changePerson';
/** What is scanned: a tube that waits for the lab, one the lab has already, a code nobody knows; at the partner's desk a tube of its list; at the entry desk a requisition, whose form is filled then; at reception one that is refused with a photograph. */
export type Code = 'tube' | 'taken' | 'unknown' | 'awaited' | 'form' | 'refused';
/** The first page stands at the lab's scanner, the second at a partner's desk, the third at an entry desk, the fourth at reception. */
export const partnerPage = 1;
export const formPage = 2;
export const rejectPage = 3;

export interface Cycle {
  /** How the link is while they work, and after the blow. */
  readonly link: LinkState;
  readonly later: LinkState;
  readonly acts: readonly { readonly page: 0 | 1 | 2 | 3; readonly code: Code; readonly afterMs: number }[];
  readonly blow: Blow;
  /** From the cycle's beginning, ms: it may strike in the middle of an act. */
  readonly blowAtMs: number;
  readonly restMs: number;
  /** How far the clocks of the pages jump, ms. */
  readonly jumpMs: number;
}

const links: readonly LinkState[] = [
  'pass',
  'pass',
  'refuse',
  'blackHole',
  'cutAfterApply',
  'cutAfterApply',
  'cutMidBody',
  'slow',
  '500',
  '503',
  '401',
  '413',
  'hostile',
  'hostile422',
];
/** The longer one takes, the rarer: a login with its keys takes as long as ten scans. */
const blows: readonly Blow[] = [
  ...Array<Blow>(5).fill('none'),
  ...Array<Blow>(4).fill('stopWorkers'),
  ...Array<Blow>(4).fill('killBrowser'),
  ...Array<Blow>(3).fill('reload'),
  ...Array<Blow>(3).fill('clock'),
  ...Array<Blow>(2).fill('closeTab'),
  'logout',
  'changePerson',
];
const codes: readonly Code[] = ['tube', 'tube', 'tube', 'tube', 'taken', 'unknown'];

/** Numbers from a seed (mulberry32), in [0, 1). */
export function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The plan of a run: the same for the same seed, so that what went wrong can be played again. */
export function planOf(seed: number, cycles: number): readonly Cycle[] {
  const random = seeded(seed);
  const of = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const upTo = (ms: number): number => Math.floor(random() * ms);
  // A form takes as long as several cycles: three of ten have one, at their end.
  const forms = seeded(seed + 3);
  const form = { page: formPage, code: 'form', afterMs: 0 } as const;
  const refusals = seeded(seed + 5);
  const refusal = { page: rejectPage, code: 'refused', afterMs: 0 } as const;
  return Array.from({ length: cycles }, () => ({
    link: of(links),
    later: random() < 0.6 ? 'pass' : of(links),
    acts: [
      ...Array.from({ length: 1 + upTo(4) }, () => {
        const [page, code] = [of([0, 0, 1] as const), of(codes)];
        return { page, code: page === partnerPage ? ('awaited' as const) : code, afterMs: upTo(60) };
      }),
      ...(forms() < 0.3 ? [form] : []),
      ...(refusals() < 0.3 ? [refusal] : []),
    ],
    blow: of(blows),
    blowAtMs: upTo(700),
    restMs: upTo(500),
    jumpMs: of([-86_400_000, -1_800_000, -30_000, 30_000, 1_800_000, 86_400_000]),
  }));
}

/** A plan of power cuts, with the server out of reach, answering, or answering in vain. */
export function powerPlanOf(seed: number, cuts: number): readonly Cycle[] {
  const random = seeded(seed);
  const upTo = (ms: number): number => Math.floor(random() * ms);
  return Array.from({ length: cuts }, (_, index) => ({
    link: (['refuse', 'pass', 'cutAfterApply'] as const)[index % 3] ?? 'pass',
    later: 'pass',
    acts: Array.from({ length: 1 + upTo(3) }, () => ({ page: 0, code: 'tube', afterMs: upTo(300) })),
    blow: 'cutPower',
    blowAtMs: 0,
    restMs: upTo(500),
    jumpMs: 0,
  }));
}

/** How many codes of a kind a plan needs. */
export const needed = (plan: readonly Cycle[], kind: Code): number => plan.flatMap(({ acts }) => acts).filter(({ code }) => code === kind).length;
