import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import { entryFormOf } from '#domain/sample/forms/entryForms.ts';
import { codeFinding } from '#domain/sample/rules/codeRules.ts';
import { entryState } from '#domain/sample/entryState.ts';
import { enterSummary, summaryRefusals } from '#domain/sample/summary.ts';
import { cancelSummary } from '#domain/sample/summaryCancel.ts';
import { rejectSummary } from '#domain/sample/summaryReject.ts';
import { ask, deskWait } from '#src/api/ask.ts';
import type { ActVerdict } from '#src/console/desk/actVerdict.ts';
import { useText } from '#src/console/useText.ts';
import { getMaster } from '#src/offline/master/masterData.ts';
import { opState, readOperations } from '#src/offline/outbox/status.ts';
import type { OutboxOperation } from '#src/offline/store/operation.ts';
import { counts } from '#src/offline/store/standing.ts';
import type { Scanned } from '#src/ui/scan/ScanBox.tsx';
import { playSound } from '#src/ui/scan/sounds.ts';
import { enterField, firstEmpty } from '#src/ui/focusNext.ts';
import { useLatest } from '#src/ui/useLatest.ts';
import { codeStyles } from '#src/offline/facts/codeStates.ts';
import { takenHere } from '#src/offline/facts/ownReceptions.ts';
import { takenBackBy } from './takenBack.ts';
import type { SummaryEntry } from './useSummaryEntry.ts';

const texts = {
  scanRequisition: ['扫描或输入申请单条码', 'Scan or type the requisition barcode'],
  scanSample: ['扫描样本条码', 'Scan the sample barcode'],
  scanTube: ['扫描采血管号', 'Scan the tube number'],
  scanMore: ['还有样本可继续扫描,否则填写右侧', 'Scan another tube, or fill in the form'],
  notOurs: ['条码不符', 'Not our code'],
  reasonLater: ['{text}; 保存时请填写原因', '{text}; saving asks for the reason'],
  confirmTyped: ['手工输入的条码请再输入一次确认', 'Typed by hand: type the barcode once more to confirm'],
  known: ['重复', 'Repeat'],
  entered: ['{by} 已于 {at} 录入, 下一次扫描开始新的申请单', 'Entered by {by} at {at}; the next scan begins a new requisition'],
  rejected: ['{by} 已于 {at} 拒收, 下一次扫描开始新的申请单', 'Rejected by {by} at {at}; the next scan begins a new requisition'],
  closed: [
    '{by} 已于 {at} 录入, 现已拒收, 下一次扫描开始新的申请单',
    'Entered by {by} at {at} and rejected since; the next scan begins a new requisition',
  ],
  inTray: ['{by} 于 {at} 录入后被退回, 请在待处理中修改', 'Entered by {by} at {at} and refused: mend it in the tray'],
  filling: ['录入中', 'In entry'],
  requisitionsCode: ['是申请单条码', 'A requisition’s code'],
  ownCode: [
    '{code} 是本申请单的条码, 未作为样本; 请扫描样本条码',
    '{code} is this requisition’s own code and was not taken for a tube; scan the tube',
  ],
  othersCode: [
    '{code} 是 {by} 于 {at} 录入的申请单, 未作为样本; 请扫描样本条码',
    '{code} is a requisition entered by {by} at {at} and was not taken for a tube; scan the tube',
  ],
  taken: ['冲突', 'Conflict'],
  tubeAdded: ['本申请单共 {count} 管', '{count} tubes on this requisition'],
} as const satisfies Record<string, Label>;

const stepFields = ['requisitionCode', 'sampleCode', 'testTubeNumber'] as const;

function stepOf(
  [requisitionCode, sampleCode, testTubeNumber]: readonly [string, string, string],
  isTubeAsked: boolean,
): 'requisition' | 'sample' | 'tube' | 'more' {
  return !requisitionCode ? 'requisition' : !sampleCode ? 'sample' : isTubeAsked && !testTubeNumber ? 'tube' : 'more';
}

/** A requisition that was scanned or typed and is received already, and the tubes it has: nothing more is bound to it here. */
interface Repeated {
  readonly code: string;
  readonly tubes: readonly string[];
  readonly by: string;
  readonly at: string;
  /** `inTray`: it was refused and waits for a person. `rejected`, `closed`: the tubes were, by who is named or since. */
  readonly how: 'entered' | 'inTray' | 'rejected' | 'closed';
}

/** What the next scan means: the requisition, its first tube, the tube's own number, a further tube and its number. */
export function useScanSteps(entry: SummaryEntry, setNotice: (verdict: ActVerdict | null) => void, setCode: (code: string) => void) {
  const { label } = useText();
  const typedOnce = useRef('');
  const misfit = useRef('');
  const repeated = useRef<Repeated | null>(null);
  const { form } = entry;
  const watched = form.methods.watch([...stepFields, 'commodityIds']) as [string, string, string, readonly string[]];
  const [requisitionCode, sampleCode, testTubeNumber, commodityIds] = watched;
  const isTubeAsked = useIsTubeAsked(commodityIds);
  const shownStep = stepOf([requisitionCode, sampleCode, testTubeNumber], isTubeAsked);
  const prompt = { requisition: texts.scanRequisition, sample: texts.scanSample, tube: texts.scanTube, more: texts.scanMore }[shownStep];

  const styles = useLiveQuery(codeStyles, []);
  /** What the code styles say of a code. False where it is not taken; the notice and the sound say why. */
  const looksLikeOurs = (field: 'requisitionCode' | 'sampleCode', code: string): boolean => {
    const [laboratoryId = null, sendSampleClientId = null] = form.methods.getValues(['contractLaboratoryId', 'sendSampleClientId']) as (
      | string
      | null
    )[];
    const finding = codeFinding(field, normalCode(code), { laboratoryId, sendSampleClientId }, styles ? { codeStyles: styles } : {});
    const isRefused = finding?.severity === 'block';
    if (!finding) return true;
    playSound(isRefused ? 'refused' : 'repeat');
    const text = label(finding.text);
    setNotice({ kind: isRefused ? 'refused' : 'repeat', word: texts.notOurs, detail: isRefused ? text : label(texts.reasonLater, { text }) });
    misfit.current = code;
    return !isRefused;
  };
  const tellRepeat = (detail: string): void => {
    playSound('repeat');
    setNotice({ kind: 'repeat', word: texts.known, detail });
  };
  const tellKnown = ({ by, at, how }: Repeated): void => tellRepeat(label(texts[how], { by, at }));
  const tellRequisition = (detail: string): void => {
    playSound('refused');
    setNotice({ kind: 'refused', word: texts.requisitionsCode, detail });
  };
  /** Takes a tube off the form again that this desk has registered on another requisition. */
  const refuseIfTaken = async (code: string): Promise<void> => {
    const requisition = form.methods.getValues('requisitionCode') as string;
    const replaced = entry.editing ? await opState(entry.editing) : undefined;
    const taken = await takenHere(normalCode(code), normalCode(requisition), replaced);
    if (!taken || form.methods.getValues('requisitionCode') !== requisition || !dropTube(entry, code)) return;
    playSound('refused');
    setNotice({ kind: 'refused', word: texts.taken, detail: label(summaryRefusals['summary.sampleTaken'], { ...taken }) });
  };
  /** Takes a tube off the form again whose code turns out to be a requisition's. */
  const refuseIfRequisition = async (code: string): Promise<void> => {
    const requisition = form.methods.getValues('requisitionCode') as string;
    const found = await findKnown(code);
    if (found && form.methods.getValues('requisitionCode') === requisition && dropTube(entry, code))
      tellRequisition(label(texts.othersCode, { ...found }));
  };
  const tellIfKnown = async (code: string): Promise<void> => {
    const found = await findKnown(code);
    // Meanwhile another one may be on the form.
    if (!found || form.methods.getValues('requisitionCode') !== code) return;
    setCode(code);
    repeated.current = found;
    tellKnown(found);
  };
  /** True where the scan belongs to the requisition that is here already; any other begins the next one. */
  const isOfRepeated = (code: string): boolean => {
    const known = repeated.current;
    if (!known || known.code !== form.methods.getValues('requisitionCode')) return false;
    if (code === known.code || known.tubes.includes(code)) {
      tellKnown(known);
      return true;
    }
    repeated.current = null;
    entry.restart();
    return false;
  };

  const take = ({ code, inputMode }: Scanned): void => {
    setCode(code);
    if (isOfRepeated(code)) return;
    // From the form, not from what is drawn: two scans may come before the next drawing.
    const filled = form.methods.getValues(stepFields) as [string, string, string];
    const step = stepOf(filled, isTubeAsked);
    if (step === 'requisition') {
      // A mistyped requisition code would be a lost patient: what no scanner read is typed twice (docs/scanning.md#scanner-or-typist).
      if (inputMode === 'manual' && typedOnce.current !== code) {
        typedOnce.current = code;
        setNotice({ kind: 'repeat', word: ['再输一次', 'Once more'], detail: label(texts.confirmTyped) });
        return;
      }
      typedOnce.current = '';
      setNotice(null);
      if (!looksLikeOurs('requisitionCode', code)) return;
      entry.setRead({ code, inputMode });
      form.methods.setValue('requisitionCode', code);
      void tellIfKnown(code);
      return;
    }
    if (code === filled[0]) return tellRequisition(label(texts.ownCode, { code }));
    const last = entry.tubesNow().at(-1);
    const isTubeNumber = step === 'tube' || (step === 'more' && isTubeAsked && last?.testTubeNumber === '');
    misfit.current = '';
    if (!isTubeNumber && !looksLikeOurs('sampleCode', code)) return;
    if (step === 'sample') form.methods.setValue('sampleCode', code);
    else if (step === 'tube') form.methods.setValue('testTubeNumber', code);
    else if (isTubeAsked && last && last.testTubeNumber === '') entry.changeTube(last.sampleCode, { testTubeNumber: code });
    else if (!entry.addTube(code)) return tellRepeat(label(['此管已在本申请单', 'This tube is already on the form']));
    void refuseIfRequisition(code);
    if (!isTubeNumber) void refuseIfTaken(code);
    const count = entry.tubesNow().length + 1;
    // What the styles said of this very code stays in sight.
    if (misfit.current !== code) playSound('ok');
    if (misfit.current !== code) setNotice(step === 'more' ? { kind: 'idle', word: texts.filling, detail: label(texts.tubeAdded, { count }) } : null);
    const isLastScan = step === 'tube' || (step === 'sample' && !isTubeAsked);
    if (isLastScan) setCodesIn((before) => before + 1);
  };
  // Not before the codes are drawn: their own fields would seem to be empty.
  const [codesIn, setCodesIn] = useState(0);
  useEffect(() => {
    if (codesIn > 0) focusFirstOpen(form.id);
  }, [codesIn, form.id]);
  const current = useLatest(take);
  /** A code typed into its field is looked up when the field is left; what is being mended would meet itself. */
  const onTyped = (): void => {
    const code = String(form.methods.getValues('requisitionCode') ?? '');
    if (code.trim() !== '' && !entry.editing) void tellIfKnown(code);
  };
  return { prompt, onTyped, onScan: (scanned: Scanned): void => entry.whenReady(() => current.current(scanned)) };
}

/** Clears what this code was scanned for: a tube, or a tube's own number; false where it is not on the form any more. */
function dropTube({ form, tubesNow, changeTube, removeTube }: SummaryEntry, code: string): boolean {
  const own = (['sampleCode', 'testTubeNumber'] as const).find((name) => form.methods.getValues(name) === code);
  const tube = tubesNow().find(({ sampleCode, testTubeNumber }) => sampleCode === code || testTubeNumber === code);
  if (own) form.methods.setValue(own, '');
  else if (tube?.sampleCode === code) removeTube(code);
  else if (tube) changeTube(tube.sampleCode, { testTubeNumber: '' });
  return own !== undefined || tube !== undefined;
}

/** The first field nothing stands in: where the typing begins. */
function focusFirstOpen(formId: string): void {
  const form = document.getElementById(formId);
  const open = form && firstEmpty(form);
  if (open) enterField(open);
}

/** Whether one of these commodities' forms asks for the tube's own number. */
export function useIsTubeAsked(commodityIds: readonly string[] | null): boolean {
  const [isAsked, setAsked] = useState(false);
  const key = (commodityIds ?? []).join();
  useEffect(() => {
    let isGone = false;
    void Promise.all(key.split(',').map((id) => getMaster('commodity', id))).then((rows) => {
      if (!isGone) setAsked(rows.some((row) => entryFormOf(row?.['entryForm']).isTubeNumberAsked));
    });
    return () => {
      isGone = true;
    };
  }, [key]);
  return isAsked;
}

/**
 * Who has received the requisition already and when; the form stays, nothing blocks. What this desk has done and the server has answered may have been
 * taken back since, here or elsewhere: the server is asked, and memory answers where it cannot be.
 */
async function findKnown(code: string): Promise<Repeated | null> {
  const requisitionCode = normalCode(code);
  const types = [enterSummary.name, cancelSummary.name, rejectSummary.name];
  const acts = await readOperations({ types, lane: `req:${requisitionCode}`, isOfDesk: true });
  const undos = takenBackBy(acts);
  const mine = acts.find(
    ({ type, state, opId }) => type === enterSummary.name && state !== 'discarded' && state !== 'superseded' && !undos.has(opId),
  );
  const rejection = acts.find((act) => act.type === rejectSummary.name && counts(act) && (!mine || tubesOf(act).length === 0));
  const own = [mine, rejection].filter((act) => act !== undefined);
  const remembered = rememberedOf(code, mine, rejection);
  // The server does not know yet what this desk still carries; until an undo has arrived it knows the reception that is none any more.
  if (own.some(({ state }) => state !== 'acked')) return remembered;
  if ([...undos.values()].some(({ state }) => state !== 'acked')) return null;
  const row = await ask('GET sample/enter-info/get-summary-info', {
    query: { requisitionCode },
    quiet: true,
    signal: AbortSignal.timeout(deskWait.list),
  }).catch(() => undefined);
  if (row === undefined) return remembered;
  if (!row?.requisitionCode) return null;
  const isClosed = row.entryState === entryState.closed;
  // Who rejected it is known here alone.
  if (isClosed && remembered?.how === 'rejected') return remembered;
  const how = isClosed ? 'closed' : 'entered';
  return { code, tubes: row.tubes.map((tube) => tube.sampleCode), by: row.entryPersonName, at: row.receiveTime, how };
}

/** The same by this desk's own acts. */
function rememberedOf(code: string, mine: OutboxOperation | undefined, rejection: OutboxOperation | undefined): Repeated | null {
  const told = rejection ?? mine;
  if (!told) return null;
  const isInTray = told.state === 'rejected' || told.state === 'conflict';
  const how = rejection ? 'rejected' : isInTray ? 'inTray' : 'entered';
  return { code, tubes: tubesOf(mine ?? told), by: told.authorName, at: formatDateTime(told.createdAt), how };
}

const tubesOf = ({ lanes }: OutboxOperation): readonly string[] =>
  lanes.filter((lane) => lane.startsWith('tube:')).map((lane) => lane.slice('tube:'.length));
