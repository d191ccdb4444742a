import { sql } from 'drizzle-orm';
import { pushState, resendResult, type KnownPush } from '#domain/op/partnerResult.ts';
import { serveCommand } from '#server/kernel/http/serve.ts';
import { inSight, marked, own } from '#server/spine/loading.ts';

/** `partner-result/resend`: due at once, with all its tries before it. */
export const servedResend = serveCommand(resendResult, {
  async load(tx, { id }, { user }): Promise<{ readonly known: KnownPush | null }> {
    const [known] = await own<KnownPush>(
      tx,
      sql`select p.id::text as partner_result_id, s.sample_code as name, p.push_state::int as push_state, ${marked(sql`p.id::text`, inSight(user, sql`p.contract_laboratory_id`))}
        from partner_result p join sample s on s.tenant_id = p.tenant_id and s.id = p.sample_id where p.tenant_id = ${user.tenantId} and p.id = ${id} for update of p`,
    );
    return { known: known ?? null };
  },
  async write(tx, { change: { partnerResultId }, acting: { user, now } }) {
    await tx.execute(sql`update partner_result set push_state = ${pushState.waiting}, attempt = 0, next_time = ${now}, success = null, remark = null, update_time = ${now},
        version = version + 1 where tenant_id = ${user.tenantId} and id = ${partnerResultId}`);
    return { partnerResultId, pushState: pushState.waiting };
  },
});
