import type { Label } from '#domain/kernel/label.ts';
import { UserError } from '#server/kernel/core/answers.ts';

/** A refusal to remove what is in use, in the contract's own words, with what uses it; any other error as it is. */
export function inUseAs(words: Label, error: unknown): unknown {
  if (!(error instanceof UserError) || error.refusal !== 'resource.inUse') return error;
  const used = (text: string): string => text.slice(text.indexOf(': ') + 2);
  const label: Label = [`${words[0]}: ${used(error.label[0])}`, `${words[1]}: ${used(error.label[1])}`];
  return new UserError(409, label, { refusal: error.refusal, params: error.params });
}
