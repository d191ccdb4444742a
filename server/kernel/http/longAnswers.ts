import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';

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
/** So many letters become bytes at a time. */
const lettersInTurn = 65_536;
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

/** Whether an answer that is sent is JSON that is bytes already, and no file. */
export const isJsonBytes = (reply: FastifyReply, payload: unknown): payload is Buffer =>
  Buffer.isBuffer(payload) && /^application\/json\b/.test(String(reply.getHeader('content-type')));

/** The bytes of what `JSON.stringify` writes, of an object whose lists may be long; others get their turn in between, also while letters become bytes. */
export async function jsonInTurns(value: unknown): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let text = '';
  let began = performance.now();
  const put = async (more: string): Promise<void> => {
    text += more;
    if (text.length < lettersInTurn && performance.now() - began < turnMs) return;
    pieces.push(Buffer.from(text));
    text = '';
    if (performance.now() - began < turnMs) return;
    await setImmediate();
    began = performance.now();
  };
  /** Writes what comes before it, too, where it is written at all; answers whether it was. */
  async function write(before: string, one: unknown): Promise<boolean> {
    if (one instanceof JsonRows || (Array.isArray(one) && one.length >= longFrom)) {
      await put(`${before}[`);
      let comma = '';
      for (const portion of portionsOf(one)) {
        const rows = portion.slice(1, -1);
        if (rows === '') continue;
        await put(`${comma}${rows}`);
        comma = ',';
      }
      await put(']');
      return true;
    }
    if (!isRow(one) || Array.isArray(one)) {
      const written = JSON.stringify(one) as string | undefined;
      if (written !== undefined) await put(`${before}${written}`);
      return written !== undefined;
    }
    await put(`${before}{`);
    let comma = '';
    for (const [name, inner] of Object.entries(one)) if (await write(`${comma}${JSON.stringify(name)}:`, inner)) comma = ',';
    await put('}');
    return true;
  }
  if (!(await write('', value))) await put('null');
  return Buffer.concat([...pieces, Buffer.from(text)]);
}

/** Rows as arrays in JSON: some at a time, or as they are. */
function* portionsOf(rows: JsonRows | readonly unknown[]): Generator<string> {
  if (rows instanceof JsonRows) yield* rows.portions;
  else for (let from = 0; from < rows.length; from += rowsInTurn) yield JSON.stringify(rows.slice(from, from + rowsInTurn));
}
