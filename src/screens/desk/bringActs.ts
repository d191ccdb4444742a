import { mostImported, type DeskImportAnswer, type DeskImportBatch, type ExportedAct, type ImportedAct } from '#domain/desk/deskImport.ts';

/** Characters of one request; the server takes 2 MB. */
const mostText = 512 * 1024;

/** Items by a key, in the order of their first ones. */
export function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** Acts of one request: those of one desk, in the order in which it wrote them. */
export interface Portion {
  readonly deviceId: string;
  readonly acts: readonly ExportedAct[];
}

/** Parts the acts of a file into requests: desk by desk, each in its own order, none larger than the server takes. */
export function portions(acts: readonly ExportedAct[]): readonly Portion[] {
  const desks = grouped(acts, ({ deviceId }) => deviceId);
  return [...desks].flatMap(([deviceId, all]) => {
    const found: ExportedAct[][] = [];
    let size = 0;
    for (const act of all.toSorted((one, other) => one.op.seq - other.op.seq)) {
      const length = JSON.stringify(act.op).length;
      const last = found.at(-1);
      if (!last || last.length >= mostImported || size + length > mostText) {
        found.push([act]);
        size = length;
      } else {
        last.push(act);
        size += length;
      }
    }
    return found.map((part) => ({ deviceId, acts: part }));
  });
}

export interface Bringing {
  readonly exportedAt: string;
  /** Sends one portion; throws where the server could not be asked or refuses the whole. */
  readonly send: (batch: DeskImportBatch) => Promise<DeskImportAnswer>;
  readonly onResults: (results: readonly ImportedAct[]) => void;
  readonly isStopped: () => boolean;
}

/** Brings acts to the server, one portion after the other; what has an answer is told at once. Ends early where it is stopped; throws what `send` throws. */
export async function bringActs(acts: readonly ExportedAct[], { exportedAt, send, onResults, isStopped }: Bringing): Promise<void> {
  for (const { deviceId, acts: part } of portions(acts)) {
    if (isStopped()) return;
    const { results } = await send({ deviceId, exportedAt, ops: part.map(({ op }) => op) });
    onResults(results);
  }
}
