import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { UserError } from '#server/kernel/core/answers.ts';
import { AwayError } from '#server/storage/away.ts';
import { blobFiles, blobName, type BlobFiles } from '#server/storage/blobFiles.ts';

/** A bucket of a store that speaks Amazon's S3. */
export interface S3Place {
  /** `https://host[:port]`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Before every name, without a slash at its end; '' where the bucket is the installation's own. */
  readonly prefix: string;
}

/** What one request may take, the bytes of a report's archive included. */
const patienceMs = 120_000;
/** What the first question at a start may take, its repeats included. */
const checkMs = 10_000;
const retries = 2;

/** The store that `S3_ENDPOINT` and its companions name; null where none does. Throws with the variable's name where one is missing. */
export function s3PlaceOf(env: NodeJS.ProcessEnv): S3Place | null {
  const endpoint = env['S3_ENDPOINT'];
  if (!endpoint) return null;
  const needed = (name: string): string => {
    const value = env[name];
    if (!value) throw new Error(`S3_ENDPOINT needs ${name}`);
    return value;
  };
  if (!/^https?:\/\/[^/]+\/?$/.test(endpoint)) throw new Error(`S3_ENDPOINT is no address like https://host:port: ${endpoint}`);
  return {
    endpoint: endpoint.replace(/\/$/, ''),
    bucket: needed('S3_BUCKET'),
    accessKey: needed('S3_ACCESS_KEY'),
    secretKey: needed('S3_SECRET_KEY'),
    region: env['S3_REGION'] ?? 'us-east-1',
    prefix: (env['S3_PREFIX'] ?? '').replace(/\/$/, ''),
  };
}

/** Where an installation's pictures and files lie: its store, else a folder. */
export const blobFilesOf = (dir: string, place: S3Place | null): BlobFiles => (place ? s3Files(place, dir) : blobFiles(dir));

/**
 * Asks the store for one name. Throws AwayError where it does not answer or is at fault, with its answer where it does not let us in: a server does
 * not start with a store it cannot use.
 */
export async function checkS3(place: S3Place): Promise<void> {
  // Below its own prefix, as all it asks: keys may be allowed no more. Nothing has this name.
  const nowhere = encodeURIComponent(`${place.prefix ? `${place.prefix}/` : ''}.start/`);
  const url = `${bucketOf(place)}?list-type=2&max-keys=1&prefix=${nowhere}`;
  const answer = await clientOf(place)
    .fetch(url, { signal: AbortSignal.timeout(checkMs) })
    .catch((error: unknown) => {
      const { cause } = error as Error;
      throw new AwayError(`S3_ENDPOINT ${place.endpoint}: ${((cause instanceof Error ? cause : error) as Error).message}`, error);
    });
  if (answer.ok) return;
  const code = /<Code>([^<]*)<\/Code>/.exec(await answer.text())?.[1] ?? '';
  const said = `S3_ENDPOINT ${place.endpoint}, bucket ${place.bucket}: ${answer.status} ${code}`.trim();
  throw answer.status >= 500 || answer.status === 429 ? new AwayError(said) : new Error(said);
}

const clientOf = ({ accessKey, secretKey, region }: S3Place): AwsClient =>
  new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, region, service: 's3', retries });
const bucketOf = ({ endpoint, bucket }: S3Place): string => `${endpoint}/${encodeURIComponent(bucket)}`;
const ask = (client: AwsClient, url: string, init: RequestInit): Promise<Response> =>
  client.fetch(url, { ...init, signal: AbortSignal.timeout(patienceMs) });

const away = (cause: unknown): Error =>
  Object.assign(
    new UserError(503, ['图片与文件存储暂时无法访问, 请稍后重试', 'The store of pictures and files cannot be reached; try again later'], {
      headers: { 'retry-after': '30' },
    }),
    { cause },
  );

/**
 * Files in a bucket, by tenant and hash; drafts alone lie under `dir` until they are moved in. What was put is there for every server at once (S3 is
 * consistent after each write), whole or not at all. Throws UserError 503 where the store does not answer.
 */
export function s3Files(place: S3Place, dir: string): BlobFiles {
  const client = clientOf(place);
  const { draft, dropUnfinished } = blobFiles(dir);
  const keyOf = (tenantId: string, sha256: string): string => `${place.prefix ? `${place.prefix}/` : ''}${blobName(tenantId, sha256)}`;
  const partsOf = (tenantId: string, sha256: string): string => `${keyOf(tenantId, sha256)}.parts/`;
  const urlOf = (key: string): string => `${bucketOf(place)}/${key.split('/').map(encodeURIComponent).join('/')}`;

  /** The answer; null where there is nothing under that name. */
  async function asked(url: string, init: RequestInit = {}): Promise<Response | null> {
    const answer = await ask(client, url, init).catch((error: unknown) => {
      throw away(error);
    });
    if (answer.status === 404) {
      // A body that nobody reads holds its connection.
      await answer.body?.cancel();
      return null;
    }
    if (!answer.ok) throw away(new Error(`${answer.status} ${(await answer.text()).slice(0, 300)}`));
    return answer;
  }
  async function needed(key: string, headers: Record<string, string> = {}): Promise<Response> {
    const answer = await asked(urlOf(key), { headers });
    if (!answer) throw Object.assign(new Error('no such blob'), { code: 'ENOENT' });
    return answer;
  }
  const bytesOf = async (key: string): Promise<Buffer> => Buffer.from(await (await needed(key)).arrayBuffer());
  const put = async (key: string, body: Uint8Array<ArrayBuffer> | Blob, sha256?: string): Promise<void> => {
    // The store compares the sum and refuses what came damaged.
    const answer = await asked(urlOf(key), { method: 'PUT', body, headers: sha256 ? { 'x-amz-content-sha256': sha256 } : {} });
    if (!answer) throw away(new Error('no such bucket'));
    await answer.body?.cancel();
  };
  const remove = async (key: string): Promise<void> => {
    const answer = await asked(urlOf(key), { method: 'DELETE' });
    await answer?.body?.cancel();
  };
  async function partNumbers(tenantId: string, sha256: string): Promise<number[]> {
    const prefix = partsOf(tenantId, sha256);
    // A picture has fewer parts than one answer has names.
    const answer = await asked(`${bucketOf(place)}?list-type=2&max-keys=1000&prefix=${encodeURIComponent(prefix)}`);
    const names = [...((await answer?.text()) ?? '').matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
    return names.map((key) => Number(key.slice(key.lastIndexOf('/') + 1))).sort((a, b) => a - b);
  }

  return {
    async sizeOf(tenantId, sha256) {
      const answer = await asked(urlOf(keyOf(tenantId, sha256)), { method: 'HEAD' });
      return answer ? Number(answer.headers.get('content-length')) : null;
    },
    read: (tenantId, sha256) => bytesOf(keyOf(tenantId, sha256)),
    async stream(tenantId, sha256, range) {
      const { body } = await needed(keyOf(tenantId, sha256), range ? { range: `bytes=${range.from}-${range.to}` } : {});
      return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]);
    },
    write: (tenantId, sha256, bytes) => put(keyOf(tenantId, sha256), bytes as Uint8Array<ArrayBuffer>, sha256),
    draft,
    async moveIn(tenantId, sha256, path) {
      await put(keyOf(tenantId, sha256), await openAsBlob(path), sha256);
      await rm(path, { force: true });
    },
    remove: (tenantId, sha256) => remove(keyOf(tenantId, sha256)),
    parts: partNumbers,
    writePart: (tenantId, sha256, part, bytes) => put(`${partsOf(tenantId, sha256)}${part}`, bytes as Uint8Array<ArrayBuffer>),
    readPart: (tenantId, sha256, part) => bytesOf(`${partsOf(tenantId, sha256)}${part}`),
    async removeParts(tenantId, sha256) {
      for (const part of await partNumbers(tenantId, sha256)) await remove(`${partsOf(tenantId, sha256)}${part}`);
    },
    dropUnfinished,
    freeBytes: async () => null,
  };
}
