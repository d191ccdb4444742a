import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { sqlStateOf } from './sqlState.ts';

const folder = fileURLToPath(new URL('./migrations/', import.meta.url));
const fileName = /^(\d{3})\.sql$/;

export interface Migration {
  readonly version: number;
  readonly statements: readonly string[];
}

/** What stands between two statements of a migration file. */
export const statementBreak = '--> statement-breakpoint';

/** The migrations of this version of the programme, in order. Throws where a number is missing. */
export function migrations(): readonly Migration[] {
  const versions = readdirSync(folder)
    .flatMap((name) => (fileName.test(name) ? [Number(name.slice(0, 3))] : []))
    .sort((a, b) => a - b);
  versions.forEach((version, at) => {
    if (version !== at + 1) throw new Error(`migration ${String(at + 1).padStart(3, '0')} is missing`);
  });
  return versions.map((version) => ({
    version,
    statements: readFileSync(`${folder}${String(version).padStart(3, '0')}.sql`, 'utf8')
      .split(statementBreak)
      .map((statement) => statement.trim())
      .filter(Boolean),
  }));
}

/** A step gives way to the work of a former version that still runs: shorter than PostgreSQL's own look for deadlocks (1 s), which may end either. */
const lockMs = 700;
/** A report that reads for minutes keeps a step from its table for as long. */
const patienceMs = 15 * 60_000;
const gaveWay = new Set(['55P03', '40P01']);

/**
 * Brings the database to this version's schema, each migration in a transaction of its own. Nodes that start together wait for one another at a
 * locked row; whoever works on a table meanwhile is never kept waiting longer than `lockMs`: the step is taken back and done again. Returns the schema's version.
 * Throws where the database is newer than the programme.
 */
export async function migrate(database: Database, known: readonly Migration[] = migrations()): Promise<number> {
  await database.pool
    .query('create table if not exists schema_version (version integer primary key, applied_at timestamptz not null default now())')
    .catch(ignoreTwin);
  await database.pool.query('insert into schema_version (version) values (0) on conflict do nothing');
  const newest = known.at(-1)?.version ?? 0;
  const until = performance.now() + patienceMs;
  for (;;) {
    const step = database.transaction(async (tx) => {
      await tx.execute(sql`select version from schema_version where version = 0 for update`);
      const found = await tx.execute(sql`select max(version)::int as version from schema_version`);
      const current = Number(found.rows[0]?.['version']);
      const next = known.find((migration) => migration.version === current + 1);
      if (!next) return current;
      await tx.execute(sql.raw(`set local lock_timeout = ${lockMs}`));
      for (const statement of next.statements) await tx.execute(sql.raw(statement));
      await tx.execute(sql`insert into schema_version (version) values (${next.version})`);
      return next.version;
    });
    const version = await step.catch((error: unknown) => {
      if (!gaveWay.has(sqlStateOf(error) ?? '') || performance.now() > until) throw error;
      return null;
    });
    // Those who waited behind the step go on first.
    if (version === null) {
      await new Promise((resolve) => setTimeout(resolve, lockMs));
      continue;
    }
    if (version > newest) throw new Error(`The database has schema ${version}, this programme knows ${newest}: start the newer version.`);
    if (version === newest) return version;
  }
}

/** Two nodes that make the table at once: one of them is told so. */
function ignoreTwin(error: unknown): void {
  if (!['23505', '42P07', '42710'].includes(String((error as { code?: unknown }).code))) throw error;
}
