import { useEffect, useRef, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import type { SummaryRow } from '#domain/sample/rows.ts';
import { call, servicePath } from '#src/api/call.ts';
import type { ActVerdict } from '#src/console/desk/actVerdict.ts';
import { useText } from '#src/console/useText.ts';
import { getMaster } from '#src/offline/masterData.ts';
import { readOperations } from '#src/offline/status.ts';
import type { Scanned } from '#src/ui/scan/ScanBox.tsx';
import { playSound } from '#src/ui/scan/sounds.ts';
import { useLatest } from '#src/ui/useLatest.ts';
import type { SummaryEntry } from './useSummaryEntry.ts';

const texts = {
  scanRequisition: ['扫描或输入申请单条码', 'Scan or type the requisition barcode'],
  scanSample: ['扫描样本条码', 'Scan the sample barcode'],
  scanTube: ['扫描采血管号', 'Scan the tube number'],
  scanMore: ['还有样本可继续扫描,否则填写右侧', 'Scan another tube, or fill in the form'],
  confirmTyped: ['手工输入的条码请再输入一次确认', 'Typed by hand: type the barcode once more to confirm'],
  known: ['重复', 'Repeat'],
} as const satisfies Record<string, Label>;

const stepFields = ['requisitionCode', 'sampleCode', 'testTubeNumber'] as const;

function stepOf(
  [requisitionCode, sampleCode, testTubeNumber]: readonly [string, string, string],
  isTubeAsked: boolean,
): 'requisition' | 'sample' | 'tube' | 'more' {
  return !requisitionCode ? 'requisition' : !sampleCode ? 'sample' : isTubeAsked && !testTubeNumber ? 'tube' : 'more';
}

/** What the next scan means: the requisition, its first tube, the tube's own number, a further tube. */
export function useScanSteps(entry: SummaryEntry, setNotice: (verdict: ActVerdict | null) => void, setCode: (code: string) => void) {
  const { label } = useText();
  const typedOnce = useRef('');
  const { form } = entry;
  const watched = form.methods.watch([...stepFields, 'commodityIds']) as [string, string, string, readonly string[]];
  const [requisitionCode, sampleCode, testTubeNumber, commodityIds] = watched;
  const isTubeAsked = useIsTubeAsked(commodityIds);
  const shownStep = stepOf([requisitionCode, sampleCode, testTubeNumber], isTubeAsked);
  const prompt = { requisition: texts.scanRequisition, sample: texts.scanSample, tube: texts.scanTube, more: texts.scanMore }[shownStep];

  const take = ({ code, inputMode }: Scanned): void => {
    setCode(code);
    // From the form, not from what is drawn: two scans may come before the next drawing.
    const filled = form.methods.getValues(stepFields) as [string, string, string];
    const step = stepOf(filled, isTubeAsked);
    if (step === 'requisition') {
      // A mistyped requisition code would be a lost patient: what no scanner read is typed twice (peers 4.8).
      if (inputMode === 'manual' && typedOnce.current !== code) {
        typedOnce.current = code;
        setNotice({ kind: 'repeat', word: ['再输一次', 'Once more'], detail: label(texts.confirmTyped) });
        return;
      }
      typedOnce.current = '';
      setNotice(null);
      entry.setRead({ code, inputMode });
      form.methods.setValue('requisitionCode', code);
      void tellIfKnown(code, setNotice, label);
      return;
    }
    if (step === 'sample') form.methods.setValue('sampleCode', code);
    else if (step === 'tube') form.methods.setValue('testTubeNumber', code);
    else if (code === filled[1] || entry.extraTubes.some((tube) => tube.sampleCode === code)) {
      playSound('repeat');
      setNotice({ kind: 'repeat', word: texts.known, detail: label(['此管已在本申请单', 'This tube is already on the form']) });
      return;
    } else entry.setExtraTubes([...entry.extraTubes, { sampleCode: code, testTubeNumber: '', sampleClassId: null }]);
    playSound('ok');
    setNotice(null);
    const isLastScan = step === 'tube' || (step === 'sample' && !isTubeAsked);
    if (isLastScan) setTimeout(() => focusFirstOpen(form.id));
  };
  const current = useLatest(take);
  return { prompt, onScan: (scanned: Scanned): void => entry.whenReady(() => current.current(scanned)) };
}

/** The first field nothing was carried into: where the typing begins. */
function focusFirstOpen(formId: string): void {
  const root = document.getElementById(formId);
  const fields = [
    ...(root?.querySelectorAll<HTMLElement>(
      '[data-field]:not([data-enter-skip]) input:not([type=hidden]), [data-field]:not([data-enter-skip]) [data-enter-stop]',
    ) ?? []),
  ];
  const open = fields.find((field) => !(field instanceof HTMLInputElement) || (field.value === '' && !field.readOnly && !field.disabled));
  open?.focus();
}

/** Whether one of these commodities' forms asks for the tube's own number. */
export function useIsTubeAsked(commodityIds: readonly string[] | null): boolean {
  const [isAsked, setAsked] = useState(false);
  const key = (commodityIds ?? []).join();
  useEffect(() => {
    let isGone = false;
    void Promise.all(key.split(',').map((id) => getMaster('commodity', id))).then((rows) => {
      if (!isGone) setAsked(rows.some((row) => ['nipt', 'deaf'].includes(String(row?.['entryForm']))));
    });
    return () => {
      isGone = true;
    };
  }, [key]);
  return isAsked;
}

/** Says at once when this desk or the server has the requisition already; the form stays, nothing blocks. */
async function tellIfKnown(
  code: string,
  setNotice: (verdict: ActVerdict) => void,
  label: (text: Label, params?: Record<string, unknown>) => string,
): Promise<void> {
  const mine = (await readOperations({ types: ['summary.enter'], lane: `req:${code}` })).find(
    ({ state }) => state !== 'discarded' && state !== 'superseded',
  );
  const known = mine
    ? { by: mine.authorName, at: '' }
    : await call<SummaryRow | null>('GET', servicePath('sample', 'enter-info/get-summary-info'), {
        query: { requisitionCode: code },
        quiet: true,
        signal: AbortSignal.timeout(4000),
      }).then(
        (row) => (row?.requisitionCode ? { by: row.entryPersonName, at: row.receiveTime } : null),
        () => null,
      );
  if (!known) return;
  playSound('repeat');
  setNotice({ kind: 'repeat', word: texts.known, detail: label(['申请单已录入: {by} {at}', 'Already entered: {by} {at}'], known) });
}
