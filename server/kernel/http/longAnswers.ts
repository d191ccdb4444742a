import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Rows that are JSON already, by portions: arrays in brackets. They go out as they are, and never become objects on the way. */
export class JsonRows {
  readonly portions: readonly string[];
  constructor(portions: readonly string[]) {
    this.portions = portions;
  }
  /** For whoever needs the rows themselves. */
  toJSON(): unknown[] {
    return this.portions.flatMap((portion) => JSON.parse(portion) as unknown[]);
  }
}

/** Portions of rows as a call answers them: to its declaration they are the rows. */
export function jsonRows<Row>(portions: readonly string[]): readonly Row[] {
  return new JsonRows(portions) as unknown as readonly Row[];
}

/** From so many rows on, others get their turn while an answer is written. */
const longFrom = 100;
const rowsInTurn = 20;
/** How long writing holds up everybody else at a time, ms. */
const turnMs = 2;

const isRow = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !('toJSON' in value);
const isLong = (value: unknown): boolean => value instanceof JsonRows || (Array.isArray(value) && value.length >= longFrom);

/** Writes long lists in turns: a page of hundreds of rows must not hold up a scan (bench/crowd.ts). */
export function registerLongAnswers(app: FastifyInstance): void {
  app.addHook('preSerialization', async (_request, reply, payload) => {
    const data = isRow(payload) ? payload['data'] : undefined;
    if (!isLong(data) && !(isRow(data) && Object.values(data).some(isLong))) return payload;
    reply.serializer((written: string) => written);
    return jsonInTurns(payload);
  });
}

/** The same text `JSON.stringify` writes, of an object whose lists may be long; others get their turn in between. */
export async function jsonInTurns(value: unknown): Promise<string> {
  let began = performance.now();
  const rest = async (): Promise<void> => {
    if (performance.now() - began < turnMs) return;
    await setImmediate();
    began = performance.now();
  };
  async function write(one: unknown): Promise<string | undefined> {
    if (one instanceof JsonRows)
      return `[${one.portions
        .map((portion) => portion.slice(1, -1))
        .filter(Boolean)
        .join(',')}]`;
    if (Array.isArray(one) && one.length >= longFrom) {
      const parts: string[] = [];
      for (let from = 0; from < one.length; from += rowsInTurn) {
        parts.push(JSON.stringify(one.slice(from, from + rowsInTurn)).slice(1, -1));
        await rest();
      }
      return `[${parts.join(',')}]`;
    }
    if (!isRow(one) || Array.isArray(one)) return JSON.stringify(one) as string | undefined;
    const fields: string[] = [];
    for (const [name, inner] of Object.entries(one)) {
      const written = await write(inner);
      if (written !== undefined) fields.push(`${JSON.stringify(name)}:${written}`);
    }
    return `{${fields.join(',')}}`;
  }
  return (await write(value)) ?? 'null';
}
