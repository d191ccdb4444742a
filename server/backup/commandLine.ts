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
