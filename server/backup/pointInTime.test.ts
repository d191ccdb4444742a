import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { layCluster, settleMoment, takeBase } from './pointInTime.ts';

/* That a server comes up from it at the moment asked for is shown by `npm run proof:moment`, with servers of its own. */
let folder = '';
const at = (...parts: readonly string[]): string => join(folder, ...parts);
const base = (): string => at('base-20261127-031500');
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'accession-moment-'));
  mkdirSync(join(base(), 'cluster'), { recursive: true });
  mkdirSync(at('wal'));
  writeFileSync(join(base(), 'base.json'), JSON.stringify({ wholeAt: '2026-11-27 03:15:00' }));
  writeFileSync(join(base(), 'cluster', 'PG_VERSION'), '15\n');
  writeFileSync(join(base(), 'cluster', 'postgresql.auto.conf'), "synchronous_standby_names = 'standby'\n");
  writeFileSync(join(base(), 'cluster', 'standby.signal'), '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lay = (more: object) => layCluster({ from: base(), wal: at('wal'), to: '2026-11-27 14:05:00', cluster: at('new'), ...more });

test('a cluster is laid so that it comes up at a moment of Shanghai, waits for no standby of the house that is gone, and stands for itself', async () => {
  await lay({});
  const settings = readFileSync(at('new', 'postgresql.auto.conf'), 'utf8').trim().split('\n');
  expect(settings).toContain("recovery_target_time = '2026-11-27 14:05:00+08'");
  expect(settings).toContain(`restore_command = 'cp "${at('wal')}/%f" "%p"'`);
  // The last word on a setting counts.
  expect(settings.findLast((line) => line.startsWith('synchronous_standby_names'))).toBe("synchronous_standby_names = ''");
  expect([existsSync(at('new', 'recovery.signal')), existsSync(at('new', 'standby.signal'))]).toEqual([true, false]);
});

test('what cannot lead there is refused, and nothing is laid', async () => {
  await expect(lay({ cluster: at('new') })).rejects.toThrow('is not empty');
  await expect(lay({ cluster: at('a'), to: '2026-11-27 03:14:59' })).rejects.toThrow('an earlier one leads to');
  await expect(lay({ cluster: at('a'), to: '2026-11-31 10:00:00' })).rejects.toThrow('not a time like');
  await expect(lay({ cluster: at('a'), wal: at('nowhere') })).rejects.toThrow('no archived log');
  await expect(lay({ cluster: at('a'), wal: at('it"s') })).rejects.toThrow('quotes');
  await expect(lay({ cluster: at('a'), from: at('wal') })).rejects.toThrow('is no base backup');
  expect(existsSync(at('a'))).toBe(false);
  await expect(settleMoment({ from: base(), to: '2026-11-27 14:05:00', dataDir: at('data') })).rejects.toThrow('DATABASE_URL');
  await expect(takeBase({ to: at('taken'), databaseUrl: '', dataDir: at('data') })).rejects.toThrow('DATABASE_URL');
  await expect(takeBase({ to: at('taken'), databaseUrl: 'postgres://127.0.0.1:1/none', dataDir: at('data') })).rejects.toThrow('DATABASE_URL: ');
});
