import { spawn } from 'node:child_process';
import { expect, test } from '@playwright/test';

/*
 * T3 of the test plan: sixty cycles in CI; `npm run torture -- --cycles 1000 --seed 7` for long runs. In a process of its own, as the script is.
 */
interface Figures {
  readonly accepted: number;
  readonly lost: number;
  readonly doubled: number;
  readonly stuck: number;
  readonly kills: number;
  readonly sentAgain: number;
}

async function torture(...given: readonly string[]): Promise<{ readonly code: number | null; readonly figures: Figures; readonly output: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'e2e/torture/run.ts', ...given], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { code, output, figures: JSON.parse(output.trim().split('\n').at(-1) ?? '{}') as Figures };
}

test('sixty cycles of kills, cuts and hostile answers lose nothing and double nothing', async () => {
  const { code, figures, output } = await torture('--cycles', '60', '--seed', '20261121');
  expect(code, output).toBe(0);
  expect(figures).toMatchObject({ lost: 0, doubled: 0, stuck: 0 });
  // A run in which little happened would prove little.
  expect(figures.accepted).toBeGreaterThan(60);
  expect(figures.kills).toBeGreaterThan(5);
  expect(figures.sentAgain).toBeGreaterThan(5);
});

test('the negative control: against a server that forgets its keys, acts are found done twice', async () => {
  const { code, figures, output } = await torture('--cycles', '12', '--seed', '5', '--no-dedupe');
  expect(code, output).toBe(0);
  expect(figures.doubled).toBeGreaterThan(0);
});
