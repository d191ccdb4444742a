import { sql, type SQL } from 'drizzle-orm';
import { pushState } from '#domain/op/results/partnerResult.ts';
import { resendResults, type KnownPush } from '#domain/op/results/resendResult.ts';
import { serveCommand } from '#server/kernel/http/serve.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';

/** `partnerResult.resend`: due at once, with all its tries before it. */
export const servedResendResults = serveCommand(resendResults, {
  async load(tx, { id }, { user }) {
    const inSight = allOf([
      sql`p.tenant_id = ${user.tenantId}`,
      sql`p.id = ${id}`,
      inLaboratories(sql`p.contract_laboratory_id`, await laboratoriesOf(tx, user)),
    ]);
    const read = (lock: SQL) =>
      readRow<KnownPush & { readonly reportId: string }>(
        tx,
        sql`select p.id::text as partner_result_id, p.report_no, p.push_state::int as push_state, p.report_id::text as report_id from partner_result p where ${inSight} ${lock}`,
      );
    const named = await read(sql``);
    if (!named) return { push: null };
    // The order everybody locks in: the report, then what goes out of it.
    await tx.execute(sql`select 1 from report where tenant_id = ${user.tenantId} and id = ${named.reportId} for update`);
    return { push: (await read(sql`for update`)) ?? null };
  },
  async write(tx, { change, acting: { user, now } }) {
    await tx.execute(sql`update partner_result set push_state = ${pushState.waiting}, attempt = 0, next_time = ${now}, remark = null, update_time = ${now}, version = version + 1
      where tenant_id = ${user.tenantId} and id = ${change.partnerResultId}`);
    return change;
  },
});
