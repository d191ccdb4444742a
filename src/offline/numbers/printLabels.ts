import { codesOf, takeNext } from '#domain/code/numberBlock.ts';
import { useNumbers } from '#domain/code/useNumbers.ts';
import type { Label } from '#domain/kernel/label.ts';
import { currentSession } from '#src/api/sessionStore.ts';
import { enqueue } from '#src/offline/act/enqueue.ts';
import { OutboxError } from '#src/offline/store/outboxError.ts';
import { newUuid } from '#src/offline/platform/uuid.ts';
import { changeNumbersIn, isSameKind, type LabelBatch, NumbersChanged, type NumbersRow, type NumberKind, readNumbers } from './numbersRow.ts';

const numbersErrorTexts = {
  none: ['本机没有可用号码,请联网预留', 'This desk holds no numbers; reserve some while online'],
  unknownBatch: ['没有这批标签', 'No such labels'],
} as const satisfies Record<string, Label>;

/** No label was taken; nothing was written. */
export class NumbersError extends Error {
  readonly code: keyof typeof numbersErrorTexts;
  readonly label: Label;
  constructor(code: keyof typeof numbersErrorTexts) {
    super(numbersErrorTexts[code][1]);
    this.name = 'NumbersError';
    this.code = code;
    this.label = numbersErrorTexts[code];
  }
}

const mostAttempts = 20;

/**
 * Takes the next numbers of a kind for labels: the numbers leave the desk's block and the act that says so enters the queue
 * in one strict transaction, so that a kill at any moment prints none of them twice unrecorded. Gives fewer where the oldest
 * block has fewer. Works without network. Throws NumbersError or OutboxError, and has then written nothing.
 */
export async function takeLabels(kind: NumberKind, count: number): Promise<LabelBatch> {
  for (let attempt = 1; ; attempt++) {
    const { blocks, turn } = await readNumbers();
    const taken = takeNext(blocks, count, (block) => isSameKind(block, kind));
    if (!taken) throw new NumbersError('none');
    const { block } = taken;
    const batch: LabelBatch = {
      opId: newUuid(),
      blockId: block.blockId,
      codeType: block.codeType,
      codes: codesOf(block, taken.taken),
      spoiled: [],
      printedAt: Date.now(),
      printedBy: (await currentSession())?.realName ?? '',
      isChecked: false,
    };
    try {
      // What is empty is of no more use here; its numbers stand in the batches.
      const left = taken.blocks.filter(({ next, last }) => next <= last);
      await record(batch, 'print', batch.codes, undefined, (row) => ({ ...row, blocks: left, batches: [batch, ...row.batches] }), turn);
      return batch;
    } catch (error) {
      // Another tab was first: look again.
      if (!(error instanceof OutboxError && error.cause instanceof NumbersChanged) || attempt >= mostAttempts) throw error;
    }
  }
}

/** Records that labels of a batch are printed once more, and why. */
export async function reprintLabels(opId: string, codes: readonly string[], reason: string): Promise<LabelBatch> {
  const batch = await batchOf(opId);
  await record(batch, 'reprint', codes, reason, changed(opId, { isChecked: false }));
  return { ...batch, codes, isChecked: false };
}

/** A label of a batch was scanned back: the batch counts as good. Answers the batch; null where the code is of none of this desk's. */
export async function checkLabel(code: string): Promise<LabelBatch | null> {
  const { batches } = await readNumbers();
  const batch = batches.find(({ codes, spoiled }) => codes.includes(code) && !spoiled.includes(code));
  if (!batch) return null;
  if (!batch.isChecked) await record(batch, 'check', [code], undefined, changed(batch.opId, { isChecked: true }));
  return batch;
}

/** Gives numbers of printed labels up: nobody may use them. */
export async function spoilLabels(opId: string, codes: readonly string[], reason: string): Promise<void> {
  const batch = await batchOf(opId);
  await record(batch, 'spoil', codes, reason, changed(opId, { spoiled: [...new Set([...batch.spoiled, ...codes])] }));
}

async function batchOf(opId: string): Promise<LabelBatch> {
  const batch = (await readNumbers()).batches.find((each) => each.opId === opId);
  if (!batch) throw new NumbersError('unknownBatch');
  return batch;
}

const changed =
  (opId: string, facts: Partial<LabelBatch>) =>
  (row: NumbersRow): NumbersRow => ({ ...row, batches: row.batches.map((batch) => (batch.opId === opId ? { ...batch, ...facts } : batch)) });

async function record(
  { blockId, opId }: Pick<LabelBatch, 'blockId' | 'opId'>,
  action: 'print' | 'reprint' | 'check' | 'spoil',
  codes: readonly string[],
  reason: string | undefined,
  change: (row: NumbersRow) => NumbersRow,
  turn?: number,
): Promise<void> {
  await enqueue(
    useNumbers,
    { blockId, action, codes: [...codes], ...(reason === undefined ? {} : { reason }) },
    {
      ...(action === 'print' ? { opId } : {}),
      alongside: async (tx) => {
        await changeNumbersIn(tx, change, turn);
      },
    },
  );
}
