import { sql } from 'drizzle-orm';
import { readRows, type Reader } from '#server/storage/readRows.ts';

/** A control lot that can stand on a sheet. */
export interface ControlLot {
  readonly qcLotId: string;
  readonly name: string;
  readonly isRequired: number;
  /** `yyyy-MM-dd`. */
  readonly expireDate: string | null;
}

/** Living control lots of a laboratory and a panel group, by their ids; a disabled one asks for nothing and stands on no new sheet. */
export const lotsOf = (
  reader: Reader,
  tenantId: string,
  { laboratoryId, panelGroupId }: { readonly laboratoryId: string; readonly panelGroupId: string },
): Promise<ControlLot[]> =>
  readRows<ControlLot>(
    reader,
    sql`select q.id as qc_lot_id, concat_ws(' ', q.material_name, q.lot_no) as name, coalesce(q.is_required, 0)::int as is_required, q.expire_date::text as expire_date
      from qc_lot q where q.tenant_id = ${tenantId} and q.laboratory_id = ${laboratoryId} and q.panel_group_id = ${panelGroupId} and q.is_deleted = 0 and q.is_disable = 0 order by q.id`,
  );
