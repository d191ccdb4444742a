import { choices, type CodeOf } from '#domain/kernel/choices.ts';

/** Where a round of a task began (docs/lab.md#repetition). A repetition at the bench is numbered as the kind of run sheet it begins with. */
export const roundKind = choices({
  first: [1, '首次', 'First'],
  extraction: [2, '重提取', 'Extracted again'],
  library: [3, '重建库', 'Library again'],
  sequencing: [4, '重测序', 'Sequenced again'],
  cloud: [5, '云端回退', 'Analysed again'],
});
export type RoundKind = CodeOf<typeof roundKind>;
/** With which kind of run sheet the work of a task that waits goes on; none where nobody has ordered it anew. */
export const nextStep = choices({
  extraction: [2, '重提取', 'Extract again'],
  library: [3, '重建库', 'Library again'],
  sequencing: [4, '重测序', 'Sequence again'],
});
export type NextStep = CodeOf<typeof nextStep>;
/** What a person may order. */
export type RedoKind = Exclude<RoundKind, 1>;
