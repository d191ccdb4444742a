import { sql } from 'drizzle-orm';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { credentialType } from '#domain/op/interfaceLog.ts';
import type { InterfaceHealth } from '#domain/op/interfaceCalls.ts';
import { expectedState } from '#domain/op/expected.ts';
import { pushState } from '#domain/op/results/partnerResult.ts';
import { readRow, type Reader } from '#server/storage/readRows.ts';
import type { OpenInterface } from './openInterface.ts';

const dayMs = 24 * 3_600_000;

/** How an interface has been doing: from its log, by the index of interface and time. `now`: ms since 1970. */
export async function healthOf(reader: Reader, { tenantId, interfaceId, interfaceEncoding }: OpenInterface, now: number): Promise<InterfaceHealth> {
  const mine = sql`l.tenant_id = ${tenantId} and l.interface_id = ${interfaceId}`;
  const last = (outcome: number) =>
    sql`(select l.create_time from interface_log l where ${mine} and l.credential_type = ${outcome} order by l.create_time desc limit 1)`;
  const row = await readRow<{
    lastSuccessTime: string | null;
    lastFailureTime: string | null;
    callCount: number;
    failedCount: number;
    p95: number | null;
    waitingCount: number;
    breakerState: number | null;
    failures: number | null;
    untilTime: string | null;
  }>(
    reader,
    sql`select ${last(credentialType.good)} as last_success_time, ${last(credentialType.bad)} as last_failure_time, d.call_count, d.failed_count, d.p95,
        (select count(*)::int from expected_sample e where e.tenant_id = ${tenantId} and e.source = 1 and e.partner = ${interfaceEncoding} and e.state = ${expectedState.due})
          + (select count(*)::int from partner_result w where w.tenant_id = ${tenantId} and w.interface_id = ${interfaceId} and w.push_state = ${pushState.waiting}) as waiting_count,
        b.state::int as breaker_state, b.failures::int as failures, b.until_time::text as until_time
      from (select count(*)::int as call_count, (count(*) filter (where l.credential_type = ${credentialType.bad}))::int as failed_count,
          (percentile_disc(0.95) within group (order by l.milliseconds))::int as p95
        from interface_log l where ${mine} and l.create_time > ${formatDateTime(now - dayMs)}) d
      left join interface_breaker b on b.tenant_id = ${tenantId} and b.interface_id = ${interfaceId}`,
  );
  if (!row) throw new Error('no health');
  const { callCount, failedCount, breakerState, failures, untilTime } = row;
  return {
    ...row,
    interfaceId,
    successRate: callCount === 0 ? null : Math.round(((callCount - failedCount) / callCount) * 10_000) / 100,
    breakerState: breakerState ?? 0,
    failures: failures ?? 0,
    untilTime: breakerState && Number(untilTime) > 0 ? formatDateTime(Number(untilTime)) : null,
  };
}
