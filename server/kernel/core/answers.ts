import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { problemText, problemTexts, type Problem } from '#domain/kernel/check.ts';
import { inLanguage, type Label, type Language } from '#domain/kernel/label.ts';
import { sqlStateOf } from '#server/storage/sqlState.ts';

/** The envelope of every answer (docs/wire.md#envelope): success is code 200. `msg` is a sentence in the caller's language. */
export interface Answer<T = unknown> {
  readonly code: number;
  readonly success: boolean;
  readonly data: T;
  readonly msg: string;
}

const done: Label = ['操作成功', 'Done'];
const nothing: Label = ['暂无承载数据', 'No data'];

/** A successful answer. `msg` becomes English for callers that ask for it, when it is one of ours. */
export function ok<T>(data: T, msg?: string): Answer<T> {
  return { code: 200, success: true, data, msg: msg ?? (data === null || data === undefined ? nothing[0] : done[0]) };
}

/** A page of a list (docs/wire.md#pages). */
export interface Page<Row> {
  readonly records: readonly Row[];
  readonly total: number;
  readonly size: number;
  readonly current: number;
  readonly pages: number;
  readonly orders: readonly never[];
  readonly searchCount: true;
  /** There are more than `total`: of a long listing, counting all would cost more than the page. */
  readonly isTotalCapped?: true;
}

export function pageOf<Row>(records: readonly Row[], total: number, current: number, size: number): Page<Row> {
  return { records, total, size, current, pages: size > 0 ? Math.ceil(total / size) : 0, orders: [], searchCount: true };
}

export interface UserErrorDetails {
  /** The envelope's numeric code where it is not the HTTP status. */
  readonly code?: number;
  /** A refusal's code, `area.reason`, and what its text needs. */
  readonly refusal?: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** Faults of single fields, so that a form can show them in place. */
  readonly problems?: readonly Problem[] | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A fault of the caller, thrown anywhere: `status` and `code` as they go out, a sentence in both languages. */
export class UserError extends Error {
  readonly status: number;
  readonly code: number;
  readonly label: Label;
  readonly refusal: string | undefined;
  readonly params: Readonly<Record<string, unknown>> | undefined;
  readonly problems: readonly Problem[] | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(status: number, label: Label, details: UserErrorDetails = {}) {
    super(label[0]);
    this.name = 'UserError';
    this.status = status;
    this.code = details.code ?? status;
    this.label = label;
    this.refusal = details.refusal;
    this.params = details.params;
    this.problems = details.problems;
    this.headers = details.headers;
  }
}

/** What was sent under this name is not of the shape it must have (docs/wire.md#statuses). */
export function malformed(name: string): UserError {
  return new UserError(400, [`请求参数格式错误: ${name}`, `Malformed parameter: ${name}`]);
}

/** What must be sent under this name was not (docs/wire.md#statuses). */
export function missing(name: string): UserError {
  return new UserError(400, [`缺少必要的请求参数: ${name}`, `Missing parameter: ${name}`]);
}

/** 400 with the faults of single fields; the sentence is the faults' own. */
export function problemsError(problems: readonly Problem[]): UserError {
  const text = (language: Language): string => problems.map((problem) => problemText(problem, language)).join('; ');
  return new UserError(400, [text('zh'), text('en')], { problems });
}

/** The language a caller asks for; Chinese where they do not say. */
export function languageOf(request: Pick<FastifyRequest, 'headers'>): Language {
  const wanted = request.headers['accept-language'] ?? '';
  const first = wanted.split(',', 1)[0]?.trim().toLowerCase() ?? '';
  return first.startsWith('en') ? 'en' : 'zh';
}

/** The family's texts of HTTP statuses (docs/wire.md#envelope). */
const statusLabels: Readonly<Record<number, Label>> = {
  400: ['消息不能读取', 'The request cannot be read'],
  401: ['请求未授权', 'Not signed in'],
  403: ['请求被拒绝', 'Not permitted'],
  404: ['404 没找到请求', '404 not found'],
  405: ['不支持当前请求方法', 'Method not supported'],
  413: ['请求内容过大', 'The request is too large'],
  415: ['不支持当前媒体类型', 'Media type not supported'],
  429: ['请求过于频繁,请稍后再试', 'Too many requests, try again later'],
  503: ['服务暂时不可用,请稍后再试', 'The service is not available, try again later'],
};
const serverFault: Label = ['服务器异常', 'Server error'];

/** Makes every failure of an application an envelope: always JSON, a numeric code, a sentence, never a detail of ours. */
export function registerAnswers(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
  app.addHook('preSerialization', async (request, _reply, payload) => (languageOf(request) === 'en' ? inEnglish(payload) : payload));
}

/** The answer to an unknown path. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(new UserError(404, statusLabels[404]!), request, reply);
}

/** For Fastify's `frameworkErrors`: an address that cannot be read is an unknown one. */
export function sendFrameworkError(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  void sendNotFound(request, reply);
}

function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = asUserError(error);
  // What lies behind a sentence of ours (a store that is away) is for the log alone.
  if (!known || known.cause !== undefined) request.log.error({ err: error }, 'request failed');
  const shown = known ?? new UserError(500, serverFault);
  const language = languageOf(request);
  if (shown.headers) reply.headers(shown.headers);
  return reply.status(shown.status).send({
    code: shown.code,
    success: false,
    data: null,
    msg: inLanguage(shown.label, language),
    requestId: request.id,
    ...(shown.refusal ? { refusal: shown.refusal } : {}),
    ...(shown.params ? { params: shown.params } : {}),
    ...(shown.problems ? { problems: shown.problems.map((problem) => ({ ...problem, text: problemText(problem, language) })) } : {}),
  });
}

/** What the caller did wrong; undefined where the fault is ours. */
export function asUserError(error: Error): UserError | undefined {
  if (error instanceof UserError) return error;
  if (error instanceof ZodError)
    return problemsError(
      error.issues.map(({ path, message }) => {
        const field = path.join('.');
        return { field, code: message in problemTexts ? (message as Problem['code']) : 'wrongShape', params: { label: [field, field] } };
      }),
    );
  // Values no column can hold: a NUL, a number beyond bigint. They come from outside; nothing was written.
  if (['22003', '22021', '22P05'].includes(sqlStateOf(error) ?? ''))
    return new UserError(400, ['内容含有无法保存的字符或数值', 'The content has characters or numbers that cannot be kept']);
  if (isUnreachable(error)) return new UserError(503, statusLabels[503]!, { headers: { 'retry-after': '5' } });
  const status = (error as FastifyError).statusCode;
  if (status === undefined || status < 400 || status >= 500) return undefined;
  return new UserError(status, statusLabels[status] ?? statusLabels[400]!);
}

/** For batches that answer per row: what one row did wrong, in the caller's language. Throws on what is a fault of ours. */
export function sentenceOf(error: unknown, request: FastifyRequest): string {
  const known = asUserError(error as Error);
  if (!known) throw error;
  return inLanguage(known.label, languageOf(request));
}

/** The database does not answer: the caller may try again, nothing was acknowledged. */
function isUnreachable(error: unknown): boolean {
  for (let at = error as { code?: unknown; message?: unknown; cause?: unknown } | undefined; at; at = at.cause as typeof at) {
    if (at.code === 'ECONNREFUSED' || at.code === 'ECONNRESET' || at.code === 'EPIPE' || at.code === '57P01' || at.code === '57P03') return true;
    if (
      typeof at.message === 'string' &&
      /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Cannot use a pool after)/.test(at.message)
    )
      return true;
  }
  return false;
}

function inEnglish(payload: unknown): unknown {
  const answer = payload as Partial<Answer> | null;
  if (answer === null || typeof answer !== 'object' || answer.code !== 200) return payload;
  const label = [done, nothing].find(([zh]) => zh === answer.msg);
  return label ? { ...answer, msg: label[1] } : payload;
}
