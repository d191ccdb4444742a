import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { Field } from '#domain/kernel/fields.ts';
import type { HistoryEntry } from '#domain/kernel/history.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import type { Reader } from '#server/storage/readRows.ts';
import type { Page } from '#server/kernel/core/answers.ts';
import { namesInValues, type ValueNames } from '#server/kernel/import/namesInValues.ts';
import { pageRows } from '#server/kernel/resource/pageRows.ts';
import { plainText } from '#server/kernel/core/plainText.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import { keptSecret } from '#server/kernel/resource/resourceWire.ts';

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
  const values = told.flatMap(({ before, after }) => [before, after]);
  const names = await namesInValues(reader, user.tenantId, { own: resource, fieldOf: (name) => fieldIn(resource, name) }, values);
  return { ...page, records: told.map((entry) => ({ ...entry, names: ownNames(names, entry) })) };
}

const fieldIn = (resource: Resource, name: string): Field | undefined => (Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined);

function toldOf(resource: Resource, values: unknown): Values | null {
  if (values === null || typeof values !== 'object' || Array.isArray(values)) return null;
  const told = Object.entries(values as Values).flatMap(([name, value]) => {
    const field = fieldIn(resource, name);
    if (!field && !common.has(name)) return [];
    return [[name, field?.isSecret && value !== null ? keptSecret : value] as const];
  });
  return Object.fromEntries(told);
}

const idsIn = (value: unknown): string[] => [value].flat().map(plainText);

/** Of what a whole page needs, what this entry does. */
function ownNames(names: ValueNames, { before, after }: Pick<HistoryEntry, 'before' | 'after'>): HistoryEntry['names'] {
  return Object.fromEntries(
    Object.entries(names).flatMap(([field, known]) => {
      const ids = new Set([...idsIn(before?.[field]), ...idsIn(after?.[field])]);
      const own = Object.entries(known).filter(([id]) => ids.has(id));
      return own.length === 0 ? [] : [[field, Object.fromEntries(own)]];
    }),
  );
}
