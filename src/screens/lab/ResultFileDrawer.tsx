import { chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Download, LockOpen } from 'lucide-react';
import { useState } from 'react';
import { fillLabel } from '#domain/kernel/label.ts';
import { reasonField } from '#domain/kernel/fields.ts';
import { gate } from '#domain/lab/rules/controlGate.ts';
import { rowVerdict } from '#domain/lab/rules/resultRow.ts';
import { fileJobState, type ResultFileLine, type ResultFileRow } from '#domain/lab/resultFile.ts';
import { ask } from '#src/api/ask.ts';
import { CallError } from '#src/api/call.ts';
import { AskDrawer } from '#src/console/act/AskDrawer.tsx';
import { useMore } from '#src/console/desk/useMore.ts';
import { failureOfCall, useAsked } from '#src/console/desk/useCall.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { FilePlatePreview } from './FilePlatePreview.tsx';
import { isDecidable, ResultLines, type Decisions } from './ResultLines.tsx';
import { GateTag, JobTag } from './ResultFileTags.tsx';

const pollMs = 1_500;
const atOnce = 500;
const isUnderWay = (file: ResultFileRow): boolean =>
  file.readState !== fileJobState.done || file.importState === fileJobState.waiting || file.importState === fileJobState.running;

export interface ResultFileDrawerProps {
  readonly resultFileId: string;
  readonly onClose: () => void;
}

/** One file: what its controls say, its rows with their verdicts, what is decided of each, and the import, which goes on when this is closed. */
export function ResultFileDrawer({ resultFileId, onClose }: ResultFileDrawerProps) {
  const { label, language } = useText();
  const { can } = useSession();
  const [decisions, setDecisions] = useState<Decisions>({});
  const [isReleasing, setReleasing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [wanted, setWanted] = useState<number | null>(null);
  const watched = useQuery({
    queryKey: ['call', 'lab', 'result-file/page', resultFileId],
    queryFn: async ({ signal }) => (await ask('GET lab/result-file/page', { query: { resultFileId }, quiet: true, signal })).records[0] ?? null,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? pollMs : false),
    retry: false,
  });
  const file = watched.data;
  const isRead = file?.readState === fileJobState.done && file.readResult === 1;
  // Asked anew with each step of the import.
  const { extent, ...lines } = useMore(
    'GET lab/result-file/error-page',
    { resultFileId },
    atOnce,
    isRead,
    file ? file.importState * 1_000_000 + file.processCount + file.redoCount : 0,
  );
  const plate = useAsked('GET lab/result-file/plate', { resultFileId }, isRead);
  const failure = failureOfCall(watched.error, label) ?? lines.failure ?? plate.failure;
  const rows: readonly ResultFileLine[] = lines.rows ?? [];
  const isOpen = isRead && !isUnderWay(file) && rows.some((row) => isDecidable(row) && row.doneTime === null && row.refusal === null);
  const isHeld = file?.gate === gate.held && file.releaseUserName === null;
  const undecided = rows.filter((row) => isDecidable(row) && row.verdict === rowVerdict.warn && row.decision === null && !decisions[row.line]).length;

  async function importRows(): Promise<void> {
    setBusy(true);
    try {
      const given = Object.entries(decisions).map(([line, decided]) => ({ line: Number(line), ...decided }));
      await ask('POST lab/result-file/import-result', { body: { resultFileId, rows: given, takeAllOk: !isHeld } });
      setDecisions({});
      await watched.refetch();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.isTransport) notify.error(['需要网络', 'This needs the network']);
      // Somebody else may be importing it: what was decided here stays, and what became of the file is shown.
      else await watched.refetch();
    } finally {
      setBusy(false);
    }
  }

  return (
    <SideDrawer
      size="lg"
      title={file?.fileName ?? label(['结果文件', 'Result file'])}
      aside={
        file ? (
          <JobTag {...(isRead ? { state: file.importState, result: file.importResult } : { state: file.readState, result: file.readResult })} />
        ) : null
      }
      onClose={onClose}
      footer={
        isOpen && can('resultFile_import') ? (
          <>
            <chakra.span textStyle="dense" color="fg.muted" me="auto">
              {isHeld
                ? label([
                    '质控失控: 放行后才能导入，复检可先下达',
                    'Held by controls: rows are taken in after a release; work may be ordered again now',
                  ])
                : undecided > 0
                  ? label(['还有 {n} 行警告未决定，未决定的不导入', '{n} warnings are undecided; what is undecided is left'], { n: undecided })
                  : label(['通过的行将全部导入', 'All rows that passed are taken in'])}
            </chakra.span>
            <Button
              variant="primary"
              icon={Download}
              isBusy={isBusy}
              disabled={isHeld && !Object.values(decisions).some(({ decision }) => decision === 'redo')}
              onClick={() => void importRows()}
            >
              {label(['导入', 'Import'])}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{label(['关闭', 'Close'])}</Button>
        )
      }
    >
      {failure ? (
        <StateView
          state="failed"
          failure={failure}
          onRetry={() => (watched.error ? void watched.refetch() : lines.failure ? lines.retry() : plate.retry())}
        />
      ) : file === null ? (
        <StateView state="empty" text={['没有此结果文件', 'No such result file']} />
      ) : !file ? (
        <StateView state="loading" />
      ) : (
        <chakra.div display="flex" flexDirection="column" gap={3} textStyle="dense">
          <chakra.div display="flex" flexWrap="wrap" gap={4} alignItems="center">
            <span>{file.panelGroupName}</span>
            <span>{file.laboratoryName}</span>
            <span>
              {label(
                [
                  `共 {total} 行，已导入 {done}${file.redoCount > 0 ? '，复检 {redo}' : ''}，错误 {errors}`,
                  `{total} rows, {done} taken in, ${file.redoCount > 0 ? '{redo} done again, ' : ''}{errors} errors`,
                ],
                { total: file.totalCount, done: file.processCount, redo: file.redoCount, errors: file.errorCount },
              )}
            </span>
            {file.gate === null ? null : <GateTag gate={file.gate} isReleased={file.releaseUserName !== null} />}
            {isHeld && can('qc_release') ? (
              <Button size="sm" icon={LockOpen} onClick={() => setReleasing(true)}>
                {label(['质控放行', 'Release'])}
              </Button>
            ) : null}
          </chakra.div>
          {file.readMessage ? (
            <chakra.p role="alert" color="danger.text">
              {file.readMessage.split(' / ')[language === 'zh' ? 0 : 1] ?? file.readMessage}
            </chakra.p>
          ) : null}
          {file.readState === fileJobState.done ? null : (
            <StateView state="loading" text={['正在读取文件，可以离开', 'The file is being read; you may leave']} />
          )}
          {(file.gateReasons ?? []).map(({ text, params }) => (
            <chakra.p key={JSON.stringify([text, params])} color="danger.text">
              {fillLabel(text, params, language)}
            </chakra.p>
          ))}
          {file.releaseUserName ? (
            <p>{label(['{by} 放行: {reason}', 'Released by {by}: {reason}'], { by: file.releaseUserName, reason: file.releaseReason })}</p>
          ) : null}
          {file.missingCount > 0 ? (
            <chakra.p color="warning.text">
              {label(['上机表中有 {n} 个样本没有结果: {codes}', '{n} samples of the run sheet have no row: {codes}'], {
                n: file.missingCount,
                codes: file.missingCodes.join('、'),
              })}
            </chakra.p>
          ) : null}
          {isRead ? (
            <>
              {plate.data ? <FilePlatePreview plate={plate.data} onRow={setWanted} /> : null}
              <ResultLines
                wanted={wanted}
                rows={rows}
                extent={extent}
                decisions={decisions}
                onDecide={isOpen && can('resultFile_import') ? setDecisions : null}
              />
            </>
          ) : null}
        </chakra.div>
      )}
      {isReleasing ? (
        <AskDrawer
          title={label(['质控放行', 'Release held results'])}
          fields={{ reason: reasonField }}
          act={['放行', 'Release']}
          isDanger
          onClose={() => setReleasing(false)}
          onAct={async ({ reason }) => {
            const { caseNo } = await ask('POST lab/result-file/release', { body: { resultFileId, reason }, quiet: true });
            notify.info([`已登记异常 ${caseNo}`, `Abnormal case ${caseNo} was opened`]);
            await watched.refetch();
          }}
        />
      ) : null}
    </SideDrawer>
  );
}
