import { callPath, type Service } from '#domain/kernel/services.ts';
import { type DeviceFacts, readFact, saveFact } from './deviceDb.ts';

const placeholder = '{product}';
type PageFact = keyof Pick<DeviceFacts, 'product' | 'client'>;
const shipped = { product: 'accession', client: 'accession:accession_secret' } as const satisfies Record<PageFact, string>;
const known: Partial<Record<PageFact, string>> = {};

/** What the page says in its head; null where there is no page (service worker, tests). */
function saidByPage(name: PageFact): string | null {
  // Named here, because a worker's types know no page.
  const { document: page } = globalThis as { document?: { querySelector(selectors: string): { getAttribute(name: string): string | null } | null } };
  return page?.querySelector(`meta[name="accession-${name}"]`)?.getAttribute('content') || null;
}

/** A setting of this installation: of the page, else as the last page left it, else as shipped. */
async function factOfPage(name: PageFact): Promise<string> {
  if (known[name]) return known[name];
  const ofPage = saidByPage(name);
  const value = ofPage ?? (await readFact(name).catch(() => undefined)) ?? shipped[name];
  known[name] = value;
  // The service worker has no page to ask: leave it the answer.
  if (ofPage) void saveFact(name, ofPage).catch(() => undefined);
  return value;
}

/** `id:secret` by which this programme is known to the server: not a secret, only a name (docs/wire.md#headers). */
export const clientPair = (): Promise<string> => factOfPage('client');

/** The server's own word for it, which goes before that of a page kept on this desk. */
export async function keepClient(pair: string): Promise<void> {
  known.client = pair;
  await saveFact('client', pair);
}

/**
 * The path of a call below `/api`, e.g. `servicePath('base', 'laboratory/page')`.
 * Where the product is not known yet the place stays open and `call` fills it.
 */
export function servicePath(service: Service, path: string): string {
  return callPath(service, path, known.product ?? saidByPage('product') ?? placeholder);
}

/** Fills an open product place of a path. */
export async function fillProduct(path: string): Promise<string> {
  return path.includes(placeholder) ? path.replace(placeholder, await factOfPage('product')) : path;
}
