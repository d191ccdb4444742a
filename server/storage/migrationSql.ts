import { schema } from './schema.ts';

/** drizzle-kit's picture of a schema; its shape is its own affair. */
export type Snapshot = Record<string, unknown> & { readonly id: string };
const nothing = '00000000-0000-0000-0000-000000000000';

/** The statements that lead from a snapshot (none: an empty database) to the described schema, and the snapshot of it. */
export async function migrationTo(previous: Snapshot | undefined): Promise<{ readonly statements: readonly string[]; readonly snapshot: Snapshot }> {
  const kit = await import('drizzle-kit/api');
  const before = previous ?? (kit.generateDrizzleJson({}) as unknown as Snapshot);
  const snapshot = kit.generateDrizzleJson({ ...schema }, previous?.id ?? nothing) as unknown as Snapshot;
  const statements = await kit.generateMigration(before as never, snapshot as never);
  return { statements: statements.map(namedKeyDrop).flatMap(parted), snapshot };
}

/** Tables that lie in parts by a moment, which drizzle-kit knows nothing of: made with one part that takes what no other does. */
const partedBy: Readonly<Record<string, string>> = { interface_log: 'create_time' };
function parted(statement: string): readonly string[] {
  const table = /^CREATE TABLE "(\w+)" \(/.exec(statement)?.[1] ?? '';
  const moment = partedBy[table];
  if (moment === undefined) return [statement];
  return [statement.replace(/;\s*$/, ` PARTITION BY RANGE ("${moment}");`), `CREATE TABLE "${table}_rest" PARTITION OF "${table}" DEFAULT;`];
}

/** drizzle-kit leaves the dropping of a one-column primary key to us, as a comment: PostgreSQL has named it after its table. */
function namedKeyDrop(statement: string): string {
  const table = /-- ALTER TABLE "(\w+)" DROP CONSTRAINT "<constraint_name>";/.exec(statement)?.[1];
  return table === undefined ? statement : `ALTER TABLE "${table}" DROP CONSTRAINT "${table}_pkey";`;
}
