import { commonRefusals, type Command } from './command.ts';
import { fillLabel, type Label, type Language } from './label.ts';

/** The sentence of a refusal in the user's language; an unknown code is shown as it is, so that it can be quoted. */
export function refusalText(command: Command | undefined, code: string, params: Readonly<Record<string, unknown>>, language: Language): string {
  const label: Label = command?.refusals[code] ?? commonRefusals[code] ?? [code, code];
  return fillLabel(label, params, language);
}
