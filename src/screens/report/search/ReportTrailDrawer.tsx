import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { FileJson, Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { givingRefusal, givingWords, printKind } from '#domain/report/search/reportPrint.ts';
import { mostTold, type ReportTrail } from '#domain/report/search/reportSearch.ts';
import { reportState, reportVersionState } from '#domain/report/reportState.ts';
import { reportChannel } from '#domain/report/reportStrategy.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { CallError, servicePath } from '#src/api/call.ts';
import { download } from '#src/api/download.ts';
import { saveBlob } from '#src/api/saveBlob.ts';
import { Button } from '#src/ui/Button.tsx';
import { notify } from '#src/ui/notify.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import { printPages } from '../audit/printPages.ts';
import { ReportPagesPart } from '../audit/ReportPagesPart.tsx';
import { useReportPages } from '../audit/useReportPages.ts';
import { PrintDrawer } from '../print/PrintDrawer.tsx';

const Part = chakra('h3', { base: { textStyle: 'note', color: 'fg.muted', mb: 1 } });
const Lines = chakra('ol', { base: { listStyle: 'none', textStyle: 'dense', display: 'grid', gap: 2, m: 0, p: 0 } });
const Told = chakra('div', { base: { color: 'fg.muted', overflowWrap: 'anywhere' } });

/** 报告的版本与去向: the pages of any of its versions, beside who made and issued which, who saw it, and what was put on paper. */
export function ReportTrailDrawer({
  reportId,
  reportNo,
  mayPrint,
  mayDownload,
  onClose,
}: {
  readonly reportId: string;
  readonly reportNo: string;
  readonly mayPrint: boolean;
  readonly mayDownload: boolean;
  readonly onClose: () => void;
}) {
  const { label } = useText();
  const queries = useQueryClient();
  const { data, failure, retry } = useAsked('GET search/reportSearch/trail', { reportId });
  const trail = data?.reportId === reportId ? data : null;
  const [chosen, setChosen] = useState<string | null>(null);
  const [again, setAgain] = useState(0);
  const [isPrinting, setPrinting] = useState(false);
  const shown = trail?.versions.find(({ versionId }) => versionId === chosen) ?? trail?.versions[0] ?? null;
  const drawn = useReportPages(shown?.versionId ?? null, again);
  const refusal =
    trail && shown ? givingRefusal({ reportNo, versionNo: shown.versionNo, reportState: trail.state, versionState: shown.state }) : null;
  const why = refusal ? label(givingWords[refusal.code as keyof typeof givingWords], refusal.params) : undefined;
  return (
    <SideDrawer
      size="lg"
      title={label(['{no} 版本与去向', '{no}: versions and where they went'], { no: reportNo })}
      aside={trail ? <StatusWord tone="neutral">{label(reportState.labelOf(trail.state) ?? ['', ''])}</StatusWord> : null}
      onClose={onClose}
      footer={
        mayPrint || mayDownload ? (
          <>
            {mayDownload ? (
              <Button icon={FileJson} title={why} disabled={!shown || refusal !== null} onClick={() => shown && void takeBundle(shown, reportNo)}>
                {label(['下载 FHIR', 'As FHIR'])}
              </Button>
            ) : null}
            {mayPrint ? (
              <Button
                variant="primary"
                icon={Printer}
                title={why}
                disabled={refusal !== null || drawn.pages.length === 0}
                onClick={() => setPrinting(true)}
              >
                {label(['打印', 'Print'])}
              </Button>
            ) : null}
          </>
        ) : undefined
      }
    >
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
      {!trail && !failure ? <StateView state="loading" /> : null}
      {trail ? (
        <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', md: 'minmax(0, 1.5fr) minmax(280px, 1fr)' }} gap={3} h="full" minH={0}>
          <ReportPagesPart versionId={shown?.versionId ?? null} drawn={drawn} onRetry={() => setAgain(again + 1)} />
          <chakra.div overflow="auto" minH={0} display="grid" gap={3} alignContent="start">
            {why ? <StatusWord tone="warning">{why}</StatusWord> : null}
            <section>
              <Part>{label(['版本', 'Versions'])}</Part>
              <Lines>
                {trail.versions.map((version) => (
                  <li key={version.versionId}>
                    <VersionLine version={version} isShown={version === shown} onShow={() => setChosen(version.versionId)} />
                  </li>
                ))}
              </Lines>
              {trail.versions.length === 0 ? <Told>{label(['还没有版本', 'No version yet'])}</Told> : null}
            </section>
            <Ledger
              title={label(['打印记录', 'Prints'])}
              none={label(['没有打印过', 'Never printed'])}
              rows={trail.prints}
              keyOf={({ printId }) => printId}
            >
              {({ versionNo, kind, copies, reason, handedTo, courierNumber, userName, createTime }) => (
                <>
                  {label(['第{no}版 {kind} {copies} 份', 'Version {no}, {kind}, {copies} copies'], {
                    no: versionNo,
                    kind: printKind.labelOf(kind),
                    copies,
                  })}
                  <Told>
                    {[
                      `${userName} ${createTime}`,
                      reason ? label(['原因: {reason}', 'Why: {reason}'], { reason }) : '',
                      handedTo ? label(['交付给 {to}', 'Handed to {to}'], { to: handedTo }) : '',
                      courierNumber ?? '',
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Told>
                </>
              )}
            </Ledger>
            <Ledger
              title={label(['送达记录', 'Sent to'])}
              none={label(['没有对外发送过', 'Never sent'])}
              rows={trail.receipts}
              keyOf={({ versionNo, channel, receiver, time }) => `${versionNo} ${channel} ${receiver} ${time ?? ''}`}
            >
              {({ versionNo, channel, receiver, time }) =>
                label(['第{no}版 {way} {receiver} {at}', 'Version {no}, {way}: {receiver} {at}'], {
                  no: versionNo,
                  way: reportChannel.labelOf(channel),
                  receiver,
                  at: time ?? '',
                })
              }
            </Ledger>
            <Ledger
              title={label(['查看记录', 'Seen by'])}
              none={label(['没有人打开过', 'Nobody has opened it'])}
              rows={trail.views}
              keyOf={({ versionNo, userName }) => `${versionNo} ${userName}`}
            >
              {({ versionNo, userName, count, lastTime }) =>
                label(['{by} 第{no}版 {count} 次, 最近 {at}', '{by}: version {no}, {count} times, last {at}'], {
                  by: userName,
                  no: versionNo,
                  count,
                  at: lastTime,
                })
              }
            </Ledger>
          </chakra.div>
        </chakra.div>
      ) : null}
      {isPrinting && shown ? (
        <PrintDrawer
          versions={[{ versionId: shown.versionId, reportNo, paperDue: 0 }]}
          onNoted={(_versionIds, copies) => {
            void printPages(drawn.pages, copies);
            void queries.invalidateQueries({ queryKey: ['call', 'search'] });
          }}
          onClose={() => setPrinting(false)}
        />
      ) : null}
    </SideDrawer>
  );
}

/** Saves an issued version as a FHIR bundle (docs/report.md#fhir). */
async function takeBundle({ versionId, versionNo }: ReportTrail['versions'][number], reportNo: string): Promise<void> {
  try {
    const { blob, name } = await download(servicePath('report', 'report-audit/fhir'), { versionId }, `${reportNo}-v${versionNo}.fhir.json`);
    saveBlob(blob, name);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    notify.error(error.message);
  }
}

function VersionLine({
  version,
  isShown,
  onShow,
}: {
  readonly version: ReportTrail['versions'][number];
  readonly isShown: boolean;
  readonly onShow: () => void;
}) {
  const { label } = useText();
  const { versionNo, state, auditorName, makerName, issueTime, createTime, isAuto, amendReason, pdfSha256, chainHash, isFileLost } = version;
  return (
    <>
      <chakra.button
        type="button"
        aria-pressed={isShown}
        fontWeight={isShown ? 'semibold' : undefined}
        color="accent.text"
        cursor="pointer"
        onClick={onShow}
      >
        {label(['第{no}版 · {state}', 'Version {no}: {state}'], { no: versionNo, state: reportVersionState.labelOf(state) })}
      </chakra.button>
      <Told>
        {[
          label(['生成 {by} {at}', 'Made by {by}, {at}'], { by: makerName, at: createTime }),
          issueTime ? label(['发布 {by} {at}', 'Issued by {by}, {at}'], { by: auditorName, at: issueTime }) : '',
          isAuto === 1 ? label(['自动审核', 'Audited by itself']) : '',
          amendReason ? label(['修订: {why}', 'Amended: {why}'], { why: amendReason }) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </Told>
      {isFileLost ? (
        <StatusWord tone="danger">
          {label(['报告文件已丢失, 不能查看、打印或发送', 'Its file is lost: it cannot be shown, printed or sent'])}
        </StatusWord>
      ) : null}
      {pdfSha256 ? (
        <chakra.div textStyle="mono" fontSize="xs" color="fg.muted" overflowWrap="anywhere" title={chainHash ?? undefined}>
          {`SHA-256 ${pdfSha256}`}
        </chakra.div>
      ) : null}
    </>
  );
}

function Ledger<Row>({
  title,
  none,
  rows,
  keyOf,
  children,
}: {
  readonly title: string;
  readonly none: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly children: (row: Row) => ReactNode;
}) {
  const { label } = useText();
  return (
    <section>
      <Part>{title}</Part>
      {rows.length >= mostTold ? <Told>{label(['只列最近 {most} 条', 'The newest {most} alone'], { most: mostTold })}</Told> : null}
      {rows.length === 0 ? <Told>{none}</Told> : null}
      <Lines>
        {rows.map((row) => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </Lines>
    </section>
  );
}
