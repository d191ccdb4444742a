import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { interfaceType } from '#domain/op/opInterface.ts';
import { isBreakerFailure } from '#domain/op/rules/breaker.ts';
import type { PartnerAnswer, PartnerPort } from '#server/ports/partner.ts';
import { nowMs } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { writeLog, type LoggedCall } from '../logs/writeLog.ts';
import { askLeave, settleCall } from './breakers.ts';
import { openInterface, type OpenInterface } from './openInterface.ts';

/** By what calls leave. */
export interface Calling {
  readonly database: Database;
  readonly partner: PartnerPort;
  /** Milliseconds since 1970; the server's clock unless a test says otherwise. */
  readonly clock?: () => number;
}
/** What a third party is told. */
export interface OutgoingCall {
  readonly tenantId: string;
  /** What it is about: a word of ours. */
  readonly operation: string;
  /** JSON. */
  readonly body: string;
  /** The same for every try of the same thing. */
  readonly callKey: string;
  readonly codes?: LoggedCall['codes'];
  /** Under which names its body says who a patient is. */
  readonly patientKeys?: ReadonlySet<string>;
  /** Why a good answer says no all the same; null: it says yes. */
  readonly refusalIn?: (text: string) => string | null;
  readonly replayOf?: string | null;
}
/** They were asked; the interface is off or unknown; not now: the breaker is open, or there were enough calls. */
export type CallOutcome =
  | { readonly outcome: 'answered'; readonly answer: PartnerAnswer; readonly logId: string }
  | { readonly outcome: 'disabled' }
  | { readonly outcome: 'later'; readonly untilTime: number };

/** Calls under way, of this node. */
const underWay = new Map<string, number>();
/** How long a call waits that finds all places taken. */
const placeMs = 1_000;

/** Calls a third party's interface by its code: breaker, rate, places, then the call, then its line in the log (docs/interfaces.md#calling-out). */
export async function callInterface(calling: Calling, encoding: string, call: OutgoingCall): Promise<CallOutcome> {
  const { database, clock = nowMs } = calling;
  const of = await openInterface(
    database.orm,
    sql`i.tenant_id = ${call.tenantId} and i.interface_encoding = ${encoding} and i.interface_type = ${interfaceType.third}`,
  );
  if (!of || of.isDisable) return { outcome: 'disabled' };
  const place = `${of.tenantId}/${of.interfaceId}`;
  const taken = underWay.get(place) ?? 0;
  if (taken >= of.maxParallel) return { outcome: 'later', untilTime: clock() + placeMs };
  underWay.set(place, taken + 1);
  try {
    const leave = await askLeave(database, of, of, clock());
    if (!leave.mayCall) return { outcome: 'later', untilTime: leave.untilTime };
    const answer = await sendCall(calling, of, call);
    await settleCall(database, of, { isFailure: isBreakerFailure(answer.status), isTrial: leave.isTrial }, clock());
    return { outcome: 'answered', answer, logId: await logCall(calling, of, call, answer) };
  } finally {
    const left = (underWay.get(place) ?? 1) - 1;
    if (left > 0) underWay.set(place, left);
    else underWay.delete(place);
  }
}

/** The call alone, whatever breaker and switch say: also what tries an interface out. */
export async function sendCall(
  { partner, clock = nowMs }: Calling,
  of: OpenInterface,
  { callKey, operation, body }: OutgoingCall,
): Promise<PartnerAnswer> {
  const { apiUrl, isJson, authKind, appKey, appSecret, timeoutSeconds } = of;
  if (!apiUrl) throw new Error(`interface ${of.interfaceEncoding} has no address`);
  const message = { key: callKey, operation, body, timestamp: Math.floor(clock() / 1000), nonce: randomUUID() };
  return partner.send({ url: apiUrl, isJson, authKind, appKey, appSecret, timeoutSeconds }, message);
}

/** Why an answer is none that says yes: what was heard in place of one, or its status. */
export const faultOf = ({ status, text }: PartnerAnswer): string => (status === null ? text : `HTTP ${status}`);

/** Writes a call to a third party down. */
export function logCall({ database, clock = nowMs }: Calling, of: OpenInterface, call: OutgoingCall, answer: PartnerAnswer): Promise<string> {
  const { codes = {}, patientKeys = new Set() } = call;
  const isHeard = answer.status !== null && answer.status >= 200 && answer.status < 300;
  const refusal = isHeard ? (call.refusalIn?.(answer.text) ?? null) : null;
  const isGood = isHeard && refusal === null;
  return database.transaction((tx) =>
    writeLog(
      tx,
      {
        of,
        operation: call.operation,
        ip: null,
        codes,
        allCodes: Object.values(codes).filter((one): one is string => typeof one === 'string' && one !== ''),
        rowCount: 1,
        refusedCount: isGood ? 0 : 1,
        isGood,
        exceptionContent: isGood ? null : (refusal ?? faultOf(answer)),
        apiUrl: of.apiUrl,
        statusCode: answer.status,
        milliseconds: answer.milliseconds,
        callKey: call.callKey,
        replayOf: call.replayOf ?? null,
        payload: { enter: call.body, result: answer.text, patientKeys },
      },
      clock(),
    ),
  );
}
