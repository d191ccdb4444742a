import { createHash, randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase, type Database } from './storage/database.ts';
import { migrationTo } from './storage/migrationSql.ts';

const postgresUrl = process.env['TEST_DATABASE_URL'];
/** A pause inside a transaction or an unanswered query must fail a test, not hang it. */
const queryTimeoutMs = 20_000;

export interface TestDatabase {
  readonly database: Database;
  /** Where an embedded one lives. */
  readonly dataDir: string;
  /** Closes and removes it. */
  readonly close: () => Promise<void>;
}

/**
 * An empty database with the described schema, for one test file: the embedded engine in a directory of its own,
 * or, where TEST_DATABASE_URL names a PostgreSQL server, a database of its own there.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const { statements } = await migrationTo(undefined);
  return postgresUrl ? openOnPostgres(postgresUrl, statements) : openEmbedded(statements);
}

async function openEmbedded(statements: readonly string[]): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'accession-test-'));
  cpSync(await templateOf(statements), dataDir, { recursive: true });
  const database = await openDatabase({ dataDir, queryTimeoutMs });
  return {
    database,
    dataDir,
    close: async () => {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The first start takes seconds; a copy of a prepared directory takes none. One template a schema. */
async function templateOf(statements: readonly string[]): Promise<string> {
  const key = createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 16);
  const template = join(tmpdir(), `accession-template-${key}`);
  if (existsSync(template)) return template;
  const draft = `${template}.${randomUUID()}`;
  mkdirSync(draft);
  try {
    const database = await openDatabase({ dataDir: draft, queryTimeoutMs });
    await createTables(database, statements).finally(() => database.close());
    renameSync(draft, template);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process may have been first; its template is as good.
    if (!existsSync(template)) throw error;
  }
  return template;
}

async function openOnPostgres(url: string, statements: readonly string[]): Promise<TestDatabase> {
  const name = `accession_test_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  const onServer = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  await onServer(`create database ${name} encoding 'UTF8' template template0 lc_collate 'C' lc_ctype 'C.UTF-8'`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const database = await openDatabase({ dataDir: '', databaseUrl: own.href, queryTimeoutMs });
  await createTables(database, statements);
  return {
    database,
    dataDir: '',
    close: async () => {
      await database.close();
      await onServer(`drop database ${name} with (force)`);
    },
  };
}

async function createTables(database: Database, statements: readonly string[]): Promise<void> {
  await database.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(statement);
  });
}
