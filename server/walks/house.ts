import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { createApp } from '#server/app.ts';
import { openBlobStore, type BlobStore } from '#server/kernel/core/blobStore.ts';
import { startJobs, type JobKind, type Jobs } from '#server/kernel/http/jobs.ts';
import type { Database } from '#server/storage/database.ts';
import { openTestDatabase, testPassword } from '#server/testing.ts';

export const product = 'accession';
/** Of every account of the test server. */
export const housePassword = testPassword;

export interface Answered {
  readonly status: number;
  /** The envelope. */
  readonly body: {
    readonly code: number;
    readonly success: boolean;
    readonly data: any;
    readonly msg: string;
    readonly problems?: readonly { field: string; code: string; text: string }[];
  };
}
interface Sent {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
export interface House {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly blobs: BlobStore;
  /** A call as a demo account; null: without signing in. */
  readonly call: (account: string | null, method: 'GET' | 'POST', path: string, sent?: Sent) => Promise<Answered>;
  /** The same for an answer that may be no JSON (a download). */
  readonly answer: (
    account: string | null,
    method: 'GET' | 'POST',
    path: string,
    sent?: Sent,
  ) => Promise<{ readonly status: number; readonly text: string }>;
  /** A demo account's access token. */
  readonly token: (account: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Every route of the server; Fastify prints them as a tree of what they have in common. */
export function routesOf(app: FastifyInstance): { readonly method: string; readonly url: string }[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const found = /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line);
      if (!found) return [];
      above.length = (found[1] ?? '').length / 4;
      above.push(found[2] ?? '');
      return (found[3] ?? '').split(', ').flatMap((method) => (method === '' ? [] : [{ method, url: above.join('') }]));
    });
}

/** The whole server over a seeded demo database, as a client sees it; jobs of the named kinds are done. */
export async function openHouse({
  jobKinds,
}: {
  readonly jobKinds?: (database: Database, blobs: BlobStore, jobs: () => Jobs) => readonly JobKind<any>[];
} = {}): Promise<House> {
  const { database, close } = await openTestDatabase('demo');
  // A walk goes through more doors in a minute than any person.
  await database.orm.execute(sql`update param set param_value = '0' where param_key in ('limit.sheets', 'limit.bigPages')`);
  const blobDir = mkdtempSync(join(tmpdir(), 'accession-blobs-'));
  const blobs = openBlobStore(database, blobDir);
  const jobs: Jobs | null = jobKinds
    ? await startJobs(
        database,
        jobKinds(database, blobs, () => jobs!),
        () => {},
      )
    : null;
  const app = await createApp({ database, blobs, product, isCaptchaOn: false, demoPassword: housePassword, jobs });
  await app.ready();
  const tokens = new Map<string, Promise<string>>();

  async function signIn(account: string): Promise<string> {
    const key = await app.inject({ method: 'GET', url: '/api/blade-auth/oauth/public-key' });
    const publicKey = createPublicKey({ key: Buffer.from(key.json().data.publicKey, 'base64'), format: 'der', type: 'spki' });
    const sealed = publicEncrypt(
      { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(encodeURIComponent(housePassword)),
    ).toString('base64');
    const answer = await app.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/token',
      query: { grant_type: 'password', username: account, password: sealed, scope: 'all' },
      headers: { authorization: `Basic ${Buffer.from('accession:accession_secret').toString('base64')}` },
    });
    const token: unknown = answer.json().access_token;
    if (typeof token !== 'string') throw new Error(`${account} cannot sign in: ${answer.body}`);
    return token;
  }
  function tokenOf(account: string): Promise<string> {
    const known = tokens.get(account) ?? signIn(account);
    tokens.set(account, known);
    return known;
  }

  const answer: House['answer'] = async (account, method, path, { query, body, headers = {} } = {}) => {
    const signed: Record<string, string> = account === null ? {} : { 'blade-auth': `bearer ${await tokenOf(account)}` };
    const said = await app.inject({
      method,
      url: path,
      headers: { ...signed, ...headers },
      ...(query ? { query: { ...query } } : {}),
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return { status: said.statusCode, text: said.body };
  };

  return {
    app,
    database,
    blobs,
    answer,
    token: tokenOf,
    async call(...asked) {
      const { status, text } = await answer(...asked);
      return { status, body: JSON.parse(text) as Answered['body'] };
    },
    async close() {
      await app.close();
      await jobs?.stop();
      await close();
      rmSync(blobDir, { recursive: true, force: true });
    },
  };
}
