import type { Row } from './table.ts';

/** What a run was asked for. */
export interface Setting {
  /** Invented samples in the list bench. */
  readonly samples: number;
  /** A PostgreSQL server; each bench makes a database of its own there and drops it. */
  readonly postgresUrl: string | undefined;
  /** A line while a long step runs. */
  readonly say: (text: string) => void;
}
export interface Bench {
  readonly key: string;
  readonly measure: (setting: Setting) => Promise<Row[]>;
}

/** Reads the command line: `--only a,b`, `--samples N`. Throws on what it does not know. */
export function readArguments(given: readonly string[], keys: readonly string[]): { only: readonly string[]; samples: number } {
  let only = keys;
  let samples = 1_000_000;
  for (let at = 0; at < given.length; at += 2) {
    const [name, value = ''] = [given[at], given[at + 1]];
    if (name === '--only') only = value.split(',');
    else if (name === '--samples') samples = Number(value);
    else throw new Error(`unknown argument ${name}\n${usage(keys)}`);
  }
  const strange = only.filter((key) => !keys.includes(key));
  if (strange.length > 0) throw new Error(`no such bench: ${strange.join(', ')}\n${usage(keys)}`);
  if (!Number.isSafeInteger(samples) || samples < 1) throw new Error(`--samples wants a whole number\n${usage(keys)}`);
  return { only, samples };
}
const usage = (keys: readonly string[]): string => `npm run bench -- [--only ${keys.join(',')}] [--samples 1000000]`;
