import { sql, type SQL } from 'drizzle-orm';
import { entrustState } from '#domain/sample/entrust/entrustChoices.ts';

/** Whether a tube (alias s) is on its way to another laboratory, or was taken in there (docs/entrust.md#states). */
export const isEntrusted: SQL = sql.raw(
  `exists (select 1 from entrust_record n where n.tenant_id = s.tenant_id and n.sample_id = s.id and n.state in (${entrustState.waiting}, ${entrustState.received}))`,
);
/** The laboratory a tube (alias s) is on its way to; null: to none. */
export const entrustedTo: SQL = sql.raw(
  `(select l.laboratory_name from entrust_record n join laboratory l on l.tenant_id = n.tenant_id and l.id = n.entrusted_laboratory_id
    where n.tenant_id = s.tenant_id and n.sample_id = s.id and n.state = ${entrustState.waiting})`,
);
