import { entrustReports, type EntrustReportRow } from '#domain/report/upload/entrustReports.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { UploadWord } from './uploadCells.tsx';

const cells: Cells<EntrustReportRow> = {
  sampleCode: { width: 150, least: 120, isMono: true },
  personName: { width: 90, least: 72 },
  reportNo: { width: 150, least: 120, isMono: true },
  uploadState: { width: 90, least: 80, cell: ({ uploadState }) => (uploadState === null ? null : <UploadWord state={uploadState} />) },
};

/** 外送报告查询: what another house tests, and whether its report has come. */
export function Screen() {
  return <ListingScreen list={entrustReports} cells={cells} emptyText={['没有外送样本', 'No tube is tested elsewhere']} />;
}
