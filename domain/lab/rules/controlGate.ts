import { choices, type CodeOf } from '#domain/kernel/choices.ts';
import type { Label } from '#domain/kernel/label.ts';

export const controlKind = choices({
  negative: ['NC', '阴性对照', 'Negative'],
  positive: ['PC', '阳性对照', 'Positive'],
  level: ['level', '水平质控', 'Level'],
});

/** What the controls of a file say about the rest of it. */
export const gate = choices({ passed: [1, '通过', 'Passed'], held: [2, '失控', 'Held'], none: [3, '无质控', 'No controls'] });

/** A control as its run shows it. */
export interface RunControl {
  readonly kind: CodeOf<typeof controlKind>;
  /** Null: the run does not say which lot it is. */
  readonly lotId?: string | null;
  /** It shows nothing that can be read, as if it were not there. */
  readonly isEmpty?: boolean;
  /** Of a negative control the items it is positive in, of a level those it is out of control in. */
  readonly failedIds: readonly string[];
  /** Items whose values cannot be read. */
  readonly unreadIds?: readonly string[];
  /** Of a positive control: those that have to be positive and are not. */
  readonly unseenIds?: readonly string[];
  /** Out of control, and nothing says in which item: it speaks for all of them. */
  readonly isOutForAll?: boolean;
  /** Of another file of its run: which. */
  readonly fileId?: string;
  /** That file came after the one that is judged. */
  readonly isLater?: boolean;
}
/** A lot that has to stand in every run. */
export interface RequiredLot {
  readonly lotId: string;
  readonly kind: CodeOf<typeof controlKind>;
  readonly lotNo: string;
  /** May not be used any more: what it shows counts for nothing until it is disabled. */
  readonly isExpired: boolean;
}
export interface GateVerdict {
  readonly gate: CodeOf<typeof gate>;
  /** Items whose results wait for a release. */
  readonly heldItemIds: readonly string[];
  readonly why: readonly { readonly text: Label; readonly params: Readonly<Record<string, string>> }[];
}

/** Told of a file that passed with a level more than two deviations off. */
export const warnedReason = { text: ['质控警告 1-2s', 'Control warning 1-2s'], params: {} } as const satisfies GateVerdict['why'][number];

const reasons = {
  missing: ['缺少{kind}', 'No {kind}'],
  expired: ['质控批号 {lot} 已过期', 'Control lot {lot} has expired'],
  contaminated: ['阴性对照检出 {item}', 'Negative control is positive for {item}'],
  unseen: ['阳性对照未检出 {item}', 'Positive control is not positive for {item}'],
  out: ['质控失控：{item}', 'Control out of limits: {item}'],
  unread: ['质控结果无法读取：{item}', 'Control cannot be read: {item}'],
  outForAll: ['{kind}失控', '{kind} out of limits'],
} as const satisfies Record<string, Label>;

/** Whether a control is a required lot's; of a level only its own lot says what it is judged by. */
const standsFor = ({ kind, lotId = null, isEmpty }: RunControl, lot: RequiredLot): boolean =>
  isEmpty !== true && kind === lot.kind && (lotId === null ? kind !== controlKind.level : lotId === lot.lotId);

/** Whether two controls are the same material, as far as the run tells. */
const isSame = (one: RunControl, other: RunControl): boolean => {
  const [own, its] = [one.lotId ?? null, other.lotId ?? null];
  return one.kind === other.kind && (own === its || (one.kind !== controlKind.level && (own === null || its === null)));
};

/**
 * What other files of the run say of controls that a file lacks, required or not, and what later ones say of those it has: one well of water
 * tells of the whole run. Of each the newest file that has it; what shows nothing is as if it were not there.
 */
function borrowed(controls: readonly RunControl[], ofRun: readonly RunControl[]): readonly RunControl[] {
  const found: RunControl[] = [];
  for (const control of ofRun) {
    const isNewer = (one: RunControl): boolean => isSame(one, control) && one.isEmpty !== true && one.fileId !== control.fileId;
    if (control.isEmpty !== true && ![...(control.isLater ? [] : controls), ...found].some(isNewer)) found.push(control);
  }
  return found;
}

/**
 * Whether results may be taken in (docs/lab.md#controls): a failed control holds its own items, a required one that is missing
 * holds all of them. A negative control is positive for nothing, a positive one for everything it is made of. `ofRun`: controls in other files of
 * the same run, the newest file's first; they stand for those that this file lacks, and a later file's beside its own.
 */
export function judgeGate(
  own: readonly RunControl[],
  required: readonly RequiredLot[],
  itemIds: readonly string[],
  ofRun: readonly RunControl[] = [],
): GateVerdict {
  const controls = [...own, ...borrowed(own, ofRun)];
  const lacking = required.filter((lot) => lot.isExpired || !controls.some((control) => standsFor(control, lot)));
  const failed = controls.flatMap(({ kind, failedIds, unreadIds = [], unseenIds = [] }) => [
    ...failedIds.map((item) => ({ item, text: kind === controlKind.negative ? reasons.contaminated : reasons.out })),
    ...unreadIds.map((item) => ({ item, text: reasons.unread })),
    ...unseenIds.map((item) => ({ item, text: reasons.unseen })),
  ]);
  const forAll = controls.filter(({ isOutForAll }) => isOutForAll === true);
  const why = [
    ...lacking.map((lot): GateVerdict['why'][number] => {
      if (lot.isExpired) return { text: reasons.expired, params: { lot: lot.lotNo } };
      const isOne = required.filter(({ kind }) => kind === lot.kind).length === 1;
      return { text: reasons.missing, params: { kind: isOne ? lot.kind : `${lot.kind} ${lot.lotNo}` } };
    }),
    ...forAll.map(({ kind }) => ({ text: reasons.outForAll, params: { kind } })),
    ...failed.map(({ item, text }) => ({ text, params: { item } })),
  ];
  const held = lacking.length > 0 || forAll.length > 0 ? itemIds : [...new Set(failed.map(({ item }) => item))];
  if (why.length > 0) return { gate: gate.held, heldItemIds: held, why };
  return { gate: controls.some(({ isEmpty }) => isEmpty !== true) ? gate.passed : gate.none, heldItemIds: [], why };
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
