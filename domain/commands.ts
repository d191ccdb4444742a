import * as base from './base/area.ts';
import * as bill from './bill/area.ts';
import * as code from './code/area.ts';
import * as desk from './desk/area.ts';
import * as lab from './lab/area.ts';
import * as op from './op/area.ts';
import * as report from './report/area.ts';
import * as sample from './sample/area.ts';
import * as search from './search/area.ts';
import type { Command } from './kernel/command.ts';

/** Every command. A new one stands in the list of its area (`<area>/area.ts`). */
export const commands: readonly Command[] = [
  ...sample.commands,
  ...lab.commands,
  ...report.commands,
  ...bill.commands,
  ...code.commands,
  ...base.commands,
  ...desk.commands,
  ...op.commands,
  ...search.commands,
];

const byName = new Map(commands.map((command) => [command.name, command]));

/** The command of a name; undefined where this version knows none. */
export function commandByName(name: string): Command | undefined {
  return byName.get(name);
}
