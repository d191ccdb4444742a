import type { Acting, Command } from './command.ts';
import type { Label } from './label.ts';
import type { Outcome } from './outcome.ts';

/**
 * The state of an act as far as a desk knows it. What it does not know stands in `unknown`, in words for a person;
 * `state` then holds the value that raises no objection, so that nothing is refused for want of knowledge.
 */
export interface Foresight<State> {
  readonly state: State;
  readonly unknown: readonly Label[];
}

/** What a desk can say of an act before it is saved: the same rule as on the server, over what the desk knows. */
export interface Foreseen<Input, State, Change> {
  readonly input: Input;
  readonly state: State;
  readonly acting: Acting;
  /** A refusal is certain as far as the desk's copies are; an acceptance holds but for `unknown`, which the server checks. */
  readonly outcome: Outcome<Change>;
  readonly unknown: readonly Label[];
}

/** Asks a command's own rule on a desk. `facts` are what the desk looked up for this act. */
export function foreseeing<Input, State, Change, Facts>(
  command: Command<Input, State, Change, Facts>,
  input: Input,
  facts: Facts,
  acting: Acting,
): Foreseen<Input, State, Change> {
  if (!command.foresee) throw new Error(`${command.name} says nothing of what a desk can know`);
  const { state, unknown } = command.foresee(input, facts);
  return { input, state, acting, unknown, outcome: command.decide(state, input, acting) };
}
