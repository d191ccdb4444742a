import { sql, type SQL } from 'drizzle-orm';
import { executeType } from '#domain/base/executeType.ts';

/** Whether another house tests a tube (alias s): the laboratory that executes it is one (docs/report.md#uploads). */
export const isOuterTube: SQL = sql`exists (select 1 from laboratory y where y.tenant_id = s.tenant_id and y.id = s.execute_laboratory_id and y.execute_type = ${executeType.outsourced})`;
