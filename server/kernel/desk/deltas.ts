import { createHash } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ActingUser } from '#domain/kernel/command.ts';
import { verbPermission, type Resource } from '#domain/kernel/resource.ts';
import { callPath } from '#domain/kernel/services.ts';
import { snakeCase } from '#server/storage/columns.ts';
import type { Database } from '#server/storage/database.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import type { Reader } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';
import { ok, malformed } from '#server/kernel/core/answers.ts';
import { columnSql, laboratoryColumn } from '#server/kernel/resource/resourceQuery.ts';
import { rowOnWire, type StoredRow } from '#server/kernel/resource/resourceWire.ts';
import { installationId } from './installationId.ts';

export interface Changes {
  /** Opaque; sent back as `since`. */
  readonly cursor: string;
  readonly hasMore: boolean;
  /** True where `since` is of no use (another database, other rights, other descriptions): what the desk has must go first. */
  readonly isReset: boolean;
  /** Living rows by resource, with `searchKey` for the pickers; names of references are left to the desk, which has those rows too. */
  readonly rows: Readonly<Record<string, readonly Record<string, unknown>[]>>;
  readonly removed: Readonly<Record<string, readonly string[]>>;
  /** Resources asked for that the user may not view. */
  readonly denied: readonly string[];
}

export interface DeltaOptions {
  readonly database: Database;
  readonly product: string;
  readonly resources: readonly Resource[];
  readonly authenticate: (request: FastifyRequest) => Promise<ActingUser>;
}

const defaultLimit = 1_000;
const largestLimit = 5_000;

/** `GET offline/changes?resources=a,b&since=<cursor>&limit=`: what changed in the cached resources, without gaps. */
export function registerDeltas(app: FastifyInstance, { database, product, resources, authenticate }: DeltaOptions): void {
  const cached = new Map(resources.filter(({ offline, view }) => offline && !view).map((resource) => [resource.name, resource]));
  app.get(callPath('base', 'offline/changes', product), async (request) => {
    const user = await authenticate(request);
    const query = request.query as Record<string, string | undefined>;
    const names = (query['resources'] ?? '').split(',').filter(Boolean);
    const asked = (names.length > 0 ? names : [...cached.keys()]).map((name) => {
      const resource = cached.get(name);
      if (!resource) throw malformed(`resources (${name})`);
      return resource;
    });
    const limit = Math.min(Math.max(Number(query['limit'] ?? defaultLimit) || defaultLimit, 1), largestLimit);
    return ok(await changesSince(database.orm, user, asked, query['since'] ?? '', limit));
  });
}

/**
 * Changes after a cursor, oldest first, about `limit` rows. Every writing transaction holds the tenant's counter from
 * taking its numbers to its end, so once the counter reads C, all changes up to C can be seen: no later commit can put
 * a number below a cursor that was handed out.
 */
export async function changesSince(reader: Reader, user: ActingUser, asked: readonly Resource[], since: string, limit: number): Promise<Changes> {
  const allowed = asked.filter((resource) => user.permissions.has(verbPermission(resource, 'page')));
  const denied = asked.filter((resource) => !allowed.includes(resource)).map(({ name }) => name);
  const scope = allowed.some(({ laboratoryField }) => laboratoryField) ? await laboratoriesOf(reader, user) : null;
  const stamp = stampOf(await installationId(reader), user, allowed, scope);
  const counter = await counterOf(reader, user.tenantId);
  const known = readCursor(since, stamp, counter);
  const from = known ?? -1;

  const conditions = new Map(
    allowed.map((resource) => [
      resource,
      allOf([
        sql`${columnSql('tenant_id')} = ${user.tenantId}`,
        resource.laboratoryField ? inLaboratories(columnSql(laboratoryColumn(resource)), scope) : undefined,
        // A desk that has nothing needs no word of what is gone.
        known === undefined ? sql`${columnSql('is_deleted')} = 0` : undefined,
        sql`${columnSql('change_seq')} > ${from}`,
      ]),
    ]),
  );
  const horizon = allowed.length === 0 ? counter : await horizonOf(reader, conditions, counter, limit);
  const rows: Record<string, Record<string, unknown>[]> = {};
  const removed: Record<string, string[]> = {};
  for (const [resource, condition] of conditions) {
    const found = await reader.execute(
      sql`select r.* from ${tableSql(resource)} where ${condition} and ${columnSql('change_seq')} <= ${horizon} order by ${columnSql('change_seq')}`,
    );
    const isGone = (row: Record<string, unknown>): boolean => Number(row['is_deleted']) === 1;
    rows[resource.name] = found.rows
      .filter((row) => !isGone(row))
      .map((row) => ({ ...rowOnWire(resource, row as StoredRow), searchKey: row['search_key'] ?? '' }));
    removed[resource.name] = found.rows.filter(isGone).map((row) => String(row['id']));
  }
  return { cursor: `${horizon}.${stamp}`, hasMore: horizon < counter, isReset: since !== '' && known === undefined, rows, removed, denied };
}

const tableSql = (resource: Resource): SQL => sql.raw(`"${snakeCase(resource.name)}" r`);

/** The number up to which `limit` changes lie; the counter's own where fewer are left. Rows of one number are never parted. */
async function horizonOf(reader: Reader, conditions: ReadonlyMap<Resource, SQL>, counter: number, limit: number): Promise<number> {
  const parts = [...conditions].map(
    ([resource, condition]) =>
      sql`(select change_seq from ${tableSql(resource)} where ${condition} and change_seq <= ${counter} order by change_seq limit ${limit})`,
  );
  const found = await reader.execute(
    sql`select change_seq::text as seq from (${sql.join(parts, sql` union all `)}) changes order by change_seq offset ${limit - 1} limit 1`,
  );
  const seq = found.rows[0]?.['seq'];
  return seq === undefined ? counter : Number(seq);
}

async function counterOf(reader: Reader, tenantId: string): Promise<number> {
  const found = await reader.execute(sql`select value::text as value from change_counter where tenant_id = ${tenantId}`);
  return Number(found.rows[0]?.['value'] ?? 0);
}

/** Undefined where the cursor was made for something else, or lies in a future that a restored database has lost. */
function readCursor(since: string, stamp: string, counter: number): number | undefined {
  const [seq = '', made] = since.split('.');
  return made === stamp && /^\d+$/.test(seq) && Number(seq) <= counter ? Number(seq) : undefined;
}

/** What a cursor is good for: this database, these resources as they are described now, these rights. */
function stampOf(installation: string, user: ActingUser, allowed: readonly Resource[], scope: readonly string[] | null): string {
  const shapes = allowed.map((resource) => [resource.name, Object.entries(resource.fields).map(([name, { kind, wire }]) => [name, kind, wire])]);
  return createHash('sha256')
    .update(JSON.stringify([installation, user.tenantId, shapes, scope && [...scope].sort()]))
    .digest('hex')
    .slice(0, 12);
}
