import type { Label } from '#domain/kernel/label.ts';
import { PatternFault, readPattern, type PatternNode } from './patternSyntax.ts';

/** A step of a pattern's programme; `fork` goes on at both places at once. */
type Step =
  | { readonly kind: 'char'; readonly test: (char: string) => boolean }
  | { readonly kind: 'edge'; readonly edge: 'start' | 'end' }
  | { readonly kind: 'fork'; readonly to: number[] }
  | { readonly kind: 'end' };

/** Bounds what judging a character may cost, whatever repeats what. */
const mostSteps = 3_000;
/** No code is longer; what is longer fits no pattern. */
const longestText = 500;

/** A pattern that has been read; judging takes time in proportion to the text, never more. */
export type CodePatternTest = (value: string) => boolean;

function programmeOf(source: string): readonly Step[] {
  const steps: Step[] = [];
  let work = 0;
  const put = <S extends Step>(step: S): S => {
    steps.push(step);
    return step;
  };
  const lay = (node: PatternNode): void => {
    if (++work > mostSteps || steps.length > mostSteps) throw new PatternFault('tooBig', source.slice(0, 40));
    if (node.kind === 'char' || node.kind === 'edge') put(node);
    else if (node.kind === 'all') for (const part of node.parts) lay(part);
    else if (node.kind === 'any') layAny(node.parts);
    else layRepeat(node.part, node.min, node.max);
  };
  const layAny = (parts: readonly PatternNode[]): void => {
    const fork = put({ kind: 'fork', to: [] as number[] });
    const exits: number[][] = [];
    for (const part of parts) {
      fork.to.push(steps.length);
      lay(part);
      exits.push(put({ kind: 'fork', to: [] as number[] }).to);
    }
    for (const exit of exits) exit.push(steps.length);
  };
  const layRepeat = (part: PatternNode, min: number, max: number | null): void => {
    for (let count = 0; count < min; count++) lay(part);
    if (max === null) {
      const back = steps.length;
      const fork = put({ kind: 'fork', to: [back + 1] });
      lay(part);
      put({ kind: 'fork', to: [back] });
      fork.to.push(steps.length);
      return;
    }
    const exits: number[][] = [];
    for (let count = min; count < max; count++) {
      const fork = put({ kind: 'fork', to: [steps.length + 1] });
      exits.push(fork.to);
      lay(part);
    }
    for (const exit of exits) exit.push(steps.length);
  };
  lay(readPattern(source));
  put({ kind: 'end' });
  return steps;
}

/** Reads a pattern. Throws PatternFault with a text in both languages. */
export function compilePattern(source: string): CodePatternTest {
  const steps = programmeOf(source);
  /** All places reachable from some without taking a character, each once. */
  const spread = (from: readonly number[], isStart: boolean, isEnd: boolean): Set<number> => {
    const found = new Set<number>();
    const open = [...from];
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      if (found.has(place)) continue;
      found.add(place);
      const step = steps[place];
      if (step?.kind === 'fork') open.push(...step.to);
      else if (step?.kind === 'edge' && (step.edge === 'start' ? isStart : isEnd)) open.push(place + 1);
    }
    return found;
  };
  return (value) => {
    if (value.length > longestText) return false;
    const chars = [...value];
    let places = spread([0], true, chars.length === 0);
    for (const [index, char] of chars.entries()) {
      const after: number[] = [];
      for (const place of places) {
        const step = steps[place];
        if (step?.kind === 'char' && step.test(char)) after.push(place + 1);
      }
      if (after.length === 0) return false;
      places = spread(after, false, index === chars.length - 1);
    }
    return places.has(steps.length - 1);
  };
}

/** Patterns read before; a tenant has a few dozen. */
const known = new Map<string, CodePatternTest | PatternFault>();
const mostKnown = 500;

function readOnce(source: string): CodePatternTest | PatternFault {
  let found = known.get(source);
  if (found === undefined) {
    try {
      found = compilePattern(source);
    } catch (error) {
      if (!(error instanceof PatternFault)) throw error;
      found = error;
    }
    if (known.size >= mostKnown) known.clear();
    known.set(source, found);
  }
  return found;
}

/** What is wrong with a pattern; null where it can be used. */
export function patternFault(source: string): Label | null {
  const found = readOnce(source);
  return found instanceof PatternFault ? found.text : null;
}

/** True where the whole text is as the pattern says; a pattern that cannot be read fits nothing. */
export function fitsPattern(source: string, value: string): boolean {
  const found = readOnce(source);
  return !(found instanceof PatternFault) && found(value);
}
