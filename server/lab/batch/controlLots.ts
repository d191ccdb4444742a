import { sql } from 'drizzle-orm';
import { placeKind, type PlaceKind } from '#domain/lab/batch/sheetChoices.ts';
import { controlKind } from '#domain/lab/rules/controlGate.ts';
import { nowSql } from '#server/storage/clock.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';

/** A control lot that can stand on a sheet. */
export interface ControlLot {
  readonly qcLotId: string;
  /** What stands in its well. */
  readonly kind: PlaceKind;
  readonly lotNo: string;
  readonly name: string;
  readonly isRequired: number;
  readonly isExpired: boolean;
}

/** Living control lots of a laboratory and a panel group, by their ids; a disabled one asks for nothing and stands on no new sheet. */
export const lotsOf = (
  reader: Reader,
  tenantId: string,
  { laboratoryId, panelGroupId }: { readonly laboratoryId: string; readonly panelGroupId: string },
): Promise<ControlLot[]> =>
  readRows<ControlLot>(
    reader,
    sql`select q.id as qc_lot_id, case q.control_kind when ${controlKind.negative} then ${placeKind.negative}::int when ${controlKind.positive} then ${placeKind.positive}::int else ${placeKind.level}::int end as kind,
        q.lot_no, concat_ws(' ', q.material_name, q.lot_no) as name, coalesce(q.is_required, 0)::int as is_required, coalesce(q.expire_date < (${nowSql})::date, false) as is_expired
      from qc_lot q where q.tenant_id = ${tenantId} and q.laboratory_id = ${laboratoryId} and q.panel_group_id = ${panelGroupId} and q.is_deleted = 0 and q.is_disable = 0 order by q.id`,
  );

/** The lot that a line or a scan means: by its number, or as the only one of its kind. */
export const lotMeant = (lots: readonly ControlLot[], kind: PlaceKind, code: string): ControlLot | null => {
  const ofKind = lots.filter((lot) => lot.kind === kind);
  return lots.find(({ lotNo }) => lotNo.toUpperCase() === code.toUpperCase()) ?? (ofKind.length === 1 ? ofKind[0]! : null);
};
