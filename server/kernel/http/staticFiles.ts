import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendNotFound } from '#server/kernel/core/answers.ts';

/** What the page is told of its installation; neither may hold quotes or marks of HTML. */
export interface PageSettings {
  /** The client asks for this product's services. */
  readonly product: string;
  /** `id:secret` by which the programme in the page is known. */
  readonly client: string;
}
export interface StaticOptions {
  /** The built client. */
  readonly dir: string;
  /** Written into index.html. */
  readonly page: PageSettings;
}

/** Compressed twins lie beside their file. */
const twinSuffixes = ['.br', '.gz'] as const;
const forever = 'public, max-age=31536000, immutable';
const revalidated = 'no-cache';

/**
 * Serves the built client: hashed files for ever, everything else revalidated, compressed twins where the caller takes
 * them. A page's address below no file answers index.html, so that deep links work; calls and files do not.
 */
export async function registerStatic(app: FastifyInstance, { dir, page: settings }: StaticOptions): Promise<void> {
  const files = await filesOf(dir);
  const page = pageOf(dir, 'index.html', settings);
  const reader = pageOf(dir, 'reader.html', { product: settings.product });
  await app.register(fastifyStatic, {
    root: resolve(dir),
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.setHeader('cache-control', relative(dir, path).startsWith(`assets${sep}`) ? forever : revalidated);
      reply.setHeader('vary', 'accept-encoding');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const path = decodedPath(request);
    if (path === undefined || path.startsWith('/api/') || (request.method !== 'GET' && request.method !== 'HEAD'))
      return sendNotFound(request, reply);
    if (files.has(path) && path !== '/index.html' && path !== '/reader.html') return reply.status(200).sendFile(path);
    if (readerPath.test(path)) return reader ? sendReader(reply, reader) : sendNotFound(request, reply);
    if (path === '/' || path === '/index.html' || isNavigation(request, path))
      return page ? sendPage(request, reply, page) : sendNotFound(request, reply);
    return sendNotFound(request, reply);
  });
}

/** Where readers without account verify or open a report (docs/report.md#links). */
const readerPath = /^\/(verify|r)\//;
/** Their page: found by no search, kept by nobody, and its address told to nobody. */
const sendReader = (reply: FastifyReply, { text }: PageText): FastifyReply =>
  reply
    .status(200)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex, nofollow')
    .type('text/html; charset=utf-8')
    .send(text);

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

/** The addresses of what may be fetched: hidden files and compressed twins are nobody's address. */
async function filesOf(dir: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = new Set(
    entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => `/${relative(dir, join(entry.parentPath, entry.name)).split(sep).join('/')}`),
  );
  const isTwin = (path: string): boolean => twinSuffixes.some((suffix) => path.endsWith(suffix) && paths.has(path.slice(0, -suffix.length)));
  return new Set(Array.from(paths).filter((path) => !isTwin(path)));
}

interface PageText {
  readonly text: string;
  readonly etag: string;
}

/** A page with this installation's settings in its head; undefined where the client is not built. */
function pageOf(dir: string, name: string, settings: Partial<PageSettings>): PageText | undefined {
  const path = join(dir, name);
  if (!statSync(path, { throwIfNoEntry: false })) return undefined;
  const text = Object.entries(settings).reduce(
    (page, [name, value]) => {
      const meta = `<meta name="accession-${name}" content="${value}">`;
      const known = new RegExp(`<meta name="accession-${name}"[^>]*>`);
      return known.test(page) ? page.replace(known, meta) : page.replace('</head>', `${meta}</head>`);
    },
    readFileSync(path, 'utf8'),
  );
  return { text, etag: `"${createHash('sha256').update(text).digest('hex').slice(0, 20)}"` };
}

function sendPage(request: FastifyRequest, reply: FastifyReply, { text, etag }: PageText): FastifyReply {
  reply.status(200).header('cache-control', revalidated).header('etag', etag);
  return request.headers['if-none-match'] === etag ? reply.status(304).send() : reply.type('text/html; charset=utf-8').send(text);
}
