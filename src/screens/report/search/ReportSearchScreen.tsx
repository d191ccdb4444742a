import { FileArchive, FileStack, FolderDown, Printer } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { mostAtOnce } from '#domain/kernel/many.ts';
import { downloadOrder, downloadReports, mostInFile } from '#domain/report/search/reportDownload.ts';
import { givingRefusal, printReports } from '#domain/report/search/reportPrint.ts';
import { missingInSearch, searchReports, type FoundReport } from '#domain/report/search/reportSearch.ts';
import { ask } from '#src/api/ask.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { Button } from '#src/ui/Button.tsx';
import { MenuButton } from '#src/ui/MenuButton.tsx';
import { reportCells } from '../audit/reportCells.tsx';
import { PrintDrawer, type ToPrint } from '../print/PrintDrawer.tsx';
import { DownloadsDrawer } from './DownloadsDrawer.tsx';
import { ReportTrailDrawer } from './ReportTrailDrawer.tsx';

const { isUrgent: _urgent, dueTime: _due, ...shared } = reportCells;
const cells: Cells<FoundReport> = {
  ...shared,
  currentVersionNo: { width: 64, least: 52, align: 'end' },
  printCount: { width: 84, least: 64, align: 'end' },
  paperDue: { width: 96, least: 72, align: 'end' },
};

/** What may go out, on paper or as a file. */
const mayGiveOut = (row: FoundReport): boolean =>
  row.versionId !== null &&
  row.versionState !== null &&
  givingRefusal({ reportNo: row.reportNo, versionNo: row.currentVersionNo, reportState: row.state, versionState: row.versionState }) === null;
const versionIdsOf = (rows: readonly FoundReport[]): string[] => rows.flatMap(({ versionId }) => versionId ?? []);

/** 报告查询: a report by one of its whole numbers or its person, with all that became of it; printed, or given out as a file. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<FoundReport | null>(null);
  const [printed, setPrinted] = useState<readonly ToPrint[] | null>(null);
  const [isDownloads, setDownloads] = useState(false);
  const may = useMemo(() => ({ print: can(printReports.permission), download: can(downloadReports.code) }), [can]);

  const pack = async (versionIds: readonly string[], mode: 'zip' | 'merge', order: 'asked' | 'reportNo' | 'client' = 'asked'): Promise<void> => {
    // What spoke against it has been told by then.
    const begun = await ask('POST report/report-audit/download', { body: { versionIds: [...versionIds], mode, order } }).catch(() => null);
    if (!begun) return;
    await queries.invalidateQueries({ queryKey: ['call', 'report', 'report-audit/get-download-result'] });
    setDownloads(true);
  };
  return (
    <>
      <ListingScreen
        list={searchReports}
        cells={cells}
        missing={missingInSearch}
        onOpen={setOpened}
        mayTick={mayGiveOut}
        emptyText={['没有符合的报告', 'No such report']}
        tools={({ ticked }) => (
          <>
            {may.print ? (
              <Button
                size="sm"
                variant="primary"
                icon={Printer}
                disabled={ticked.length === 0 || ticked.length > mostAtOnce}
                onClick={() =>
                  setPrinted(ticked.flatMap(({ versionId, reportNo, paperDue }) => (versionId ? [{ versionId, reportNo, paperDue }] : [])))
                }
              >
                {label(['打印 {count}', 'Print {count}'], { count: ticked.length })}
              </Button>
            ) : null}
            {may.download ? (
              <>
                <Button size="sm" icon={FileArchive} disabled={ticked.length === 0} onClick={() => void pack(versionIdsOf(ticked), 'zip')}>
                  {label(['下载 ZIP', 'As a ZIP'])}
                </Button>
                <MenuButton
                  label={['合并为一个 PDF', 'One PDF']}
                  trigger={
                    <Button size="sm" icon={FileStack} disabled={ticked.length === 0 || ticked.length > mostInFile.merge}>
                      {label(['合并 PDF', 'As one PDF'])}
                    </Button>
                  }
                  acts={downloadOrder.options.map(({ code, label: title }) => ({
                    key: String(code),
                    label: title,
                    onAct: () => void pack(versionIdsOf(ticked), 'merge', code as 'asked' | 'reportNo' | 'client'),
                  }))}
                />
                <Button size="sm" variant="ghost" icon={FolderDown} onClick={() => setDownloads(true)}>
                  {label(['我的下载', 'My downloads'])}
                </Button>
              </>
            ) : null}
          </>
        )}
      />
      {opened ? (
        <ReportTrailDrawer
          reportId={opened.reportId}
          reportNo={opened.reportNo}
          mayPrint={may.print}
          mayDownload={may.download}
          onClose={() => setOpened(null)}
        />
      ) : null}
      {printed ? (
        <PrintDrawer
          versions={printed}
          // Several are printed from one document, in the order they stand.
          onNoted={(versionIds) => {
            void queries.invalidateQueries({ queryKey: ['call', 'search', 'reportSearch/accurateQuery'] });
            void pack(versionIds, 'merge');
          }}
          onClose={() => setPrinted(null)}
        />
      ) : null}
      {isDownloads ? <DownloadsDrawer onClose={() => setDownloads(false)} /> : null}
    </>
  );
}
