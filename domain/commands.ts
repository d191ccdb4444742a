import { discardOperation } from './desk/discardOperation.ts';
import type { Command } from './kernel/command.ts';

/** Table of contents: every step of every workflow. The server half of each stands in server/steps.ts. */
export const commands: readonly Command[] = [
  discardOperation,
];

const byName = new Map(commands.map((command) => [command.name, command]));

/** The command of a name; undefined where this version does not know it (an act of a newer or older desk). */
export function commandByName(name: string): Command | undefined {
  return byName.get(name);
}
