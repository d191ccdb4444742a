import { fork, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing.ts';

let opened: TestDatabase;
beforeAll(async () => { opened = await openTestDatabase(); });
afterAll(() => opened.close());

test('opens with the described tables', async () => {
  const { rows } = await opened.database.pool.query("select count(*)::int as n from information_schema.tables where table_schema = 'public'");
  expect(rows[0].n).toBeGreaterThan(10);
  const zone = await opened.database.pool.query("select current_setting('TimeZone') as zone, '2026-03-01 08:00:00'::timestamptz as t, date '2026-03-01' as d");
  expect(zone.rows[0]).toEqual({ zone: 'Asia/Shanghai', t: '2026-03-01 08:00:00', d: '2026-03-01' });
});
