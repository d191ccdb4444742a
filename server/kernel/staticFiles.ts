import { createHash } from 'node:crypto';
import { readFileSync, statSync, type Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendNotFound } from './answers.ts';

export interface StaticOptions {
  /** The built client. */
  readonly dir: string;
  /** Written into index.html: the client asks for this product's services. */
  readonly product: string;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
};
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
const forever = 'public, max-age=31536000, immutable';
const revalidated = 'no-cache';

interface File {
  readonly path: string;
  readonly type: string;
  readonly etag: string;
  readonly size: number;
  readonly cacheControl: string;
  /** Compressed twins by encoding. */
  readonly twins: ReadonlyMap<string, { readonly path: string; readonly size: number }>;
}

/**
 * Serves the built client: hashed files for ever, everything else revalidated, compressed twins where the caller takes
 * them. A page's address below no file answers index.html, so that deep links work; calls and files do not.
 */
export async function registerStatic(app: FastifyInstance, { dir, product }: StaticOptions): Promise<void> {
  const files = await listFiles(dir);
  const page = indexPage(dir, product);
  app.setNotFoundHandler((request, reply) => {
    const path = decodedPath(request);
    if (path === undefined || path.startsWith('/api/') || (request.method !== 'GET' && request.method !== 'HEAD'))
      return sendNotFound(request, reply);
    const file = files.get(path);
    if (file && path !== '/index.html') return sendFile(request, reply, file);
    if (path === '/' || path === '/index.html' || isNavigation(request, path))
      return page ? sendPage(request, reply, page) : sendNotFound(request, reply);
    return sendNotFound(request, reply);
  });
}

function decodedPath(request: FastifyRequest): string | undefined {
  try {
    return decodeURIComponent(request.url.split('?', 1)[0] ?? '/');
  } catch {
    return undefined;
  }
}

/** A person opening an address, not a programme fetching a file that is not there. */
function isNavigation(request: FastifyRequest, path: string): boolean {
  return (request.headers.accept ?? '').includes('text/html') && !/\.[^/]*$/.test(path);
}

async function listFiles(dir: string): Promise<ReadonlyMap<string, File>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map((entry) => join(entry.parentPath, entry.name));
  const known = new Map<string, Stats>(await Promise.all(paths.map(async (path) => [path, await stat(path)] as const)));
  const files = new Map<string, File>();
  for (const [path, { size }] of known) {
    const url = `/${relative(dir, path).split(sep).join('/')}`;
    const isTwin = encodings.some(([, suffix]) => path.endsWith(suffix) && known.has(path.slice(0, -suffix.length)));
    if (isTwin) continue;
    const twins = new Map(
      encodings.flatMap(([encoding, suffix]) => {
        const twin = known.get(path + suffix);
        return twin ? [[encoding, { path: path + suffix, size: twin.size }] as const] : [];
      }),
    );
    const isHashed = url.startsWith('/assets/');
    files.set(url, {
      path,
      size,
      twins,
      type: types[extname(path)] ?? 'application/octet-stream',
      etag: `"${createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 20)}"`,
      cacheControl: isHashed ? forever : revalidated,
    });
  }
  return files;
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: File): FastifyReply {
  reply
    .status(200)
    .header('cache-control', file.cacheControl)
    .header('etag', file.etag)
    .header('vary', 'accept-encoding')
    .header('x-content-type-options', 'nosniff');
  if (request.headers['if-none-match'] === file.etag) return reply.status(304).send();
  const accepted = (request.headers['accept-encoding'] ?? '').split(',').map((one) => one.split(';', 1)[0]?.trim());
  const encoding = encodings.map(([name]) => name).find((name) => accepted.includes(name) && file.twins.has(name));
  const chosen = encoding ? file.twins.get(encoding)! : file;
  if (encoding) reply.header('content-encoding', encoding);
  reply.header('content-length', chosen.size).type(file.type);
  return request.method === 'HEAD' ? reply.send() : reply.send(createReadStream(chosen.path));
}

interface PageText {
  readonly text: string;
  readonly etag: string;
}

/** index.html with this installation's product name; undefined where the client is not built. */
function indexPage(dir: string, product: string): PageText | undefined {
  const path = join(dir, 'index.html');
  if (!statSync(path, { throwIfNoEntry: false })) return undefined;
  const meta = `<meta name="accession-product" content="${product}">`;
  const built = readFileSync(path, 'utf8');
  const known = /<meta name="accession-product"[^>]*>/;
  const text = known.test(built) ? built.replace(known, meta) : built.replace('</head>', `${meta}</head>`);
  return { text, etag: `"${createHash('sha256').update(text).digest('hex').slice(0, 20)}"` };
}

function sendPage(request: FastifyRequest, reply: FastifyReply, { text, etag }: PageText): FastifyReply {
  reply.status(200).header('cache-control', revalidated).header('etag', etag);
  return request.headers['if-none-match'] === etag ? reply.status(304).send() : reply.type(types['.html']!).send(text);
}
