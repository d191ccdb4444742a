import type { FastifyInstance } from 'fastify';
import { ok } from '#server/kernel/core/answers.ts';
import { authenticate } from './authenticate.ts';
import { makeCaptcha } from './captcha.ts';
import { keepClientErrors } from './clientErrors.ts';
import { answerFailure, answerToken, captchaRoute, endOwnSession, grantToken, signedInUser, tokenRoute } from './oauthRoutes.ts';
import type { SessionCore } from './sessionCore.ts';
import type { TokenAnswer } from './tokenAnswer.ts';
import { readTokenRequest } from './tokenRequest.ts';
import { userOnWire } from './userOnWire.ts';

const open = { config: { openBecause: 'ends a sign-in, or takes the faults of a client whose sign-in may have ended' } };

/**
 * Signing in as the family's public flavour does (docs/wire.md#two-flavours, docs/wire.md#token-of-the-public-flavour): the same grants, limits and logs as the commercial
 * calls, under other paths and wrapped in the envelope.
 */
export function registerPublicRoutes(app: FastifyInstance, core: SessionCore): void {
  app.post('/api/blade-auth/token', tokenRoute, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    const asked = readTokenRequest(request);
    try {
      const answer = await grantToken(core, { ...asked, grantType: asked.grantType || 'password' }, true);
      return ok(inCamelCase(answerToken(request, reply, asked, answer)));
    } catch (error) {
      return answerFailure(request, reply, error);
    }
  });

  app.get('/api/blade-auth/captcha', captchaRoute, async () =>
    ok(core.isCaptchaOn ? await makeCaptcha(core.database, core.now()) : { key: '', image: '' }),
  );

  app.post('/api/blade-auth/logout', open, async (request) => {
    const account = await endOwnSession(core, request);
    return { ...ok({ code: '200', msg: '操作成功' }), account };
  });

  app.get('/api/user/getUserInfo', async (request) => ok(await userOnWire(core, await authenticate(request))));

  app.post('/api/user/send-logs', { ...open, bodyLimit: 512 * 1024 }, async (request) => {
    await keepClientErrors(core, await signedInUser(core, request), request.body);
    return ok(true);
  });
}

/** The fields of docs/wire.md#token-of-the-public-flavour; `userName` is the person's name there. */
function inCamelCase(body: TokenAnswer['body']): Readonly<Record<string, unknown>> {
  return {
    accessToken: body['access_token'],
    refreshToken: body['refresh_token'],
    tokenType: 'bearer',
    expiresIn: body['expires_in'],
    userId: body['user_id'],
    tenantId: body['tenant_id'],
    deptId: body['dept_id'],
    roleId: body['role_id'],
    oauthId: body['oauth_id'],
    account: body['account'],
    userName: body['real_name'],
    authority: body['role_name'],
    avatar: body['avatar'],
    license: body['license'] ?? '',
  };
}
