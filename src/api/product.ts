import { callPath, type Service } from '#domain/kernel/services.ts';
import { readFact, saveFact } from './deviceDb.ts';

const placeholder = '{product}';
let known: string | null = null;

/** The page's product from `<meta name="accession-product">`; null where there is no page (service worker, tests). */
function productOfPage(): string | null {
  // Named here, because a worker's types know no page.
  const { document: page } = globalThis as { document?: { querySelector(selectors: string): { getAttribute(name: string): string | null } | null } };
  return page?.querySelector('meta[name="accession-product"]')?.getAttribute('content') || null;
}

/** The `{product}` of the service names: of the page, else as the last page left it, else `accession`. */
export async function productName(): Promise<string> {
  if (known) return known;
  const ofPage = productOfPage();
  known = ofPage ?? (await readFact('product').catch(() => undefined)) ?? 'accession';
  // The service worker has no page to ask: leave it the answer.
  if (ofPage) void saveFact('product', ofPage).catch(() => undefined);
  return known;
}

/**
 * The path of a call below `/api`, e.g. `servicePath('base', 'laboratory/page')`.
 * Where the product is not known yet the place stays open and `call` fills it.
 */
export function servicePath(service: Service, path: string): string {
  return callPath(service, path, known ?? productOfPage() ?? placeholder);
}

/** Fills an open product place of a path. */
export async function fillProduct(path: string): Promise<string> {
  return path.includes(placeholder) ? path.replace(placeholder, await productName()) : path;
}
