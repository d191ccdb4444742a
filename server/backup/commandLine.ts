import { parseArgs, type ParseArgsConfig } from 'node:util';

/** A command's flags, named as in a programme: `--without-key` is `withoutKey`. Throws for one it does not know. */
export function readFlags(options: NonNullable<ParseArgsConfig['options']>): Readonly<Record<string, unknown>> {
  const { values } = parseArgs({ args: process.argv.slice(2), options, strict: true });
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name.replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase()), value]),
  );
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Runs a command of the operator's: an error is its words alone, and the exit code 1. */
export function runCommand(work: () => Promise<void>): void {
  // Business dates are Shanghai's, and what is written is this account's alone.
  process.env['TZ'] = 'Asia/Shanghai';
  process.umask(0o077);
  work().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}
