import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { ServerOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { resources } from '#domain/resources.ts';
import { authClient } from '#domain/system/authClient.ts';
import { region } from '#domain/system/region.ts';
import { tenant } from '#domain/system/tenant.ts';
import type { Database } from '#server/storage/database.ts';
import { registerAnswers, sendFrameworkError, sendNotFound } from './kernel/core/answers.ts';
import { openBlobStore, type BlobStore } from './kernel/core/blobStore.ts';
import type { PdfSigning } from './kernel/verbs/servedArea.ts';
import { registerCallRoutes } from './kernel/http/callRoutes.ts';
import { registerCommandRoutes } from './kernel/act/commandRoutes.ts';
import { registerLongAnswers } from './kernel/http/longAnswers.ts';
import { registerCompression } from './kernel/http/compression.ts';
import { registerDeltas } from './kernel/desk/deltas.ts';
import { markOfCopy } from './kernel/desk/installationId.ts';
import { registerHealth } from './kernel/http/health.ts';
import type { Jobs } from './kernel/http/jobs.ts';
import { logAnswer, loggerOptions } from './kernel/http/logging.ts';
import { registerOfflineRoutes } from './kernel/desk/offlineRoutes.ts';
import { registerOpenApi } from './kernel/openapi/openapiRoutes.ts';
import { registerPublicFlavour } from './kernel/openapi/publicFlavour.ts';
import { registerResourceRoutes } from './kernel/verbs/resourceRoutes.ts';
import { registerSecurityHeaders } from './kernel/http/securityHeaders.ts';
import { registerStrangeBodies } from './kernel/core/strangeBody.ts';
import { ownClientPair } from './session/ownClient.ts';
import { registerStatic } from './kernel/http/staticFiles.ts';
import { registerPublicReports } from './report/links/publicRoutes.ts';
import { registerParcelPush } from './sample/parcel/pushRoute.ts';
import { registerPartners } from './op/partner/partnerRoutes.ts';
import { openPorts, type Ports } from './ports/ports.ts';
import { asking, authenticate } from './session/authenticate.ts';
import { registerBodyCrypto } from './session/bodyCrypto.ts';
import { findAuthor } from './session/findAuthor.ts';
import { laneTimes } from './spine/laneTimes.ts';
import { keepInterfaces } from './session/menuInterfaces.ts';
import { registerSession, type SessionSettings } from './session/sessionRoutes.ts';
import { registerSmsReceipts } from './report/sms/smsReceipts.ts';
import { registerAvatar } from './system/avatar.ts';
import { calls, servedCommands, views } from './steps.ts';
import { requestIds } from './storage/slowStatements.ts';
import type { TrustedProxies } from './trustProxy.ts';

export interface AppOptions {
  readonly database: Database;
  /** `{product}` of the service paths. */
  readonly product?: string;
  /** Settles the policy from outside (CAPTCHA=0). */
  readonly isCaptchaOn?: boolean | undefined;
  /** Shown on the login page; null outside demo mode. */
  readonly demoPassword?: string | null;
  readonly jobs?: Jobs | null;
  /** Where pictures lie; by default a folder of this process among the temporary files. */
  readonly blobs?: BlobStore;
  /** Signs issued reports; absent: they are not signed by a certificate. */
  readonly sign?: PdfSigning | undefined;
  /** What is sent to others; by default stand-ins write to a folder of this process among the temporary files. */
  readonly ports?: Ports;
  /** The built client; null for calls alone. */
  readonly clientDir?: string | null;
  /** pino's level; null for silence. */
  readonly logLevel?: string | null;
  /** Certificate and key: then the product is https alone. */
  readonly tls?: ServerOptions | null;
  /** Whose word counts for a caller's address, host and scheme. */
  readonly trustedProxies?: TrustedProxies;
  /** How people sign in, where an installation departs from the usual. */
  readonly session?: Partial<SessionSettings>;
  /** Milliseconds since 1970; the clock unless a test says otherwise. */
  readonly now?: () => number;
}

/** The largest body of a call that is no upload. */
const bodyLimit = 2 * 1024 * 1024;

/** Longest time for a request to arrive; an upload over a slow line included. */
const requestMs = 300_000;

const requestIdShape = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** The version of this programme. */
export const version =
  process.env['APP_VERSION'] ??
  (JSON.parse(readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8')) as { version: string }).version;

/** The whole server on an open, migrated database. It does not listen: tests inject, main.ts listens. */
export async function createApp({
  database,
  product = 'accession',
  isCaptchaOn,
  demoPassword = null,
  jobs = null,
  sign,
  blobs = openBlobStore(database, join(tmpdir(), `accession-blobs-${process.pid}`)),
  ports = openPorts(join(tmpdir(), `accession-sent-${process.pid}`)),
  clientDir = null,
  logLevel = null,
  tls = null,
  trustedProxies = false,
  session,
  now,
}: AppOptions): Promise<FastifyInstance> {
  const options: FastifyServerOptions = {
    logger: logLevel === null ? false : loggerOptions(logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    // The desk's own, so that what it shows leads to our log; of anybody's text none is taken.
    genReqId: ({ headers: { 'x-request-id': given } }) => (typeof given === 'string' && requestIdShape.test(given) ? given : randomUUID()),
    frameworkErrors: sendFrameworkError as FastifyServerOptions['frameworkErrors'],
    trustProxy: trustedProxies,
    bodyLimit,
    // A body that does not arrive must not hold a connection for ever.
    requestTimeout: requestMs,
    // Waits for calls under way when closing, not for idle connections.
    forceCloseConnections: 'idle',
    ...(tls ? { https: tls } : {}),
  };
  const app = Fastify(options) as unknown as FastifyInstance;
  acceptBodies(app);
  app.addHook('onRequest', (request, _reply, next) => requestIds.run(request.id, next));
  registerAnswers(app);
  registerBodyCrypto(app, session?.crypto ?? null);
  registerStrangeBodies(app);
  registerCompression(app);
  registerSecurityHeaders(app, { isSecure: tls !== null });
  app.addHook('onResponse', async (request, reply) => logAnswer(app.log, request, reply));
  if (clientDir !== null && existsSync(clientDir))
    await registerStatic(app, { dir: clientDir, page: { product, client: session?.client ?? ownClientPair } });
  else app.setNotFoundHandler((request, reply) => sendNotFound(request, reply));

  const core = await registerSession(app, { database, product, isCaptchaOn, demoPassword, ports, settings: session, ...(now ? { now } : {}) });
  registerPublicFlavour(app, { product, resources: [...resources, tenant, region, authClient], asking });
  const commands = servedCommands({ jobs, making: { blobs, database, sign } });
  const common = { database, product, authenticate };
  registerLongAnswers(app);
  registerHealth(app, { database, jobs, version, copy: () => markOfCopy(database.orm), asking });
  // Hand-written calls first: where one stands on a resource's path, it takes the verb's place.
  await registerCallRoutes(app, { ...common, blobs, jobs, ports, calls });
  registerAvatar(app, { database, blobs });
  registerSmsReceipts(app, { database, product });
  registerParcelPush(app, { database, product });
  registerPartners(app, { database, product, now });
  registerPublicReports(app, { core, blobs, product });
  registerCommandRoutes(app, { ...common, commands });
  await registerOfflineRoutes(app, {
    ...common,
    blobs,
    commands,
    findAuthor: (tenantId, userId, roleIds) => findAuthor(database.orm, tenantId, userId, roleIds),
    laneTimes,
    now,
  });
  registerDeltas(app, { ...common, resources });
  registerResourceRoutes(app, { ...common, blobs, ports, calls, resources, views });
  const served = { product, resources, calls, commands: commands.map(({ command }) => command) };
  registerOpenApi(app, { version, ...served });
  await keepInterfaces(database, served);
  return app;
}

/** JSON, also an empty body under its name, and forms: clients of the family post arguments in the query and nothing in the body. */
function acceptBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'ignore');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (String(body).trim() === '') return done(null, null);
    return parseJson(request, String(body), done);
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, String(body) === '' ? null : Object.fromEntries(new URLSearchParams(String(body))));
  });
}
