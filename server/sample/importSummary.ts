import { sql } from 'drizzle-orm';
import { importContracts } from '#domain/sample/entryContracts.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { refusalText } from '#domain/kernel/refusalText.ts';
import type { ImportCommodity, ImportContext, LaboratoryCommodity, NamedRow, RowVerdict } from '#domain/sample/import/importVerdict.ts';
import { countVerdicts } from '#domain/sample/import/judgeRows.ts';
import { enterSummary } from '#domain/sample/summary.ts';
import { languageOf } from '#server/kernel/core/answers.ts';
import { batchOf, batchState, keepBatch, keepPortion, markBatch, portionsOf, type ImportBatch } from '#server/kernel/import/importBatch.ts';
import { neededParameter } from '#server/kernel/resource/pageRows.ts';
import { runCommand } from '#server/kernel/act/runCommand.ts';
import { type Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { jsonRows } from '#server/kernel/http/longAnswers.ts';
import { judgedSheet } from '#server/kernel/import/uploadedSheet.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import { codeStylesOf } from './codeStyles.ts';
import { servedEnterSummary } from './summary.ts';
import type { SheetCodes, SheetSum } from './summaryJudge.ts';

const kind = 'summary';
const judge = new URL('./summaryJudge.ts', import.meta.url);

/** What became of one row when the batch was taken over. */
interface Taken {
  readonly status: 'applied' | 'repeat' | 'refused' | 'conflict' | 'failed' | 'skipped';
  readonly code?: string;
  readonly text?: string;
}
type BatchRow = RowVerdict & { readonly taken?: Taken };

function statusOf({ id, fileName, state, totalCount, doneCount, rows }: ImportBatch<BatchRow>) {
  return { batchId: id, fileName, state, totalCount, doneCount, counts: countVerdicts(rows), rows };
}

/** The master data and the codes the system already has, as far as this sheet speaks of them. */
async function contextOf(
  reader: Reader,
  user: ActingUser,
  now: string,
  codes: SheetCodes,
  fields: Readonly<Record<string, string>>,
): Promise<ImportContext> {
  const { tenantId } = user;
  const named = (table: 'laboratory' | 'sample_class', code: string, name: string): Promise<NamedRow[]> =>
    readRows<NamedRow>(
      reader,
      sql`select id, ${sql.raw(code)} as code, ${sql.raw(name)} as name, is_disable from ${sql.raw(table)} where tenant_id = ${tenantId} and is_deleted = 0`,
    );
  const commodities = await readRows<Omit<ImportCommodity, 'isColdChain'> & { minimumVolume: string | null; isColdChain: number | null }>(
    reader,
    sql`select id, commodity_code as code, commodity_name as name, is_disable, sample_class_ids, entry_form, execute_type, holding_hours::int as holding_hours, min_volume as minimum_volume, is_cold_chain
    from commodity where tenant_id = ${tenantId} and is_deleted = 0`,
  );
  const requisitions = await readRows<{ code: string }>(
    reader,
    sql`select requisition_code as code from requisition where tenant_id = ${tenantId} and requisition_code = ${anyText([...codes.requisitions])}`,
  );
  const samples = await readRows<{ code: string }>(
    reader,
    sql`select sample_code as code from sample where tenant_id = ${tenantId} and sample_code = ${anyText([...codes.samples, ...codes.requisitions])}`,
  );
  const clients = await readRows<NamedRow & { isTelephoneRequired: number | null; isCredentialRequired: number | null }>(
    reader,
    sql`select id, client_code as code, client_name as name, is_disable, is_telephone_required, is_credential_required
    from send_sample_client where tenant_id = ${tenantId} and is_deleted = 0`,
  );
  const own = await laboratoriesOf(reader, user);
  const laboratories = (await named('laboratory', 'laboratory_code', 'laboratory_name')).filter(({ id }) => own === null || own.includes(id));
  const laboratoryCommodities = await readRows<LaboratoryCommodity>(
    reader,
    sql`select commodity_id, laboratory_id, is_disable from laboratory_commodity where tenant_id = ${tenantId} and is_deleted = 0`,
  );
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
    laboratoryCommodities,
    defaults: { ...(contractLaboratoryId ? { contractLaboratoryId } : {}), ...(sendSampleClientId ? { sendSampleClientId } : {}) },
    existingCodes: new Set(requisitions.map(({ code }) => code)),
    codeStyles: await codeStylesOf(reader, tenantId),
    existingSampleCodes: new Set(samples.map(({ code }) => code)),
    now,
  };
}

export const importCalls: readonly Call[] = serveCalls(importContracts, {
  /** Judges an uploaded sheet by the same rules as the desk's worker; nothing is entered yet. */
  'POST sample/enter-info/import-summary': {
    cost: 'import',
    async handle({ db, user, now, request, blobs }) {
      const { portions, sum, ...file } = await judgedSheet<SheetSum, SheetCodes, ImportContext>({ request, blobs }, judge, (codes, fields) =>
        contextOf(db, user, now, codes, fields),
      );
      const { batchId, sameFileAt } = await keepBatch(db, user, kind, file, { totalCount: sum.totalCount, portions }, now);
      return { batchId, fileName: file.fileName, sameFileAt, ...sum, rows: jsonRows<RowVerdict>(portions) };
    },
  },
  /** The batch with its verdicts, and how far its taking over is. */
  'GET sample/enter-info/import-status': {
    async handle({ db, query, user }) {
      return statusOf(await batchOf<BatchRow>(db, user, kind, neededParameter(query, 'batchId')));
    },
  },
  /** Enters the confirmed rows, each an act of its own with its own key: confirmed twice, a row is entered once. */
  'POST sample/enter-info/batchConfirm': {
    async handle({ db, database, body, user, request }) {
      const { batchId, lines, reasons, arrivalTemperature } = body;
      const batch = await batchOf<BatchRow>(db, user, kind, batchId);
      const wanted = lines && new Set(lines);
      const isMeant = (row: BatchRow): boolean => row.verdict !== 'error' && (!wanted || wanted.has(row.line));
      await markBatch(db, user, batchId, { state: batchState.inProgress, doneCount: 0 });
      const rows: BatchRow[] = [];
      for (const [at, portion] of portionsOf(batch.rows).entries()) {
        const taken: BatchRow[] = [];
        for (const row of portion) taken.push({ ...row, taken: isMeant(row) ? await takeOver(row) : (row.taken ?? { status: 'skipped' }) });
        rows.push(...taken);
        await keepPortion(db, user, batchId, at, JSON.stringify(taken));
        await markBatch(db, user, batchId, { state: batchState.inProgress, doneCount: rows.length });
      }
      await markBatch(db, user, batchId, { state: batchState.takenOver, doneCount: rows.length });
      return statusOf({ ...batch, state: batchState.takenOver, doneCount: rows.length, rows });

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
  },
});
