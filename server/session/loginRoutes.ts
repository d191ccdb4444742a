import type { FastifyInstance, FastifyRequest } from 'fastify';
import { loginOptionsPath, ownCodePath, sendCodePath, type LoginOptions } from '#domain/session/loginOptions.ts';
import { ok } from '#server/kernel/core/answers.ts';
import { authenticate, originOf } from './authenticate.ts';
import { beginLogin } from './loginState.ts';
import { codeSender, sendPhoneCode } from './phoneCode.ts';
import { authorizeAddress, offered, openProviders, providerOf } from './providers.ts';
import { registerGuest } from './registerGuest.ts';
import type { SessionCore } from './sessionCore.ts';
import { argumentsOf, defaultTenantId } from './tokenRequest.ts';

const open = { config: { openBecause: 'the login page needs it before anybody is signed in' } };

/** What the login page needs besides the token call: what it offers, codes to phones, the way to providers, registration. */
export function registerLoginRoutes(app: FastifyInstance, core: SessionCore): void {
  app.get(`/api/blade-auth/${loginOptionsPath}`, open, async (request) => {
    const tenantId = tenantIdOf(request);
    const { isTenantMode, isCaptchaOn, tokenSeconds, crypto, client } = core;
    const options: LoginOptions = {
      isTenantMode,
      isCaptchaOn,
      tokenSeconds,
      crypto,
      client,
      hasPhone: (await codeSender(core.database, tenantId)) !== null,
      providers: (await openProviders(core.database, tenantId)).map(offered),
    };
    return ok(options);
  });

  app.post(
    `/api/blade-auth/${sendCodePath}`,
    { config: { openBecause: 'signing in by phone begins with it', cost: 'phoneCode' } },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const sent = await sendPhoneCode(core, {
        tenantId: tenantIdOf(request),
        phone: argumentsOf(request)('phone'),
        address: request.ip,
        use: 'login',
      });
      return { ...ok(sent), id: sent.id };
    },
  );

  app.post(`/api/blade-user/${ownCodePath}`, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    const { tenantId, id: userId } = await authenticate(request);
    return ok(await sendPhoneCode(core, { tenantId, phone: argumentsOf(request)('phone'), address: request.ip, use: { userId } }));
  });

  app.get<{ Params: { source: string } }>('/api/blade-auth/oauth/render/:source', open, async (request, reply) => {
    const provider = await providerOf(core.database, tenantIdOf(request), request.params.source);
    if (!provider) return reply.redirect('/login?error=provider_unknown');
    const redirectUri = `${originOf(request)}/login`;
    const { tenantId, source, kind } = provider;
    const begun = await beginLogin(core.database, request, reply, { tenantId, source, redirectUri, mark: kind }, core.now());
    return reply.header('cache-control', 'no-store').redirect(authorizeAddress(provider, { redirectUri, ...begun }));
  });

  const register = async (request: FastifyRequest) => {
    const argument = argumentsOf(request);
    const asked = {
      tenantId: argument('tenantId', 'tenant_id'),
      name: argument('name'),
      account: argument('account'),
      password: argument('password'),
      // Clients of the family compare the two themselves and send one.
      password2: argument('password2') || argument('password'),
      oauthId: argument('oauthId', 'oauth_id'),
    };
    return ok(await registerGuest(core, asked));
  };
  // Both homes of the family's user calls (docs/wire.md#two-flavours).
  for (const home of ['blade-user', 'blade-system/user'])
    app.post(`/api/${home}/register-guest`, { config: { openBecause: 'asked by somebody who has no account yet', cost: 'login' } }, register);
}

function tenantIdOf(request: FastifyRequest): string {
  const header = request.headers['tenant-id'];
  return (typeof header === 'string' ? header : '') || argumentsOf(request)('tenantId', 'tenant_id') || defaultTenantId;
}
