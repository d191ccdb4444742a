import { constants, createHash, createPublicKey, publicEncrypt, randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import type { AppOptions } from './app.ts';
import { openBlobStore, type BlobStore } from './kernel/blobStore.ts';
import { openDatabase, type Database } from './storage/database.ts';
import { migrationTo } from './storage/migrationSql.ts';

const postgresUrl = process.env['TEST_DATABASE_URL'];
/** A pause inside a transaction or an unanswered query must fail a test, not hang it. */
const queryTimeoutMs = 20_000;

export interface TestDatabase {
  readonly database: Database;
  /** Where an embedded one lives; on both engines its installation's key. */
  readonly dataDir: string;
  /** Where one on PostgreSQL lives; null for an embedded one. */
  readonly url: string | null;
  /** Closes and removes it. */
  readonly close: () => Promise<void>;
}

/**
 * An empty database with the described schema, for one test file: the embedded engine in a directory of its own,
 * or, where TEST_DATABASE_URL names a PostgreSQL server, a database of its own there.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const { statements } = await migrationTo(undefined);
  return postgresUrl ? openOnPostgres(postgresUrl, statements) : openEmbedded(statements);
}

/** The same without tables. */
export async function openEmptyDatabase(): Promise<TestDatabase> {
  return postgresUrl ? openOnPostgres(postgresUrl, []) : openEmbedded([]);
}

async function openEmbedded(statements: readonly string[]): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'accession-test-'));
  cpSync(await templateOf(statements), dataDir, { recursive: true });
  const database = await openDatabase({ dataDir, queryTimeoutMs });
  return {
    database,
    dataDir,
    url: null,
    close: async () => {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The first start takes seconds; a copy of a prepared directory takes none. One template a schema. */
async function templateOf(statements: readonly string[]): Promise<string> {
  const key = createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 16);
  const template = join(tmpdir(), `accession-template-${key}`);
  if (existsSync(template)) return template;
  const draft = `${template}.${randomUUID()}`;
  mkdirSync(draft);
  try {
    const database = await openDatabase({ dataDir: draft, queryTimeoutMs });
    await createTables(database, statements).finally(() => database.close());
    renameSync(draft, template);
    dropOldTemplates(template);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process may have been first; its template is as good.
    if (!existsSync(template)) throw error;
  }
  return template;
}

const templateAgeMs = 2 * 3_600_000;

/** Templates of schemas that are no longer tried. */
function dropOldTemplates(current: string): void {
  for (const name of readdirSync(tmpdir())) {
    const path = join(tmpdir(), name);
    if (name.startsWith('accession-template-') && path !== current && Date.now() - statSync(path).mtimeMs > templateAgeMs)
      rmSync(path, { recursive: true, force: true });
  }
}

async function openOnPostgres(url: string, statements: readonly string[]): Promise<TestDatabase> {
  const name = `accession_test_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  const onServer = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  await onServer(`create database ${name} encoding 'UTF8' template template0 lc_collate 'C' lc_ctype 'C.UTF-8'`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const dataDir = mkdtempSync(join(tmpdir(), 'accession-test-'));
  const database = await openDatabase({ dataDir, databaseUrl: own.href, queryTimeoutMs });
  await createTables(database, statements);
  return {
    database,
    dataDir,
    url: own.href,
    close: async () => {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
      await onServer(`drop database ${name} with (force)`);
    },
  };
}

async function createTables(database: Database, statements: readonly string[]): Promise<void> {
  await database.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(statement);
  });
}

/** One user's way of calling a test application. */
export interface Caller {
  readonly token: string;
  readonly get: (path: string, query?: Record<string, string>, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  readonly post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
}

export interface TestApp extends TestDatabase {
  readonly app: FastifyInstance;
  readonly blobs: BlobStore;
  /** Signs in as one of the demo's accounts (admin, reception, entry1 ...); asked again, the same sign-in. */
  readonly as: (account: string) => Promise<Caller>;
}

/** The password of every account of a test application. */
export const testPassword = 'test-password-1';

/** The whole server on an empty, seeded database (accounts, roles, menus; master data with `isDemo`). Captcha off. */
export async function openTestApp({
  isDemo = false,
  blobDir = mkdtempSync(join(tmpdir(), 'accession-blobs-')),
  ...options
}: Partial<AppOptions> & { isDemo?: boolean; blobDir?: string } = {}): Promise<TestApp> {
  const opened = await openTestDatabase();
  // Loaded here, so that tests of the storage alone do not load every area.
  const [{ createApp }, { seedSession }, { menu }] = await Promise.all([
    import('./app.ts'),
    import('./session/seedSession.ts'),
    import('#domain/menu.ts'),
  ]);
  await seedSession(opened.database, { menus: menu, seedPassword: testPassword, isDemo: true });
  if (isDemo) await (await import('./demo/seedDemo.ts')).seedDemo(opened.database);
  const blobs = openBlobStore(opened.database, blobDir);
  const app = await createApp({ database: opened.database, blobs, isCaptchaOn: false, demoPassword: testPassword, ...options });
  await app.ready();
  const callers = new Map<string, Promise<Caller>>();
  return {
    ...opened,
    app,
    blobs,
    as: (account) => {
      const known = callers.get(account) ?? signIn(app, account);
      callers.set(account, known);
      return known;
    },
    close: async () => {
      await app.close();
      await opened.close();
      rmSync(blobDir, { recursive: true, force: true });
    },
  };
}

/** A password as our login page sends it. */
export async function sealPassword(app: FastifyInstance, password: string): Promise<string> {
  const { publicKey } = (await app.inject('/api/blade-auth/oauth/public-key')).json<{ data: { publicKey: string } }>().data;
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, Buffer.from(encodeURIComponent(password))).toString(
    'base64',
  );
}

async function signIn(app: FastifyInstance, account: string): Promise<Caller> {
  const sealed = await sealPassword(app, testPassword);
  const answer = await app.inject({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    query: { grant_type: 'password', username: account, password: sealed, scope: 'all' },
    headers: { authorization: `Basic ${Buffer.from('accession:accession_secret').toString('base64')}` },
  });
  const token = answer.json<{ access_token?: string }>().access_token;
  if (!token) throw new Error(`cannot sign in as ${account}: ${answer.body}`);
  const auth = { 'blade-auth': `bearer ${token}` };
  return {
    token,
    get: (url, query = {}, headers = {}) => app.inject({ method: 'GET', url, query, headers: { ...auth, ...headers } }),
    post: (url, body, headers = {}) =>
      app.inject({ method: 'POST', url, ...(body === undefined ? {} : { payload: body as object }), headers: { ...auth, ...headers } }),
  };
}
