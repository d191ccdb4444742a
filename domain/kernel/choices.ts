import type { Label } from './label.ts';

export type ChoiceCode = number | string;
export interface Choice {
  readonly code: ChoiceCode;
  readonly label: Label;
}
/** The codes of a set whose description the compiler knows; else any code. */
export type CodeOf<Set> = keyof Set extends keyof ChoiceSet ? ChoiceCode : Extract<Set[Exclude<keyof Set, keyof ChoiceSet>], ChoiceCode>;
type Entries = Readonly<Record<string, readonly [code: ChoiceCode, zh: string, en: string]>>;

export interface ChoiceSet {
  /** In the order they were described. */
  readonly options: readonly Choice[];
  /** The label of a code as it stands on the wire (`"1"` finds `1`); undefined where the code is not in the set. */
  readonly labelOf: (code: unknown) => Label | undefined;
}

/**
 * A closed set of codes: `executeType.self` in code, `1` on the wire.
 * Returns the codes by name plus `options` and `labelOf`.
 */
export function choices<const T extends Entries>(entries: T): { readonly [K in keyof T]: T[K][0] } & ChoiceSet {
  const options = Object.values(entries).map(([code, zh, en]) => ({ code, label: [zh, en] as const }));
  const codes = Object.fromEntries(Object.entries(entries).map(([name, [code]]) => [name, code]));
  return {
    ...(codes as { [K in keyof T]: T[K][0] }),
    options,
    labelOf: (code) => options.find((option) => String(option.code) === String(code))?.label,
  };
}

/** The wire's 1 yes, 0 no (docs/contract.md#fields-and-codes). */
export const yesNo = choices({ yes: [1, '是', 'Yes'], no: [0, '否', 'No'] });
/** The wire's isDisable and its like: 0 enabled, 1 disabled (docs/contract.md#states). */
export const disabled = choices({ no: [0, '启用', 'Enabled'], yes: [1, '停用', 'Disabled'] });
