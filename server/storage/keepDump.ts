import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';

/**
 * `DATABASE_URL=postgres://… npm run keep-dump`: keeps a database of this version as test data (`server/upgrade.test.ts`), under its newest migration's number.
 * Made before a release: the demo of an empty database, started with `SEED_PASSWORD=test-password-1` and the key of that test. The queue's own tables are its library's.
 */
const url = process.env['DATABASE_URL'];
if (!url) throw new Error('DATABASE_URL names the database to keep');
const run = (command: string, ...given: string[]): string =>
  execFileSync(command, [...given, url], { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
const version = run('psql', '-Atc', 'select max(version) from schema_version').trim();
const text = run('pg_dump', '--no-owner', '--no-privileges', '--exclude-schema=pgboss', '--inserts', '--rows-per-insert=200')
  .split('\n')
  // Psql's own commands, and a search path that would stay.
  .filter((line) => !line.startsWith('\\') && !line.startsWith('--') && !line.includes("set_config('search_path'"))
  .join('\n');
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: text.length };
const file = `server/storage/dumps/${version.padStart(3, '0')}.sql.br`;
writeFileSync(file, brotliCompressSync(text, { params }));
console.log(`${file}: ${text.length} characters`);
