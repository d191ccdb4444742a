import type { HeldBlock } from '#domain/code/numberBlock.ts';
import type { OutboxTx } from '../core/ports.ts';
import { onCommit } from '#src/offline/platform/mutations.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { metaOf, outboxStore } from '#src/offline/outbox/outboxStore.ts';

/** What numbers are of: samples, or lab codes of one laboratory. */
export interface NumberKind {
  /** Code of `codeType`. */
  readonly codeType: number;
  readonly laboratoryId: string | null;
}
/** A reservation that was asked for; it stands until the server has answered under its key. */
export interface Asking extends NumberKind {
  readonly key: string;
  readonly userId: string;
  readonly count: number;
}
/** Numbers on their way back; no label is printed from them any more. */
export interface Returning {
  readonly key: string;
  readonly block: HeldBlock;
}
/** Labels printed with one press. */
export interface LabelBatch {
  /** The act's key. */
  readonly opId: string;
  readonly blockId: string;
  readonly codeType: number;
  readonly codes: readonly string[];
  readonly spoiled: readonly string[];
  /** Desk clock, ms. */
  readonly printedAt: number;
  readonly printedBy: string;
  /** A label of it was scanned back. */
  readonly isChecked: boolean;
}

/** The desk's own numbers; lies beside the queue, so that a number and the act that uses it are committed together. */
export interface NumbersRow {
  readonly key: 'numberBlocks';
  /** Raised by every change: who decided on an older row decides again. */
  readonly turn: number;
  readonly blocks: readonly HeldBlock[];
  /** What the desk keeps topped up. */
  readonly wishes: readonly NumberKind[];
  readonly asking: readonly Asking[];
  readonly returning: readonly Returning[];
  /** The newest first. */
  readonly batches: readonly LabelBatch[];
  /** Blocks the server counts as this desk's and this desk knows nothing of: its storage was lost. */
  readonly strangers: readonly string[];
}

const noNumbers: NumbersRow = { key: 'numberBlocks', turn: 0, blocks: [], wishes: [], asking: [], returning: [], batches: [], strangers: [] };
const rowKey = 'numberBlocks';
/** Batches that are kept for printing again. */
const keptBatches = 100;

interface Rows {
  readonly get: (key: string) => PromiseLike<unknown>;
  readonly put: (row: NumbersRow) => PromiseLike<unknown>;
}
const rowIn = async (rows: Rows): Promise<NumbersRow> => ((await rows.get(rowKey)) as NumbersRow | undefined) ?? noNumbers;

export const isSameKind = (one: NumberKind, other: NumberKind): boolean => one.codeType === other.codeType && one.laboratoryId === other.laboratoryId;

export const readNumbers = (): Promise<NumbersRow> => rowIn(outboxDb.meta as unknown as Rows);

/** The row is another than the one that was decided on: nothing was written. */
export class NumbersChanged extends Error {}

/** Writes inside an open transaction of the queue. Throws NumbersChanged where `turn` is given and no longer the row's. */
export async function changeNumbersIn(tx: OutboxTx, change: (row: NumbersRow) => NumbersRow, turn?: number): Promise<NumbersRow> {
  const rows = metaOf(tx) as unknown as Rows;
  const row = await rowIn(rows);
  if (turn !== undefined && row.turn !== turn) throw new NumbersChanged();
  const changed = change(row);
  const next = { ...changed, batches: changed.batches.slice(0, keptBatches), turn: row.turn + 1 };
  await rows.put(next);
  return next;
}

/** One strict transaction of its own. */
export const changeNumbers = (change: (row: NumbersRow) => NumbersRow): Promise<NumbersRow> =>
  outboxStore.change((tx) => changeNumbersIn(tx, change));

/** Tells the row now and after every change, also by another tab; answers the function that ends it. */
export function watchNumbers(tell: (row: NumbersRow) => void, fail: (error: unknown) => void): () => void {
  let isOver = false;
  const look = (): void => {
    void readNumbers().then((row) => {
      if (!isOver) tell(row);
    }, fail);
  };
  const stop = onCommit((changed) => {
    const keys = changed('accession-outbox', 'meta');
    if (keys === 'all' || keys.has(rowKey)) look();
  });
  look();
  return () => {
    isOver = true;
    stop();
  };
}
