import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { menu } from '#domain/menu.ts';
import { ok, registerAnswers, sendNotFound } from '#server/kernel/core/answers.ts';
import { requirePermission } from '#server/kernel/core/permissions.ts';
import type { Database } from '#server/storage/database.ts';
import { openPorts, type Ports } from '#server/ports/ports.ts';
import { openTestDatabase, testPassword } from '#server/testing.ts';
import { authenticate } from './authenticate.ts';
import { seedSession } from './seedSession.ts';
import { registerSession, type SessionSettings } from './sessionRoutes.ts';
import type { SessionCore } from './sessionCore.ts';

export { testPassword };
export const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;

export interface TestSession {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly core: SessionCore;
  /** Everything the server logged, as text. */
  readonly logged: () => string;
  /** Moves the session's clock on. */
  readonly pass: (ms: number) => void;
  readonly seal: (text: string) => string;
  readonly token: (query: Record<string, string>, headers?: Record<string, string>, address?: string) => Promise<LightMyRequestResponse>;
  /** Signs in by password (captcha off) and answers the token body. */
  readonly login: (account: string, headers?: Record<string, string>) => Promise<Record<string, any>>;
  readonly get: (path: string, accessToken?: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  readonly post: (path: string, body: unknown, accessToken?: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  readonly close: () => Promise<void>;
}

/** The session on a small application of its own, over a seeded database: `/api/test/whoami` and `/api/test/needs/:code` stand for guarded calls. */
export async function openTestSession(
  options: {
    isCaptchaOn?: boolean;
    isDemo?: boolean;
    ports?: Ports;
    settings?: Partial<SessionSettings>;
    extend?: (app: FastifyInstance, database: Database) => void | Promise<void>;
  } = {},
): Promise<TestSession> {
  const isDemo = options.isDemo ?? true;
  const { database, close } = await openTestDatabase(isDemo ? 'accounts' : 'tables');
  const demoPassword = isDemo ? testPassword : (await seedSession(database, { menus: menu, seedPassword: testPassword, isDemo })).demoPassword;
  const lines: string[] = [];
  const stream = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) });
  const app = Fastify({
    trustProxy: true,
    logger: { level: 'trace', stream, serializers: { req: ({ method, url }) => ({ method, url: url.split('?', 1)[0] }) } },
  });
  registerAnswers(app);
  app.setNotFoundHandler((request, reply) => sendNotFound(request, reply));
  let shifted = 0;
  const core = await registerSession(app, {
    database,
    product: 'accession',
    isCaptchaOn: options.isCaptchaOn ?? false,
    demoPassword,
    ports: options.ports ?? openPorts(join(tmpdir(), `accession-sent-${process.pid}`)),
    settings: options.settings,
    now: () => Date.now() + shifted,
  });
  app.get('/api/test/whoami', async (request) => {
    const { account, roleNames, deptIds, permissions } = await authenticate(request);
    return ok({ account, roleNames, deptIds, permissions: [...permissions] });
  });
  app.post('/api/test/needs/:code', async (request) => {
    requirePermission(await authenticate(request), (request.params as { code: string }).code);
    return ok(true);
  });
  await options.extend?.(app, database);
  await app.ready();
  const publicKey = createPublicKey({ key: Buffer.from(core.secrets.publicKey, 'base64'), format: 'der', type: 'spki' });
  const seal = (text: string): string =>
    publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, Buffer.from(encodeURIComponent(text))).toString(
      'base64',
    );
  const bearer = (accessToken?: string): Record<string, string> => (accessToken ? { 'blade-auth': `bearer ${accessToken}` } : {});
  const token: TestSession['token'] = (query, headers = {}, address = '10.0.0.1') =>
    app.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/token',
      query,
      headers: { authorization: basic('accession:accession_secret'), ...headers },
      remoteAddress: address,
    });
  return {
    app,
    database,
    core,
    seal,
    token,
    logged: () => lines.join(''),
    pass: (ms) => {
      shifted += ms;
    },
    login: async (account, headers = {}) =>
      (await token({ grant_type: 'password', username: account, password: seal(testPassword), scope: 'all' }, headers)).json(),
    get: (path, accessToken, headers = {}) => app.inject({ method: 'GET', url: path, headers: { ...bearer(accessToken), ...headers } }),
    post: (path, body, accessToken, headers = {}) =>
      app.inject({ method: 'POST', url: path, payload: body as object, headers: { ...bearer(accessToken), ...headers } }),
    close: async () => {
      await app.close();
      await close();
    },
  };
}
