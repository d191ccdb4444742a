import { chargeType } from '#domain/bill/billChoices.ts';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { isOuterKey, reportState } from '#domain/report/reportState.ts';
import { isMainKind, reportKind } from '#domain/report/reportTemplate.ts';
import { labStatus, type LabStatus } from '#domain/sample/sampleStatus.ts';
import type { KnownLine, LineFacts, LineKey, LineMaster, LinePrice, LineReport, ReportFact, TubeFact } from './lineFacts.ts';
import { linePrice } from './linePrice.ts';

/** A line as it must be. */
export interface WantedLine extends LineKey, LineMaster, LinePrice, LineReport {
  readonly state: 0 | 1;
}
export type LineChange = { readonly lineId: string } & Partial<LineMaster & LinePrice & LineReport & Pick<KnownLine, 'state' | 'withdrawn'>>;
export interface LinePlan {
  readonly made: readonly WantedLine[];
  /** Only what differs. */
  readonly changed: readonly LineChange[];
  /** Lines of sent orders and of bills that are taken back by a red line each. */
  readonly credited: readonly KnownLine[];
}

/** Where a tube's work is asked for: entered, and not rejected. */
const isEntered = (status: LabStatus): boolean => status !== labStatus.pendingEntry && status !== labStatus.rejected;
const isOut = ({ state }: ReportFact): boolean => state === reportState.issued || state === reportState.recalling;
const keyOf = ({ commodityId, supplementNo }: LineKey): string => `${commodityId} ${supplementNo}`;
const latest = (times: readonly (string | null)[]): string | null =>
  times
    .flatMap((time) => time ?? [])
    .toSorted()
    .at(-1) ?? null;
const none: LineReport = { reported: 0, auditTime: null, reportId: null };

/** Lines that were withdrawn before their report, by an act that can be taken back. */
const mayReturn = (line: KnownLine): boolean =>
  line.sign === 1 && line.state === 9 && line.isCredited === 0 && line.withdrawn === 0 && line.reported === 0;
export const isLiving = ({ sign, state, isCredited }: Pick<KnownLine, 'sign' | 'state' | 'isCredited'>): boolean =>
  sign === 1 && state !== 9 && isCredited === 0;

/**
 * Which lines a requisition must have (docs/bill.md#lines): what is made, what changes, and what a red line takes back. Planned again once it is
 * done, nothing is left to do.
 */
export function planLines(facts: LineFacts): LinePlan {
  const living = new Map(facts.lines.filter(isLiving).map((line) => [keyOf(line), line]));
  const wanted = new Map(wantedLines(facts).map((line) => [keyOf(line), line]));
  const [made, changed, credited]: [WantedLine[], LineChange[], KnownLine[]] = [[], [], []];
  for (const key of new Set([...living.keys(), ...wanted.keys()])) {
    const [known, want] = [living.get(key), wanted.get(key)];
    const isTakenBack = known !== undefined && (!want || (known.reported === 1 && want.reported === 0));
    if (known && isTakenBack) takeBack(known, changed, credited);
    else if (known && want) changed.push(...followed(known, want));
    // What stands in an open order keeps the place of its commodity until it is taken out of there.
    const isFree = !known || (isTakenBack && (known.state !== 2 || known.isSent));
    if (!want || !isFree) continue;
    const back = known ? undefined : facts.lines.findLast((line) => keyOf(line) === key && mayReturn(line));
    if (back) changed.push({ lineId: back.lineId, ...differing(back, want) });
    else made.push(want);
  }
  return { made, changed, credited };
}

function takeBack(line: KnownLine, changed: LineChange[], credited: KnownLine[]): void {
  if (line.state === 0 || line.state === 1) changed.push({ lineId: line.lineId, state: 9 });
  else if (line.state === 3 || line.isSent) credited.push(line);
  else if (line.withdrawn === 0) changed.push({ lineId: line.lineId, withdrawn: 1 });
}

/** What of a living line follows the facts: all before its report is out, then what is no price, in an order or a bill no more than its report. */
function followed(line: KnownLine, want: WantedLine): LineChange[] {
  const { lineId } = line;
  const some = (change: Omit<LineChange, 'lineId'>): LineChange[] => (Object.keys(change).length > 0 ? [{ lineId, ...change }] : []);
  if (line.state === 0 || (line.state === 1 && line.auditTime === null)) return some(differing(line, want));
  if (line.state === 1) {
    const isPricedNow = line.price === null && want.price !== null && want.chargeType !== chargeType.gift;
    return some(differing(line, isPricedNow ? { ...masterOf(want), ...pricesOf(want) } : masterOf(want)));
  }
  const { reported, auditTime, reportId } = want;
  return some({
    ...(line.withdrawn === 1 && line.reported <= reported ? { withdrawn: 0 as const } : {}),
    // Without its time it would stand on no statement and in no settlement between laboratories.
    ...(reported === 1 && line.auditTime === null ? differing(line, { reported, auditTime, reportId }) : {}),
  });
}

function masterOf(want: WantedLine): LineMaster {
  const { requisitionCode, sampleId, sampleCode, personName, contactNumber, sendSampleClientId, agentCustomerId, billCustomerId, salesmanId } = want;
  const { managerArea, contractLaboratoryId, executeLaboratoryId, sampleTime, receiveTime } = want;
  return {
    requisitionCode,
    sampleId,
    sampleCode,
    personName,
    contactNumber,
    sendSampleClientId,
    agentCustomerId,
    billCustomerId,
    salesmanId,
    managerArea,
    contractLaboratoryId,
    executeLaboratoryId,
    sampleTime,
    receiveTime,
  };
}

/** Those of the values a line has otherwise. */
function differing<Values extends Partial<WantedLine>>(line: KnownLine, values: Values): Partial<Values> {
  const was = line as unknown as Readonly<Record<string, unknown>>;
  const same = (one: unknown, other: unknown): boolean => one === other || canonicalJson(one) === canonicalJson(other);
  // What it was before it was given away or bought in is the memory of the act that did so.
  const isKept = (name: string): boolean => kept.includes(name) && values.chargeType !== chargeType.gift && line.chargeType !== chargeType.gift;
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(was[name], value) && !isKept(name))) as Partial<Values>;
}
const kept: readonly string[] = ['chargeTypeBefore', 'priceBefore'];

/** What of a line a person may have worked out anew; the rest is what it is a line of. */
export type Repriced = Pick<LinePrice, 'price' | 'listPrice' | 'pricePolicyId' | 'priceReason' | 'priceParams' | 'erpCode'>;

/** What a line of the requisition costs by today's policies; null: nothing of the requisition asks for such a line. */
export function repriced(facts: LineFacts, key: LineKey): Repriced | null {
  const want = wantedLines(facts).find((line) => keyOf(line) === keyOf(key));
  return want ? pricesOf(want) : null;
}
/** What a line costs and why, without all else of it. */
export const pricesOf = ({ price, listPrice, pricePolicyId, priceReason, priceParams, erpCode }: Repriced): Repriced => ({
  price,
  listPrice,
  pricePolicyId,
  priceReason,
  priceParams,
  erpCode,
});

function wantedLines(facts: LineFacts): WantedLine[] {
  const own = [...new Set(facts.commodityIds)].flatMap((commodityId) => ownLine(facts, commodityId) ?? []);
  const further = facts.reports
    .filter((report) => report.reportKind === reportKind.supplementary && isOut(report))
    .flatMap((report) => report.commodityIds.map((commodityId) => supplementLine(facts, report, commodityId)));
  return [...own, ...further];
}

const lineOf = (facts: LineFacts, carriers: readonly TubeFact[], price: LinePrice, report: LineReport, key: LineKey): WantedLine => {
  const first = carriers.toSorted((one, other) => (one.sampleCode < other.sampleCode ? -1 : 1))[0];
  const { requisitionCode, personName, contactNumber, contractLaboratoryId, sampleTime, receiveTime, client } = facts;
  return {
    ...key,
    ...price,
    ...report,
    requisitionCode,
    personName,
    contactNumber,
    contractLaboratoryId,
    sampleTime,
    receiveTime,
    sampleId: first?.sampleId ?? null,
    sampleCode: first?.sampleCode ?? requisitionCode,
    executeLaboratoryId: first?.executeLaboratoryId ?? contractLaboratoryId,
    sendSampleClientId: client?.sendSampleClientId ?? null,
    agentCustomerId: client?.agentCustomerId ?? null,
    billCustomerId: client?.billCustomerId ?? null,
    salesmanId: client?.salesmanId ?? null,
    managerArea: client?.managerArea ?? null,
    state: report.reported,
  };
};

/** The line of an ordered commodity; undefined where nothing of it is charged. */
function ownLine(facts: LineFacts, commodityId: string): WantedLine | undefined {
  const carriers = facts.tubes.filter((tube) => isEntered(tube.labStatus) && tube.commodityIds.includes(commodityId));
  if (carriers.length === 0) return undefined;
  const tasks = facts.tasks.filter((task) => task.commodityIds.includes(commodityId));
  const report = reportOf(facts, commodityId, tasks);
  const isStopped = carriers.every((tube) => {
    if (tube.labStatus === labStatus.terminated) return true;
    const followed = tasks.filter(({ sampleId }) => sampleId === (tube.primarySampleId ?? tube.sampleId));
    return followed.length > 0 && followed.every((task) => task.taskState === taskState.stopped);
  });
  const stoppedIds = tasks.filter((task) => task.taskState === taskState.stopped).map(({ taskId }) => taskId);
  const isChargedStop = isStopped && facts.stops.some(({ isBillable, taskIds }) => isBillable === 1 && taskIds.some((id) => stoppedIds.includes(id)));
  if (isStopped && !isChargedStop) return undefined;
  // A report that was taken back is charged when it is out again.
  const wasOut = mainReports(facts, commodityId).some((one) => one.firstIssueTime !== null && !isOut(one));
  if (!isStopped && wasOut && report.reported === 0) return undefined;
  const price = linePrice(facts, { commodityId, kind: isStopped ? 'stopped' : 'test', isOuter: carriers.some(({ isOuter }) => isOuter) });
  return lineOf(facts, carriers, price, isStopped ? none : report, { commodityId, supplementNo: 0 });
}

const mainReports = ({ reports }: LineFacts, commodityId: string): ReportFact[] =>
  reports.filter((report) => isMainKind(report.reportKind) && report.commodityIds.includes(commodityId));

/** A commodity is reported once all work for it that was not stopped is; what another house tests once its report is here. */
function reportOf(facts: LineFacts, commodityId: string, tasks: LineFacts['tasks']): LineReport {
  const mains = mainReports(facts, commodityId);
  const out = mains.filter(isOut);
  const open = tasks.filter((task) => task.taskState !== taskState.stopped);
  // Results that went out before reports were kept have none.
  const isKnown = out.length > 0 || mains.every(({ firstIssueTime }) => firstIssueTime === null);
  const isReported =
    open.length > 0 ? isKnown && open.every((task) => task.taskState === taskState.issued) : out.some(({ groupKey }) => isOuterKey(groupKey));
  if (!isReported) return none;
  const auditTime = latest(out.map(({ issueTime }) => issueTime)) ?? latest(open.map(({ checkTimeTwo }) => checkTimeTwo)) ?? facts.receiveTime;
  return { reported: 1, auditTime, reportId: out.find(({ issueTime }) => issueTime === auditTime)?.reportId ?? null };
}

function supplementLine(facts: LineFacts, report: ReportFact, commodityId: string): WantedLine {
  const carriers = facts.tubes.filter((tube) => isEntered(tube.labStatus) && tube.commodityIds.includes(commodityId));
  const price = linePrice(facts, { commodityId, kind: 'supplement', isOuter: carriers.some(({ isOuter }) => isOuter) });
  const { reportId, issueTime, groupKey } = report;
  const out: LineReport = { reported: 1, auditTime: issueTime ?? facts.receiveTime, reportId };
  return lineOf(facts, carriers, price, out, { commodityId, supplementNo: Number(groupKey.slice(1)) });
}
