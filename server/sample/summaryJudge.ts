import { findHeaderRow, mapHeaders } from '#domain/sample/import/headerAliases.ts';
import type { ImportContext, ImportRow, RowState, RowVerdict } from '#domain/sample/import/importVerdict.ts';
import { judgeRow } from '#domain/sample/import/judgeRow.ts';
import { countVerdicts, firstLines } from '#domain/sample/import/judgeRows.ts';
import { indexMaster } from '#domain/sample/import/masterIndex.ts';
import { readRows } from '#domain/sample/import/readRow.ts';
import { cellText } from '#domain/sample/import/sheetCell.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { SheetJudge } from '#server/kernel/import/sheetJudge.ts';

/** Codes a sheet speaks of: which of them the system has must be looked up. */
export interface SheetCodes {
  readonly requisitions: readonly string[];
  readonly samples: readonly string[];
}
/** What is said of a whole sheet. */
export interface SheetSum {
  readonly totalCount: number;
  readonly counts: Readonly<Record<RowState, number>>;
}

/** Faults a list may have: beyond that it is the columns that are wrong. */
const mostFaults = 40_000;

/** Judges a sheet of requisitions by the same rules as the desk's worker. */
export const sheetJudge: SheetJudge<readonly ImportRow[], SheetCodes, ImportContext, RowVerdict, SheetSum> = {
  read(sheet) {
    const headerRow = findHeaderRow(sheet.rows);
    if (headerRow < 0) throw new UserError(422, ['没有找到表头', 'No header row was found'], { refusal: 'sheet.noHeader' });
    const rows = readRows(sheet.rows, headerRow, mapHeaders(sheet.rows[headerRow] ?? []));
    const codes = (field: 'requisitionCode' | 'sampleCode'): string[] =>
      rows.map(({ cells }) => normalCode(cellText(cells[field]))).filter((code) => code !== '');
    return { rows, needs: { requisitions: codes('requisitionCode'), samples: codes('sampleCode') } };
  },
  judge(rows, context) {
    const master = indexMaster(context);
    const first = firstLines(rows, master);
    const verdicts: RowVerdict[] = [];
    let faults = 0;
    for (const [line, row] of rows.entries()) {
      const verdict = judgeRow(row, line, context, master, first);
      faults += verdict.cells.length;
      if (faults > mostFaults)
        throw new UserError(
          422,
          [
            `到第 ${line + 1} 条数据已有 ${mostFaults} 处错误, 请按模板核对各列后再导入`,
            `More than ${mostFaults} faults by data row ${line + 1}: check the columns against the template`,
          ],
          { refusal: 'sheet.tooManyFaults' },
        );
      verdicts.push(verdict);
    }
    return { verdicts, sum: { totalCount: verdicts.length, counts: countVerdicts(verdicts) } };
  },
};
