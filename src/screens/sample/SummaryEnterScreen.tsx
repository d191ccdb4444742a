import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { dayStart } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import { todayList } from '#domain/sample/entryContracts.ts';
import { rejectSummary, type RejectPayload } from '#domain/sample/summaryReject.ts';
import { ActLog } from '#src/console/desk/ActLog.tsx';
import { actVerdict, type ActVerdict, type Refusing } from '#src/console/desk/actVerdict.ts';
import { Count, DeskLayout, TrayCount } from '#src/console/desk/DeskLayout.tsx';
import { counts } from '#src/offline/store/standing.ts';
import { resourceKey } from '#src/resource/useResourceList.ts';
import { ScanSide } from '#src/console/desk/ScanSide.tsx';
import { useOpenedPayloads } from '#src/console/useOpenedPayloads.ts';
import { useOperation, useOperations, useOutboxStatus } from '#src/console/useOutbox.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { errorText } from '#src/console/errorText.ts';
import { isChangeable, type OutboxOperation } from '#src/offline/store/operation.ts';
import { TabList, tabPanel } from '#src/ui/TabList.tsx';
import { notify } from '#src/ui/notify.tsx';
import { ScanBox, type ScanBoxHandle } from '#src/ui/scan/ScanBox.tsx';
import { playSound } from '#src/ui/scan/sounds.ts';
import { Verdict } from '#src/ui/scan/Verdict.tsx';
import { isBehind } from '#src/ui/isBehind.ts';
import { useKeyDown } from '#src/ui/useKeyDown.ts';
import { enterSummary } from '#domain/sample/summary.ts';
import { cancelSummary } from '#domain/sample/summaryCancel.ts';
import { RequisitionDrawer } from './RequisitionDrawer.tsx';
import { ImportPanel } from './import/ImportPanel.tsx';
import { RejectPanel } from './RejectPanel.tsx';
import { mayReprint } from './mayReprint.ts';
import { ReprintDrawer, useReprintAhead } from './reprinting.ts';
import { SummaryEntryPane } from './SummaryEntryPane.tsx';
import { canTakeBack, takeBack, takenBackBy } from './takenBack.ts';
import { TodayPanel } from './TodayPanel.tsx';
import { useRenewRequisitions } from './useRenewRequisitions.ts';
import { useScanSteps } from './useScanSteps.ts';
import { useSummaryEntry } from './useSummaryEntry.ts';

const texts = {
  received: ['已接样', 'Received'],
  rejected: ['已拒收', 'Rejected'],
  notRejected: ['拒收未成', 'Not rejected'],
  scanRejected: ['扫描要拒收的申请单, 再扫样本', 'Scan the requisition to reject, then its tube'],
  filling: ['录入中', 'In entry'],
  idle: ['待扫描', 'Ready'],
  takenBack: ['已撤销接样', 'Undone'],
  takingBack: ['撤销待上传', 'Undo waits'],
} as const satisfies Record<string, Label>;

type Pane = 'entry' | 'reject' | 'today' | 'import';
const panes: readonly { readonly key: Pane; readonly title: Label; readonly permission: string }[] = [
  { key: 'entry', title: ['录入', 'Entry'], permission: 'summary_enter' },
  { key: 'reject', title: ['拒收', 'Reject'], permission: 'summary_reject' },
  { key: 'today', title: ['今日列表', 'Today'], permission: 'sample_view' },
  { key: 'import', title: ['Excel导入', 'Excel import'], permission: 'summary_enter' },
];
const panelId = 'summary';

/** Reception: scan the requisition, scan its tubes, fill what the act needs, next. Everything by keyboard. */
export function Screen() {
  const { label, language } = useText();
  const { can } = useSession();
  const [params, setParams] = useSearchParams();
  const [pane, setPane] = useState<Pane>('entry');
  const [notice, setNotice] = useState<ActVerdict | null>(null);
  const [code, setCode] = useState('');
  const box = useRef<ScanBoxHandle>(null);
  const [lastOpId, setLastOpId] = useState<string | null>(null);
  const [toReject, setToReject] = useState<{ readonly code: string } | null>(null);
  const editOpId = params.get('edit');
  const clearEdit = useCallback(() => setParams({}, { replace: true }), [setParams]);
  const entry = useSummaryEntry(editOpId, (opId) => {
    playSound('ok');
    setLastOpId(opId);
    setCode('');
    setNotice(null);
    clearEdit();
    setTimeout(() => box.current?.focus());
  });
  const acts = useOperations({ types: ['summary.enter', 'summary.reject', 'summary.cancel'], since: dayStart() });
  const operations = useMemo(() => acts.filter(({ type }) => type !== cancelSummary.name), [acts]);
  const undos = useMemo(() => takenBackBy(acts), [acts]);
  const undone = (opId: string): Label | null => {
    const undo = undos.get(opId);
    return undo ? (undo.state === 'acked' ? texts.takenBack : texts.takingBack) : null;
  };
  useReprintAhead();
  const renew = useRenewRequisitions();
  const undoneHere = [...undos.values()].filter(({ state }) => state === 'acked').length;
  useEffect(() => {
    if (undoneHere > 0) renew();
  }, [undoneHere, renew]);
  // The day's list was asked before the server had this desk's last act: it is asked again once it has.
  const queries = useQueryClient();
  const answeredHere = acts.filter(({ state }) => state === 'acked').length;
  useEffect(() => {
    if (answeredHere > 0) void queries.invalidateQueries({ queryKey: resourceKey(todayList) });
  }, [answeredHere, queries]);
  const contents = useOpenedPayloads<{ readonly personName?: string } | null>(operations);
  /** Opened from the last ten. */
  const [openedCode, setOpenedCode] = useState<string | null>(null);
  /** Codes whose labels are printed once more. */
  const [reprinted, setReprinted] = useState<readonly string[] | null>(null);
  const status = useOutboxStatus();
  const last = useOperation(lastOpId);
  useSoundOnRefusal(last?.state);
  // Their reasons lie sealed in the acts.
  const rejections = useMemo(() => operations.filter(({ type }) => type === rejectSummary.name).slice(-10), [operations]);
  const said = useOpenedPayloads<RejectPayload>(rejections);
  const done = useCallback(
    (operation: OutboxOperation): Label | Refusing =>
      operation.type === rejectSummary.name
        ? { word: texts.rejected, failed: texts.notRejected, reason: said.get(operation.opId)?.rejectReason ?? '' }
        : texts.received,
    [said],
  );

  const scan = useScanSteps(entry, setNotice, setCode);
  const prompt = pane === 'reject' ? texts.scanRejected : scan.prompt;
  const lastUndone = last ? undone(last.opId) : null;
  const shown: ActVerdict =
    notice ??
    (entry.form.methods.getValues('requisitionCode')
      ? { kind: 'idle', word: texts.filling, detail: '' }
      : last
        ? lastUndone
          ? { kind: 'idle', word: lastUndone, detail: '' }
          : actVerdict(last, done, language)
        : { kind: 'idle', word: texts.idle, detail: '' });

  useKeyDown((event) => {
    if (event.key !== 'F9' || pane !== 'entry') return;
    event.preventDefault();
    // Nothing behind a question or a drawer is saved.
    if (!isBehind()) void entry.form.save();
  });

  return (
    <DeskLayout
      isWide={pane === 'import'}
      leftLabel={label(['扫描', 'Scan'])}
      rightLabel={label(['录入内容', 'Entry'])}
      left={
        <ScanSide>
          <ScanBox
            ref={box}
            label={prompt}
            placeholder={prompt}
            onScan={(scanned) => {
              if (pane === 'reject') return setToReject({ code: scanned.code });
              setPane('entry');
              scan.onScan(scanned);
            }}
            keepsFocus={pane === 'entry'}
            // Beside an import or a list the box is out of sight, or not what is worked at.
            onWanted={pane === 'reject' ? undefined : () => setPane('entry')}
          />
          <Verdict kind={shown.kind} word={shown.word} detail={shown.detail} code={code || last?.subject} />
          <ActLog
            operations={operations}
            done={done}
            name={({ opId }) => contents.get(opId)?.personName ?? ''}
            onOpen={(operation) => {
              if (operation.type === enterSummary.name && isChangeable(operation)) setParams({ edit: operation.opId });
              else setOpenedCode(operation.subject);
            }}
            canReprint={({ type }) => type === enterSummary.name && mayReprint(can)}
            onReprint={({ subject, lanes }) => setReprinted([...codesIn('tube:', lanes), subject])}
            undone={({ opId }) => undone(opId)}
            canUndo={(operation) => canTakeBack(operation) && !undos.has(operation.opId)}
            onUndo={(operation) =>
              void takeBack(operation, label(['录入后撤销', 'Undone after entry'])).catch((error: unknown) => notify.error(errorText(error, label)))
            }
          />
        </ScanSide>
      }
      right={
        <>
          <TabList
            label={['前处理录入', 'Summary entry']}
            tabs={panes.filter(({ permission }) => can(permission))}
            chosen={pane}
            onChoose={setPane}
            panelId={panelId}
          />
          <chakra.div {...tabPanel(panelId, pane)} display="contents">
            <chakra.div hidden={pane !== 'entry'}>
              <SummaryEntryPane
                entry={entry}
                box={box}
                onTyped={scan.onTyped}
                onCleared={() => {
                  setCode('');
                  setNotice(null);
                }}
              />
            </chakra.div>
            {pane === 'reject' ? (
              <RejectPanel
                initialCode={String(entry.form.methods.getValues('requisitionCode') ?? '')}
                scanned={toReject}
                onDone={(opId, rejectedCode) => {
                  setNotice(null);
                  setCode('');
                  setLastOpId(opId);
                  // What was typed of another requisition stays.
                  if (entry.form.methods.getValues('requisitionCode') === rejectedCode) entry.restart();
                  // Who has gone on to another tab while the photographs were kept stays there.
                  setPane((now) => (now === 'reject' ? 'entry' : now));
                }}
              />
            ) : null}
            {pane === 'today' ? <TodayPanel /> : null}
            {openedCode === null ? null : <RequisitionDrawer key={openedCode} requisitionCode={openedCode} onClose={() => setOpenedCode(null)} />}
            <Suspense>{reprinted ? <ReprintDrawer codes={reprinted} onClose={() => setReprinted(null)} /> : null}</Suspense>
            {pane === 'import' ? <ImportPanel /> : null}
          </chakra.div>
        </>
      }
      foot={
        <>
          <Count
            label={label(['本机今日录入', 'Entered here today'])}
            value={operations.filter((act) => act.type === enterSummary.name && counts(act) && !undos.has(act.opId)).length}
          />
          <Count label={label(['待上传', 'Waiting'])} value={status?.waiting} tone="warning" />
          <TrayCount status={status} />
          <chakra.span color="fg.muted" textStyle="note">
            {label([
              '回车下一项 · 数字选择 · F4 更多项 · F9 保存并下一单 · F2 回到扫描框',
              'Enter next · digits choose · F4 more fields · F9 save and next · F2 scan box',
            ])}
          </chakra.span>
        </>
      }
    />
  );
}

/** The codes of a kind among an act's lanes. */
const codesIn = (kind: string, lanes: readonly string[]): readonly string[] =>
  lanes.filter((lane) => lane.startsWith(kind)).map((lane) => lane.slice(kind.length));

/** A refusal that arrives while the clerk is already at the next tube is heard. */
function useSoundOnRefusal(state: string | undefined): void {
  useEffect(() => {
    if (state === 'rejected' || state === 'conflict') playSound('refused');
  }, [state]);
}
