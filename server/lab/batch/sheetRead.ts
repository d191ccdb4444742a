import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { fillLabel } from '#domain/kernel/label.ts';
import { generalSheets, mapmiSheets, tngsSheets, type BatchDetail, type BatchPlaceRow, type BatchRow } from '#domain/lab/batch/sheetRows.ts';
import { placeState, type BatchLine } from '#domain/lab/batch/sheetChoices.ts';
import { faultParams, requiredOf, sheetFaults, sheetFaultTexts } from '#domain/lab/batch/sheetFaults.ts';
import { codeFilter } from '#server/kernel/resource/pageRows.ts';
import { defineListing, selected, type Listing, type PlainColumns } from '#server/kernel/verbs/listing.ts';
import { orderedStep } from '#server/spine/tasks/loadTasks.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { lotsOf } from './controlLots.ts';
import { sheetsInSight } from './sheetSight.ts';

/** A sheet; alias b. */
const columns: PlainColumns<BatchRow> = {
  ruleId: sql`b.id`,
  batch: sql`b.batch`,
  dayNumber: sql`b.day_number`,
  totalNumber: sql`b.total_number`,
  line: sql`b.line`,
  batchKind: sql`b.batch_kind`,
  isSubmit: sql`b.is_submit`,
  operator: sql`b.operator`,
  reviewer: sql`b.reviewer`,
  submitTime: sql`b.submit_time`,
  laboratoryId: sql`b.laboratory_id`,
  laboratoryName: sql`(select n.laboratory_name from laboratory n where n.tenant_id = b.tenant_id and n.id = b.laboratory_id)`,
  panelGroupId: sql`b.panel_group_id`,
  panelGroupName: sql`(select n.panel_group_name from panel_group n where n.tenant_id = b.tenant_id and n.id = b.panel_group_id)`,
  instrumentId: sql`b.instrument_id`,
  instrumentName: sql`(select n.instrument_name from instrument n where n.tenant_id = b.tenant_id and n.id = b.instrument_id)`,
  plateFormat: sql`b.plate_format`,
  chipId: sql`b.chip_id`,
  creator: sql`b.create_user_name`,
  createTime: sql`b.create_time`,
  updateTime: sql`b.update_time`,
  version: sql`b.version`,
  remark: sql`b.remark`,
};
const sheetsOfLine = (line: BatchLine): Listing<BatchRow> => ({
  columns,
  from: sql`lab_batch b`,
  where: async ({ db, user }) => [await sheetsInSight(db, user), sql`b.line = ${line}`],
  // The line within a batch's name is written small.
  searchedIn: { batch: ({ query }) => codeFilter(query, 'batch', sql`upper(b.batch)`) },
  order: sql`b.create_time desc, b.id desc`,
  indexes: ['lab_batch_line_ix'],
});
export const mapmiSheetList = defineListing(mapmiSheets, sheetsOfLine('mapmi'));
export const tngsSheetList = defineListing(tngsSheets, sheetsOfLine('tngs'));
export const generalSheetList = defineListing(generalSheets, sheetsOfLine('general'));

const moreColumns = {
  isIndexReversed: sql`b.is_index_reversed`,
  chipType: sql`b.chip_type`,
  startTime: sql`b.start_time`,
  expectedEndTime: sql`b.expected_end_time`,
  endTime: sql`b.end_time`,
  server: sql`b.server`,
  kitLots: sql`coalesce(b.kit_lots, '[]'::jsonb)`,
  updateUserName: sql`b.update_user_name`,
};

/** A whole sheet within the person's sight, of this line or, null, of any; undefined where there is none. */
export async function readSheet(
  reader: Reader,
  user: Pick<ActingUser, 'id' | 'tenantId'>,
  ruleId: string | SQL,
  line: BatchLine | null,
): Promise<BatchDetail | undefined> {
  const { tenantId } = user;
  const sheet = await readRow<Omit<BatchDetail, 'places' | 'lots' | 'faults'>>(
    reader,
    sql`select ${selected({ ...columns, ...moreColumns })} from lab_batch b where ${await sheetsInSight(reader, user)} and b.id = ${ruleId} ${line === null ? sql`` : sql`and b.line = ${line}`}`,
  );
  if (!sheet) return undefined;
  const places = await readRows<BatchPlaceRow>(
    reader,
    sql`select p.seq, p.well, p.kind, p.state, p.task_id, p.round, t.sample_code, t.lab_code, t.task_state, t.is_urgent, case when t.round = p.round then ${orderedStep} end as next_step, p.qc_lot_id, null::text as qc_lot_name,
        p.lane, p.library_code, p.index1, p.index2, p.dna_conc::float8 as dna_conc, p.lib_conc::float8 as lib_conc, p.quant_conc::float8 as quant_conc, p.pool_conc::float8 as pool_conc,
        p.volume::float8 as volume, p.dilution::float8 as dilution, p.expected_data::float8 as expected_data, p.reason
      from lab_batch_place p left join lab_task t on t.tenant_id = p.tenant_id and t.id = p.task_id
      where p.tenant_id = ${tenantId} and p.rule_id = ${sheet.ruleId} and (p.state < ${placeState.voided} or ${sheet.isSubmit === 1}) order by p.seq`,
  );
  const lots = await lotsOf(reader, tenantId, sheet);
  const nameOfLot = new Map(lots.map(({ qcLotId, name }) => [qcLotId, name]));
  const faults = sheetFaults({
    batchKind: sheet.batchKind,
    isIndexReversed: sheet.isIndexReversed === 1,
    instrumentId: sheet.instrumentId,
    requiredLots: requiredOf(lots),
    places: places.map((place) => ({ ...place, at: place.well ?? String(place.seq) })),
  });
  return {
    ...sheet,
    places: places.map((place) => ({ ...place, qcLotName: place.qcLotId === null ? null : (nameOfLot.get(place.qcLotId) ?? null) })),
    lots,
    faults: faults.map((fault) => {
      const [text, params] = [sheetFaultTexts[fault.code], faultParams(fault)];
      return { code: fault.code, at: [...fault.at], text: [fillLabel(text, params, 'zh'), fillLabel(text, params, 'en')] };
    }),
  };
}
