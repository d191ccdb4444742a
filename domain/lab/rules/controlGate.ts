import { choices, type CodeOf } from '#domain/kernel/choices.ts';
import type { Label } from '#domain/kernel/label.ts';

export const controlKind = choices({
  negative: ['NC', '阴性对照', 'Negative control'],
  positive: ['PC', '阳性对照', 'Positive control'],
  level: ['level', '水平质控', 'Level control'],
});

/** What the controls of a file say about the rest of it. */
export const gate = choices({ passed: [1, '通过', 'Passed'], held: [2, '失控', 'Held'], none: [3, '无质控', 'No controls'] });

/** A control as its run shows it. */
export interface RunControl {
  readonly kind: CodeOf<typeof controlKind>;
  /** The items it stands for. */
  readonly itemIds: readonly string[];
  /** Of them, those its result is positive in; of a level control those out of control. */
  readonly positiveIds: readonly string[];
  /** Of a positive control: those that have to be positive. */
  readonly expectedIds?: readonly string[];
}
export interface GateVerdict {
  readonly gate: CodeOf<typeof gate>;
  /** Items whose results wait for a release. */
  readonly heldItemIds: readonly string[];
  readonly why: readonly { readonly text: Label; readonly params: Readonly<Record<string, string>> }[];
}

const reasons = {
  missing: ['缺少{kind}', 'No {kind}'],
  contaminated: ['阴性对照检出 {item}', 'Negative control is positive for {item}'],
  unseen: ['阳性对照未检出 {item}', 'Positive control is not positive for {item}'],
  out: ['质控失控：{item}', 'Control out of limits: {item}'],
} as const satisfies Record<string, Label>;

/** Items of one control that it fails. */
function failedOf({ kind, positiveIds, expectedIds = [] }: RunControl): readonly string[] {
  if (kind === controlKind.positive) return expectedIds.filter((id) => !positiveIds.includes(id));
  return positiveIds;
}

/**
 * Whether results may be taken in (docs/lab.md#controls): a failed control holds its own items, a required one that is missing
 * holds all of them. A negative control is positive for nothing, a positive one for everything it is made of.
 */
export function judgeGate(controls: readonly RunControl[], required: readonly CodeOf<typeof controlKind>[], itemIds: readonly string[]): GateVerdict {
  const missing = required.filter((kind) => !controls.some((control) => control.kind === kind));
  const failed = controls.flatMap((control) => failedOf(control).map((item) => ({ item, kind: control.kind })));
  const text = { NC: reasons.contaminated, PC: reasons.unseen, level: reasons.out };
  const why = [
    ...missing.map((kind) => ({ text: reasons.missing, params: { kind } })),
    ...failed.map(({ item, kind }) => ({ text: text[kind], params: { item } })),
  ];
  const held = missing.length > 0 ? itemIds : [...new Set(failed.map(({ item }) => item))];
  if (why.length > 0) return { gate: gate.held, heldItemIds: held, why };
  return { gate: controls.length === 0 ? gate.none : gate.passed, heldItemIds: [], why };
}

/** Reads of a library: of one organism, and all of them in millions. */
export interface ReadCount {
  readonly reads: number;
  readonly millions: number;
}
const rpm = ({ reads, millions }: ReadCount): number => reads / millions;

/**
 * How many times an organism stands above the negative control of its run, in reads per million; a control that shows none of it
 * counts as if it showed one read, so that a single read in a patient is not endlessly more than nothing.
 */
export function timesAboveControl(found: ReadCount, control: ReadCount): number {
  return rpm(found) / Math.max(rpm(control), 1 / control.millions);
}
