import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Runs `work` on an empty database of its own on a PostgreSQL server, and drops it afterwards. */
export async function withScratchDatabase<T>(serverUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `accession_bench_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    // By bytes, as the product wants it: codes are found by their beginning.
    await admin.query(`create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`);
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    try {
      return await work(url.href);
    } finally {
      await admin.query(`drop database ${name} with (force)`);
    }
  } finally {
    await admin.end();
  }
}
