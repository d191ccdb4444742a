import { sql, type SQL } from 'drizzle-orm';
import { pushState } from '#domain/op/results/partnerResult.ts';
import { resendResults, type KnownPush } from '#domain/op/results/resendResult.ts';
import { serveCommand, type Tx } from '#server/kernel/http/serve.ts';
import { inLaboratories, laboratoriesOf, type Whose } from '#server/storage/laboratoryScope.ts';
import { readRow } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';

/** A push in a person's sight, locked behind its report; null: there is none. */
export async function lockPush(tx: Tx, whose: Whose, id: string): Promise<KnownPush | null> {
  const inSight = allOf([
    sql`p.tenant_id = ${whose.tenantId}`,
    sql`p.id = ${id}`,
    inLaboratories(sql`p.contract_laboratory_id`, await laboratoriesOf(tx, whose)),
  ]);
  const read = (lock: SQL) =>
    readRow<KnownPush & { readonly reportId: string }>(
      tx,
      sql`select p.id::text as partner_result_id, p.report_no, p.push_state::int as push_state, p.report_id::text as report_id from partner_result p where ${inSight} ${lock}`,
    );
  const named = await read(sql``);
  if (!named) return null;
  // The order everybody locks in: the report, then what goes out of it.
  await tx.execute(sql`select 1 from report where tenant_id = ${whose.tenantId} and id = ${named.reportId} for update`);
  return (await read(sql`for update`)) ?? null;
}

/** Due at once, with all its tries before it. `now`: `yyyy-MM-dd HH:mm:ss`. */
export async function pushAgain(tx: Tx, tenantId: string, id: string, now: string): Promise<void> {
  await tx.execute(sql`update partner_result set push_state = ${pushState.waiting}, attempt = 0, next_time = ${now}, remark = null, update_time = ${now}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id}`);
}

/** What a pause kept waiting is due at once, for a person has ended it. `until`, `now`: `yyyy-MM-dd HH:mm:ss`. */
export async function endPause(
  tx: Tx,
  { tenantId, interfaceId }: { readonly tenantId: string; readonly interfaceId: string },
  until: string,
  now: string,
): Promise<void> {
  await tx.execute(sql`update partner_result set next_time = ${now}, update_time = ${now}, version = version + 1
    where tenant_id = ${tenantId} and interface_id = ${interfaceId} and push_state = ${pushState.waiting} and next_time > ${now} and next_time <= ${until}`);
}

/** `partnerResult.resend`. */
export const servedResendResults = serveCommand(resendResults, {
  async load(tx, { id }, { user }) {
    return { push: await lockPush(tx, user, id) };
  },
  async write(tx, { change, acting: { user, now } }) {
    await pushAgain(tx, user.tenantId, change.partnerResultId, now);
    return change;
  },
});
