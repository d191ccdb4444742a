import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { Field } from '#domain/kernel/fields.ts';
import type { HistoryEntry } from '#domain/kernel/history.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { resourceByName } from '#domain/resources.ts';
import type { Reader } from '#server/storage/readRows.ts';
import type { Page } from './answers.ts';
import { pageRows } from './pageRows.ts';
import { plainText } from './plainText.ts';
import type { Query } from './resourceQuery.ts';
import { namesOf } from './resourceRead.ts';
import { keptSecret } from './resourceWire.ts';

type Values = Readonly<Record<string, unknown>>;
/** What every described row has besides its fields, and the trail tells of. */
const common: ReadonlySet<string> = new Set(['isDisable', 'isDeleted']);

/**
 * The audit trail of one row, newest first. Who may see the row sees its described fields alone: whatever else an act
 * noted stays in the operation log, and a secret is told to have been set, never what it is.
 */
export async function historyOf(reader: Reader, resource: Resource, user: ActingUser, id: string, query: Query): Promise<Page<HistoryEntry>> {
  const page = await pageRows<HistoryEntry>(reader, query, {
    columns: sql`a.id, a.action, a.create_time, a.user_name, a.device_id, a.reason, a.before, a.after`,
    from: sql`audit_entry a`,
    where: [sql`a.tenant_id = ${user.tenantId}`, sql`a.subject = ${id}`, sql`a.action like ${`${resource.name}.%`}`],
    order: sql`a.id desc`,
  });
  const told = page.records.map((entry) => ({ ...entry, before: toldOf(resource, entry.before), after: toldOf(resource, entry.after) }));
  const names = await namesIn(reader, resource, user.tenantId, told);
  return { ...page, records: told.map((entry) => ({ ...entry, names: ownNames(names, entry) })) };
}

function toldOf(resource: Resource, values: unknown): Values | null {
  if (values === null || typeof values !== 'object' || Array.isArray(values)) return null;
  const told = Object.entries(values as Values).flatMap(([name, value]) => {
    const field: Field | undefined = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    if (!field && !common.has(name)) return [];
    return [[name, field?.isSecret && value !== null ? keptSecret : value] as const];
  });
  return Object.fromEntries(told);
}

const idsIn = (value: unknown): string[] => [value].flat().flatMap((id) => (/^\d{1,19}$/.test(plainText(id)) ? [plainText(id)] : []));
type Names = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The names behind the ids of all entries: one look-up a field, however many entries. */
async function namesIn(
  reader: Reader,
  resource: Resource,
  tenantId: string,
  entries: readonly { before: Values | null; after: Values | null }[],
): Promise<Names> {
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const [name, field] of Object.entries<Field>(resource.fields)) {
    const to = field.ref === undefined ? undefined : resourceByName(field.ref);
    const ids = new Set(entries.flatMap(({ before, after }) => [...idsIn(before?.[name]), ...idsIn(after?.[name])]));
    if (to && !to.view && ids.size > 0) found.set(name, await namesOf(reader, to, tenantId, [...ids]));
  }
  return found;
}

function ownNames(names: Names, { before, after }: Pick<HistoryEntry, 'before' | 'after'>): HistoryEntry['names'] {
  return Object.fromEntries(
    [...names].flatMap(([field, known]) => {
      const ids = new Set([...idsIn(before?.[field]), ...idsIn(after?.[field])]);
      return ids.size === 0 ? [] : [[field, Object.fromEntries([...ids].map((id) => [id, known.get(id) ?? '']))]];
    }),
  );
}
