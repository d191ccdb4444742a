import { createHash } from 'node:crypto';
import { madePdf } from '#server/report/upload/pdfTesting.ts';
import type { Api } from './api.ts';
import { genericPass, handOver, summaryPayload, type Master } from './prepare.ts';

export const bill = 'accession-lims-bill';
type Row = Readonly<Record<string, any>>;

export interface Page<Found = Row> {
  readonly records: readonly Found[];
  readonly total: number;
}
/** The first record of a page that has what is asked for. */
export async function recordOf(api: Api, path: string, query: Readonly<Record<string, string>>): Promise<Row> {
  const { records } = await api.get<Page>(path, query);
  if (!records[0]) throw new Error(`${path} has no ${JSON.stringify(query)}`);
  return records[0];
}

/** Changes some fields of a record as its form does: with all the others as they are. */
export async function changeRecord(admin: Api, path: string, id: Readonly<Record<string, string>>, change: object): Promise<void> {
  const record = await admin.get<Row>(`${path}/detail`, id);
  await admin.post(`${path}/save`, { ...record, ...change });
}

/** A sample that another house tests, its report brought in and issued; its code, and its report's number. */
export async function issuedReport(
  by: { readonly reception: Api; readonly entry: Api; readonly lab: Api; readonly audit: Api },
  master: Master,
  { prefix, contractLaboratoryId, commodity }: { readonly prefix: string; readonly contractLaboratoryId: string; readonly commodity: string },
): Promise<{ readonly sampleCode: string; readonly reportNo: string }> {
  const summary = { ...summaryPayload(master, commodity, '血清', prefix, 1), contractLaboratoryId };
  const sampleCode = String(summary.tubes[0]?.sampleCode);
  await by.reception.post('accession-lims-sample/enter-info/enter-summary', summary);
  await by.entry.post('accession-lims-sample/enter-info/enter-detail', genericPass(summary, 1));
  await handOver(by.reception, by.lab, String(master.commodities.get(commodity)?.id), [sampleCode]);
  const report = 'accession-lims-report-web';
  const bytes = madePdf({ lines: [sampleCode] });
  await by.lab.postForm(`${report}/report-upload/upload`, { sampleCode }, { name: `${sampleCode}.pdf`, bytes });
  const { versionId, reportNo } = await recordOf(by.lab, `${report}/report-upload/page`, { sampleCode });
  // Nobody issues what they have not looked at.
  await by.audit.file(`${report}/report-audit/file`, { versionId });
  await by.audit.post(`${report}/report-audit/audit`, { versions: [{ versionId, pdfSha256: createHash('sha256').update(bytes).digest('hex') }] });
  return { sampleCode, reportNo };
}
