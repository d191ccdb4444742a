import type { Command } from '#domain/kernel/command.ts';
import type { Fields } from '#domain/kernel/fields.ts';
import { bodyOfMany, type ManyAnswer } from '#domain/kernel/many.ts';
import { call, servicePath } from '#src/api/call.ts';

/** Does a command's act at once, over its own path; answers what it answers. Throws CallError, untold. One key: however often it is sent, it is done once. */
export const sendCommand = <Input, Asks extends Fields, Answer>(
  { service, path }: Command<Input, any, any, any, Asks, Answer>,
  payload: unknown,
  key: string,
): Promise<Answer> => call('POST', servicePath(service, path), { body: payload, quiet: true, headers: { 'Idempotency-Key': key } });

/** The same for a command that is done to many: an answer for each, in their order. At most `mostAtOnce`. */
export const sendMany = (
  { name, service, path, many }: Command<any, any, any, any, any, any>,
  payloads: readonly object[],
  key: string,
): Promise<readonly ManyAnswer[]> => {
  if (!many) throw new Error(`${name} is done one by one`);
  return call('POST', servicePath(service, path), {
    body: bodyOfMany(many, payloads as readonly Readonly<Record<string, unknown>>[]),
    quiet: true,
    headers: { 'Idempotency-Key': key },
  });
};
