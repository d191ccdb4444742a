import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtForTest } from '#server/buildServer.ts';
import { openDatabase } from './database.ts';
import { DataInUseError } from './dataLock.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'accession-crash-'));
let writer: Awaited<ReturnType<typeof builtForTest>>;
beforeAll(async () => {
  writer = await builtForTest('server/storage/testing/crashWriter.ts');
});
afterAll(async () => {
  rmSync(dataDir, { recursive: true, force: true });
  await writer.remove();
});

/** Lets the writer work until it has acknowledged `least` moves, does something, kills it with SIGKILL; answers what it acknowledged. */
async function writeAndKill(least: number, meanwhile: () => Promise<void> = async () => {}): Promise<number[]> {
  const child = spawn(process.execPath, [writer.path, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const acknowledged: number[] = [];
  let rest = '';
  const enough = new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the writer ended by itself')));
    child.stdout.on('data', (bytes: Buffer) => {
      const lines = (rest + bytes.toString()).split('\n');
      rest = lines.pop() ?? '';
      acknowledged.push(...lines.map(Number));
      if (acknowledged.length >= least) resolve();
    });
  });
  await enough;
  await meanwhile();
  const ended = once(child, 'close');
  child.removeAllListeners('exit');
  child.kill('SIGKILL');
  await ended;
  return acknowledged;
}

test('a second process is refused while the first lives, and SIGKILL loses nothing acknowledged', async () => {
  const acknowledged: number[] = [];
  for (const round of [1, 2, 3]) {
    acknowledged.push(
      ...(await writeAndKill(60 * round, async () => {
        if (round === 1) await expect(openDatabase({ dataDir })).rejects.toThrow(DataInUseError);
      })),
    );
  }
  const database = await openDatabase({ dataDir });
  try {
    const { rows } = await database.pool.query<{ id: string }>('select id from move');
    const kept = new Set(rows.map(({ id }) => Number(id)));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    const balance = await database.pool.query<{ value: number }>('select value from balance order by id');
    expect(balance.rows.map(({ value }) => value)).toEqual([-kept.size, kept.size]);
  } finally {
    await database.close();
  }
});
