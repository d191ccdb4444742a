import { spawn } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { planOf } from './plan.ts';

/*
 * The laws of the queue (docs/offline.md#laws) under blows: ten cycles in CI, with a seed whose plan holds every blow; `npm run test:long` plays hundreds, and with them the control: a server that forgets its keys. In a process of its own, as the script is.
 */
interface Figures {
  readonly accepted: number;
  readonly lost: number;
  readonly doubled: number;
  readonly stuck: number;
  readonly kills: number;
  readonly unanswered: number;
  readonly ofPartner: number;
  readonly forms: number;
  readonly photographs: number;
}

async function torture(...given: readonly string[]): Promise<{ readonly code: number | null; readonly figures: Figures; readonly output: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'e2e/torture/run.ts', ...given], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { code, output, figures: JSON.parse(output.trim().split('\n').at(-1) ?? '{}') as Figures };
}

test('ten cycles of kills, cuts and hostile answers lose nothing and double nothing', async () => {
  const [cycles, seed] = [10, 23_016];
  // A run in which little happened would prove little.
  expect(new Set(planOf(seed, cycles).map(({ blow }) => blow)).size).toBe(8);
  const { code, figures, output } = await torture('--cycles', String(cycles), '--seed', String(seed));
  expect(code, output).toBe(0);
  expect(figures, output).toMatchObject({ lost: 0, doubled: 0, stuck: 0 });
  expect(figures.accepted, output).toBeGreaterThan(10);
  expect(figures.kills, output).toBe(2);
  expect(figures.unanswered, output).toBeGreaterThan(0);
  expect(figures.ofPartner, output).toBeGreaterThan(0);
  expect(figures.forms, output).toBeGreaterThan(0);
  expect(figures.photographs, output).toBeGreaterThan(0);
});
