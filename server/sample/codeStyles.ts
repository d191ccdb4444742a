import { sql } from 'drizzle-orm';
import type { CodePattern } from '#domain/code/codeMatch.ts';
import { codeType } from '#domain/code/codeStyle.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';

/** The enabled styles of what reception scans. */
export const codeStylesOf = (reader: Reader, tenantId: string): Promise<CodePattern[]> =>
  readRows<CodePattern & Record<string, unknown>>(
    reader,
    sql`select style_name, code_type::int as code_type, laboratory_id::text as laboratory_id, send_sample_client_id::text as send_sample_client_id, pattern, prefix, length::int as length
    from code_style where tenant_id = ${tenantId} and is_deleted = 0 and is_disable = 0 and code_type in (${codeType.requisition}, ${codeType.sample}) order by id`,
  );
