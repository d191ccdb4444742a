import { problemText } from '#domain/kernel/check.ts';
import { inLanguage } from '#domain/kernel/label.ts';
import { directRows } from '#domain/kernel/listExport.ts';
import { cellText } from '#domain/sample/import/sheetCell.ts';
import { findHeaders, mapHeaders, templateSheets, type RecordAnswer } from '#domain/sheet/recordSheet.ts';
import { writeXlsxSheets } from '#domain/sheet/writeSheet.ts';
import { userAccount } from '#domain/user/userAccount.ts';
import { userFamily } from '#domain/user/userCalls.ts';
import { languageOf, UserError } from '#server/kernel/core/answers.ts';
import { takingFile } from '#server/kernel/core/patients.ts';
import { sendExport, tooManyAtOnce } from '#server/kernel/export/exportRows.ts';
import { saveByCall } from '#server/kernel/import/importRoutes.ts';
import { importRecords } from '#server/kernel/import/resourceImport.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import { resourceReader } from '#server/kernel/resource/resourceRead.ts';
import type { Call, CallContext } from '#server/kernel/http/serve.ts';
import { serveUnder } from '#server/kernel/verbs/serveCalls.ts';
import { uploadedSheet, type UploadedSheet } from '#server/kernel/import/uploadedSheet.ts';
import { argumentOf } from './ownTable.ts';
import { updateOwnInfo } from './ownInfo.ts';
import { infoOf, submitUser, updatePassword } from './userCalls.ts';

/** Each new account costs a password's hash: longer lists come by the screen, which sends them in batches. */
const mostAccounts = 1_000;

const exportUser = async (context: CallContext<Query>) => {
  const user = takingFile(context.user);
  const reader = resourceReader(context.db, userAccount, user, new Map());
  return sendExport({ ...context, user }, { resource: userAccount }, reader.all(context.query, directRows, tooManyAtOnce));
};

const exportTemplate = async ({ request, reply }: CallContext<unknown>) => {
  const language = languageOf(request);
  const name = inLanguage(['用户导入模板.xlsx', 'users template.xlsx'], language);
  return reply
    .header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .header('content-disposition', `attachment; filename="users.xlsx"; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('cache-control', 'no-store')
    .send(Buffer.from(writeXlsxSheets(templateSheets(userAccount, language))));
};

function rowsOf({ sheet: { rows, rowNumbers } }: UploadedSheet) {
  const at = findHeaders(userAccount, rows);
  if (at < 0) throw new UserError(422, ['请上传正确的excel文件!', 'No header row was found: see the template']);
  const columns = mapHeaders(userAccount, (rows[at] ?? []).map(cellText));
  const read = rows.slice(at + 1).map((row, index) => ({
    rowNumber: rowNumbers[at + 1 + index] ?? 0,
    cells: Object.fromEntries(columns.flatMap((name, column) => (name === null ? [] : [[name, cellText(row[column])]]))),
  }));
  const given = read.filter(({ cells }) => Object.values(cells).some((text) => text !== ''));
  if (given.length > mostAccounts)
    throw new UserError(422, [`一次最多 ${mostAccounts} 行,请拆分后导入`, `At most ${mostAccounts} rows at once: split the file`]);
  return given;
}

/**
 * Accounts from a sheet, each saved by the rules of every account. `isCovered` 1: a known account is changed, else its
 * row is refused. New ones get a password for one use, told in the answer alone, to be changed at the first sign-in.
 */
const importUser = async (context: CallContext<unknown>) => {
  const { database, request, user } = context;
  const file = await uploadedSheet(context);
  const covered = argumentOf({ query: context.query, body: file.fields }, 'isCovered') ?? '';
  const rows = rowsOf(file);
  const answers = await importRecords({
    database,
    resource: userAccount,
    user,
    isTrial: false,
    isUpdating: covered === '1' || covered === 'true',
    rows: rows.map(({ cells }, line) => ({ line, cells })),
    save: saveByCall(submitUser, context),
  });
  const language = languageOf(request);
  const count = (wanted: RecordAnswer['outcome']): number => answers.filter(({ outcome }) => outcome === wanted).length;
  const told = answers.map(({ line, outcome, problems, text }) => {
    const { rowNumber = 0, cells } = rows[line] ?? { cells: {} as Record<string, string> };
    const faults = [...problems.map((problem) => problemText(problem, language)), ...(text ? [inLanguage(text, language)] : [])];
    return { rowNumber, account: cells['account'] ?? '', outcome, msg: faults.join('; ') };
  });
  return {
    total: rows.length,
    created: count('created'),
    updated: count('updated'),
    same: count('same'),
    refused: count('refused'),
    rows: told,
    passwords: answers.flatMap(({ line, told: more }) =>
      more?.['oneTimePassword'] ? [{ account: rows[line]?.cells['account'] ?? '', password: more['oneTimePassword'] }] : [],
    ),
  };
};

/** Both homes of the family's user calls (docs/wire.md#two-flavours). */
export const userFamilyCalls: readonly Call[] = ['system/user', 'user'].flatMap((place) =>
  serveUnder(place, userFamily, {
    'GET info': { handle: infoOf },
    'POST update-info': { handle: updateOwnInfo },
    'POST update-password': { handle: updatePassword },
    'GET export-user': { cost: 'export', handle: exportUser },
    'GET export-template': { cost: 'export', handle: exportTemplate },
    'POST import-user': { cost: 'import', handle: importUser },
  }),
);
