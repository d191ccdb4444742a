import { sql } from 'drizzle-orm';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { pushKind, pushState } from '#domain/op/results/partnerResult.ts';
import { saidOf, type PushedResult } from '#domain/op/results/pushedResult.ts';
import { pushOutcome, pushPauses, refusalIn } from '#domain/op/rules/pushAnswer.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import type { PartnerAnswer, PartnerPort } from '#server/ports/partner.ts';
import { nowMs } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { callInterface, faultOf, type Calling } from '../interfaces/callInterface.ts';
import { asTheySay } from '../parameters/asTheySay.ts';
import { readParameters } from '../parameters/readParameters.ts';

/** Pushes one run begins at most: the next minute goes on. */
const perRun = 300;
const minuteMs = 60_000;
/** So long one that was taken to be pushed is left to whoever took it: longer than any call. */
const leaseMs = 2 * minuteMs;

/** Pushes what is due to each third party (docs/interfaces.md#results). */
export const resultPushing = (database: Database, partner: PartnerPort): JobKind<object> => ({
  name: 'op.pushResults',
  cron: '* * * * *',
  expireSeconds: 3_600,
  run: (_none, signal) => pushResults({ database, partner }, signal),
});

interface Due {
  readonly tenantId: string;
  readonly id: string;
  readonly interfaceId: string;
  readonly encoding: string;
}
/**
 * Does so now, each third party in its own turn, so that one that is slow keeps no other up. Of a report nothing is said before what was to be
 * said of it earlier; what an interface is to say that is off waits until it is on.
 */
export async function pushResults(calling: Calling, signal: AbortSignal): Promise<void> {
  const now = formatDateTime((calling.clock ?? nowMs)());
  const due = await readRows<Due>(
    calling.database.orm,
    sql`select p.tenant_id, p.id::text as id, p.interface_id::text as interface_id, i.interface_encoding as encoding from partner_result p
      join op_interface i on i.tenant_id = p.tenant_id and i.id = p.interface_id and i.is_deleted = 0 and i.is_disable = 0
      where p.push_state = ${pushState.waiting} and p.is_held = 0 and p.next_time <= ${now}
        and not exists (select 1 from partner_result o where o.tenant_id = p.tenant_id and o.report_id = p.report_id and o.interface_id = p.interface_id
          and o.commodity_id = p.commodity_id and o.push_state = ${pushState.waiting} and o.id < p.id)
      order by p.next_time, p.id limit ${perRun}`,
  );
  // An id is one interface's in all tenants.
  const lanes = [...new Set(due.map(({ interfaceId }) => interfaceId))].map((id) => due.filter(({ interfaceId }) => interfaceId === id));
  await Promise.all(lanes.map((lane) => pushLane(calling, lane, signal)));
}

async function pushLane(calling: Calling, lane: readonly Due[], signal: AbortSignal): Promise<void> {
  for (const due of lane) {
    if (signal.aborted) return;
    try {
      if (!(await pushOne(calling, due))) return;
    } catch (error) {
      // One that goes wrong keeps nobody up: it is tried again once its lease is over.
      console.error(error);
    }
  }
}

interface Claimed {
  readonly kind: number;
  readonly attempt: number;
  /** Whether something of it may have left before this try. */
  readonly mayHaveLeft: number;
  readonly content: PushedResult;
}

/** Pushes one; false: the interface says nothing more now. */
async function pushOne(calling: Calling, due: Due): Promise<boolean> {
  const { database, clock = nowMs } = calling;
  const { tenantId, id, encoding } = due;
  const claimed = await claim(database, due, clock());
  if (!claimed) return true;
  const { kind, content } = claimed;
  const parameters = await readParameters(database.orm, due);
  const called = await callInterface(calling, encoding, {
    tenantId,
    operation: kind === pushKind.withdrawal ? 'resultWithdraw' : 'resultPush',
    body: JSON.stringify(asTheySay(parameters, saidOf(content, kind))),
    callKey: `result.${id}`,
    codes: { barCode: content.sampleCode, hospitalCode: content.hospitalCode, thirdBarCode: content.thirdBarCode },
    patientKeys: new Set(parameters.outputs.flatMap(({ name, fieldName }) => (fieldName === 'personName' ? [name] : []))),
    refusalIn,
  });
  if (called.outcome === 'answered') {
    await settle(database, due, claimed, called.answer, clock());
    return true;
  }
  await giveBack(database, due, claimed, called.outcome === 'later' ? called.untilTime : clock());
  return false;
}

/** Takes it for a try, unless it was held, cancelled or taken meanwhile: from here on it may have left. */
const claim = (database: Database, { tenantId, id }: Due, now: number): Promise<Claimed | undefined> =>
  database.transaction(async (tx) => {
    // Whoever takes the report back waits for this, and then knows that it has left.
    await tx.execute(
      sql`select 1 from report r where r.tenant_id = ${tenantId} and r.id = (select p.report_id from partner_result p where p.tenant_id = ${tenantId} and p.id = ${id}) for update`,
    );
    const found = await readRow<Claimed>(
      tx,
      sql`select kind::int as kind, attempt + 1 as attempt, may_have_left::int as may_have_left, content from partner_result
        where tenant_id = ${tenantId} and id = ${id} and push_state = ${pushState.waiting} and is_held = 0 and next_time <= ${formatDateTime(now)} for update`,
    );
    if (found)
      await tx.execute(sql`update partner_result set attempt = attempt + 1, may_have_left = 1, next_time = ${formatDateTime(now + leaseMs)}, update_time = ${formatDateTime(now)},
        version = version + 1 where tenant_id = ${tenantId} and id = ${id}`);
    return found;
  });

/** Nobody was asked: the try counts for none, and what else is due there waits as long. `untilTime`: ms since 1970. */
async function giveBack({ orm }: Database, { tenantId, id, interfaceId }: Due, { attempt, mayHaveLeft }: Claimed, untilTime: number): Promise<void> {
  const until = formatDateTime(untilTime);
  await orm.execute(sql`update partner_result set attempt = attempt - 1, may_have_left = ${mayHaveLeft}, next_time = ${until}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id} and push_state = ${pushState.waiting} and attempt = ${attempt}`);
  await orm.execute(sql`update partner_result set next_time = ${until}, version = version + 1
    where tenant_id = ${tenantId} and interface_id = ${interfaceId} and push_state = ${pushState.waiting} and next_time < ${until}`);
}

/** Writes down what became of it: taken, refused, to be tried again, or left to a person. One that was cancelled meanwhile stays so. */
async function settle(
  database: Database,
  { tenantId, id }: Due,
  { attempt, mayHaveLeft }: Claimed,
  answer: PartnerAnswer,
  now: number,
): Promise<void> {
  const outcome = pushOutcome(answer.status, answer.text);
  const pause = outcome === 'again' ? pushPauses[attempt - 1] : undefined;
  const state =
    outcome === 'done' ? pushState.done : outcome === 'refused' ? pushState.refused : pause === undefined ? pushState.failed : pushState.waiting;
  const hasLeft = answer.status !== null || answer.isUnknown ? 1 : mayHaveLeft;
  const remark = outcome === 'done' ? null : (refusalIn(answer.text) ?? faultOf(answer)).slice(0, 500);
  const at = formatDateTime(now);
  await database.orm.execute(sql`update partner_result set push_state = ${state}, may_have_left = ${hasLeft}, remark = ${remark}, push_time = ${at},
      next_time = ${pause === undefined ? null : formatDateTime(now + pause * minuteMs)}, update_time = ${at}, version = version + 1
    where tenant_id = ${tenantId} and id = ${id} and push_state = ${pushState.waiting} and attempt = ${attempt}`);
}
