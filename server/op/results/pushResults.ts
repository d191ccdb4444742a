import { sql } from 'drizzle-orm';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { inLanguage } from '#domain/kernel/label.ts';
import { interfaceOperation } from '#domain/op/opInterface.ts';
import { pushState, resultKind, retryMinutes } from '#domain/op/partnerResult.ts';
import { isBreakerFailure } from '#domain/op/rules/breaker.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import type { PartnerAnswer } from '#server/ports/partner.ts';
import { ownMessage } from '#server/ports/sent.ts';
import { nowMs } from '#server/storage/clock.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { callInterface, type Calling } from '../interfaces/callInterface.ts';
import { readParameters } from '../parameters/readParameters.ts';
import { asTheySay, type Facts } from '../partner/queryRows.ts';

/** Pushes of one run: the next minute goes on. */
const perRun = 500;
/** A try that is under way is nobody else's for so long; longer than any call takes. */
const leaseMs = 120_000;
/** How long one waits whose interface is off. */
const disabledMs = 600_000;
const longestRemark = 200;

/** Sends partners their results (docs/interfaces.md#results). */
export const resultPushing = (calling: Calling): JobKind<object> => ({
  name: 'partner.results',
  cron: '* * * * *',
  expireSeconds: 600,
  run: (_none, signal) => pushResults(calling, signal),
});

interface Claimed {
  readonly tenantId: string;
  readonly id: string;
  readonly interfaceId: string;
  readonly partner: string;
  readonly kind: number;
  readonly attempt: number;
  /** It may have been heard before this try. */
  readonly hadLeft: boolean;
}

/** Sends what is due, one after another: of one commodity of a report to one partner always the older first. */
export async function pushResults(calling: Calling, signal: AbortSignal): Promise<void> {
  const { database, clock = nowMs } = calling;
  const due = await readRows<{ tenantId: string; id: string }>(
    database.orm,
    sql`select p.tenant_id, p.id::text as id from partner_result p where p.push_state = ${pushState.waiting} and p.is_held = 0 and p.next_time <= ${formatDateTime(clock())}
      order by p.next_time, p.id limit ${perRun}`,
  );
  for (const { tenantId, id } of due) {
    if (signal.aborted) return;
    const claimed = await claim(calling, tenantId, id);
    if (claimed) await pushOne(calling, claimed);
  }
}

async function claim({ database, clock = nowMs }: Calling, tenantId: string, id: string): Promise<Claimed | undefined> {
  const now = clock();
  return database.transaction((tx) =>
    readRow<Claimed>(
      tx,
      sql`update partner_result p set attempt = p.attempt + 1, next_time = ${formatDateTime(now + leaseMs)}, left_time = coalesce(p.left_time, ${formatDateTime(now)}::timestamptz),
          update_time = ${formatDateTime(now)}, version = p.version + 1
        from partner_result o where o.tenant_id = p.tenant_id and o.id = p.id and p.tenant_id = ${tenantId} and p.id = ${id} and p.push_state = ${pushState.waiting} and p.is_held = 0
          and p.next_time <= ${formatDateTime(now)} and not exists (select 1 from partner_result b where b.tenant_id = p.tenant_id and b.interface_id = p.interface_id
            and b.report_id = p.report_id and b.commodity_id = p.commodity_id and b.id < p.id and b.push_state = ${pushState.waiting})
        returning p.tenant_id, p.id::text as id, p.interface_id::text as interface_id, p.partner, p.kind::int as kind, p.attempt, o.left_time is not null as had_left`,
    ),
  );
}

async function pushOne(calling: Calling, claimed: Claimed): Promise<void> {
  const { database } = calling;
  const { tenantId, id, interfaceId } = claimed;
  const of = await readRow<{ interfaceEncoding: string }>(
    database.orm,
    sql`select interface_encoding from op_interface where tenant_id = ${tenantId} and id = ${interfaceId} and is_deleted = 0`,
  );
  const facts = await factsOf(calling, claimed);
  if (!of || !facts) return settle(calling, claimed, { state: pushState.failed, remark: '接口已删除', success: 0, hasLeft: claimed.hadLeft });
  const parameters = await readParameters(database.orm, { tenantId, interfaceId });
  const said = asTheySay({ parameters }, facts);
  const outcome = await callInterface(calling, of.interfaceEncoding, {
    tenantId,
    operation: interfaceOperation.resultPush,
    body: JSON.stringify(said),
    callKey: `result-${id}`,
    codes: { barCode: facts.sampleCode as string | null, hospitalCode: (facts.hospitalCode as string | null) ?? null },
    patientKeys: new Set(parameters.outputs.flatMap(({ name, fieldName }) => (fieldName === 'personName' ? [name] : []))),
  });
  if (outcome.outcome === 'answered') return settle(calling, claimed, verdict(claimed, outcome.answer, calling.clock ?? nowMs));
  const until = outcome.outcome === 'later' ? outcome.untilTime : (calling.clock ?? nowMs)() + disabledMs;
  await settle(calling, claimed, { state: pushState.waiting, isNoTry: true, nextTime: until, hasLeft: claimed.hadLeft });
}

interface Settled {
  readonly state: number;
  readonly success?: 0 | 1;
  readonly remark?: string;
  /** ms since 1970; absent: not by itself. */
  readonly nextTime?: number;
  /** Nobody was asked: no try is lost. */
  readonly isNoTry?: boolean;
  readonly hasLeft: boolean;
}

/** What an answer means: taken, refused as it is, or to be tried again while there are tries left. */
export function verdict({ attempt, hadLeft }: Pick<Claimed, 'attempt' | 'hadLeft'>, answer: PartnerAnswer, clock: () => number): Settled {
  const { status, text, isUnknown } = answer;
  const remark = (status === null ? text : `${status} ${ownMessage(text)}`).trim().slice(0, longestRemark);
  if (!isBreakerFailure(status)) {
    const isTaken = status !== null && status >= 200 && status < 300 && !saysNo(text);
    return isTaken
      ? { state: pushState.done, success: 1, remark, hasLeft: true }
      : { state: pushState.refused, success: 0, remark, hasLeft: hadLeft };
  }
  const minutes = retryMinutes[attempt - 1];
  const hasLeft = hadLeft || isUnknown;
  return minutes === undefined
    ? { state: pushState.failed, success: 0, remark, hasLeft }
    : { state: pushState.waiting, success: 0, remark, nextTime: clock() + minutes * 60_000, hasLeft };
}
/** An answer that came well and says no: `success` is false in it. */
function saysNo(text: string): boolean {
  try {
    return (JSON.parse(text) as { success?: unknown } | null)?.success === false;
  } catch {
    return false;
  }
}

async function settle({ database, clock = nowMs }: Calling, { tenantId, id }: Claimed, settled: Settled): Promise<void> {
  const { state, success = null, remark = null, nextTime, isNoTry = false, hasLeft } = settled;
  const now = formatDateTime(clock());
  const next = nextTime === undefined ? null : formatDateTime(nextTime);
  // One that was cancelled meanwhile stays so; that it was heard is kept, and its withdrawal was written down as of unknown outcome.
  await database.orm.execute(sql`update partner_result set push_state = case when push_state = ${pushState.waiting} then ${state} else push_state end,
      success = coalesce(${success}::int, success), remark = coalesce(${remark}::text, remark), next_time = case when push_state = ${pushState.waiting} then ${next}::timestamptz end,
      attempt = attempt - ${isNoTry ? 1 : 0}, left_time = case when ${hasLeft} then coalesce(left_time, ${now}::timestamptz) end,
      pushed_time = case when ${state === pushState.done} then ${now}::timestamptz else pushed_time end, update_time = ${now}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id}`);
}

/** What is said of it, from the frozen version and the requisition. */
async function factsOf({ database }: Calling, { tenantId, id }: Claimed): Promise<Facts | null> {
  const row = await readRow<Record<string, string | number | null>>(
    database.orm,
    sql`select p.kind::int as result_kind, s.requisition_code, s.sample_code, s.lab_status::int as lab_status, p.receive_time, r.report_no, v.version_no as report_version,
        v.issue_time as report_time, r.qualitative_result::int as qualitative_result, q.hospital_code, q.person_name, p.sampling_time, p.check_time_two, c.commodity_code,
        (select b.thirdparty_bar_code from thirdparty_bind_entry b where b.tenant_id = p.tenant_id and b.bar_code = s.sample_code and b.release_time is null limit 1) as third_bar_code
      from partner_result p join sample s on s.tenant_id = p.tenant_id and s.id = p.sample_id join report r on r.tenant_id = p.tenant_id and r.id = p.report_id
      join report_version v on v.tenant_id = p.tenant_id and v.id = p.version_id join requisition q on q.tenant_id = p.tenant_id and q.id = p.requisition_id
      left join commodity c on c.tenant_id = p.tenant_id and c.id = p.commodity_id where p.tenant_id = ${tenantId} and p.id = ${id}`,
  );
  if (!row) return null;
  const { qualitativeResult: result } = row;
  const word = result === null ? undefined : qualitativeResult.labelOf(result as number);
  const isResult = row['resultKind'] === resultKind.result;
  // Of a withdrawn result nothing is said but whose it was.
  return { ...row, qualitativeResult: isResult ? (result ?? null) : null, qualitativeResultName: isResult && word ? inLanguage(word, 'zh') : null };
}
