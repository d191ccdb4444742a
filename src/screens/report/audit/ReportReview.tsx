import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { Check, ChevronLeft, ChevronRight, FilePlus2, Printer, RefreshCw, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { factGroups } from '#domain/report/reportFacts.ts';
import type { ReportDetail } from '#domain/report/reportRows.ts';
import { reportState, reportVersionState, versionSource } from '#domain/report/reportState.ts';
import { isMainKind, reportKind } from '#domain/report/reportTemplate.ts';
import { wayBackLabel } from '#domain/report/withdrawal.ts';
import type { HandKind } from '#domain/report/rules/handReport.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { useKeyDown } from '#src/ui/useKeyDown.ts';
import { WithdrawalNotice } from './DecideWithdrawal.tsx';
import { printPages } from './printPages.ts';
import { PrintDrawer } from '../print/PrintDrawer.tsx';
import { ReportPagesPart } from './ReportPagesPart.tsx';
import { canBeMade, ReportResult, StateWord } from './reportCells.tsx';
import { useReportPages } from './useReportPages.ts';

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gap: 1,
    textStyle: 'dense',
    '& > div': { display: 'grid', gridTemplateColumns: '96px minmax(0, 1fr)', gap: 2 },
    '& dt': { color: 'fg.muted' },
    '& dd': { overflowWrap: 'anywhere' },
  },
});
/** Beside the page stands what an auditor compares; the rest is on it. */
const shownGroups = ['patient', 'sample', 'examination', 'result'] as const;

export interface ReportReviewProps {
  readonly reportId: string;
  readonly may: {
    readonly audit: boolean;
    readonly generate: boolean;
    readonly print: boolean;
    /** Absent: not this person's to do; a label says why not now. */
    readonly goBack: ((report: ReportDetail) => true | Label) | null;
    readonly decide: ((report: ReportDetail) => true | Label) | null;
  };
  /** Something is being asked or done. */
  readonly isBusy: boolean;
  readonly onAudit: (report: ReportDetail, sha256: string) => void;
  readonly onGenerate: (report: ReportDetail) => void;
  readonly onGoBack: (report: ReportDetail) => void;
  readonly onDecide: (report: ReportDetail, isApproved: boolean) => void;
  /** Has a supplementary report or an annex of its requisition made. */
  readonly onAskFor: (report: ReportDetail, kind: HandKind) => void;
  /** To the one before or behind in the list; null: there is none. */
  readonly onStep: Readonly<Record<'before' | 'next', (() => void) | null>>;
  readonly onClose: () => void;
}

/** One report: its pages as they lie in the store, beside what it says, what changed, and who made which version. */
export function ReportReview({ reportId, may, isBusy, onAudit, onGenerate, onGoBack, onDecide, onAskFor, onStep, onClose }: ReportReviewProps) {
  const { label } = useText();
  const queries = useQueryClient();
  const { data, failure, retry } = useAsked('GET report/report-audit/detail', { reportId });
  const report = data?.reportId === reportId ? data : null;
  const [again, setAgain] = useState(0);
  const drawn = useReportPages(report?.versionId ?? null, again);
  const { pages, sha256 } = drawn;
  const [isPrinting, setPrinting] = useState(false);
  const current = report?.versions.find(({ versionId }) => versionId === report.versionId);
  const mayAudit = may.audit && report?.state === reportState.toAudit && sha256 !== null && !isBusy;
  const mayGenerate = may.generate && report !== null && !isBusy && canBeMade(report);
  const mayGoBack = report !== null && !isBusy && may.goBack?.(report) === true;
  const mayDecide = report?.withdrawal && may.decide ? may.decide(report) : null;
  useKeyDown((event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelectorAll('[role=dialog], [role=alertdialog]').length > 1) return;
    const act: Readonly<Record<string, (() => void) | null | undefined | false>> = {
      j: onStep.next,
      k: onStep.before,
      a: mayAudit && report && sha256 ? () => onAudit(report, sha256) : null,
      p: may.print && pages.length > 0 && report?.state === reportState.issued ? () => setPrinting(true) : null,
      g: mayGenerate && report ? () => onGenerate(report) : null,
      b: mayGoBack && report ? () => onGoBack(report) : null,
    };
    const chosen = act[event.key.toLowerCase()];
    if (!chosen) return;
    event.preventDefault();
    chosen();
  });
  return (
    <SideDrawer
      size="lg"
      title={label(['{no} 第{version}版', '{no}, version {version}'], { no: report?.reportNo ?? '', version: report?.currentVersionNo ?? '' })}
      aside={report ? <StateWord {...report} /> : null}
      onClose={onClose}
      footer={
        <>
          <Button icon={ChevronLeft} keyHint="K" disabled={!onStep.before} onClick={() => onStep.before?.()}>
            {label(['上一份', 'Before'])}
          </Button>
          <Button icon={ChevronRight} keyHint="J" disabled={!onStep.next} onClick={() => onStep.next?.()}>
            {label(['下一份', 'Next'])}
          </Button>
          {may.print ? (
            <Button
              icon={Printer}
              keyHint="P"
              disabled={pages.length === 0 || report?.state !== reportState.issued}
              onClick={() => setPrinting(true)}
            >
              {label(['打印', 'Print'])}
            </Button>
          ) : null}
          {may.generate ? (
            <Button icon={RefreshCw} keyHint="G" disabled={!mayGenerate} onClick={() => report && onGenerate(report)}>
              {label(['生成', 'Make'])}
            </Button>
          ) : null}
          {may.goBack ? (
            <Button icon={RotateCcw} keyHint="B" disabled={!mayGoBack} onClick={() => report && onGoBack(report)}>
              {label(wayBackLabel(report?.state === reportState.issued))}
            </Button>
          ) : null}
          {report && mayDecide !== null
            ? ([false, true] as const).map((isApproved) => (
                <Button
                  key={String(isApproved)}
                  variant={isApproved ? 'primary' : 'danger'}
                  icon={isApproved ? Check : X}
                  disabled={mayDecide !== true || isBusy}
                  onClick={() => onDecide(report, isApproved)}
                >
                  {label(isApproved ? ['同意', 'Agree'] : ['驳回', 'Reject'])}
                </Button>
              ))
            : null}
          {may.generate && report && isMainKind(report.reportKind) && report.versions.some(({ source }) => source === versionSource.made) ? (
            <>
              <Button
                icon={FilePlus2}
                disabled={isBusy || report.state !== reportState.issued}
                onClick={() => onAskFor(report, reportKind.supplementary)}
              >
                {label(['补充报告', 'Supplementary'])}
              </Button>
              <Button icon={FilePlus2} disabled={isBusy} onClick={() => onAskFor(report, reportKind.auxiliary)}>
                {label(['辅助报告', 'Auxiliary'])}
              </Button>
            </>
          ) : null}
          {may.audit && !report?.withdrawal ? (
            <Button
              variant="primary"
              icon={Check}
              keyHint="A"
              isBusy={isBusy}
              disabled={!mayAudit}
              onClick={() => report && sha256 && onAudit(report, sha256)}
            >
              {label(['审核发布', 'Audit and issue'])}
            </Button>
          ) : null}
        </>
      }
    >
      {report ? (
        <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', md: 'minmax(0, 1.7fr) minmax(260px, 1fr)' }} gap={3} h="full" minH={0}>
          <ReportPagesPart versionId={report.versionId} drawn={drawn} onRetry={() => setAgain(again + 1)} />
          <chakra.div overflow="auto" minH={0} display="grid" gap={3} alignContent="start">
            {report.withdrawal ? <WithdrawalNotice withdrawal={report.withdrawal} /> : null}
            {mayDecide === null || mayDecide === true ? null : (
              <chakra.span textStyle="dense" color="warning.text">
                {label(mayDecide)}
              </chakra.span>
            )}
            <ReportFactsPart report={report} />
            {report.changes.length > 0 ? (
              <chakra.section>
                <chakra.h3 textStyle="note" color="fg.muted" mb={1}>
                  {label(['与上一发布版的差异', 'Different from the version issued before'])}
                </chakra.h3>
                <chakra.ul textStyle="dense" display="grid" gap={0.5}>
                  {report.changes.map((change) => (
                    <chakra.li key={change[0]} color="warning.text">
                      {label(change)}
                    </chakra.li>
                  ))}
                </chakra.ul>
              </chakra.section>
            ) : null}
            <chakra.section>
              <chakra.h3 textStyle="note" color="fg.muted" mb={1}>
                {label(['版本', 'Versions'])}
              </chakra.h3>
              <chakra.ol textStyle="dense" display="grid" gap={1}>
                {report.versions.map((version) => (
                  <chakra.li key={version.versionId} fontWeight={version === current ? 'medium' : undefined}>
                    {label(['第{no}版 · {state} · {by} {at}', 'Version {no}: {state}, {by} {at}'], {
                      no: version.versionNo,
                      state: reportVersionState.labelOf(version.state),
                      by: version.auditorName ?? version.makerName,
                      at: version.issueTime ?? version.createTime,
                    })}
                    {version.criterionVersion ? (
                      <chakra.div color="fg.muted" fontWeight="normal">
                        {label(['发布标准 {criterion}', 'Criterion {criterion}'], { criterion: version.criterionVersion })}
                      </chakra.div>
                    ) : null}
                    {version.withdrawTime ? (
                      <chakra.div color="fg.muted" fontWeight="normal" overflowWrap="anywhere">
                        {label(['{at} 撤回: {reason}', 'Withdrawn {at}: {reason}'], {
                          at: version.withdrawTime,
                          reason: version.withdrawReason ?? '',
                        })}
                      </chakra.div>
                    ) : null}
                  </chakra.li>
                ))}
                {report.versions.length === 0 ? <chakra.li color="fg.muted">{label(['还没有版本', 'No version yet'])}</chakra.li> : null}
              </chakra.ol>
            </chakra.section>
          </chakra.div>
        </chakra.div>
      ) : failure ? (
        <StateView state="failed" failure={failure} onRetry={retry} />
      ) : (
        <StateView state="loading" />
      )}
      {isPrinting && report?.versionId ? (
        <PrintDrawer
          versions={[{ versionId: report.versionId, reportNo: report.reportNo, paperDue: report.paperDue }]}
          onNoted={(_versionIds, copies) => {
            void printPages(pages, copies);
            // It may await its print no more.
            void queries.invalidateQueries({ queryKey: ['call', 'report'] });
          }}
          onClose={() => setPrinting(false)}
        />
      ) : null}
    </SideDrawer>
  );
}

function ReportFactsPart({ report }: { readonly report: ReportDetail }) {
  const { label } = useText();
  const { values } = report;
  return (
    <>
      <chakra.div display="flex" gap={3} alignItems="center">
        <ReportResult result={report.qualitativeResult} />
        <chakra.span textStyle="dense" color="fg.muted">
          {[report.sendSampleClientName, report.reportTitle].filter(Boolean).join(' · ')}
        </chakra.span>
      </chakra.div>
      <Facts>
        {shownGroups.flatMap((group) =>
          Object.entries(factGroups[group].facts).flatMap(([name, title]) =>
            values[name] ? (
              <div key={name}>
                <dt>{label(title)}</dt>
                <dd>{values[name]}</dd>
              </div>
            ) : (
              []
            ),
          ),
        )}
        {report.uploadChecks.map((check) => (
          <div key={check[0]}>
            <dt>{label(['上传提示', 'On upload'])}</dt>
            <chakra.dd color="warning.text">{label(check)}</chakra.dd>
          </div>
        ))}
        {report.comments.map((comment) => (
          <div key={comment}>
            <dt>{label(['样本说明', 'Comment'])}</dt>
            <dd>{comment}</dd>
          </div>
        ))}
      </Facts>
    </>
  );
}
