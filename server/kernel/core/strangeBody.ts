import type { FastifyInstance } from 'fastify';
import { UserError } from './answers.ts';
import { isUnstorable } from './storableText.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Judges each part of its body by itself, so that a strange one does not take its neighbours along. */
    judgesParts?: boolean;
  }
}

/** Deeper than any form, tree or sheet of ours; far below what a recursive reader stands. */
const mostLevels = 32;

type Strangeness = 'tooDeep' | 'unstorable';

/** What makes a value unfit for every reader: nested too deep, or else with characters that no database keeps. Reads without recursion. */
export function strangenessOf(value: unknown): Strangeness | null {
  let isUnfit = false;
  const open: (readonly [value: unknown, level: number])[] = [[value, 0]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [at, level] = next;
    if (typeof at === 'string') isUnfit ||= isUnstorable(at);
    if (at === null || typeof at !== 'object' || Buffer.isBuffer(at)) continue;
    if (level >= mostLevels) return 'tooDeep';
    if (Array.isArray(at)) for (const entry of at) open.push([entry, level + 1]);
    else
      for (const [name, entry] of Object.entries(at)) {
        isUnfit ||= isUnstorable(name);
        open.push([entry, level + 1]);
      }
  }
  return isUnfit ? 'unstorable' : null;
}

/** Refuses strange bodies before anything reads them: 400 that says what is wrong. */
export function registerStrangeBodies(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.config.judgesParts) return;
    const strangeness = strangenessOf(request.body);
    if (strangeness === 'tooDeep')
      throw new UserError(400, [`请求内容嵌套过深, 最多 ${mostLevels} 层`, `The content is nested deeper than ${mostLevels} levels`]);
    if (strangeness === 'unstorable')
      throw new UserError(400, ['请求内容含有无法保存的字符', 'The content has characters that cannot be kept (NUL, or half of a character)']);
  });
}
