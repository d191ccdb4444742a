import { sql } from 'drizzle-orm';
import { addressProblem, isWebAddress } from '#domain/base/destination.ts';
import { erpAccount } from '#domain/bill/erp/erpAccount.ts';
import { erpAccountContracts } from '#domain/bill/erp/erpRows.ts';
import { problemsError } from '#server/kernel/core/answers.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { saveRow } from '#server/kernel/resource/resourceWrite.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { readRow } from '#server/storage/readRows.ts';

/** Stands in for the described save: its address is one. */
export const erpAccountCalls: readonly Call[] = serveCalls(erpAccountContracts, {
  'POST bill/erpAccount/save': {
    async write(tx, { body, writing }) {
      const { id } = await saveRow(tx, erpAccount, body, writing);
      const row = await readRow<{ url: string | null }>(
        tx,
        sql`select url from erp_account where tenant_id = ${writing.user.tenantId} and id = ${id}`,
      );
      const problems = addressProblem(erpAccount.fields, 'url', row?.url ?? '', isWebAddress);
      if (problems.length > 0) throw problemsError(problems);
      return { id };
    },
  },
});
