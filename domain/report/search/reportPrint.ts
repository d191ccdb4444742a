import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { choices } from '#domain/kernel/choices.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { oneOf, shape } from '#domain/kernel/contract.ts';
import { integer, text } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { words } from '#domain/search/vocabulary.ts';
import { reportScreen } from '../reportRows.ts';
import { reportState, reportVersionState, type ReportState } from '../reportState.ts';
import { searchScreen } from './searchScreens.ts';

export const printKind = choices({ first: [1, '首次', 'First'], again: [2, '补打', 'Again'] });
export const mostCopies = 20;

/** A version that is to leave the house, as its row tells. */
export interface GivenReport {
  readonly reportNo: string;
  readonly versionNo: number;
  readonly reportState: ReportState;
  readonly versionState: number;
}
/** The same with what the ledger says of it. */
export interface PrintedReport extends GivenReport {
  readonly versionId: string;
  readonly reportId: string;
  readonly pdfSha256: string;
  readonly printCount: number;
  readonly lastBy: string | null;
  readonly lastAt: string | null;
  /** Its bytes are not what was issued, or are gone. */
  readonly isDamaged: boolean;
}

/** What speaks against giving a version out, on paper or as a file; null: nothing (docs/report.md#print). */
export function givingRefusal({ reportNo: name, versionNo, reportState: state, versionState }: GivenReport): Refusal | null {
  if (versionState === reportVersionState.replaced) return conflict('reportPrint.replaced', { name, versionNo });
  const isRecalled = state === reportState.recalling || state === reportState.withdrawn || versionState === reportVersionState.withdrawn;
  if (isRecalled) return conflict('reportPrint.recalled', { name });
  return versionState === reportVersionState.issued ? null : refuse('reportPrint.notIssued', { name });
}
export const givingWords = {
  'reportPrint.notIssued': ['{name} 尚未发布', '{name} is not issued yet'],
  'reportPrint.recalled': ['{name} 报告更正中, 不能打印或下载', '{name} is being corrected: it is neither printed nor downloaded'],
  'reportPrint.replaced': ['{name} 第{versionNo}版已被替代, 请用最新版', '{name}, version {versionNo} was replaced; use the latest one'],
} as const;

const asks = {
  copies: integer('打印份数', 'Copies', { required: true, min: 1, max: mostCopies }),
  reason: text('补打原因', 'Why again', { max: 200 }),
  handedTo: text('交付给', 'Handed to'),
  courierNumber: words.courierNumber,
} as const;
const input = z.object({
  versionId: idText,
  /** Set by the server. */
  isDamaged: z.boolean().optional(),
  ...partsOfFields(asks),
});

/** 打印, 补打: writes down what is put on paper, why again, and into whose hands it goes; then it is printed. */
export const printReports = defineCommand({
  name: 'reportPrint.save',
  title: ['打印报告', 'Print reports'],
  service: 'report',
  path: 'report-print/save',
  permission: 'report_print',
  roles: ['lab', 'audit2', 'report'],
  screens: [searchScreen, reportScreen],
  input,
  asks,
  refusedAt: { 'reportPrint.reason': 'reason' },
  consequence: ['登记后打印; 打印过的报告只能申请撤回', 'Noted, then printed; a report that was printed can be withdrawn on application alone'],
  many: { of: 'versionIds', keys: ['versionId'] },
  answer: shape({ printId: z.string(), versionId: z.string(), kind: oneOf(printKind) }),
  version: 1,
  offline: false,
  lanes: ({ versionId }) => [`reportVersion:${versionId}`],
  subject: ({ versionId }) => versionId,
  refusals: {
    'reportPrint.unknown': ['没有此报告', 'No such report'],
    ...givingWords,
    'reportPrint.damaged': ['{name} 报告文件异常, 不能打印', '{name}: its file is damaged and cannot be printed'],
    'reportPrint.reason': ['{name} 已由{by}于{at}打印, 请填写补打原因', '{name} was printed by {by} at {at}; say why it is printed again'],
  },
  decide({ report }: { readonly report: PrintedReport | null }, { reason }): Outcome<{ readonly report: PrintedReport; readonly kind: 1 | 2 }> {
    if (!report) return refuse('reportPrint.unknown');
    const refusal = givingRefusal(report);
    if (refusal) return refusal;
    if (report.isDamaged) return refuse('reportPrint.damaged', { name: report.reportNo });
    const isAgain = report.printCount > 0;
    const { reportNo: name, lastBy: by, lastAt: at } = report;
    if (isAgain && !reason) return refuse('reportPrint.reason', { name, by, at });
    return accept({ report, kind: isAgain ? printKind.again : printKind.first });
  },
});
