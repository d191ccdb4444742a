import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom';
import type { Problem } from '#domain/kernel/check.ts';
import type { Label } from '#domain/kernel/label.ts';
import { refusalLabel } from '#domain/kernel/refusalText.ts';
import { detailSubject, enteredFindings, enterDetail } from '#domain/sample/detailEntry.ts';
import type { DetailPayload } from '#domain/sample/detailInput.ts';
import type { PassNo } from '#domain/sample/entryState.ts';
import { enteredAs, entryFormOf, passRoute, type ScreenForm, screenForms } from '#domain/sample/forms/entryForms.ts';
import type { DetailRow, EntryWorkRow } from '#domain/sample/rows.ts';
import { ask } from '#src/api/ask.ts';
import { problemsOf } from '#src/console/act/AskDrawer.tsx';
import { ActLog } from '#src/console/desk/ActLog.tsx';
import { Count, DeskLayout, TrayCount } from '#src/console/desk/DeskLayout.tsx';
import { MoreOf } from '#src/ui/MoreOf.tsx';
import { goesBefore } from '#src/offline/store/standing.ts';
import { WorklistCut } from '#src/console/desk/WorklistCut.tsx';
import { WorklistState } from '#src/console/desk/WorklistState.tsx';
import { useWorklist } from '#src/console/desk/useWorklist.ts';
import { useOperations, useOutboxStatus } from '#src/console/useOutbox.ts';
import { useOpenedPayloads } from '#src/console/useOpenedPayloads.ts';
import { useText } from '#src/console/useText.ts';
import { enqueue } from '#src/offline/act/enqueue.ts';
import { foresee } from '#src/offline/facts/foresee.ts';
import { openPayload } from '#src/offline/store/openPayload.ts';
import { isChangeable } from '#src/offline/store/operation.ts';
import { opState } from '#src/offline/outbox/status.ts';
import { discardOperation, editOperation } from '#src/offline/act/tray.ts';
import { Button } from '#src/ui/Button.tsx';
import { notify } from '#src/ui/notify.tsx';
import { ScanBox } from '#src/ui/scan/ScanBox.tsx';
import { playSound } from '#src/ui/scan/sounds.ts';
import { StateView } from '#src/ui/StateView.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import { useKeepPaper } from '#src/console/desk/useKeepPaper.ts';
import { errorText } from '#src/console/errorText.ts';
import { OpenPaperButton, PaperPane, usePaperPane } from './images/PaperPane.tsx';
import { RequisitionDrawer } from './RequisitionDrawer.tsx';
import { type RowActKind } from './rowActs.ts';
import { CorrectionForm } from './CorrectionForm.tsx';
import { Corrections, QueueButton } from './Corrections.tsx';
import { FoldedQueue } from './FoldedQueue.tsx';
import { Facts, type Opened, startOf } from './DetailFacts.tsx';
import { DetailForm, type DetailJudgement, type DetailSaved } from './DetailForm.tsx';
import { useScannedWork } from './useScannedWork.ts';

/** Detail entry, first or second pass; the route says which form's requisitions stand here. */
export function Screen() {
  const { pathname } = useLocation();
  const pass: PassNo = useParams()['pass'] === '2' ? 2 : 1;
  const form = screenForms.find((one) => passRoute(one, pass) === pathname);
  if (!form) return <Navigate to="/404" replace state={{ from: pathname }} />;
  return <DetailEntry key={`${form.key} ${pass}`} pass={pass} form={form} />;
}

/** So many of a queue are drawn at once; the next so many at a press. */
const queueStep = 200;

function DetailEntry({ pass, form }: { readonly pass: PassNo; readonly form: ScreenForm }) {
  const { label } = useText();
  const [params, setParams] = useSearchParams();
  const { rows, fetchedAt, isKnown, failure, isCut, total, beyond, isLoading, refresh } = useWorklist<EntryWorkRow>(`entry${pass}`);
  const operations = useOperations({ types: ['detail.enter'] });
  const contents = useOpenedPayloads<DetailPayload | null>(operations);
  const [queueShown, setQueueShown] = useState(queueStep);
  /** Opened from the last ten. */
  const [shown, setShown] = useState<{ readonly code: string; readonly start?: RowActKind } | null>(null);
  const status = useOutboxStatus();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [correcting, setCorrecting] = useState<string | null>(null);
  const openedCode = correcting ?? opened?.work.requisitionCode ?? null;
  const paper = usePaperPane(openedCode);
  const editOpId = params.get('edit');

  // What this desk has already entered waits no longer, whatever the kept copy still says.
  const waiting = useMemo(() => {
    // Told by what stands outside the seal.
    const entered = operations.filter((operation) => goesBefore(operation, fetchedAt));
    const done = new Set(entered.map(({ subject }) => subject));
    return rows.filter((row) => enteredAs(row.entryForm) === form && !done.has(detailSubject(row.requisitionCode, pass)));
  }, [rows, operations, fetchedAt, form, pass]);

  useKeepPaper(waiting);

  // A pass that has arrived may be the second one: what differs is asked for at once, not at the next look.
  const queries = useQueryClient();
  const arrived = operations.filter(({ state }) => state === 'acked').length;
  const seenArrived = useRef(arrived);
  useEffect(() => {
    if (seenArrived.current === arrived) return;
    seenArrived.current = arrived;
    void queries.invalidateQueries({ queryKey: ['call', 'sample', 'enter-info/double-enter-page'] });
  }, [arrived, queries]);

  const open = async (work: EntryWorkRow, asked?: Pick<DetailRow, 'lockedBy'>): Promise<void> => {
    setCorrecting(null);
    setOpened({ work, initial: startOf(work), unclear: [], reasons: {}, editing: null, lockedBy: asked?.lockedBy ?? null });
    if (asked) return;
    // Online the server also says who has it open; offline the kept copy is enough.
    const row = await ask('GET sample/enter-info/get-detail-info', {
      query: { requisitionCode: work.requisitionCode, enterStandard: work.entryForm, pass },
      quiet: true,
      signal: AbortSignal.timeout(4000),
    }).catch(() => null);
    if (row && (row.lockedBy ?? row.madeBy))
      setOpened((now) => (now?.work.requisitionCode === work.requisitionCode ? { ...now, lockedBy: row.lockedBy ?? row.madeBy } : now));
  };
  const openScanned = useScannedWork(pass, form.key, waiting, (work, asked) => {
    if (work.id !== opened?.work.id) void open(work, asked);
  });

  useEffect(() => {
    if (!editOpId) return;
    void opState(editOpId).then(async (operation) => {
      const content = operation && (await openPayload(operation));
      if (!operation || !content?.isReadable) return;
      const payload = content.payload as DetailPayload;
      const known = rows.find((row) => row.requisitionCode === payload.requisitionCode);
      const work: EntryWorkRow = known ?? {
        id: payload.requisitionCode,
        requisitionCode: payload.requisitionCode,
        entryForm: payload.form,
        isDoubleEntry: 0,
        pass,
        carried: {},
        prefill: {},
        commodityIds: [],
        commodityNames: '',
        sendSampleClientId: null,
        sendSampleClientName: null,
        sampleClassNames: '',
        receiveTime: '',
        isUrgent: 0,
      };
      setOpened({
        work,
        initial: payload.values,
        unclear: payload.unclear ?? [],
        reasons: payload.reasons ?? {},
        problems: operation.receipt?.problems as readonly Problem[] | undefined,
        editing: editOpId,
        lockedBy: null,
      });
    });
    // Only another act brings another form.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [editOpId]);

  /** What the rule said of what is being saved. */
  const foreseen = useRef<{ readonly unknown: readonly Label[] }>({ unknown: [] });
  const payloadOf = ({ work }: Opened, saved: DetailSaved): DetailPayload => ({
    requisitionCode: work.requisitionCode,
    pass,
    form: entryFormOf(work.entryForm).key,
    ...saved,
    unclear: [...saved.unclear],
  });
  const judge = async (saved: DetailSaved): Promise<DetailJudgement> => {
    if (!opened) return { findings: [], problems: [] };
    const known = await foresee(enterDetail, payloadOf(opened, saved)).catch(problemsOf);
    if (!('outcome' in known)) return { findings: [], problems: known };
    const { outcome, state, input, acting, unknown } = known;
    foreseen.current = { unknown };
    const findings = enteredFindings(state, input, acting);
    if (outcome.accepted) return { findings, problems: [] };
    return { findings, problems: outcome.problems ?? [{ field: '', code: 'rule', params: { text: refusalLabel(enterDetail, outcome) } }] };
  };
  const save = async (saved: DetailSaved): Promise<readonly Problem[] | void> => {
    if (!opened) return undefined;
    const { work, editing } = opened;
    const payload = payloadOf(opened, saved);
    const known = foreseen.current;
    const kept = await (editing ? editOperation(editing, payload, known) : enqueue(enterDetail, payload, { foreseen: known })).catch(problemsOf);
    if (!('opId' in kept)) return kept;
    playSound('ok');
    setParams({}, { replace: true });
    const next = waiting.find((row) => row.requisitionCode !== work.requisitionCode);
    if (next && !editing) void open(next);
    else setOpened(null);
    return undefined;
  };

  const title = label(pass === 1 ? ['待一录 {count}', 'First entry: {count}'] : ['待二录 {count}', 'Second entry: {count}'], {
    count: isKnown ? waiting.length + beyond : '-',
  });
  return (
    <DeskLayout
      leftLabel={label(['待录入', 'Waiting'])}
      rightLabel={label(['录入内容', 'Entry'])}
      left={
        <>
          <ScanBox
            label={['扫描申请单打开', 'Scan a requisition to open it']}
            placeholder={['扫描申请单打开', 'Scan a requisition to open it']}
            onScan={({ code }) => openScanned(code)}
            keepsFocus={openedCode === null}
          />
          <FoldedQueue opened={openedCode} title={title}>
            <WorklistState isKnown={isKnown} failure={failure} refresh={refresh} />
            <WorklistCut isCut={isCut} total={total} />
            {pass === 2 ? (
              <Corrections
                onOpen={(code) => {
                  setOpened(null);
                  setCorrecting(code);
                }}
                chosen={correcting}
              />
            ) : null}
            <chakra.h2 textStyle="title" display={openedCode === null ? undefined : { base: 'none', lg: 'block' }}>
              {title}
            </chakra.h2>
            {isLoading ? <StateView state="loading" /> : null}
            {isKnown && waiting.length === 0 ? (
              <StateView state="empty" text={['没有待录入的申请单', 'No requisition waits']}>
                <Button size="sm" onClick={() => void refresh()}>
                  {label(['刷新', 'Refresh'])}
                </Button>
              </StateView>
            ) : null}
            <chakra.ol display="flex" flexDirection="column" gap={1} overflow="auto" flex="1 1 160px" minH="120px" data-entry-queue>
              {waiting.slice(0, queueShown).map((row) => (
                <li key={row.id}>
                  <QueueButton type="button" aria-current={opened?.work.id === row.id || undefined} onClick={() => void open(row)}>
                    <chakra.span textStyle="mono">{row.requisitionCode}</chakra.span>
                    <chakra.span color="fg.muted" overflow="hidden" textOverflow="ellipsis">
                      {row.commodityNames}
                    </chakra.span>
                    {row.isUrgent ? <Tag tone="danger">{label(['加急', 'Urgent'])}</Tag> : null}
                  </QueueButton>
                </li>
              ))}
              <li>
                <MoreOf shown={Math.min(queueShown, waiting.length)} total={waiting.length} onMore={() => setQueueShown(queueShown + queueStep)} />
              </li>
            </chakra.ol>
            <ActLog
              operations={operations}
              done={['已录入', 'Entered']}
              name={({ opId }) => String(contents.get(opId)?.values?.['personName'] ?? '')}
              onOpen={(operation) => {
                if (isChangeable(operation)) setParams({ edit: operation.opId });
                else setShown({ code: operation.subject.split(' ')[0] ?? '' });
              }}
              canUndo={isChangeable}
              onUndo={(operation) =>
                void discardOperation(operation.opId, label(['录入后撤销', 'Undone after entry'])).catch((error: unknown) =>
                  notify.error(errorText(error, label)),
                )
              }
            />
          </FoldedQueue>
          {shown ? (
            <RequisitionDrawer
              key={`${shown.code} ${shown.start}`}
              requisitionCode={shown.code}
              start={shown.start}
              onClose={() => {
                setShown(null);
                void refresh();
              }}
            />
          ) : null}
        </>
      }
      isIdle={openedCode === null}
      right={
        correcting ? (
          <CorrectionForm requisitionCode={correcting} onDone={() => setCorrecting(null)} />
        ) : opened ? (
          <>
            <Facts opened={opened} pass={pass} onAct={(start) => setShown({ code: opened.work.requisitionCode, start })} />
            <DetailForm
              key={`${opened.work.requisitionCode} ${opened.editing ?? ''}`}
              work={opened.work}
              initial={opened.initial}
              initialUnclear={opened.unclear}
              initialReasons={opened.reasons}
              initialProblems={opened.problems}
              draftKey={opened.editing ? null : `detail:${opened.work.requisitionCode}:${pass}`}
              judge={judge}
              onSave={save}
              saveLabel={['保存并下一单', 'Save and next']}
            />
          </>
        ) : (
          <StateView
            state="empty"
            text={
              pass === 2
                ? ['扫描或选择申请单;二录看不到一录的内容', 'Scan or choose a requisition; the second entry never sees the first']
                : ['扫描或选择申请单', 'Scan or choose a requisition']
            }
          />
        )
      }
      asideLabel={label(['申请单图片', 'Paper'])}
      aside={paper.isShown ? <PaperPane paper={paper} /> : undefined}
      foot={
        <>
          <Count label={label(['待录入', 'To enter'])} value={isKnown ? waiting.length + beyond : null} />
          <Count label={label(['待上传', 'Waiting'])} value={status?.waiting} tone="warning" />
          <TrayCount status={status} />
          <chakra.span color="fg.muted" textStyle="note">
            {label([
              '回车下一项 · 数字选择 · F8 字迹不清 · F9 保存并下一单 · F4 放大图片 · Alt+←→ 旋转',
              'Enter next · digits choose · F8 illegible · F9 save and next · F4 zoom paper · Alt+←→ turn it',
            ])}
          </chakra.span>
          <OpenPaperButton paper={paper} />
        </>
      }
    />
  );
}
