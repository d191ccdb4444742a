import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ActingUser } from '#domain/kernel/command.ts';
import { refusalText } from '#domain/kernel/refusalText.ts';
import { findHeaderRow, mapHeaders } from '#domain/sample/import/headerAliases.ts';
import type { ImportCommodity, ImportContext, ImportRow, NamedRow, RowVerdict } from '#domain/sample/import/importVerdict.ts';
import { judgeRow } from '#domain/sample/import/judgeRow.ts';
import { countVerdicts, firstLines } from '#domain/sample/import/judgeRows.ts';
import { indexMaster } from '#domain/sample/import/masterIndex.ts';
import { readRows as readSheetRows } from '#domain/sample/import/readRow.ts';
import { cellText } from '#domain/sample/import/sheetCell.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import { enterSummary } from '#domain/sample/summary.ts';
import { languageOf, UserError } from '#server/kernel/answers.ts';
import { batchOf, keepBatch, type ImportBatch } from '#server/kernel/importBatch.ts';
import { neededParameter } from '#server/kernel/pageRows.ts';
import { runCommand } from '#server/kernel/runCommand.ts';
import { defineCall } from '#server/kernel/serve.ts';
import { uploadedSheet } from '#server/kernel/uploadedSheet.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import { codeStylesOf } from './codeStyles.ts';
import { servedEnterSummary } from './summary.ts';

const kind = 'summary';

/** What became of one row when the batch was taken over. */
interface Taken {
  readonly status: 'applied' | 'repeat' | 'refused' | 'conflict' | 'failed' | 'skipped';
  readonly code?: string;
  readonly text?: string;
}
type BatchRow = RowVerdict & { readonly taken?: Taken };

/** Judges an uploaded sheet by the same rules as the desk's worker; nothing is entered yet. */
export const importSummary = defineCall({
  method: 'POST',
  service: 'sample',
  path: 'enter-info/import-summary',
  title: ['导入前处理', 'Import requisitions'],
  permission: 'summary_enter',
  multipart: true,
  cost: 'import',
  async handle({ db, user, now, request }) {
    const { sheet, fields, ...file } = await uploadedSheet(request);
    const headerRow = findHeaderRow(sheet.rows);
    if (headerRow < 0) throw new UserError(422, ['没有找到表头', 'No header row was found'], { refusal: 'sheet.noHeader' });
    const rows = readSheetRows(sheet.rows, headerRow, mapHeaders(sheet.rows[headerRow] ?? []));
    const verdicts = await judgeInTurns(rows, await contextOf(db, user, now, rows, fields));
    const { batchId, sameFileAt } = await keepBatch(db, user, kind, file, verdicts, now);
    return { batchId, fileName: file.fileName, sameFileAt, totalCount: verdicts.length, counts: countVerdicts(verdicts), rows: verdicts };
  },
});

/** Rows judged before others get their turn, and faults a list may have: beyond that it is the columns that are wrong. */
const rowsInTurn = 10;
const mostFaults = 40_000;

/** Judges the rows as `judgeSheet` does, and lets whoever scans go first in between. Throws UserError 422 where nearly every cell is at fault. */
async function judgeInTurns(rows: readonly ImportRow[], context: ImportContext): Promise<RowVerdict[]> {
  const master = indexMaster(context);
  const first = firstLines(rows);
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
    if (line % rowsInTurn === rowsInTurn - 1) await setImmediate();
  }
  return verdicts;
}

/** The batch with its verdicts, and how far its taking over is. */
export const importStatus = defineCall<Record<string, string>>({
  method: 'GET',
  service: 'sample',
  path: 'enter-info/import-status',
  title: ['导入进度', 'Import progress'],
  permission: 'summary_enter',
  async handle({ db, query, user }) {
    return statusOf(await batchOf<BatchRow>(db, user, kind, neededParameter(query, 'batchId')));
  },
});

const confirmBody = z.object({
  batchId: z.union([z.string(), z.number()]).transform(String),
  /** Data lines to take over; absent: every line without an error. */
  lines: z.array(z.number().int().nonnegative()).max(5_000).optional(),
  /** Reasons for warnings by rule, for every line. */
  reasons: z.record(z.string().max(16), z.string().trim().max(200)).default({}),
  /** ℃, measured at the desk: for every cold-chain line that brings none. */
  arrivalTemperature: z.number().min(-80).max(50).optional(),
});

/** Enters the confirmed rows, each an act of its own with its own key: confirmed twice, a row is entered once. */
export const confirmImport = defineCall({
  method: 'POST',
  service: 'sample',
  path: 'enter-info/batchConfirm',
  title: ['确认导入', 'Confirm an import'],
  permission: 'summary_enter',
  async handle({ db, database, body, user, request }) {
    const { batchId, lines, reasons, arrivalTemperature } = confirmBody.parse(body);
    const batch = await batchOf<BatchRow>(db, user, kind, batchId);
    const wanted = lines && new Set(lines);
    await db.execute(sql`update import_batch set state = 1, done_count = 0 where tenant_id = ${user.tenantId} and id = ${batchId}`);
    const rows: BatchRow[] = [];
    for (const row of batch.rows) {
      const isMeant = row.verdict !== 'error' && (!wanted || wanted.has(row.line));
      rows.push({ ...row, taken: isMeant ? await takeOver(row) : (row.taken ?? { status: 'skipped' }) });
      if (rows.length % 50 === 0)
        await db.execute(sql`update import_batch set done_count = ${rows.length} where tenant_id = ${user.tenantId} and id = ${batchId}`);
    }
    await db.execute(
      sql`update import_batch set state = 2, done_count = ${rows.length}, rows = ${JSON.stringify(rows)}::jsonb where tenant_id = ${user.tenantId} and id = ${batchId}`,
    );
    return statusOf({ ...batch, state: 2, doneCount: rows.length, rows });

    async function takeOver(row: BatchRow): Promise<Taken> {
      const added = row.isTemperatureNeeded && arrivalTemperature !== undefined ? { arrivalTemperature } : {};
      // A row that was refused for want of something is a new act once it is given.
      const given = [...Object.keys(reasons), ...Object.keys(added)].sort().join('+');
      try {
        const receipt = await runCommand(database, servedEnterSummary, {
          opId: `import-${batchId}-${row.line}${given === '' ? '' : `-${given}`}`.slice(0, 120),
          payload: { ...row.values, ...added, reasons },
          typeVersion: enterSummary.version,
          author: user,
          courierId: user.id,
          deviceId: null,
          seq: null,
          occurredAt: null,
          clockOffsetMs: 0,
        });
        if (receipt.status === 'applied' || receipt.status === 'repeat') return { status: receipt.status };
        return {
          status: receipt.status === 'conflict' ? 'conflict' : 'refused',
          code: receipt.code ?? '',
          text: refusalText(enterSummary, receipt.code ?? '', receipt.params ?? {}, languageOf(request)),
        };
      } catch (error) {
        request.log.error({ err: error, batchId, line: row.line }, 'import row failed');
        return { status: 'failed' };
      }
    }
  },
});

function statusOf({ id, fileName, state, totalCount, doneCount, rows }: ImportBatch<BatchRow>) {
  return { batchId: id, fileName, state, totalCount, doneCount, counts: countVerdicts(rows), rows };
}

/** The master data and the codes the system already has, as far as this sheet speaks of them. */
async function contextOf(
  reader: Reader,
  user: ActingUser,
  now: string,
  rows: readonly ImportRow[],
  fields: Readonly<Record<string, string>>,
): Promise<ImportContext> {
  const { tenantId } = user;
  const named = (table: 'laboratory' | 'sample_class', code: string, name: string): Promise<NamedRow[]> =>
    readRows<NamedRow>(
      reader,
      sql`select id, ${sql.raw(code)} as code, ${sql.raw(name)} as name, is_disable from ${sql.raw(table)} where tenant_id = ${tenantId} and is_deleted = 0`,
    );
  const codes = (field: 'requisitionCode' | 'sampleCode'): string[] =>
    rows.map(({ cells }) => normalCode(cellText(cells[field]))).filter((code) => code !== '');
  const commodities = await readRows<Omit<ImportCommodity, 'isColdChain'> & { minimumVolume: string | null; isColdChain: number | null }>(
    reader,
    sql`select id, commodity_code as code, commodity_name as name, is_disable, sample_class_ids, entry_form, execute_type, holding_hours::int as holding_hours, min_volume as minimum_volume, is_cold_chain
    from commodity where tenant_id = ${tenantId} and is_deleted = 0`,
  );
  const requisitions = await readRows<{ code: string }>(
    reader,
    sql`select requisition_code as code from requisition where tenant_id = ${tenantId} and requisition_code = ${anyText(codes('requisitionCode'))}`,
  );
  const samples = await readRows<{ code: string }>(
    reader,
    sql`select sample_code as code from sample where tenant_id = ${tenantId} and sample_code = ${anyText([...codes('sampleCode'), ...codes('requisitionCode')])}`,
  );
  const clients = await readRows<NamedRow & { isTelephoneRequired: number | null; isCredentialRequired: number | null }>(
    reader,
    sql`select id, client_code as code, client_name as name, is_disable, is_telephone_required, is_credential_required
    from send_sample_client where tenant_id = ${tenantId} and is_deleted = 0`,
  );
  const own = await laboratoriesOf(reader, user);
  const laboratories = (await named('laboratory', 'laboratory_code', 'laboratory_name')).filter(({ id }) => own === null || own.includes(id));
  const { contractLaboratoryId, sendSampleClientId } = fields;
  return {
    clients: clients.map((row) => ({
      ...row,
      isTelephoneRequired: row.isTelephoneRequired === 1,
      isCredentialRequired: row.isCredentialRequired === 1,
    })),
    commodities: commodities.map((row) => ({
      ...row,
      isColdChain: row.isColdChain === 1,
      sampleClassIds: row.sampleClassIds?.map(String) ?? null,
      minimumVolume: row.minimumVolume === null ? null : Number(row.minimumVolume),
    })),
    sampleClasses: await named('sample_class', 'class_code', 'class_name'),
    laboratories,
    defaults: { ...(contractLaboratoryId ? { contractLaboratoryId } : {}), ...(sendSampleClientId ? { sendSampleClientId } : {}) },
    existingCodes: new Set(requisitions.map(({ code }) => code)),
    codeStyles: await codeStylesOf(reader, tenantId),
    existingSampleCodes: new Set(samples.map(({ code }) => code)),
    now,
  };
}
