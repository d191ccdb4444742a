import { sql } from 'drizzle-orm';
import { addressProblem, isWebAddress } from '#domain/base/destination.ts';
import { courierAccount, courierContracts } from '#domain/op/courierAccount.ts';
import { problemsError } from '#server/kernel/core/answers.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { saveRow } from '#server/kernel/resource/resourceWrite.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { readRow } from '#server/storage/readRows.ts';

export const courierCalls: readonly Call[] = serveCalls(courierContracts, {
  'POST op/courier-account/save': {
    async write(tx, { body, writing }) {
      const { id } = await saveRow(tx, courierAccount, body, writing);
      const row = await readRow<{ apiUrl: string }>(
        tx,
        sql`select api_url from courier_account where tenant_id = ${writing.user.tenantId} and id = ${id}`,
      );
      const problems = addressProblem(courierAccount.fields, 'apiUrl', row?.apiUrl ?? '', isWebAddress);
      if (problems.length > 0) throw problemsError(problems);
      return { id };
    },
  },
});
