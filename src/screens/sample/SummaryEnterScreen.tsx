import { chakra } from '@chakra-ui/react';
import { ChevronDown, ChevronUp, FilePlus2, Pin, PinOff, Save, X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import type { Label } from '#domain/kernel/label.ts';
import type { SummaryRow } from '#domain/sample/rows.ts';
import { call, servicePath } from '#src/api/call.ts';
import { ActLog } from '#src/console/desk/ActLog.tsx';
import { actVerdict, type ActVerdict } from '#src/console/desk/actVerdict.ts';
import { Count, DeskLayout } from '#src/console/desk/DeskLayout.tsx';
import { useOperation, useOperations, useOutboxStatus } from '#src/console/useOutbox.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { discardOperation } from '#src/offline/tray.ts';
import { allMaster } from '#src/offline/masterData.ts';
import { isChangeable } from '#src/offline/operation.ts';
import { readOperations } from '#src/offline/status.ts';
import { Button } from '#src/ui/Button.tsx';
import { ErrorSummary } from '#src/ui/form/ErrorSummary.tsx';
import { FormGrid } from '#src/ui/form/FormGrid.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { notify } from '#src/ui/notify.tsx';
import { ScanBox, type ScanBoxHandle, type Scanned } from '#src/ui/scan/ScanBox.tsx';
import { playSound } from '#src/ui/scan/sounds.ts';
import { Verdict } from '#src/ui/scan/Verdict.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import { FindingsPanel } from './FindingsPanel.tsx';
import { ImportPanel } from './import/ImportPanel.tsx';
import { RejectPanel } from './RejectPanel.tsx';
import { carriable, entryFields, entryGroups } from './summaryForm.ts';
import { TodayPanel } from './TodayPanel.tsx';
import { useSummaryEntry, type SummaryEntry } from './useSummaryEntry.ts';

const texts = {
  scanRequisition: ['扫描或输入申请单条码', 'Scan or type the requisition barcode'],
  scanSample: ['扫描样本条码', 'Scan the sample barcode'],
  scanTube: ['扫描采血管号', 'Scan the tube number'],
  scanMore: ['还有样本可继续扫描,否则填写右侧', 'Scan another tube, or fill in the form'],
  confirmTyped: ['手工输入的条码请再输入一次确认', 'Typed by hand: type the barcode once more to confirm'],
  received: ['已接样', 'Received'],
  filling: ['录入中', 'In entry'],
  idle: ['待扫描', 'Ready'],
  known: ['重复', 'Repeat'],
  saved: ['已保存到本机,待上传', 'Saved on this computer, waiting to be sent'],
} as const satisfies Record<string, Label>;

type Pane = 'entry' | 'reject' | 'today' | 'import';
const panes: readonly { readonly key: Pane; readonly label: Label; readonly permission: string }[] = [
  { key: 'entry', label: ['录入', 'Entry'], permission: 'summary_enter' },
  { key: 'reject', label: ['拒收', 'Reject'], permission: 'summary_reject' },
  { key: 'today', label: ['今日列表', 'Today'], permission: 'sample_view' },
  { key: 'import', label: ['Excel导入', 'Excel import'], permission: 'summary_enter' },
];
const PaneTab = chakra('button', {
  base: { px: 3, h: '32px', textStyle: 'dense', borderBottom: '2px solid transparent', color: 'fg.muted', cursor: 'pointer', '&[aria-selected=true]': { color: 'accent.text', borderBottomColor: 'accent.solid', fontWeight: 'medium' }, _focusVisible: { outline: '2px solid {colors.accent.focus}', outlineOffset: '-2px' } },
});

/** Reception: scan the requisition, scan its tubes, fill what the act needs, next. Everything by keyboard. */
export function Screen() {
  const { label, language } = useText();
  const { can } = useSession();
  const [params, setParams] = useSearchParams();
  const [pane, setPane] = useState<Pane>('entry');
  const [notice, setNotice] = useState<ActVerdict | null>(null);
  const [code, setCode] = useState('');
  const box = useRef<ScanBoxHandle>(null);
  const editOpId = params.get('edit');
  const clearEdit = useCallback(() => setParams({}, { replace: true }), [setParams]);
  const entry = useSummaryEntry(editOpId, () => {
    playSound('ok');
    setNotice(null);
    clearEdit();
    setTimeout(() => box.current?.focus());
  });
  const operations = useOperations({ types: ['summary.enter', 'summary.reject'], since: startOfToday() });
  const status = useOutboxStatus();
  const last = useOperation(entry.lastOpId);
  useSoundOnRefusal(last?.state);

  const scan = useScanSteps(entry, setNotice, setCode);
  const shown: ActVerdict = notice ?? (entry.form.methods.getValues('requisitionCode') ? { kind: 'idle', word: texts.filling, detail: '' } : last ? actVerdict(last, texts.received, language) : { kind: 'idle', word: texts.idle, detail: '' });

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'F9') {
        event.preventDefault();
        void entry.form.save();
      }
      if (event.key === 'F2' && !(event.target as HTMLElement).closest('[role=combobox]')) {
        event.preventDefault();
        box.current?.focus();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });

  return (
    <DeskLayout
      leftLabel={label(['扫描', 'Scan'])}
      rightLabel={label(['录入内容', 'Entry'])}
      left={
        <>
          <ScanBox ref={box} label={scan.prompt} placeholder={scan.prompt} onScan={scan.onScan} keepsFocus={pane === 'entry'} />
          <Verdict kind={shown.kind} word={shown.word} detail={shown.detail} code={code || last?.subject} />
          <ActLog
            operations={operations}
            done={texts.received}
            canUndo={isChangeable}
            onUndo={(operation) => void discardOperation(operation.opId, label(['录入后撤销', 'Undone after entry'])).catch((error: unknown) => notify.error(String((error as Error).message)))}
          />
        </>
      }
      right={
        <>
          <chakra.div role="tablist" display="flex" borderBottom="hairline" flexShrink={0}>
            {panes.filter(({ permission }) => can(permission)).map(({ key, label: title }) => (
              <PaneTab key={key} type="button" role="tab" aria-selected={pane === key} onClick={() => setPane(key)}>{label(title)}</PaneTab>
            ))}
          </chakra.div>
          <chakra.div hidden={pane !== 'entry'}><EntryPane entry={entry} box={box} /></chakra.div>
          {pane === 'reject' ? <RejectPanel initialCode={String(entry.form.methods.getValues('requisitionCode') ?? '')} onDone={() => { void entry.restart(); setPane('entry'); }} /> : null}
          {pane === 'today' ? <TodayPanel /> : null}
          {pane === 'import' ? <ImportPanel /> : null}
        </>
      }
      foot={
        <>
          <Count label={label(['本机今日录入', 'Entered here today'])} value={operations.filter(({ type, state }) => type === 'summary.enter' && state !== 'discarded' && state !== 'superseded').length} />
          <Count label={label(['待上传', 'Waiting'])} value={status?.waiting} tone="warning" />
          <Count label={label(['待处理', 'Refused'])} value={status ? status.refused + status.conflict + status.quarantined : null} tone="danger" />
          <chakra.span color="fg.muted" textStyle="note">{label(['回车下一项 · 数字选择 · F9 保存并下一单 · F2 回到扫描框', 'Enter next · digits choose · F9 save and next · F2 scan box'])}</chakra.span>
        </>
      }
    />
  );
}

function startOfToday(): number {
  return new Date().setHours(0, 0, 0, 0);
}

/** A refusal that arrives while the clerk is already at the next tube is heard. */
function useSoundOnRefusal(state: string | undefined): void {
  useEffect(() => {
    if (state === 'rejected' || state === 'conflict') playSound('refused');
  }, [state]);
}

/** What the next scan means: the requisition, its first tube, the tube's own number, a further tube. */
function useScanSteps(entry: SummaryEntry, setNotice: (verdict: ActVerdict | null) => void, setCode: (code: string) => void) {
  const { label } = useText();
  const typedOnce = useRef('');
  const { form } = entry;
  const watched = form.methods.watch(['requisitionCode', 'sampleCode', 'testTubeNumber', 'commodityIds']) as [string, string, string, readonly string[]];
  const [requisitionCode, sampleCode, testTubeNumber, commodityIds] = watched;
  const isTubeAsked = useIsTubeAsked(commodityIds);
  const step = !requisitionCode ? 'requisition' : !sampleCode ? 'sample' : isTubeAsked && !testTubeNumber ? 'tube' : 'more';
  const prompt = { requisition: texts.scanRequisition, sample: texts.scanSample, tube: texts.scanTube, more: texts.scanMore }[step];

  const onScan = ({ code, inputMode }: Scanned): void => {
    setCode(code);
    if (step === 'requisition') {
      // A mistyped requisition code would be a lost patient: what no scanner read is typed twice (peers 4.8).
      if (inputMode === 'manual' && typedOnce.current !== code) {
        typedOnce.current = code;
        setNotice({ kind: 'repeat', word: ['再输一次', 'Once more'], detail: label(texts.confirmTyped) });
        return;
      }
      typedOnce.current = '';
      setNotice(null);
      form.methods.setValue('requisitionCode', code);
      void tellIfKnown(code, setNotice, label);
      return;
    }
    if (step === 'sample') form.methods.setValue('sampleCode', code);
    else if (step === 'tube') form.methods.setValue('testTubeNumber', code);
    else if (code === sampleCode || entry.extraTubes.some((tube) => tube.sampleCode === code)) {
      playSound('repeat');
      setNotice({ kind: 'repeat', word: texts.known, detail: label(['此管已在本申请单', 'This tube is already on the form']) });
      return;
    } else entry.setExtraTubes([...entry.extraTubes, { sampleCode: code, testTubeNumber: '', sampleClassId: null }]);
    playSound('ok');
    setNotice(null);
    const isLastScan = step === 'tube' || (step === 'sample' && !isTubeAsked);
    if (isLastScan) setTimeout(() => focusFirstOpen(form.id));
  };
  return { prompt, onScan };
}

/** The first field nothing was carried into: where the typing begins. */
function focusFirstOpen(formId: string): void {
  const root = document.getElementById(formId);
  const fields = [...(root?.querySelectorAll<HTMLElement>('[data-field]:not([data-enter-skip]) input:not([type=hidden]), [data-field]:not([data-enter-skip]) [data-enter-stop]') ?? [])];
  const open = fields.find((field) => !(field instanceof HTMLInputElement) || (field.value === '' && !field.readOnly && !field.disabled));
  open?.focus();
}

function useIsTubeAsked(commodityIds: readonly string[] | null): boolean {
  const [isAsked, setAsked] = useState(false);
  const key = (commodityIds ?? []).join();
  useEffect(() => {
    let isGone = false;
    void allMaster('commodity').then((rows) => {
      const wanted = new Set(key.split(','));
      if (!isGone) setAsked(rows.some((row) => wanted.has(String(row['commodityId'])) && ['nipt', 'deaf'].includes(String(row['entryForm']))));
    });
    return () => {
      isGone = true;
    };
  }, [key]);
  return isAsked;
}

/** Says at once when this desk or the server has the requisition already; the form stays, nothing blocks. */
async function tellIfKnown(code: string, setNotice: (verdict: ActVerdict) => void, label: (text: Label, params?: Record<string, unknown>) => string): Promise<void> {
  const mine = (await readOperations({ types: ['summary.enter'], lane: `req:${code}` })).find(({ state }) => state !== 'discarded' && state !== 'superseded');
  const known = mine
    ? { by: mine.authorName, at: '' }
    : await call<SummaryRow | null>('GET', servicePath('sample', 'enter-info/get-summary-info'), { query: { requisitionCode: code }, quiet: true, signal: AbortSignal.timeout(4000) }).then((row) => (row?.requisitionCode ? { by: row.entryPersonName, at: row.receiveTime } : null), () => null);
  if (!known) return;
  playSound('repeat');
  setNotice({ kind: 'repeat', word: texts.known, detail: label(['申请单已录入: {by} {at}', 'Already entered: {by} {at}'], known) });
}

function EntryPane({ entry, box }: { readonly entry: SummaryEntry; readonly box: React.RefObject<ScanBoxHandle | null> }) {
  const { label } = useText();
  const { form, carried, extraTubes } = entry;
  const [isMoreOpen, setMoreOpen] = useState(false);
  const isTubeAsked = useIsTubeAsked(form.methods.watch('commodityIds') as readonly string[] | null);
  const groups = entryGroups(isTubeAsked);
  const { errors } = useFormState({ control: form.methods.control });
  const isFaultFolded = groups.some(({ isFolded, fields }) => isFolded && fields.some((name) => errors[name]));
  useEffect(() => {
    if (isFaultFolded) setMoreOpen(true);
  }, [isFaultFolded]);
  const settings = Object.fromEntries(
    Object.keys(entryFields).map((name) => [
      name,
      {
        isSkipped: carried.includes(name),
        ...(carriable.includes(name) ? { mark: <CarryMark key={String(carried.includes(name))} isOn={carried.includes(name)} onToggle={() => entry.toggleCarried(name)} /> } : {}),
      },
    ]),
  );
  return (
    <chakra.form {...form.formProps} display="flex" flexDirection="column" gap={2} data-testid="summary-form" onBlur={(event) => { if ((event.target as HTMLElement).closest('[data-field=credentialNo]')) entry.fillDerived(); }}>
      {entry.editing ? <Tag tone="warning">{label(['正在修改被退回的录入', 'Mending a refused entry'])}</Tag> : null}
      {entry.isRestored ? <Tag tone="info">{label(['已恢复未保存的录入', 'Restored what was being typed'])}</Tag> : null}
      <ClientTip form={entry.form} />
      <ErrorSummary form={form} />
      <FindingsPanel findings={entry.findings} reasons={entry.reasons} onReason={entry.setReason} onDone={() => void form.save()} />
      {groups.filter(({ isFolded }) => !isFolded || isMoreOpen).map(({ key, title, fields }) => (
        <chakra.fieldset key={key} minW={0}>
          <chakra.legend textStyle="note" color="fg.muted" fontWeight="medium" mb={1}>{label(title)}</chakra.legend>
          <FormGrid form={form} columns={3} only={fields} settings={settings} hasSummary={false} />
        </chakra.fieldset>
      ))}
      {extraTubes.length > 0 ? (
        <chakra.div display="flex" flexWrap="wrap" gap={2} alignItems="center" textStyle="dense">
          {label(['其他样本', 'Further tubes'])}
          {extraTubes.map((tube) => (
            <Tag key={tube.sampleCode} tone="accent">
              <chakra.span textStyle="mono">{tube.sampleCode}</chakra.span>
              <IconButton icon={X} label={label(['移除', 'Remove'])} size="sm" onClick={() => { entry.setExtraTubes(extraTubes.filter((other) => other !== tube)); box.current?.focus(); }} />
            </Tag>
          ))}
        </chakra.div>
      ) : null}
      <chakra.div display="flex" gap={2} pt={1} position="sticky" bottom={0} bg="bg.panel">
        <Button variant="primary" icon={Save} keyHint="F9" isBusy={form.isSaving} onClick={() => void form.save()} data-enter-end>{label(['保存并下一单', 'Save and next'])}</Button>
        <Button icon={FilePlus2} onClick={() => void entry.restart().then(() => box.current?.focus())}>{label(['清空', 'Clear'])}</Button>
        <Button variant="ghost" icon={isMoreOpen ? ChevronUp : ChevronDown} aria-expanded={isMoreOpen} onClick={() => setMoreOpen(!isMoreOpen)}>{label(isMoreOpen ? ['收起更多项', 'Fewer fields'] : ['更多项(送检/监护人/其他)', 'More fields'])}</Button>
      </chakra.div>
    </chakra.form>
  );
}

function CarryMark({ isOn, onToggle }: { readonly isOn: boolean; readonly onToggle: () => void }) {
  const { label } = useText();
  const Icon = isOn ? Pin : PinOff;
  return (
    <chakra.button
      type="button"
      tabIndex={-1}
      aria-pressed={isOn}
      title={label(isOn ? ['沿用到下一单', 'Carried over to the next'] : ['不沿用', 'Not carried over'])}
      color={isOn ? 'accent.text' : 'fg.disabled'}
      cursor="pointer"
      onClick={onToggle}
    >
      <Icon size={12} aria-hidden />
    </chakra.button>
  );
}

/** What a clerk must know about this client before he enters its samples. */
function ClientTip({ form }: { readonly form: SummaryEntry['form'] }) {
  const { label } = useText();
  const clientId = form.methods.watch('sendSampleClientId') as string | null;
  const [tip, setTip] = useState('');
  useEffect(() => {
    let isGone = false;
    setTip('');
    if (clientId) {
      void allMaster('enterTip').then((rows) => {
        const found = rows.find((row) => String(row['sendSampleClientId']) === String(clientId) && Number(row['isDisable'] ?? 0) === 0);
        if (!isGone && found) setTip(String(found['content']));
      });
    }
    return () => {
      isGone = true;
    };
  }, [clientId]);
  if (!tip) return null;
  return (
    <chakra.div role="note" px={3} py={1} borderRadius="md" border="1px solid" borderColor="warning.border" bg="warning.subtle" color="warning.text" textStyle="dense" data-client-tip>
      {label(['录入提示: ', 'Entry tip: '])}
      {tip}
    </chakra.div>
  );
}
