import { canonicalJson } from '#domain/kernel/canonical.ts';
import { dayStart, formatDateTime } from '#domain/kernel/dates.ts';
import { entryState } from '#domain/sample/entryState.ts';
import type { SummaryAnswer, SummaryRow } from '#domain/sample/rows.ts';
import { enterSummary, summaryContent } from '#domain/sample/summary.ts';
import { cancelSummary } from '#domain/sample/summaryCancel.ts';
import type { SummaryFacts } from '#domain/sample/summaryForesight.ts';
import type { SummaryInput } from '#domain/sample/summaryInput.ts';
import { rejectSummary } from '#domain/sample/summaryReject.ts';
import type { EarlierRequisition } from '#domain/sample/rules/entryForm.ts';
import { personMarks, plainText, type MarkedPerson } from '#domain/sample/rules/personMarks.ts';
import { ask, deskWait } from '#src/api/ask.ts';
import { deskKeys } from '#src/offline/keys/deskKeys.ts';
import { readOperations } from '#src/offline/outbox/status.ts';
import { openPayload } from '#src/offline/store/openPayload.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { counts } from '#src/offline/store/standing.ts';

/** A requisition as this desk has it of its own acts. */
interface Received {
  readonly requisitionCode: string;
  readonly sampleCodes: readonly string[];
  readonly by: string;
  readonly at: string;
  readonly isRejected: boolean;
  /** The reception itself; null where it was rejected without one. */
  readonly entered: OutboxOperation | null;
  /** The server has it all, and may have heard more of it since. */
  readonly isAnswered: boolean;
}
type Own = Pick<SummaryFacts, 'existing' | 'taken'>;

/**
 * What this desk itself has done with the codes of a reception: what waits in its queue is before it when it arrives, what was
 * answered today is there. Where an answered act alone speaks against it the server is asked: it may have been taken back since, elsewhere.
 */
export async function ownReceptions(input: SummaryInput, replaced?: OutboxOperation): Promise<Own> {
  const codes = input.tubes.map(({ sampleCode }) => sampleCode);
  const known = await receivedHere(input.requisitionCode, codes, replaced);
  const same = known.find(({ requisitionCode }) => requisitionCode === input.requisitionCode);
  return { existing: same ? await existingOf(same, input) : null, taken: takenIn(known, input.requisitionCode, codes) };
}

/** Whether this desk itself has registered a tube on another requisition. */
export async function takenHere(sampleCode: string, requisitionCode: string, replaced?: OutboxOperation): Promise<Own['taken'][number] | undefined> {
  return takenIn(await receivedHere(requisitionCode, [sampleCode], replaced), requisitionCode, [sampleCode])[0];
}

const takenIn = (known: readonly Received[], requisitionCode: string, codes: readonly string[]): Own['taken'] =>
  known
    .filter((one) => one.requisitionCode !== requisitionCode)
    .flatMap(({ sampleCodes, requisitionCode: other, by, at }) =>
      sampleCodes.filter((code) => codes.includes(code)).map((sampleCode) => ({ sampleCode, requisitionCode: other, by, at })),
    );

/** Whether the server, where it can be asked, or this desk itself has a requisition; undefined where neither can tell. */
export async function isTakenIn(requisitionCode: string, replaced?: OutboxOperation): Promise<boolean | undefined> {
  const known = await receivedHere(requisitionCode, [], replaced);
  if (known.length > 0) return true;
  const row = await serverHas(requisitionCode);
  return row === undefined ? undefined : row !== null;
}

/** Earlier requisitions of a person among those this desk itself has taken in: the index of persons comes to know them later. */
export async function earlierHere(input: SummaryInput, replaced?: OutboxOperation): Promise<readonly EarlierRequisition[]> {
  const wanted = new Set(personMarks(input));
  if (wanted.size === 0) return [];
  const acts = await actsBefore(replaced);
  const same = new Set<OutboxOperation>();
  for (const act of acts) if (act.type === enterSummary.name && (await marksOf(act)).some((mark) => wanted.has(mark))) same.add(act);
  return receivedAmong(acts, (act) => same.has(act))
    .filter(({ entered, requisitionCode }) => entered && same.has(entered) && requisitionCode !== input.requisitionCode)
    .map(({ requisitionCode, at }) => ({ requisitionCode, personName: plainText(input.personName), entryTime: at }));
}

/** Whom an act received, gone with the key that opened it: a sheet asks for each of its rows again and again. */
const persons = new WeakMap<CryptoKey, Map<string, readonly string[]>>();
async function marksOf(act: OutboxOperation): Promise<readonly string[]> {
  const key = deskKeys()?.dataKey;
  const kept = (key && persons.get(key)) ?? new Map<string, readonly string[]>();
  if (key) persons.set(key, kept);
  const known = kept.get(act.opId);
  if (known) return known;
  const opened = await openPayload(act);
  if (!opened.isReadable) return [];
  const marks = personMarks(opened.payload as MarkedPerson);
  kept.set(act.opId, marks);
  return marks;
}

/** What this desk has done about receptions before an act that is saved now, or in the place of `replaced`. */
async function actsBefore(replaced: OutboxOperation | undefined): Promise<readonly OutboxOperation[]> {
  const acts = await readOperations({ types: [enterSummary.name, rejectSummary.name, cancelSummary.name], since: dayStart(), isOfDesk: true });
  // What mends an act goes in its place: what was saved after that comes later.
  return acts.filter((act) => counts(act) && (act.state === 'acked' || replaced === undefined || act.rank < replaced.rank));
}

/** The requisitions of this desk with this code, or with one of the tubes. */
async function receivedHere(code: string, tubes: readonly string[], replaced: OutboxOperation | undefined): Promise<readonly Received[]> {
  const acts = await actsBefore(replaced);
  const wanted = new Set([`req:${code}`, ...tubes.map((tube) => `tube:${tube}`)]);
  const met = receivedAmong(
    acts,
    (act) => act.lanes.some((lane) => wanted.has(lane)) || givenTubes(act)?.some((tube) => tubes.includes(tube)) === true,
  ).filter(({ requisitionCode, sampleCodes }) => requisitionCode === code || sampleCodes.some((sampleCode) => tubes.includes(sampleCode)));
  return (await Promise.all(met.map(asItIsNow))).filter((one) => one !== null);
}

/** The requisitions of some acts. A day has thousands, and a sheet asks for each of its rows: those alone are looked into that are of these. */
function receivedAmong(acts: readonly OutboxOperation[], isMeant: (act: OutboxOperation) => boolean): readonly Received[] {
  const codes = new Set(acts.filter(isMeant).map(requisitionOf));
  return codes.size === 0 ? [] : receivedBy(acts.filter((act) => codes.has(requisitionOf(act))));
}

/** The requisitions these acts leave, each by the act that was there first. */
function receivedBy(acts: readonly OutboxOperation[]): readonly Received[] {
  const undone = new Set(acts.filter(({ type }) => type === cancelSummary.name).flatMap(({ dependsOn }) => dependsOn));
  const found = new Map<string, Received>();
  for (const act of acts.toSorted((a, b) => a.rank - b.rank)) {
    if (act.type === cancelSummary.name || undone.has(act.opId)) continue;
    const made = receivedOf(act);
    const earlier = found.get(made.requisitionCode);
    if (!earlier) found.set(made.requisitionCode, made);
    else if (act.type === rejectSummary.name) found.set(made.requisitionCode, rejectedBy(earlier, act));
  }
  return [...found.values()];
}

const requisitionOf = ({ lanes, subject }: OutboxOperation): string => lanes.find((lane) => lane.startsWith('req:'))?.slice('req:'.length) ?? subject;
const tubesOf = ({ lanes }: OutboxOperation): readonly string[] =>
  lanes.filter((lane) => lane.startsWith('tube:')).map((lane) => lane.slice('tube:'.length));

const saidOf = ({ receipt }: OutboxOperation): Partial<SummaryAnswer> => receipt?.result ?? {};
/** The tubes by the server's word. */
const givenTubes = (act: OutboxOperation): readonly string[] | undefined => saidOf(act).sampleCodes;

function receivedOf(act: OutboxOperation): Received {
  const { by, receiveTime } = saidOf(act);
  return {
    requisitionCode: requisitionOf(act),
    sampleCodes: givenTubes(act) ?? tubesOf(act),
    by: by ?? act.authorName,
    at: receiveTime ?? formatDateTime(act.createdAt + act.clockOffsetMs),
    isRejected: act.type === rejectSummary.name,
    entered: act.type === enterSummary.name ? act : null,
    isAnswered: act.state === 'acked',
  };
}

/** With its last tube the requisition is closed for entry; a rejection that names no tube is of all. */
function rejectedBy(earlier: Received, act: OutboxOperation): Received {
  const gone = new Set(tubesOf(act));
  const isWhole = gone.size === 0 || earlier.sampleCodes.every((code) => gone.has(code));
  return { ...earlier, isRejected: earlier.isRejected || isWhole, isAnswered: earlier.isAnswered && act.state === 'acked' };
}

/** A requisition by the server's word; null: there is none; undefined: no word came. */
const serverHas = (requisitionCode: string): Promise<SummaryRow | null | undefined> =>
  ask('GET sample/enter-info/get-summary-info', { query: { requisitionCode }, quiet: true, signal: AbortSignal.timeout(deskWait.rule) }).catch(
    () => undefined,
  );

/** The same as the server has it, where it can be asked and has heard of it all; null: it is there no more. */
async function asItIsNow(received: Received): Promise<Received | null> {
  if (!received.isAnswered) return received;
  const row = await serverHas(received.requisitionCode);
  if (row === undefined) return received;
  return (
    row && {
      ...received,
      sampleCodes: row.tubes.map(({ sampleCode }) => sampleCode),
      by: row.entryPersonName,
      at: row.receiveTime,
      isRejected: row.entryState === entryState.closed,
    }
  );
}

async function existingOf({ entered, by, at, isRejected, isAnswered }: Received, input: SummaryInput): Promise<Own['existing']> {
  const known = { by, at, isRejected, isSame: false };
  if (!entered) return known;
  const opened = await openPayload(entered);
  const parsed = opened.isReadable ? enterSummary.input.safeParse(opened.payload) : null;
  if (parsed?.success) {
    const isSame = canonicalJson(summaryContent(parsed.data)) === canonicalJson(summaryContent(input));
    // It may have been corrected since.
    return isSame && isAnswered ? undefined : { ...known, isSame };
  }
  // Another's act tells its codes alone: with other tubes it is another content.
  const tubes = input.tubes.map(({ sampleCode }) => sampleCode).toSorted();
  return canonicalJson(tubesOf(entered).toSorted()) === canonicalJson(tubes) ? undefined : known;
}
