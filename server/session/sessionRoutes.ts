import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bindPolicies, keepPolicies } from '#server/kernel/core/policies.ts';
import { registerRequestLimits } from '#server/kernel/http/requestLimits.ts';
import type { Ports } from '#server/ports/ports.ts';
import type { Database } from '#server/storage/database.ts';
import { ActingCache } from './actingCache.ts';
import { authenticate, bindSession, isCall } from './authenticate.ts';
import { registerLoginRoutes } from './loginRoutes.ts';
import { noteOpenAddresses } from './openAddresses.ts';
import { registerOAuthRoutes } from './oauthRoutes.ts';
import { registerPublicRoutes } from './publicRoutes.ts';
import { ownClientPair } from './ownClient.ts';
import { loadServerSecrets } from './serverSecrets.ts';
import type { SessionCore } from './sessionCore.ts';
import { nowMs } from '#server/storage/clock.ts';

type OwnSettings = Pick<SessionCore, 'isTenantMode' | 'publicUrl' | 'crypto' | 'client'>;
/** How an installation is started; token age and password age only where the environment settles them. */
export type SessionSettings = OwnSettings & Partial<Pick<SessionCore, 'tokenSeconds' | 'passwordDays'>>;
const usual: OwnSettings = { isTenantMode: false, publicUrl: null, crypto: null, client: ownClientPair };

export interface SessionDeps {
  readonly database: Database;
  /** `{product}` of the service paths. */
  readonly product: string;
  /** Off for automation (CAPTCHA=0); undefined: as the policy says. */
  readonly isCaptchaOn?: boolean | undefined;
  /** The password of the demo accounts, shown on the login page; null outside demo mode. */
  readonly demoPassword: string | null;
  readonly ports: Pick<Ports, 'sms' | 'outgoing'>;
  /** What an installation may choose; see SessionCore. */
  readonly settings?: Partial<SessionSettings> | undefined;
  /** Milliseconds since 1970; the clock unless a test says otherwise. */
  readonly now?: () => number;
}

/**
 * Puts the session's calls on an application and guards every other path below /api: without a valid token 401,
 * before a body is read. Call it on the root instance, before it listens. Routes for everybody say why: `config: { openBecause: '...' }`.
 */
export async function registerSession(app: FastifyInstance, deps: SessionDeps): Promise<SessionCore> {
  noteOpenAddresses(app);
  const background = new Set<Promise<unknown>>();
  const { settings: { tokenSeconds, passwordDays, ...settings } = {}, isCaptchaOn, ...given } = deps;
  const settled = Object.entries({ tokenSeconds, passwordDays, isCaptchaOn }).filter(([, value]) => value !== undefined);
  const policies = await keepPolicies(deps.database.orm, Object.fromEntries(settled), (error) =>
    app.log.warn({ err: error }, 'reading the policies failed'),
  );
  app.addHook('onClose', async () => policies.stop());
  const core: SessionCore = {
    ...usual,
    ...settings,
    ...given,
    policies,
    get isCaptchaOn() {
      return policies.now().isCaptchaOn;
    },
    get tokenSeconds() {
      return policies.now().tokenSeconds;
    },
    get passwordDays() {
      return policies.now().passwordDays;
    },
    now: deps.now ?? nowMs,
    secrets: await loadServerSecrets(deps.database),
    cache: new ActingCache(),
    log: app.log,
    inBackground: (work) => {
      const settled = work
        .catch((error: unknown) => app.log.warn({ err: error }, 'background work failed'))
        .finally(() => background.delete(settled));
      background.add(settled);
    },
  };
  app.addHook('onClose', async () => {
    await Promise.all(background);
  });
  bindSession(app.server, core);
  bindPolicies(app.server, policies);
  app.addHook('onRequest', guard);
  await registerRequestLimits(app, { policies: policies.now, sessionOf: async (request) => (await authenticate(request)).sessionId });
  app.addHook('onResponse', async (request) => {
    if (request.method === 'POST' && changesRights.test(request.routeOptions.url ?? '')) core.cache.clear();
  });
  // Before its answer goes out: whoever changed a policy finds it in force.
  app.addHook('onSend', async (request, reply) => {
    if (request.method === 'POST' && reply.statusCode === 200 && changesPolicies.test(request.routeOptions.url ?? '')) await policies.refresh();
  });
  await app.register(async (scope) => {
    acceptForms(scope);
    registerOAuthRoutes(scope, core);
    registerLoginRoutes(scope, core);
    registerPublicRoutes(scope, core);
  });
  return core;
}

const changesPolicies = /\/blade-system\/param\//;
/** Calls after which somebody may have other rights than before. */
const changesRights = /\/blade-(user|system\/(user|role|menu|dept|tenant|tenant-package))\//;

async function guard(request: FastifyRequest): Promise<void> {
  if (request.method === 'OPTIONS' || request.is404 || !isCall(request) || request.routeOptions.config.openBecause) return;
  await authenticate(request);
}

/** Clients of the family post arguments as a form, or nothing at all under any content type (docs/wire.md#sealing). */
function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body).trim();
    if (text === '') return done(null, {});
    if (/^[[{]/.test(text)) {
      try {
        return done(null, JSON.parse(text));
      } catch {
        return done(null, {});
      }
    }
    const isForm = (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
    return done(null, isForm ? Object.fromEntries(new URLSearchParams(text)) : {});
  });
}
