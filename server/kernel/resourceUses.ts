import { sql } from 'drizzle-orm';
import type { Field } from '#domain/kernel/fields.ts';
import { inLanguage, type Label } from '#domain/kernel/label.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { resources } from '#domain/resources.ts';
import { snakeCase } from '#server/storage/columns.ts';
import { references } from '#server/storage/references.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { UserError } from './answers.ts';
import type { Tx } from './serve.ts';

interface Use {
  readonly title: Label;
  readonly table: string;
  readonly column: string;
  readonly isList: boolean;
  readonly shown: string;
  readonly hasRemoved: boolean;
  readonly isEverywhere?: boolean;
}
/** How many rows a refusal names. */
const named = 3;

/** Everything that can point at a resource: described references of all tables, then hand-written ones. */
function usesOf(resource: Resource): Use[] {
  const described = resources
    .filter(({ view }) => !view)
    .flatMap((other) =>
      Object.entries<Field>(other.fields)
        .filter(([, field]) => field.ref === resource.name)
        .map(([name, field]) => ({
          title: other.title,
          table: snakeCase(other.name),
          column: snakeCase(name),
          isList: field.kind === 'refList',
          shown: snakeCase(other.fields[other.display.name]?.ref ? (other.display.code ?? 'id') : other.display.name),
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

/** Throws UserError 409 naming what still uses one of the rows. Rows that are removed together do not hold each other. */
export async function refuseWhileUsed(tx: Tx, resource: Resource, tenantId: string, ids: readonly string[]): Promise<void> {
  for (const { title, table, column, isList, shown, hasRemoved, isEverywhere } of usesOf(resource)) {
    const at = sql.raw(`u."${column}"`);
    const isSame = table === snakeCase(resource.name);
    const found = await tx.execute(sql`select ${sql.raw(`u."${shown}"`)}::text as shown from ${sql.raw(`"${table}"`)} u
      where ${isEverywhere ? sql`true` : sql`u.tenant_id = ${tenantId}`} and ${isList ? sql`${at} && ${sql.param([...ids])}::bigint[]` : sql`${at} = ${anyId(ids)}`}
      ${hasRemoved ? sql`and u.is_deleted = 0` : sql``} ${isSame ? sql`and u.id <> all(${sql.param([...ids])}::bigint[])` : sql``}
      limit ${named + 1}`);
    if (found.rows.length === 0) continue;
    const names = found.rows.slice(0, named).map((row) => String(row['shown']));
    const isMore = found.rows.length > named;
    throw new UserError(
      409,
      [
        `不能删除, 正被${inLanguage(title, 'zh')}使用: ${names.join('、')}${isMore ? ' 等' : ''}`,
        `Cannot be removed, used by ${inLanguage(title, 'en')}: ${names.join(', ')}${isMore ? ' and more' : ''}`,
      ],
      { refusal: 'resource.inUse', params: { by: title, names, isMore } },
    );
  }
}
