import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { normalCode } from '#domain/sample/codeText.ts';
import { defineCall } from '#server/kernel/serve.ts';
import { readRows } from '#server/storage/readRows.ts';
import { anyText } from '#server/storage/sqlParts.ts';

const codes = z
  .array(z.string().max(200))
  .max(5_000)
  .default([])
  .transform((given) => given.map(normalCode));
const body = z.object({ requisitionCodes: codes, sampleCodes: codes });

/** Which of these codes the system has already: a desk asks before it imports a sheet. Reads only; POST because of the length of the list. */
export const knownCodes = defineCall({
  method: 'POST',
  service: 'sample',
  path: 'enter-info/known-codes',
  title: ['查询已有条码', 'Look up known codes'],
  permission: 'summary_enter',
  async handle({ db, body: given, user }) {
    const { requisitionCodes, sampleCodes } = body.parse(given);
    const known = async (table: 'requisition' | 'sample' | 'sample_code_change', column: string, wanted: readonly string[]): Promise<string[]> => {
      if (wanted.length === 0) return [];
      const rows = await readRows<{ code: string }>(
        db,
        sql`select distinct ${sql.raw(column)} as code from ${sql.raw(table)} where tenant_id = ${user.tenantId} and ${sql.raw(column)} = ${anyText(wanted)}`,
      );
      return rows.map(({ code }) => code);
    };
    return {
      requisitionCodes: await known('requisition', 'requisition_code', requisitionCodes),
      sampleCodes: [...(await known('sample', 'sample_code', sampleCodes)), ...(await known('sample_code_change', 'old_code', sampleCodes))],
    };
  },
});
