import { sql, type SQL } from 'drizzle-orm';
import { executeType } from '#domain/base/executeType.ts';
import { entrustState } from '#domain/sample/entrust/entrustChoices.ts';

/** Whether a tube (alias s) is on its way to another laboratory, or was taken in there (docs/entrust.md#states). */
export const isEntrusted: SQL = sql.raw(
  `exists (select 1 from entrust_record n where n.tenant_id = s.tenant_id and n.sample_id = s.id and n.state in (${entrustState.waiting}, ${entrustState.received}))`,
);
/** Whether the laboratory a record (alias n) names as its receiver is an outside one. */
export const isOutside: SQL = sql.raw(
  `exists (select 1 from laboratory y where y.tenant_id = n.tenant_id and y.id = n.entrusted_laboratory_id and y.execute_type = ${executeType.outsourced})`,
);
/** Whether a tube (alias s) was taken in by an outside laboratory, which does no tasks of ours (docs/entrust.md#states). */
export const isSentOut: SQL = sql`exists (select 1 from entrust_record n where n.tenant_id = s.tenant_id and n.sample_id = s.id and n.state = ${entrustState.received} and ${isOutside})`;
/** The laboratory a tube (alias s) is on its way to; null: to none. */
export const entrustedTo: SQL = sql.raw(
  `(select l.laboratory_name from entrust_record n join laboratory l on l.tenant_id = n.tenant_id and l.id = n.entrusted_laboratory_id
    where n.tenant_id = s.tenant_id and n.sample_id = s.id and n.state = ${entrustState.waiting})`,
);
