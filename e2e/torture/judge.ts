import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright';
import { check, isInTray, type DeskRow, type LedgerRow, type Shown, type Told, type Violation } from '#src/offline/testing/checker.ts';
import { uploadImage } from '#domain/sample/requisitionImage.ts';
import { Api } from '../support/api.ts';
import { storedRows } from '../support/console.ts';
import { typedRows } from './entryForms.ts';
import { photographOf, photographsOf } from './rejections.ts';
import { pause } from './standing.ts';

/** What a screen said, of a code: the key of its act is known to the desk alone until the end. */
export interface Said {
  readonly code: string;
  readonly kind: 'invoke' | 'ok' | 'fail' | 'unknown' | 'repeat';
  readonly account: string;
  /** At a partner's desk: what goes at once is no act of the queue, what cannot is. */
  readonly isOfPartner?: boolean;
}
export interface Judged {
  readonly told: readonly Told[];
  readonly violations: readonly Violation[];
  /** Of what broke a law, all that is known; empty where none was broken. */
  readonly broken: readonly string[];
  readonly acts: number;
  readonly applied: number;
  readonly inTray: number;
  /** Tubes that came in at the partner's desk. */
  readonly ofPartner: number;
  /** Forms that were entered, with the rows inside them. */
  readonly forms: number;
  /** Photographs of refused requisitions that arrived whole. */
  readonly photographs: number;
  readonly sentAgain: number;
  /** From the link's return to an empty queue, ms. */
  readonly emptiedMs: number;
}
type Row = DeskRow & { readonly subject: string; readonly attempts: number };
/** A photograph has the subject of its rejection; here each act has its own. */
const named = <T extends { readonly type: string; readonly subject: string }>(row: T): T =>
  row.type === uploadImage.name ? { ...row, subject: photographOf(row.subject) } : row;

/** What is known of the acts that break a law, and what was said of their codes: the next one is found by it. */
function tellOf(violations: readonly Violation[], rows: readonly Row[], said: readonly Said[]): readonly string[] {
  const wrong = new Set(violations.map(({ opId }) => opId));
  const broken = rows.filter(({ opId }) => wrong.has(opId));
  const codes = new Set(broken.map(({ subject }) => subject));
  return [
    ...broken.map(({ opId, ...row }) => `${opId} ${JSON.stringify({ ...row, sealed: undefined })}`),
    ...rows
      .filter(({ opId, subject }) => codes.has(subject) && !wrong.has(opId))
      .map(({ opId, subject, state, seq }) => `beside it ${opId} ${subject} ${state} ${seq}`),
    `said: ${said.map(({ code, kind, account }) => `${code} ${kind} ${account}`).join(', ')}`,
  ];
}

const rowsOf = async (page: Page, store: 'ops' | 'receipts'): Promise<Row[]> =>
  ((await storedRows(page, 'accession-outbox', store)) as unknown as (Row & { readonly type: string })[]).map(named);
const read = async <T>(address: string): Promise<T> => (await (await fetch(address)).json()) as T;

/** Waits until nothing waits any more that needs nobody, for two minutes at most; answers how long it took, ms. */
export async function untilEmpty(page: Page): Promise<number> {
  const startedAt = Date.now();
  const isLeft = (rows: readonly DeskRow[]): boolean => rows.some(({ state }) => state === 'pending' || state === 'sending' || state === 'held');
  while (isLeft(await rowsOf(page, 'ops')) && Date.now() - startedAt < 120_000) await pause(250);
  return Date.now() - startedAt;
}

/** Lays what a desk's screens said beside its rows, the ledger, the lab's receipts and the counts on the screen. `direct`: the server without a link between. */
export async function judge(
  page: Page,
  { direct, said, account, emptiedMs }: { direct: string; said: readonly Said[]; account: string; emptiedMs: number },
): Promise<Judged> {
  const rows = [...(await rowsOf(page, 'ops')), ...(await rowsOf(page, 'receipts'))];
  const meta = await storedRows(page, 'accession-outbox', 'meta');
  const queue = meta.find((row) => row['key'] === 'queue');
  const deviceId = String(queue?.['deviceId']);
  // Quick writers leave the counter's own row behind: the acts, or a row for each number, say how far it is.
  const numbers = meta.map((row) => /^number:(\d+)$/.exec(String(row['key']))?.[1]).map((digits) => Number(digits ?? 0));
  const highestSeq = Math.max(Number(queue?.['seq'] ?? 0), ...numbers, ...rows.map(({ seq }) => seq));
  const answers = await read<(LedgerRow & { type: string; subject: string })[]>(`${direct}/torture/ledger?device=${deviceId}`);
  const ledger = answers.map(named);
  const received = await read<Record<string, number>>(`${direct}/torture/received`);
  const inForms = await read<Record<string, unknown>>(`${direct}/torture/rows`);
  const people = await read<Record<string, string>>(`${direct}/torture/people`);
  const admin = await Api.login(direct, 'admin');
  const { gaps } = await admin.get<{ gaps: number[] }>('accession-lims-sample/offline/device-state', { deviceId, maxSeq: highestSeq });

  const refused = [...new Set(said.map(({ code }) => code))].filter((code) => said.some((one) => one.code === photographOf(code)));
  const photographs = await photographsOf(admin, refused);
  const done = { ...received, ...photographs.times };
  const broken = photographs.broken.map((opId): Violation => ({ law: 'L3', opId, what: 'is not the photograph its row names' }));

  const opIds = new Map([...rows, ...ledger].filter(({ subject }) => subject !== '').map(({ subject, opId }) => [subject, opId]));
  const subjects = new Map([...opIds].map(([subject, opId]) => [opId, subject]));
  // A tube scanned twice is told so at once; nothing was made.
  const repeated = new Set(said.filter(({ kind }) => kind === 'repeat').map(({ code }) => code));
  const ofPartner = said.filter(({ isOfPartner }) => isOfPartner);
  const queuedFor = (code: string): string[] => [...new Set([...rows, ...ledger].filter(({ subject }) => subject === code).map(({ opId }) => opId))];
  const told = said.flatMap(({ code, kind, account: by, isOfPartner }): Told[] => {
    if (isOfPartner)
      return queuedFor(code).map((opId) => (kind === 'invoke' ? { kind, opId, authorId: people[by] ?? '', deviceId } : { kind: 'unknown', opId }));
    const opId = opIds.get(code) ?? code;
    if (kind === 'repeat' || (repeated.has(code) && opId === code)) return [];
    return [kind === 'invoke' ? { kind, opId, authorId: people[by] ?? '', deviceId } : { kind, opId }];
  });
  const effects = ledger
    .filter(({ status }) => status === 'applied')
    .flatMap(({ opId }) => Array.from({ length: done[subjects.get(opId) ?? ''] ?? 0 }, () => opId));
  const compare = async (): Promise<readonly Violation[]> => {
    const shown = await shownOn(page, rows, people[account] ?? '');
    const kept = check(told, { ledger, effects, leaks: [], desks: [{ deviceId, highestSeq, rows, gaps, shown, emptiedMs }] });
    return [...kept, ...wrongReceipts(ofPartner, received, rows), ...wrongRows(inForms), ...broken];
  };
  // The screen follows the queue a moment later, a busy one more than a moment: wrong is what stays.
  await pause(500);
  let violations = await compare();
  for (let second = 0; second < 20 && violations.some(({ law }) => law === 'L8'); second++) {
    await pause(1000);
    violations = await compare();
  }
  return {
    told,
    violations,
    broken: violations.length === 0 ? [] : tellOf(violations, rows, said),
    acts: rows.length,
    applied: ledger.filter(({ status }) => status === 'applied').length,
    inTray: rows.filter(isInTray).length,
    ofPartner: new Set(ofPartner.filter(({ code }) => (received[code] ?? 0) > 0).map(({ code }) => code)).size,
    photographs: Object.keys(photographs.times).length,
    forms: said.filter(({ code, kind }) => kind === 'invoke' && code in inForms).length,
    sentAgain: rows.filter(({ attempts }) => attempts > 1).length,
    emptiedMs,
  };
}

/** Of tubes scanned at a partner's desk, whether at once or by the queue: each is received once at most, and what the screen called received or saved is, or stands in the tray. */
function wrongReceipts(said: readonly Said[], received: Readonly<Record<string, number>>, rows: readonly Row[]): Violation[] {
  return [...new Set(said.map(({ code }) => code))].flatMap((code): Violation[] => {
    const times = received[code] ?? 0;
    if (times > 1) return [{ law: 'L2', opId: code, what: `was received ${times} times` }];
    const isPromised = said.some((one) => one.code === code && (one.kind === 'ok' || one.kind === 'repeat'));
    const isKept = rows.some((row) => row.subject === code && isInTray(row));
    return isPromised && times === 0 && !isKept ? [{ law: 'L1', opId: code, what: 'was called received or saved and is nowhere' }] : [];
  });
}

/** A form came with all of its rows, in their order, or not at all. */
const wrongRows = (inForms: Readonly<Record<string, unknown>>): Violation[] =>
  Object.entries(inForms)
    .filter(([, typed]) => !isDeepStrictEqual(typed, typedRows))
    .map(([opId, typed]) => ({ law: 'L3', opId, what: `has other rows than were typed: ${JSON.stringify(typed)}` }));

/** The counts on the screen; it shows what needs a person as one number. */
async function shownOn(page: Page, rows: readonly DeskRow[], userId: string): Promise<Shown> {
  const pill = page.getByTestId('outbox-pill');
  const waiting = Number(await pill.getAttribute('data-waiting'));
  const needing = Number(await pill.getAttribute('data-needing'));
  const others = /(\d+) (?:条属于其他用户|belong)/.exec((await pill.getAttribute('aria-label')) ?? '')?.[1];
  const countOf = (state: DeskRow['state']): number => rows.filter((row) => row.authorId === userId && row.state === state).length;
  const [conflict, quarantined] = [countOf('conflict'), countOf('quarantined')];
  return { userId, waiting, refused: needing - conflict - quarantined, conflict, quarantined, heldByOthers: Number(others ?? 0) };
}
