import { sql } from 'drizzle-orm';
import type { Field } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { resources } from '#domain/resources.ts';
import { snakeCase } from '#server/storage/columns.ts';
import { references } from '#server/storage/references.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { namesOf } from './resourceRead.ts';
import type { Tx } from '#server/kernel/http/serve.ts';

interface Use {
  readonly title: Label;
  readonly table: string;
  readonly column: string;
  readonly isList: boolean;
  /** The resource whose rows these are, or the column that names a row of a hand-written table. */
  readonly shown: Resource | string;
  readonly hasRemoved: boolean;
  readonly isEverywhere?: boolean;
}
/** How many rows of one kind a refusal names. */
const named = 3;

/** Everything that can point at a resource: described references of all tables, then hand-written ones. */
function usesOf(resource: Resource): Use[] {
  const described = resources
    .filter(({ view }) => !view)
    .flatMap((other) =>
      Object.entries<Field>(other.fields)
        .filter(([, field]) => field.ref === resource.name && !field.unheld)
        .map(([name, field]) => ({
          title: other.title,
          table: snakeCase(other.name),
          column: snakeCase(name),
          isList: field.kind === 'refList',
          shown: other,
          hasRemoved: true,
        })),
    );
  const written = references
    .filter((one) => one.resource === resource.name)
    .map(({ title, table, column, shown, isEverywhere = false }) => ({
      title,
      table,
      column,
      shown,
      isList: false,
      hasRemoved: isEverywhere,
      isEverywhere,
    }));
  return [...described, ...written];
}

/** The names of the first rows that use one of `ids`; one more than a refusal tells, where there are as many. */
async function usersOf(tx: Tx, use: Use, tenantId: string, ids: readonly string[], isSame: boolean): Promise<string[]> {
  const { table, column, isList, shown, hasRemoved, isEverywhere } = use;
  const at = sql.raw(`u."${column}"`);
  // A laboratory may stand in millions of rows: a few of them tell as much.
  const found = await tx.execute(sql`select distinct f.shown from
    (select ${sql.raw(typeof shown === 'string' ? `u."${shown}"` : 'u.id')}::text as shown from ${sql.raw(`"${table}"`)} u
    where ${isEverywhere ? sql`true` : sql`u.tenant_id = ${tenantId}`} and ${isList ? sql`${at} && ${sql.param([...ids])}::bigint[]` : sql`${at} = ${anyId(ids)}`}
    ${hasRemoved ? sql`and u.is_deleted = 0` : sql``} ${isSame ? sql`and u.id <> all(${sql.param([...ids])}::bigint[])` : sql``}
    limit 200) f limit ${named + 1}`);
  const texts = found.rows.map((row) => String(row['shown']));
  return typeof shown === 'string' || texts.length === 0 ? texts : [...(await namesOf(tx, shown, tenantId, texts)).values()];
}

/** Throws UserError 409 naming all kinds of rows that still use one of these. Rows that are removed together do not hold each other. */
export async function refuseWhileUsed(tx: Tx, resource: Resource, tenantId: string, ids: readonly string[]): Promise<void> {
  const uses: { readonly by: Label; readonly names: readonly string[]; readonly isMore: boolean }[] = [];
  for (const use of usesOf(resource)) {
    const users = await usersOf(tx, use, tenantId, ids, use.table === snakeCase(resource.name));
    if (users.length > 0) uses.push({ by: use.title, names: users.slice(0, named), isMore: users.length > named });
  }
  if (uses.length === 0) return;
  const zh = uses.map(({ by, names, isMore }) => `${by[0]} (${names.join('、')}${isMore ? ' 等' : ''})`);
  const en = uses.map(({ by, names, isMore }) => `${by[1]} (${names.join(', ')}${isMore ? ' and more' : ''})`);
  throw new UserError(409, [`不能删除, 正被使用: ${zh.join('; ')}`, `Cannot be removed, used by: ${en.join('; ')}`], {
    refusal: 'resource.inUse',
    params: { uses },
  });
}
