import type { ReceiptStatus } from '#domain/kernel/offlineWire.ts';
import type { OperationState } from '#src/offline/store/operation.ts';

/**
 * What screens were told, in order. invoke: a person pressed the button. ok: the screen said saved. fail: it said not saved.
 * unknown: page or browser died before it said anything. The same act may be invoked twice (a double click).
 */
export type Told =
  | { readonly kind: 'invoke'; readonly opId: string; readonly authorId: string; readonly deviceId: string }
  | { readonly kind: 'ok' | 'fail' | 'unknown'; readonly opId: string };

/** One answer the server keeps. */
export interface LedgerRow {
  readonly opId: string;
  readonly deviceId: string;
  readonly seq: number;
  readonly authorId: string;
  readonly status: ReceiptStatus;
  /** Place in the order of commits. */
  readonly order: number;
}
/** One act as its desk keeps it, resolved or not. */
export interface DeskRow {
  readonly opId: string;
  readonly seq: number;
  readonly rank: number;
  readonly authorId: string;
  readonly lanes: readonly string[];
  readonly dependsOn: readonly string[];
  /** What it waits for now, where that is no longer `dependsOn`. */
  readonly waitsFor?: readonly string[];
  readonly state: OperationState;
  readonly heldBy: string | null;
  readonly blockedBy: string | null;
  readonly receipt: { readonly status: ReceiptStatus; readonly serverSeq: string } | null;
  readonly supersededBy: string | null;
  /** In whose words it was given up, or the act in which they stand sealed. */
  readonly discard: { readonly reason: string; readonly noteId?: string } | null;
}
/** What a screen of the desk counts for the person in front of it. */
export interface Shown {
  readonly userId: string;
  readonly waiting: number;
  readonly refused: number;
  readonly conflict: number;
  readonly quarantined: number;
  readonly heldByOthers: number;
}
export interface DeskEnd {
  readonly deviceId: string;
  /** Highest number this desk gave out. */
  readonly highestSeq: number;
  readonly rows: readonly DeskRow[];
  /** Numbers the server says it lacks. */
  readonly gaps: readonly number[];
  /** null: nobody looked at a screen. */
  readonly shown: Shown | null;
  /** From the link's return to an empty queue, ms; null: not measured. */
  readonly emptiedMs: number | null;
}
/** Something open that stands where it must not: `text` of `authorId`, or a token, readable by `reader`. */
export interface Leak {
  readonly text: string;
  readonly authorId: string;
  readonly reader: string;
}
export interface Ending {
  readonly ledger: readonly LedgerRow[];
  /** The act each domain row was written by; an act that wrote two rows of what it may write once stands here twice. */
  readonly effects: readonly string[];
  readonly desks: readonly DeskEnd[];
  readonly leaks: readonly Leak[];
}

/**
 * L1 what was saved is in the ledger once, in a tray, or discarded with a reason. L2 nothing twice, the unknown at most once.
 * L3 no row without its answer, no answer without its row. L4 order of lanes. L5 nothing stuck. L6 author is who signed, nothing
 * open. L7 no unexplained gap. L8 counts shown, rows and receipts agree. (docs/offline.md#laws)
 */
export type Law = 'L1' | 'L2' | 'L3' | 'L4' | 'L5' | 'L6' | 'L7' | 'L8';
export interface Violation {
  readonly law: Law;
  readonly what: string;
  /** The act it is about; empty where it is about a desk. */
  readonly opId: string;
}

/** How long a desk may take to get rid of all once everything works again (docs/offline.md#laws, L5). */
const emptyWithinMs = 60_000;

type Fate = 'ok' | 'fail' | 'unknown';

/** Judges a whole history after everything was healed; an empty answer means that all laws held. */
export function check(told: readonly Told[], ending: Ending): readonly Violation[] {
  const known = gather(told, ending);
  return [
    ...lostActs(known),
    ...doubledActs(known),
    ...strayRows(known),
    ...disorder(known),
    ...stuckActs(known),
    ...wrongHands(known),
    ...gaps(known),
    ...miscounts(known),
  ];
}

/** The figures of a report. accepted: acts of which a screen said that they are saved. */
export function tally(told: readonly Told[], violations: readonly Violation[]) {
  const accepted = new Set(told.filter(({ kind }) => kind === 'ok').map(({ opId }) => opId)).size;
  const acts = (...laws: Law[]): number => new Set(violations.filter(({ law }) => laws.includes(law)).map(({ opId }) => opId)).size;
  return { accepted, lost: acts('L1'), doubled: acts('L2'), stuck: acts('L5') };
}

interface Known {
  readonly ending: Ending;
  readonly fates: ReadonlyMap<string, Fate>;
  readonly authors: ReadonlyMap<string, string>;
  readonly ledger: ReadonlyMap<string, readonly LedgerRow[]>;
  readonly rows: ReadonlyMap<string, DeskRow>;
  readonly effects: ReadonlyMap<string, number>;
}

function gather(told: readonly Told[], ending: Ending): Known {
  const fates = new Map<string, Fate>();
  const authors = new Map<string, string>();
  for (const one of told) {
    if (one.kind === 'invoke') {
      authors.set(one.opId, one.authorId);
      continue;
    }
    // Of two presses the better answer counts: one "saved" is a promise, whatever the other heard.
    const before = fates.get(one.opId);
    if (before === 'ok' || (before === 'unknown' && one.kind === 'fail')) continue;
    fates.set(one.opId, one.kind);
  }
  const ledger = new Map<string, LedgerRow[]>();
  for (const row of ending.ledger) ledger.set(row.opId, [...(ledger.get(row.opId) ?? []), row]);
  const effects = new Map<string, number>();
  for (const opId of ending.effects) effects.set(opId, (effects.get(opId) ?? 0) + 1);
  return { ending, fates, authors, ledger, rows: new Map(ending.desks.flatMap(({ rows }) => rows).map((row) => [row.opId, row])), effects };
}

const isDone = (status: ReceiptStatus): boolean => status === 'applied' || status === 'repeat' || status === 'kept';
const isResolved = ({ state }: DeskRow): boolean => state === 'acked' || state === 'discarded' || state === 'superseded';
export const isInTray = ({ state }: Pick<DeskRow, 'state'>): boolean => state === 'rejected' || state === 'conflict' || state === 'quarantined';

function* lostActs({ fates, ledger, rows }: Known): Generator<Violation> {
  const lost = (opId: string, what: string): Violation => ({ law: 'L1', opId, what });
  for (const [opId, fate] of fates) {
    const row = rows.get(opId);
    const answer = ledger.get(opId)?.[0];
    if (!row && !answer) {
      if (fate === 'ok') yield lost(opId, 'was saved and is nowhere');
      continue;
    }
    if (!row) {
      // Acknowledged acts are cleared after their time, nothing else is.
      if (answer && !isDone(answer.status)) yield lost(opId, `was ${answer.status} and nobody was told`);
      continue;
    }
    if (row.state === 'acked' && !answer) yield lost(opId, 'counts as sent and the server does not have it');
    if (row.state === 'acked' && answer && !isDone(answer.status)) yield lost(opId, `counts as sent and was ${answer.status}`);
    const { reason = '', noteId = '' } = row.discard ?? {};
    if (row.state === 'discarded' && reason === '' && !rows.has(noteId) && !ledger.has(noteId)) yield lost(opId, 'was discarded without a reason');
    if (row.state === 'superseded' && !rows.has(row.supersededBy ?? '') && !ledger.has(row.supersededBy ?? ''))
      yield lost(opId, 'was replaced by nothing');
  }
}

function* doubledActs({ fates, ledger, rows, effects }: Known): Generator<Violation> {
  for (const [opId, answers] of ledger) if (answers.length > 1) yield { law: 'L2', opId, what: `has ${answers.length} answers` };
  for (const [opId, times] of effects) if (times > 1) yield { law: 'L2', opId, what: `was done ${times} times` };
  for (const [opId, fate] of fates) {
    if (fate === 'fail' && (ledger.has(opId) || rows.has(opId))) yield { law: 'L2', opId, what: 'was called not saved and is there' };
  }
}

function* strayRows({ authors, ledger, rows, effects }: Known): Generator<Violation> {
  for (const [opId, answers] of ledger) {
    const [{ status }] = answers as [LedgerRow];
    if (!authors.has(opId)) yield { law: 'L3', opId, what: 'is on the server and nobody made it' };
    if (status === 'applied' && !effects.has(opId)) yield { law: 'L3', opId, what: 'was answered applied and wrote nothing' };
    if (status !== 'applied' && effects.has(opId)) yield { law: 'L3', opId, what: `was answered ${status} and wrote rows` };
  }
  for (const opId of effects.keys()) if (!ledger.has(opId)) yield { law: 'L3', opId, what: 'wrote rows without an answer' };
  for (const opId of rows.keys()) if (!authors.has(opId)) yield { law: 'L3', opId, what: 'is on a desk and nobody made it' };
}

function* disorder({ ending, ledger, rows }: Known): Generator<Violation> {
  const highest = new Map<string, { readonly rank: number; readonly opId: string }>();
  const applied = ending.ledger.filter(({ status }) => status === 'applied').toSorted((a, b) => a.order - b.order);
  for (const { opId, deviceId, order } of applied) {
    const row = rows.get(opId);
    if (!row) continue;
    for (const lane of row.lanes) {
      const key = `${deviceId} ${lane}`;
      const before = highest.get(key);
      if (before && before.rank > row.rank) yield { law: 'L4', opId, what: `came after ${before.opId} of ${lane}, which was made later` };
      if (!before || before.rank < row.rank) highest.set(key, { rank: row.rank, opId });
    }
    for (const needed of row.dependsOn) {
      const answer = ledger.get(needed)?.[0];
      if (answer?.status === 'applied' && answer.order > order) yield { law: 'L4', opId, what: `came before ${needed}, which it needs` };
    }
  }
}

function* stuckActs({ ending }: Known): Generator<Violation> {
  for (const { deviceId, rows, emptiedMs } of ending.desks) {
    if (emptiedMs !== null && emptiedMs > emptyWithinMs) yield { law: 'L5', opId: '', what: `${deviceId} needed ${emptiedMs} ms to empty` };
    const waiting = new Map(rows.filter((row) => !isResolved(row)).map((row) => [row.opId, row]));
    for (const row of waiting.values()) {
      if (isInTray(row)) continue;
      const cause = row.state === 'blocked' ? waiting.get(row.blockedBy ?? '') : undefined;
      // Only what stands in one of its own lanes, or what it needs, may hold an act up.
      const isBehind =
        cause !== undefined && ((row.waitsFor ?? row.dependsOn).includes(cause.opId) || cause.lanes.some((lane) => row.lanes.includes(lane)));
      if (!isBehind) yield { law: 'L5', opId: row.opId, what: `is stuck as ${row.state} ${row.heldBy ?? row.blockedBy ?? ''}`.trim() };
    }
  }
}

function* wrongHands({ ending, authors, rows, ledger }: Known): Generator<Violation> {
  const all = [...rows.values(), ...[...ledger.values()].flat()];
  for (const { opId, authorId } of all) {
    const author = authors.get(opId);
    if (author !== undefined && author !== authorId) yield { law: 'L6', opId, what: `is ${author}'s and stands as ${authorId}'s` };
  }
  for (const { text, authorId, reader } of ending.leaks) yield { law: 'L6', opId: '', what: `${reader} can read ${text} of ${authorId}` };
}

function* gaps({ ending, rows }: Known): Generator<Violation> {
  const onServer = new Map<string, LedgerRow>();
  for (const row of ending.ledger) {
    const key = `${row.deviceId} ${row.seq}`;
    const other = onServer.get(key);
    if (other && other.opId !== row.opId) yield { law: 'L7', opId: row.opId, what: `has the number ${row.seq} of ${other.opId}` };
    onServer.set(key, row);
    const kept = rows.get(row.opId);
    if (kept && kept.seq !== row.seq) yield { law: 'L7', opId: row.opId, what: `is number ${kept.seq} here and ${row.seq} there` };
  }
  for (const { deviceId, highestSeq, rows: mine, gaps: missing } of ending.desks) {
    const bySeq = new Map<number, DeskRow>();
    for (const row of mine) {
      const other = bySeq.get(row.seq);
      if (other) yield { law: 'L7', opId: row.opId, what: `has the number ${row.seq} of ${other.opId}` };
      if (row.seq > highestSeq) yield { law: 'L7', opId: row.opId, what: `has a number ${row.seq} that ${deviceId} never gave out` };
      bySeq.set(row.seq, row);
    }
    let nowhere = 0;
    for (let seq = 1; seq <= highestSeq && nowhere < 10; seq++) {
      if (bySeq.has(seq) || onServer.has(`${deviceId} ${seq}`)) continue;
      nowhere += 1;
      yield { law: 'L7', opId: '', what: `number ${seq} of ${deviceId} is nowhere` };
    }
    for (const seq of missing) {
      const row = bySeq.get(seq);
      if (!row || row.state === 'acked') yield { law: 'L7', opId: row?.opId ?? '', what: `the server lacks number ${seq} of ${deviceId}` };
    }
  }
}

/** What an act's state says the server has answered last. */
const answersOf: Readonly<Partial<Record<OperationState, readonly ReceiptStatus[]>>> = {
  acked: ['applied', 'repeat', 'kept'],
  rejected: ['refused'],
  conflict: ['conflict'],
};

function* miscounts({ ending }: Known): Generator<Violation> {
  for (const { deviceId, rows, shown } of ending.desks) {
    for (const { opId, state, receipt } of rows) {
      const wanted = answersOf[state];
      if (wanted && !(receipt && wanted.includes(receipt.status)))
        yield { law: 'L8', opId, what: `is ${state} with ${receipt?.status ?? 'no receipt'}` };
    }
    if (!shown) continue;
    const waiting = rows.filter((row) => !isResolved(row));
    const mine = waiting.filter(({ authorId }) => authorId === shown.userId);
    const counted: Omit<Shown, 'userId'> = {
      waiting: mine.filter((row) => !isInTray(row)).length,
      refused: mine.filter(({ state }) => state === 'rejected').length,
      conflict: mine.filter(({ state }) => state === 'conflict').length,
      quarantined: mine.filter(({ state }) => state === 'quarantined').length,
      heldByOthers: waiting.length - mine.length,
    };
    for (const [name, count] of Object.entries(counted)) {
      const said = shown[name as keyof typeof counted];
      if (said !== count) yield { law: 'L8', opId: '', what: `${deviceId} shows ${name} ${said}, there are ${count}` };
    }
  }
}
