import type { Command } from '#domain/kernel/command.ts';
import type { Fields } from '#domain/kernel/fields.ts';
import { call, servicePath } from '#src/api/call.ts';

/** Does a command's act at once, over its own path; answers what it answers. Throws CallError, untold. One key: however often it is sent, it is done once. */
export const sendCommand = <Input, Asks extends Fields, Answer>(
  { service, path }: Command<Input, any, any, any, Asks, Answer>,
  payload: unknown,
  key: string,
): Promise<Answer> => call('POST', servicePath(service, path), { body: payload, quiet: true, headers: { 'Idempotency-Key': key } });
