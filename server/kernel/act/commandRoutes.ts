import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { Language } from '#domain/kernel/label.ts';
import { mostAtOnce, payloadsOfMany, type ManyAnswer } from '#domain/kernel/many.ts';
import type { Receipt } from '#domain/kernel/offlineWire.ts';
import type { Problem } from '#domain/kernel/check.ts';
import { refusalText } from '#domain/kernel/refusalText.ts';
import { callPath } from '#domain/kernel/services.ts';
import type { Database } from '#server/storage/database.ts';
import { languageOf, ok, UserError } from '#server/kernel/core/answers.ts';
import { idempotencyKeyOf } from './onceOnly.ts';
import { payloadHashOf } from './openAct.ts';
import { runCommand, type Act } from './runCommand.ts';
import { runMany } from './runMany.ts';
import type { ServedCommand } from '#server/kernel/http/serve.ts';

export interface CommandRoutesOptions {
  readonly database: Database;
  readonly product: string;
  readonly commands: readonly ServedCommand[];
  readonly authenticate: (request: FastifyRequest) => Promise<ActingUser>;
}

/**
 * The direct call of every command: POST under its contract path. A client that sends `Idempotency-Key`
 * may repeat the request; a malformed key is a 400: ignoring it would let a repeat act twice. Without it each request is
 * an act of its own.
 */
export function registerCommandRoutes(app: FastifyInstance, { database, product, commands, authenticate }: CommandRoutesOptions): void {
  for (const served of commands) {
    const { command } = served;
    app.post(callPath(command.service, command.path, product), async (request) => {
      const user = await authenticate(request);
      if (!user.permissions.has(command.permission)) throw new UserError(403, ['请求被拒绝', 'Not permitted']);
      const opId = idempotencyKeyOf(request) ?? randomUUID();
      const acting = {
        typeVersion: command.version,
        author: user,
        courierId: user.id,
        deviceId: null,
        seq: null,
        occurredAt: null,
        clockOffsetMs: 0,
      };
      const language = languageOf(request);
      if (!command.many)
        return answer(
          served,
          await runCommand(database, served, { ...acting, opId, ...(await preparedOf(served, user, request.body ?? {})) }),
          language,
        );
      const asked = payloadsOfMany(command.many, request.body);
      if (!asked) throw new UserError(400, [`请选择 1 至 ${mostAtOnce} 项`, `Choose between 1 and ${mostAtOnce}`], { refusal: 'command.badInput' });
      // Each is an act of its own: its key is the request's and its own.
      const acts = new Map<string, Act>();
      for (const { id, payload } of asked) {
        try {
          acts.set(id, { ...acting, opId: `${opId}.${id}`, ...(await preparedOf(served, user, payload)) });
        } catch (error) {
          // One that could not be prepared did nothing; the others are done.
          request.log.error({ err: error, type: command.name }, 'one of many acts could not be prepared');
        }
      }
      const receipts = await runMany(database, served, [...acts.values()], request.log);
      const receiptOf = new Map([...acts.keys()].map((id, index) => [id, receipts[index] ?? null]));
      return ok(asked.map(({ id }) => answerOfOne(served, id, receiptOf.get(id) ?? null, language)));
    });
  }
}

/** An act's payload with what had to be made before; a repeat is known by what was sent. */
async function preparedOf({ prepare }: ServedCommand, user: ActingUser, sent: unknown): Promise<Pick<Act, 'payload' | 'payloadHash'>> {
  if (!prepare || sent === null || typeof sent !== 'object') return { payload: sent };
  return { payload: { ...sent, ...(await prepare(user, sent)) }, payloadHash: payloadHashOf(sent) };
}

/** What became of one of many, in words. */
export function answerOfOne({ command }: ServedCommand, id: string, receipt: Receipt | null, language: Language): ManyAnswer {
  const { status, code = null, params = {}, problems } = receipt ?? { status: 'failed', code: 'command.failed' };
  if (status === 'applied' || status === 'repeat')
    return { id, status, code: null, text: null, ...(command.many?.isAnswered ? { answer: receipt?.result ?? null } : {}) };
  const told = code ?? 'command.unknown';
  return {
    id,
    status: status === 'conflict' || status === 'failed' ? status : 'refused',
    code: told,
    text: refusalText(command, told, params, language),
    ...(problems ? { problems: [...problems] } : {}),
  };
}

function answer({ command }: ServedCommand, receipt: Receipt, language: Language) {
  if (receipt.status === 'applied' || receipt.status === 'repeat') return ok(receipt.result ?? true);
  const code = receipt.code ?? 'command.unknown';
  const status =
    code === 'command.forbidden' || code === 'command.notYours' || code === 'command.actOfOther'
      ? 403
      : code === 'command.keyReused'
        ? 422
        : receipt.status === 'conflict'
          ? 409
          : 400;
  const text = refusalText(command, code, receipt.params ?? {}, language);
  throw new UserError(status, [text, text], {
    refusal: code,
    params: receipt.params ?? {},
    problems: receipt.problems as readonly Problem[] | undefined,
  });
}
