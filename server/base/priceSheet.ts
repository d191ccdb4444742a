import { problemText } from '#domain/kernel/check.ts';
import { inLanguage } from '#domain/kernel/label.ts';
import { pricePolicy } from '#domain/base/pricePolicy.ts';
import { cellText } from '#domain/sample/import/sheetCell.ts';
import { findHeaders, mapHeaders, mostRecords, type RecordAnswer } from '#domain/sheet/recordSheet.ts';
import { languageOf, UserError } from '#server/kernel/core/answers.ts';
import { importRecords, type SaveRecord } from '#server/kernel/import/resourceImport.ts';
import type { CallContext } from '#server/kernel/http/serve.ts';
import { uploadedSheet, type UploadedSheet } from '#server/kernel/import/uploadedSheet.ts';

function rowsOf({ sheet: { rows, rowNumbers } }: UploadedSheet) {
  const at = findHeaders(pricePolicy, rows);
  if (at < 0) throw new UserError(422, ['没有找到表头', 'No header row was found'], { refusal: 'sheet.noHeader' });
  const columns = mapHeaders(pricePolicy, (rows[at] ?? []).map(cellText));
  const given = rows
    .slice(at + 1)
    .map((row, index) => ({
      rowNumber: rowNumbers[at + 1 + index] ?? 0,
      cells: Object.fromEntries(columns.flatMap((name, column) => (name === null ? [] : [[name, cellText(row[column])]]))),
    }))
    .filter(({ cells }) => Object.values(cells).some((text) => text !== ''));
  if (given.length > mostRecords)
    throw new UserError(422, [`一次最多 ${mostRecords} 行,请拆分后导入`, `At most ${mostRecords} rows at once: split the file`]);
  return given;
}

/**
 * Prices from a sheet, under the contract's own name for it. Each row is saved by the rules of one (`save`), in a
 * transaction of its own: a period that overlaps another is refused and named by its row, the others are kept. A row
 * that means a known period changes it; the same file again changes nothing. The screen's import has a preview before.
 */
export async function importPrices(context: CallContext<unknown>, save: SaveRecord) {
  const { database, request, user } = context;
  const rows = rowsOf(await uploadedSheet(context));
  const answers = await importRecords({
    database,
    resource: pricePolicy,
    user,
    isTrial: false,
    rows: rows.map(({ cells }, line) => ({ line, cells })),
    save,
  });
  const language = languageOf(request);
  const count = (wanted: RecordAnswer['outcome']): number => answers.filter(({ outcome }) => outcome === wanted).length;
  return {
    total: rows.length,
    created: count('created'),
    updated: count('updated'),
    same: count('same'),
    refused: count('refused'),
    rows: answers.map(({ line, outcome, id, problems, text }) => ({
      rowNumber: rows[line]?.rowNumber ?? 0,
      outcome,
      id,
      msg: [...problems.map((problem) => problemText(problem, language)), ...(text ? [inLanguage(text, language)] : [])].join('; '),
    })),
  };
}
