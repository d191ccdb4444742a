import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PolicyValues } from '#domain/system/policies.ts';
import { addressKey } from '#server/kernel/core/addressKey.ts';
import { UserError } from '#server/kernel/core/answers.ts';

/** What a call costs the server; each kind is counted by itself. */
export type Cost = 'login' | 'captcha' | 'phoneCode' | 'export' | 'import' | 'print' | 'bigPage' | 'verify' | 'reportLink' | 'reveal';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Counted against the limit of its kind; a route without it is not limited. Never on the desks' calls: a scan must come in. */
    cost?: Cost | ((request: FastifyRequest) => Cost | null);
  }
}

const minuteMs = 60_000;
/** A whole laboratory may stand behind one address: so many sessions' worth. */
const sessionsOfAddress = 50;
const rowsOfBigPage = 100;
/** Of whoever has no account: a person with a stack of reports, not a programme that tries tokens (docs/report.md#verification). */
const publicAMinute = 30;

/** The cost of a list: only a big page has one. */
export function costOfPage({ query }: FastifyRequest): Cost | null {
  const asked = query as Readonly<Record<string, unknown>>;
  return Number(asked['size'] ?? asked['pageSize']) > rowsOfBigPage ? 'bigPage' : null;
}

/** Who a patient is, one tube at a time: a person on the phone, not a programme that asks for all of them. */
const revealsAMinute = 20;

interface Limit {
  /** So many a minute, of a session or, before anybody is signed in, of an address; 0: no limit. */
  readonly most: (policies: PolicyValues) => number;
  readonly isOfSession: boolean;
}
const logins: Limit = { most: ({ loginsPerMinute }) => loginsPerMinute, isOfSession: false };
const readers: Limit = { most: () => publicAMinute, isOfSession: false };
const sheets: Limit = { most: ({ sheetsPerMinute }) => sheetsPerMinute, isOfSession: true };
const limits: Readonly<Record<Cost, Limit>> = {
  login: logins,
  captcha: logins,
  phoneCode: logins,
  export: sheets,
  import: sheets,
  print: sheets,
  verify: readers,
  reportLink: readers,
  reveal: { most: () => revealsAMinute, isOfSession: true },
  bigPage: { most: ({ bigPagesPerMinute }) => bigPagesPerMinute, isOfSession: true },
};

export interface LimitOptions {
  readonly policies: () => PolicyValues;
  /** Whose session a request belongs to; throws where it has none. */
  readonly sessionOf: (request: FastifyRequest) => Promise<string>;
}

/**
 * Refuses what costs much and is asked for too often, before its body is read: 429 with `Retry-After`, in the caller's
 * language. The counters are each node's own.
 */
export async function registerRequestLimits(app: FastifyInstance, { policies, sessionOf }: LimitOptions): Promise<void> {
  await app.register(rateLimit, { global: false });
  const limiter = (most: (policies: PolicyValues) => number, keyGenerator: (request: FastifyRequest) => string | Promise<string>) => {
    const count = app.createRateLimit({ max: () => most(policies()), timeWindow: minuteMs, keyGenerator });
    return async (request: FastifyRequest): Promise<void> => {
      if (most(policies()) === 0) return;
      const counted = await count(request);
      if (!counted.isAllowed && counted.isExceeded) throw tooOften(Math.max(1, counted.ttlInSeconds));
    };
  };
  const checks = Object.fromEntries(
    Object.entries(limits).map(([cost, { most, isOfSession }]) => [
      cost,
      isOfSession
        ? [
            limiter(most, sessionOf),
            limiter(
              (given) => most(given) * sessionsOfAddress,
              ({ ip }) => addressKey(ip),
            ),
          ]
        : [limiter(most, ({ ip }) => addressKey(ip))],
    ]),
  );
  app.addHook('onRequest', async (request) => {
    const { cost } = request.routeOptions.config;
    const kind = typeof cost === 'function' ? cost(request) : cost;
    for (const check of checks[kind ?? ''] ?? []) await check(request);
  });
}

/** The console waits and goes on by itself (src/api/call.ts). */
const tooOften = (seconds: number): UserError =>
  new UserError(429, [`请求过于频繁,请${seconds}秒后再试`, `Too many requests: try again in ${seconds} s`], {
    refusal: 'request.tooOften',
    params: { seconds },
    headers: { 'retry-after': String(seconds) },
  });
