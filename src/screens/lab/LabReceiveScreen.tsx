import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { dayStart, formatDate } from '#domain/kernel/dates.ts';
import { receiveSample } from '#domain/lab/labReceive.ts';
import type { LabReceiveWorkRow } from '#domain/sample/rows.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { call, servicePath } from '#src/api/call.ts';
import { ActLog } from '#src/console/desk/ActLog.tsx';
import { actVerdict, refusalVerdict, type ActVerdict } from '#src/console/desk/actVerdict.ts';
import { BiosafetyAlert } from '#src/console/desk/BiosafetyAlert.tsx';
import { Count, DeskLayout, TrayCount } from '#src/console/desk/DeskLayout.tsx';
import { ScanSide } from '#src/console/desk/ScanSide.tsx';
import { counts, goesBefore } from '#src/offline/store/standing.ts';
import { WorklistCut } from '#src/console/desk/WorklistCut.tsx';
import { WorklistState } from '#src/console/desk/WorklistState.tsx';
import { useWorklist } from '#src/console/desk/useWorklist.ts';
import { useOperation, useOperations, useOutboxStatus } from '#src/console/useOutbox.ts';
import { useText } from '#src/console/useText.ts';
import { coalesced } from '#src/offline/platform/coalesce.ts';
import { enqueue } from '#src/offline/act/enqueue.ts';
import { foresee } from '#src/offline/facts/foresee.ts';
import { isChangeable, type OutboxOperation } from '#src/offline/store/operation.ts';
import { discardOperation } from '#src/offline/act/tray.ts';
import { notify } from '#src/ui/notify.tsx';
import { ScanBox, type Scanned } from '#src/ui/scan/ScanBox.tsx';
import { playSound } from '#src/ui/scan/sounds.ts';
import { Verdict } from '#src/ui/scan/Verdict.tsx';
import { codeType } from '#domain/code/codeStyle.ts';
import { labelLayoutOf } from '#src/console/labelLayoutOf.ts';
import { errorText } from '#src/console/errorText.ts';
import type { LabelsToPrint } from '#src/ui/label/LabelSheet.tsx';
import { ReceiveImport } from './ReceiveImport.tsx';
import { isTakenBack, repeatVerdict } from './receiptKnown.ts';
import { TodayReceived } from './TodayReceived.tsx';
import { useLabCodes } from './useLabCodes.ts';

const loadLabelSheet = () => import('#src/ui/label/LabelSheet.tsx').then((module) => ({ default: module.LabelSheet }));
const LabelSheet = lazy(loadLabelSheet);

const texts = {
  prompt: ['扫描样本条码或管号', 'Scan a sample barcode or tube number'],
  received: ['已接收', 'Received'],
  idle: ['待扫描', 'Ready'],
  repeat: ['重复', 'Repeat'],
  undone: ['扫描后撤销', 'Undone after the scan'],
  takenBack: ['已取消接收', 'Taken back'],
} as const satisfies Record<string, Label>;

const listGapMs = 2000;

/** The lab takes tubes in by scanner: one scan, one verdict, the truth about the network beside it. */
export function Screen() {
  const { label, language } = useText();
  const [lastOpId, setLastOpId] = useState<string | null>(null);
  const [local, setLocal] = useState<{ verdict: ActVerdict; code: string } | null>(null);
  const operations = useOperations({ types: ['labTask.receive'], since: dayStart() });
  const status = useOutboxStatus();
  const last = useOperation(lastOpId);
  const { rows: expected, fetchedAt, isKnown, failure, isCut, total, refresh } = useWorklist<LabReceiveWorkRow>('labReceive');
  const byCode = useMemo(
    () =>
      new Map(
        expected.flatMap(
          (row) => [[row.sampleCode, row], ...(row.testTubeNumber ? [[row.testTubeNumber, row] as const] : [])] as [string, LabReceiveWorkRow][],
        ),
      ),
    [expected],
  );
  const labCodes = useLabCodes();
  const [toPrint, setLabel] = useState<LabelsToPrint | null>(null);
  const onPrinted = useCallback(() => setLabel(null), []);
  const holdsLabCodes = labCodes.left !== null;
  // Fetched while there is a network: the first label may be printed without one.
  useEffect(() => {
    if (holdsLabCodes) void loadLabelSheet().catch(() => undefined);
  }, [holdsLabCodes]);
  const queries = useQueryClient();
  // A burst of scans asks for the day's list once in a while, not once a tube.
  const refreshToday = useMemo(
    () =>
      coalesced(
        () => queries.invalidateQueries({ queryKey: ['call', 'lab'] }),
        () => listGapMs,
      ),
    [queries],
  );
  const refreshExpected = useMemo(() => coalesced(refresh, () => listGapMs), [refresh]);
  const heard = useRef('');
  const scanning = useRef(Promise.resolve());

  // The answer may differ from what the desk foresaw: then it is heard as well as seen.
  useEffect(() => {
    if (!last || heard.current === `${last.opId} ${last.state}`) return;
    heard.current = `${last.opId} ${last.state}`;
    if (last.state === 'rejected' || last.state === 'conflict') playSound('refused');
    else if (last.state === 'acked') {
      if (last.receipt?.status === 'repeat') playSound('repeat');
      refreshToday();
      // What is known of a tube that the kept list did not hold comes with the next one: whose it is, and what is dangerous in it.
      if (!byCode.has(last.subject)) refreshExpected();
    }
  }, [last, refreshToday, byCode, refreshExpected]);

  const onScan = ({ code, inputMode }: Scanned): void => {
    // One after the other, so that a burst of scans keeps its order and finds the twin before it.
    scanning.current = scanning.current
      .then(() => receive(code, inputMode))
      .catch((error: unknown) => {
        playSound('refused');
        setLocal({ verdict: { kind: 'refused', word: ['未保存', 'Not saved'], detail: errorText(error, label) }, code });
      });
  };
  const receive = async (code: string, inputMode: Scanned['inputMode']): Promise<void> => {
    const { outcome, state, unknown } = await foresee(receiveSample, { code, inputMode });
    if (!outcome.accepted || outcome.repeat) {
      playSound(outcome.accepted ? 'repeat' : 'refused');
      setLocal({ verdict: outcome.accepted ? repeatVerdict(outcome.change) : refusalVerdict(receiveSample, outcome, language), code });
      return;
    }
    const printed = state.samples[0]?.labCode ? null : await labCodes.take();
    const { opId } = printed
      ? await enqueue(receiveSample, { code, inputMode, labCode: printed.codes[0] }, { dependsOn: [printed.opId], foreseen: { unknown } })
      : await enqueue(receiveSample, { code, inputMode }, { foreseen: { unknown } });
    if (printed) {
      const facts = {
        kind: label(codeType.labelOf(printed.codeType) ?? ['', '']),
        sample: code,
        date: formatDate(printed.printedAt),
        user: printed.printedBy,
      };
      const layout = await labelLayoutOf(printed.codeType, labCodes.laboratoryId);
      setLabel({ layout, labels: printed.codes.map((each) => ({ ...facts, code: each })) });
    }
    playSound('ok');
    setLocal(null);
    setLastOpId(opId);
  };

  const undo = async (operation: OutboxOperation): Promise<void> => {
    if (isChangeable(operation)) await discardOperation(operation.opId, label(texts.undone));
    else {
      const sampleCode = (operation.receipt?.result as { sampleCode?: string } | undefined)?.sampleCode ?? operation.subject;
      await call('POST', servicePath('lab', 'lab-task/cancel-receive'), { body: { sampleCode, reason: label(texts.undone) } });
      void queries.invalidateQueries({ queryKey: ['call', 'lab'] });
      await refresh();
    }
    notify.success(['已撤销 {code}', 'Undone: {code}'], { params: { code: operation.subject } });
  };

  // What was taken back since is no receipt any more, whoever did it.
  const isUndone = last !== undefined && isTakenBack(last, byCode, fetchedAt);
  const shown =
    local?.verdict ??
    (last && !isUndone
      ? actVerdict(last, texts.received, language)
      : { kind: 'idle' as const, word: isUndone ? texts.takenBack : texts.idle, detail: '' });
  const labCode =
    !local && !isUndone && last?.receipt?.status === 'applied' ? (last.receipt.result as { labCode?: string } | undefined)?.labCode : undefined;
  const shownCode = local?.code ?? last?.subject;
  const person = shownCode ? byCode.get(shownCode) : undefined;
  const waitingHere = useMemo(() => {
    // What was scanned here waits no longer, whatever the kept list still says.
    const taken = new Set(operations.filter((operation) => goesBefore(operation, fetchedAt)).map(({ subject }) => subject));
    return expected.filter((row) => row.labStatus === labStatus.entered && !taken.has(row.sampleCode) && !taken.has(row.testTubeNumber ?? '')).length;
  }, [expected, operations, fetchedAt]);

  return (
    <DeskLayout
      leftLabel={label(['扫描', 'Scan'])}
      rightLabel={label(['今日接收', 'Received today'])}
      left={
        <>
          <ScanSide>
            <ScanBox label={texts.prompt} placeholder={texts.prompt} onScan={onScan} />
            <Verdict kind={shown.kind} word={shown.word} detail={shown.detail} code={shownCode}>
              <chakra.div textStyle="body" color="fg" minH="22px">
                {labCode ? (
                  <chakra.strong textStyle="mono" mr={3}>
                    {labCode}
                  </chakra.strong>
                ) : null}
                {person ? `${person.personName ?? ''} ${person.commodityNames}` : ''}
              </chakra.div>
            </Verdict>
            {person ? <BiosafetyAlert tubes={[person]} /> : null}
            <WorklistState isKnown={isKnown} failure={failure} refresh={refresh} />
            <WorklistCut isCut={isCut} total={total} />
            <ActLog
              operations={operations}
              done={texts.received}
              undone={(operation) => (isTakenBack(operation, byCode, fetchedAt) ? texts.takenBack : null)}
              onUndo={(operation) => void undo(operation).catch((error: unknown) => notify.error(errorText(error, label)))}
              canUndo={(operation) =>
                isChangeable(operation) || (operation.receipt?.status === 'applied' && !isTakenBack(operation, byCode, fetchedAt))
              }
            />
          </ScanSide>
          {labCodes.left === null ? null : (
            <chakra.label display="flex" alignItems="center" gap={2} textStyle="dense">
              <input
                type="checkbox"
                checked={labCodes.isOn}
                disabled={labCodes.left === 0}
                onChange={(event) => labCodes.turn(event.target.checked)}
              />
              {label(['接收时打印本机实验室编号(余 {left} 个)', 'Print a lab code of this desk with each receipt ({left} left)'], {
                left: labCodes.left,
              })}
            </chakra.label>
          )}
          {toPrint ? (
            <Suspense>
              <LabelSheet {...toPrint} onPrinted={onPrinted} />
            </Suspense>
          ) : null}
          <ReceiveImport />
        </>
      }
      right={<TodayReceived />}
      foot={
        <>
          <Count
            label={label(['本机今日扫描', 'Scanned here today'])}
            value={operations.filter((operation) => counts(operation) && !isTakenBack(operation, byCode, fetchedAt)).length}
          />
          <Count label={label(['待接收', 'Expected'])} value={isKnown ? waitingHere : null} />
          <Count label={label(['待上传', 'Waiting'])} value={status?.waiting} tone="warning" />
          <TrayCount status={status} />
        </>
      }
    />
  );
}
