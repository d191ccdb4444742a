import { commonRefusals, type Command } from './command.ts';
import { fillLabel, type Label, type Language } from './label.ts';
import type { Refusal } from './outcome.ts';

/** The sentence of a refusal in the user's language; an unknown code is shown as it is, so that it can be quoted. */
export function refusalText(command: Command | undefined, code: string, params: Readonly<Record<string, unknown>>, language: Language): string {
  const label: Label = command?.refusals[code] ?? commonRefusals[code] ?? [code, code];
  return fillLabel(label, params, language);
}

/** The sentence of a refusal in both languages. */
export const refusalLabel = (command: Command | undefined, { code, params }: Pick<Refusal, 'code' | 'params'>): Label => [
  refusalText(command, code, params, 'zh'),
  refusalText(command, code, params, 'en'),
];

/** What greys an act on a row: the sentence of what its rule says against it; true where the rule says nothing. */
export const allowedBy = (command: Command, refusal: Refusal | null): true | Label => (refusal === null ? true : refusalLabel(command, refusal));
