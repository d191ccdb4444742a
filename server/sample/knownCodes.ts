import { sql } from 'drizzle-orm';
import { knownCodeContracts } from '#domain/sample/entryContracts.ts';
import { type Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { readRows } from '#server/storage/readRows.ts';
import { anyText } from '#server/storage/sqlParts.ts';

export const knownCodeCalls: readonly Call[] = serveCalls(knownCodeContracts, {
  /** Which of these codes the system has already: a desk asks before it imports a sheet. Reads only; POST because of the length of the list. */
  'POST sample/enter-info/known-codes': {
    async handle({ db, body, user }) {
      const { requisitionCodes, sampleCodes } = body;
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
  },
});
