import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { statementBreak } from './migrate.ts';
import { migrationTo, type Snapshot } from './migrationSql.ts';

const folder = fileURLToPath(new URL('./migrations/', import.meta.url));
const snapshotFile = `${folder}snapshot.json`;

/**
 * `npm run migration`: writes what leads from the last snapshot to the descriptions as the next NNN.sql. Read it before
 * you commit it. `-- --fresh` begins again at 001: only while no installation exists.
 */
async function makeMigration(): Promise<void> {
  if (process.argv.includes('--fresh')) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const previous = existsSync(snapshotFile) ? (JSON.parse(readFileSync(snapshotFile, 'utf8')) as Snapshot) : undefined;
  const { statements, snapshot } = await migrationTo(previous);
  if (statements.length === 0) {
    console.log('The migrations and the descriptions agree; nothing to write.');
    return;
  }
  const number = String(readdirSync(folder).filter((name) => name.endsWith('.sql')).length + 1).padStart(3, '0');
  writeFileSync(`${folder}${number}.sql`, `${statements.join(`\n${statementBreak}\n`)}\n`);
  writeFileSync(snapshotFile, `${JSON.stringify(snapshot, null, 1)}\n`);
  console.log(`${number}.sql: ${statements.length} statements`);
}

await makeMigration();
