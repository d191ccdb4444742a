import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { readRow, type Reader } from '#server/storage/readRows.ts';

/** The host of an address as a browser shows it: no scheme, no path, lower case. */
function hostOf(address: string): string {
  return address
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/?#].*$/, '');
}

/** The tenant whose host name was asked for (`domain`): its number and its login page's picture; nothing where there is none. */
export async function tenantOfHost(db: Reader, request: FastifyRequest): Promise<Readonly<Record<string, string>>> {
  const { domain } = request.query as Record<string, unknown>;
  const host = typeof domain === 'string' ? hostOf(domain).slice(0, 200) : '';
  if (host === '') return {};
  const found = await readRow<{ tenantId: string; domain: string; backgroundUrl: string }>(
    db,
    sql`select tenant_id, domain_url as domain, coalesce(background_url, '') as background_url from tenant
    where is_deleted = 0 and regexp_replace(regexp_replace(domain_url, '^[a-z]+://', ''), '[/?#].*$', '') = ${host} order by tenant_id limit 1`,
  );
  return found ? { ...found } : {};
}
