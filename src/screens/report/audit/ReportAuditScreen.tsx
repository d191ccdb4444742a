import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { Check, RefreshCw, RotateCcw, Undo2, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { auditReports, cancelReportAudit, takeBackRefusal, isSingly } from '#domain/report/reportActs.ts';
import { generateReports, reportAudits, reportScreen, type ReportRow } from '#domain/report/reportRows.ts';
import { reportState } from '#domain/report/reportState.ts';
import { decideWithdrawals, goBackRefusal, goBackReports, wayBackLabel, withdrawalRefusal } from '#domain/report/withdrawal.ts';
import { deApprovalState } from '#domain/lab/reversal/deApprovalChoices.ts';
import { printReports } from '#domain/report/search/reportPrint.ts';
import type { HandKind } from '#domain/report/rules/handReport.ts';
import { ask } from '#src/api/ask.ts';
import { newRequestId } from '#src/api/request.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { sendMany } from '#src/console/act/sendCommand.ts';
import { BilledNotice } from '#src/console/bill/BilledNotice.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useNow } from '#src/console/useNow.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { Button } from '#src/ui/Button.tsx';
import { confirm } from '#src/ui/confirm.tsx';
import { notify } from '#src/ui/notify.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { TabList, tabPanel, type TabEntry } from '#src/ui/TabList.tsx';
import { DecideDrawer } from './DecideWithdrawal.tsx';
import { GoBackDrawer } from './GoBackDrawer.tsx';
import { GenerateProgress } from './GenerateProgress.tsx';
import { canBeMade, reportCells } from './reportCells.tsx';
import { ReportReview } from './ReportReview.tsx';

const panelId = 'reports';
/** What is out and is still to be put on paper. */
const paperTab = 'paper';
const { toAudit, waiting, failed, incomplete, recalling, issued } = reportState;
/** States by what is done about them; a tab's key is its state, '' is all. */
const tabs: readonly TabEntry<string>[] = [
  { key: String(toAudit), title: ['待审核', 'To audit'], tone: 'warning' },
  { key: String(waiting), title: ['待生成', 'To make'], tone: 'info' },
  { key: String(failed), title: ['生成失败', 'Could not be made'], tone: 'danger' },
  { key: String(incomplete), title: ['待齐全', 'Incomplete'] },
  { key: String(recalling), title: ['撤回待批', 'Withdrawals'], tone: 'warning' },
  { key: String(issued), title: ['已发布', 'Issued'] },
  { key: paperTab, title: ['待打印', 'To print'] },
  { key: '', title: ['全部', 'All'] },
];
const firstTab = String(toAudit);
const fixedOf = (key: string): Readonly<Record<string, string>> => (key === paperTab ? { state: String(issued), isPaperDue: '1' } : { state: key });
const screens = Object.fromEntries(
  tabs.map(({ key }) => [key, { route: reportScreen, title: ['报告审核', 'Report audit'] as const, ...(key === '' ? {} : { fixed: fixedOf(key) }) }]),
);
/** What may be issued with others: a clean first version. */
const isClean = (row: ReportRow): boolean =>
  row.state === reportState.toAudit && !isSingly({ qualitativeResult: row.qualitativeResult, versionNo: row.currentVersionNo });

/** 报告审核: made, looked at beside what they say, issued; clean ones together, all others one by one. */
export function Screen() {
  const { label } = useText();
  const { can, user } = useSession();
  const now = useNow();
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const asked = params.get('tab');
  const tab = tabs.some(({ key }) => key === asked) ? (asked ?? firstTab) : firstTab;
  const counts = useAsked('GET report/report-audit/counts', {});
  const [shown, setShown] = useState<readonly ReportRow[]>([]);
  const [opened, setOpened] = useState<string | null>(null);
  const [batchId, setBatchId] = useState<string | null>(null);
  const [cancelled, setCancelled] = useState<readonly ReportRow[] | null>(null);
  const [returned, setReturned] = useState<ReportRow | null>(null);
  const [decided, setDecided] = useState<{ readonly row: ReportRow; readonly isApproved: boolean } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const may = useMemo(
    () => ({
      audit: can(auditReports.permission),
      generate: can(generateReports.code),
      cancel: can(cancelReportAudit.permission),
      print: can(printReports.permission),
      goBack: can(goBackReports.permission) ? (row: ReportRow) => allowedBy(goBackReports, goBackRefusal(row)) : null,
      decide:
        user && can(decideWithdrawals.permission)
          ? ({ withdrawal }: ReportRow) =>
              withdrawal === null ||
              allowedBy(
                decideWithdrawals,
                withdrawalRefusal({ ...withdrawal, state: deApprovalState.waiting, operatorName: null, decideTime: null }, user),
              )
          : null,
    }),
    [can, user],
  );
  const renew = (): void => void queries.invalidateQueries({ queryKey: ['call', 'report'] });
  const acts = useMemo((): readonly RowAct<ReportRow>[] => {
    const { goBack, decide } = may;
    return [
      ...(may.cancel
        ? [
            {
              key: 'cancel',
              label: ['取消审核', 'Take back'] as const,
              icon: Undo2,
              isDanger: true,
              isShown: ({ state }: ReportRow) => state === reportState.issued,
              mayAct: (row: ReportRow) => allowedBy(cancelReportAudit, takeBackRefusal({ ...row, hasLeft: false }, formatDateTime(now))),
              onAct: (row: ReportRow) => setCancelled([row]),
            },
          ]
        : []),
      ...(goBack
        ? ([false, true] as const).map((isIssued) => ({
            key: isIssued ? 'withdraw' : 'goBack',
            label: wayBackLabel(isIssued),
            icon: RotateCcw,
            isDanger: true,
            isShown: (row: ReportRow) => goBack(row) === true && (row.state === reportState.issued) === isIssued,
            onAct: setReturned,
          }))
        : []),
      ...(decide
        ? ([true, false] as const).map((isApproved) => ({
            key: isApproved ? 'agree' : 'reject',
            label: isApproved ? (['同意', 'Agree'] as const) : (['驳回', 'Reject'] as const),
            icon: isApproved ? Check : X,
            isDanger: !isApproved,
            isShown: ({ withdrawal }: ReportRow) => withdrawal !== null,
            mayAct: decide,
            onAct: (row: ReportRow) => setDecided({ row, isApproved }),
          }))
        : []),
    ];
  }, [may, now]);
  const open = useMemo(
    () =>
      ({ reportId }: ReportRow) =>
        setOpened(reportId),
    [],
  );

  const issue = async (
    rows: readonly { readonly versionId: string | null; readonly reportNo: string; readonly pdfSha256: string | null }[],
  ): Promise<void> => {
    const payloads = rows.flatMap(({ versionId, pdfSha256 }) => (versionId && pdfSha256 ? [{ versionId, pdfSha256 }] : []));
    if (payloads.length === 0 || isBusy) return;
    setBusy(true);
    try {
      const answers = await sendMany(auditReports, payloads, newRequestId());
      const refused = answers.filter(({ code }) => code !== null);
      if (refused.length === 0) notify.success(['已发布 {count} 份报告', '{count} reports are issued'], { params: { count: answers.length } });
      else notify.error(refused.map(({ text }) => text ?? '').join('\n'));
      const at = shown.findIndex(({ reportId }) => reportId === opened);
      if (opened !== null && refused.length === 0) setOpened(shown[at + 1]?.reportId ?? null);
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
      renew();
    }
  };
  const issueTicked = async (rows: readonly ReportRow[]): Promise<void> => {
    const isSure = await confirm({
      text: ['审核并发布 {count} 份阴性报告?', 'Audit and issue {count} negative reports?'],
      params: { count: rows.length },
    });
    if (isSure) await issue(rows);
  };
  const askFor = async ({ requisitionId }: Pick<ReportRow, 'requisitionId'>, reportKind: HandKind): Promise<void> => {
    const made = await ask('POST report/report-audit/generate', { body: { requisitionId, reportKind } }).catch(() => null);
    if (made) {
      setOpened(null);
      setBatchId(made.batchId);
    }
  };
  const generate = async (rows: readonly Pick<ReportRow, 'reportId'>[]): Promise<void> => {
    // What spoke against it has been told by then.
    const made = await ask('POST report/report-audit/generate', { body: { reportIds: rows.map(({ reportId }) => reportId) } }).catch(() => null);
    if (made) setBatchId(made.batchId);
  };
  const stepTo = (by: 1 | -1): (() => void) | null => {
    const row = shown[shown.findIndex(({ reportId }) => reportId === opened) + by];
    return row && opened !== null ? () => setOpened(row.reportId) : null;
  };
  const countOf = (key: string): number => counts.data?.find(({ state }) => String(state) === key)?.count ?? 0;
  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH={0}>
      <TabList
        label={['报告状态', 'Report state']}
        tabs={tabs.map((one) => ({ ...one, count: countOf(one.key) }))}
        chosen={tab}
        panelId={panelId}
        onChoose={(key) => setParams(key === firstTab ? {} : { tab: key }, { replace: true })}
      />
      <chakra.div {...tabPanel(panelId, tab)} flex={1} minH={0} pt={2}>
        <ListingScreen
          key={tab}
          list={reportAudits}
          screen={screens[tab]!}
          cells={reportCells}
          acts={acts}
          onOpen={open}
          mayTick={canBeMade}
          emptyText={['没有报告', 'No reports']}
          above={() =>
            batchId === null ? null : <GenerateProgress key={batchId} batchId={batchId} onDone={renew} onClose={() => setBatchId(null)} />
          }
          onRows={setShown}
          tools={({ ticked }) => (
            <>
              {may.audit ? (
                <Button
                  size="sm"
                  variant="primary"
                  icon={Check}
                  isBusy={isBusy}
                  disabled={ticked.length === 0 || !ticked.every(isClean)}
                  onClick={() => void issueTicked(ticked)}
                >
                  {label(['批量审核 {count}', 'Audit {count}'], { count: ticked.filter(isClean).length })}
                </Button>
              ) : null}
              {may.generate ? (
                <Button size="sm" icon={RefreshCw} disabled={ticked.length === 0 || batchId !== null} onClick={() => void generate(ticked)}>
                  {label(['生成 {count}', 'Make {count}'], { count: ticked.length })}
                </Button>
              ) : null}
            </>
          )}
        />
      </chakra.div>
      {opened ? (
        <ReportReview
          key={opened}
          reportId={opened}
          may={may}
          isBusy={isBusy}
          onAudit={(report, sha256) => void issue([{ ...report, pdfSha256: sha256 }])}
          onGenerate={(report) => void generate([report])}
          onGoBack={setReturned}
          onDecide={(row, isApproved) => setDecided({ row, isApproved })}
          onAskFor={(report, kind) => void askFor(report, kind)}
          onStep={{ before: stepTo(-1), next: stepTo(1) }}
          onClose={() => setOpened(null)}
        />
      ) : null}
      {returned ? <GoBackDrawer report={returned} onClose={() => setReturned(null)} onDone={renew} /> : null}
      {decided?.row.withdrawal ? (
        <DecideDrawer
          deApprovalId={decided.row.withdrawal.deApprovalId}
          reportId={decided.row.reportId}
          name={decided.row.reportNo}
          isApproved={decided.isApproved}
          onClose={() => setDecided(null)}
          onDone={renew}
        />
      ) : null}
      {cancelled ? (
        <ActDrawer
          command={cancelReportAudit}
          rows={cancelled.map(({ reportId }) => ({ reportId }))}
          nameOf={({ reportId }) => cancelled.find((row) => row.reportId === reportId)?.reportNo ?? reportId}
          onClose={() => setCancelled(null)}
          onDone={renew}
        >
          {() => cancelled.map(({ reportId }) => <BilledNotice key={reportId} reportId={reportId} />)}
        </ActDrawer>
      ) : null}
    </chakra.div>
  );
}
