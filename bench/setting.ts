import type { Row } from './table.ts';

/** What a run was asked for. */
export interface Setting {
  /** Invented samples in the list bench. */
  readonly samples: number;
  /** Invented test tasks in the bench of the laboratory's lists. */
  readonly tasks: number;
  /** Billable lines in the benches of packs and of billing's lists. */
  readonly lines: number;
  /** A data folder that the lists' bench fills where it is not there, and keeps for the next run. */
  readonly labDir?: string;
  /** A PostgreSQL server; each bench makes a database of its own there and drops it. */
  readonly postgresUrl: string | undefined;
  /** A line while a long step runs. */
  readonly say: (text: string) => void;
}
export interface Bench {
  readonly key: string;
  readonly measure: (setting: Setting) => Promise<Row[]>;
}

export interface Arguments extends Pick<Setting, 'samples' | 'tasks' | 'lines' | 'labDir'> {
  readonly only: readonly string[];
}

/** Reads the command line: `--only a,b`, `--samples N`, `--tasks N`, `--lines N`, `--lab-dir D`. Throws on what it does not know. */
export function readArguments(given: readonly string[], keys: readonly string[]): Arguments {
  let only = keys;
  let samples = 1_000_000;
  let tasks = 50_000;
  let lines = 60_000;
  let labDir: string | undefined;
  for (let at = 0; at < given.length; at += 2) {
    const [name, value = ''] = [given[at], given[at + 1]];
    if (name === '--only') only = value.split(',');
    else if (name === '--samples') samples = Number(value);
    else if (name === '--tasks') tasks = Number(value);
    else if (name === '--lines') lines = Number(value);
    else if (name === '--lab-dir') labDir = value;
    else throw new Error(`unknown argument ${name}\n${usage(keys)}`);
  }
  const strange = only.filter((key) => !keys.includes(key));
  if (strange.length > 0) throw new Error(`no such bench: ${strange.join(', ')}\n${usage(keys)}`);
  if (![samples, tasks, lines].every((count) => Number.isSafeInteger(count) && count > 0))
    throw new Error(`--samples, --tasks and --lines want a whole number\n${usage(keys)}`);
  return { only, samples, tasks, lines, ...(labDir ? { labDir } : {}) };
}
const usage = (keys: readonly string[]): string =>
  `npm run bench -- [--only ${keys.join(',')}] [--samples 1000000] [--tasks 50000] [--lines 60000] [--lab-dir folder]`;
