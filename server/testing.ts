import { z } from 'zod';
import { execFile } from 'node:child_process';
import { constants, createHash, createPublicKey, publicEncrypt, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { commands } from '#domain/commands.ts';
import { manyAnswer } from '#domain/kernel/many.ts';
import { everyContract as contracts } from '#domain/listings.ts';
import { fileAnswer, partsOf, type CallName, type Contract } from '#domain/kernel/contract.ts';
import { callPath } from '#domain/kernel/services.ts';
import type { AppOptions } from './app.ts';
import { openBlobStore, type BlobStore } from './kernel/core/blobStore.ts';
import type { BlobFiles } from './storage/blobFiles.ts';
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

/** What a test's database starts from: each is made once a run, out of the one before it, and then copied. */
const starts = ['empty', 'tables', 'accounts', 'demo'] as const;
export type Start = (typeof starts)[number];

const made: Readonly<Record<Start, (database: Database) => Promise<void>>> = {
  empty: async () => {},
  tables: async (database) => {
    const { statements } = await migrationTo(undefined);
    await database.transaction(async (tx) => {
      for (const statement of statements) await tx.execute(statement);
    });
  },
  // Loaded here, so that tests of the storage alone do not load every area.
  accounts: async (database) => {
    const [{ seedSession }, { menu }, { keepInterfaces }, { resources }, { calls }] = await Promise.all([
      import('./session/seedSession.ts'),
      import('#domain/menu.ts'),
      import('./session/menuInterfaces.ts'),
      import('#domain/resources.ts'),
      import('./steps.ts'),
    ]);
    await seedSession(database, { menus: menu, seedPassword: testPassword, isDemo: true });
    // Each application writes them where they are not there: a thousand rows a test file.
    await keepInterfaces(database, { product: 'accession', resources, commands, calls });
  },
  demo: async (database) => void (await (await import('./demo/seedDemo.ts')).seedDemo(database)),
};

/**
 * A database with the described schema, for one test file: the embedded engine in a directory of its own, or, where
 * TEST_DATABASE_URL names a PostgreSQL server, a database of its own there. `accounts`: as a demo's first start leaves
 * it (accounts, roles, menus; every password is `testPassword`); `demo`: with the demo's master data too.
 */
export async function openTestDatabase(start: Start = 'tables'): Promise<TestDatabase> {
  if (!postgresUrl) void holdEngineCode();
  return openCopy(await templateOf(start), mkdtempSync(join(tmpdir(), 'accession-test-')));
}

/** The same without tables. */
export function openEmptyDatabase(): Promise<TestDatabase> {
  return openTestDatabase('empty');
}

/** A folder of this run, made by `testRun.ts`: what is seeded follows the programme, so it is not kept for another one. */
const runDir = (): string => (process.env['TEST_RUN_DIR'] ??= mkdtempSync(join(tmpdir(), 'accession-run-')));

/** The folder of a template: an embedded database, or the name of one on PostgreSQL, beside its installation's key. */
async function templateOf(start: Start): Promise<string> {
  const template = await placeOf(start);
  if (existsSync(template)) return template;
  const draft = `${template}.${randomUUID()}`;
  mkdirSync(draft);
  const before = starts[starts.indexOf(start) - 1];
  const { database, url } = await openCopy(before ? await templateOf(before) : null, draft);
  // Under a test clock (`e2e/testClock.mjs`) each file begins at the same time: what it starts from was there before.
  const { beginClock } = globalThis as { beginClock?: (earlierMs?: number) => void };
  beginClock?.(3_600_000);
  await made[start](database)
    // As after a first start (`prepare.ts`): without statistics plans cost ten times the time.
    .then(() => (start === 'accounts' || start === 'demo' ? database.vacuum() : undefined))
    .finally(() => database.close());
  beginClock?.();
  if (url) writeFileSync(join(draft, nameFile), new URL(url).pathname.slice(1));
  try {
    renameSync(draft, template);
  } catch (error) {
    // Another process may have been first; its template is as good.
    if (!existsSync(template)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
  return template;
}

/** The first start of an embedded engine takes seconds, and its tables follow the described schema alone: kept for later runs. */
async function placeOf(start: Start): Promise<string> {
  if (postgresUrl || start === 'accounts' || start === 'demo') return join(runDir(), start);
  const { statements } = start === 'tables' ? await migrationTo(undefined) : { statements: [] };
  const key = createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 16);
  const place = join(tmpdir(), `accession-template-${key}`);
  dropOldTemplates(place);
  return place;
}

const templateAgeMs = 2 * 3_600_000;

/** Templates of schemas that are no longer tried. */
function dropOldTemplates(current: string): void {
  // The disk's own clock: a test's may stand in another year.
  const now = statSync(runDir()).mtimeMs;
  for (const name of readdirSync(tmpdir())) {
    const path = join(tmpdir(), name);
    if (!name.startsWith('accession-template-') || path === current) continue;
    const madeAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (now - madeAt > templateAgeMs) rmSync(path, { recursive: true, force: true });
  }
}

const nameFile = 'database';
const run = promisify(execFile);

/** Opens a copy of a template, or an empty database, in a folder that is there. */
async function openCopy(template: string | null, dataDir: string): Promise<TestDatabase> {
  if (template) await run('cp', ['-R', `${template}/.`, dataDir]);
  // The template's own mark, of no product.
  rmSync(join(dataDir, nameFile), { force: true });
  const url = postgresUrl ? await createOnPostgres(template && readFileSync(join(template, nameFile), 'utf8')) : null;
  const database = await openDatabase({ dataDir, databaseUrl: url ?? undefined, queryTimeoutMs });
  return {
    database,
    dataDir,
    url,
    close: async () => {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
      if (url) await onPostgres(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
    },
  };
}

/** The address of a new database. */
async function createOnPostgres(template: string | null): Promise<string> {
  const url = new URL(postgresUrl ?? '');
  const name = `accession_test_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  await onPostgres(`create database ${name} template ${template ?? `template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`}`);
  url.pathname = `/${name}`;
  return url.href;
}

async function onPostgres(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

/** Removes the templates of a run, at its end. */
export async function dropTemplates(dir: string): Promise<void> {
  for (const start of postgresUrl ? starts : []) {
    const name = join(dir, start, nameFile);
    if (existsSync(name)) await onPostgres(`drop database if exists ${readFileSync(name, 'utf8')} with (force)`);
  }
  rmSync(dir, { recursive: true, force: true });
}

const { WebAssembly: webAssembly } = globalThis as unknown as { WebAssembly: { compile: (code: Buffer) => Promise<unknown> } };
let engineCode: Promise<unknown> | undefined;
/** While a process holds the engine's code, the engines it starts one after another find it compiled. */
function holdEngineCode(): Promise<unknown> {
  const file = join(dirname(fileURLToPath(import.meta.resolve('@electric-sql/pglite'))), 'pglite.wasm');
  return (engineCode ??= webAssembly.compile(readFileSync(file)));
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
  files,
  ...options
}: Partial<AppOptions> & { isDemo?: boolean; blobDir?: string; files?: BlobFiles } = {}): Promise<TestApp> {
  const opened = await openTestDatabase(isDemo ? 'demo' : 'accounts');
  const { createApp } = await import('./app.ts');
  const blobs = openBlobStore(opened.database, files ?? blobDir);
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

/** Signs in as one of the accounts whose password is `testPassword`. */
export async function signIn(app: FastifyInstance, account: string): Promise<Caller> {
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
    get: async (url, query = {}, headers = {}) =>
      asDeclared('GET', url, await app.inject({ method: 'GET', url, query, headers: { ...auth, ...headers } })),
    post: async (url, body, headers = {}) =>
      asDeclared(
        'POST',
        url,
        await app.inject({ method: 'POST', url, ...(body === undefined ? {} : { payload: body as object }), headers: { ...auth, ...headers } }),
      ),
  };
}

const declared = new Map<string, Pick<Contract, 'answer'>>([
  ...Object.entries<Contract>(contracts).map(([name, contract]) => {
    const { method, service, path } = partsOf(name as CallName);
    return [`${method} ${callPath(service, path, 'accession')}`, contract] as const;
  }),
  ...commands.flatMap(({ service, path, answer, many }) =>
    answer ? [[`POST ${callPath(service, path, 'accession')}`, { answer: many ? z.array(manyAnswer) : answer }] as const] : [],
  ),
]);

/** Every answer of a declared call or a command that a test sees is what it declares. */
function asDeclared(method: 'GET' | 'POST', url: string, answer: LightMyRequestResponse): LightMyRequestResponse {
  const contract = declared.get(`${method} ${url.split('?')[0]}`);
  if (!contract || answer.statusCode !== 200 || answer.headers['content-encoding']) return answer;
  const kind = String(answer.headers['content-type']);
  const isJson = kind.startsWith('application/json');
  if ((contract.answer === fileAnswer) === isJson) throw new Error(`${method} ${url} answers ${kind}, and declares otherwise`);
  if (!isJson) return answer;
  const { error } = contract.answer.safeParse(answer.json<{ data: unknown }>().data);
  if (error) throw new Error(`${method} ${url} does not answer what it declares: ${error.message}`);
  return answer;
}
