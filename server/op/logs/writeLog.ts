import { sql } from 'drizzle-orm';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { credentialType } from '#domain/op/interfaceLog.ts';
import { maskedBody } from '#domain/op/rules/maskPayload.ts';
import { secretKey } from '#server/kernel/resource/secretText.ts';
import { sealText } from '#server/kernel/seal/sealedText.ts';
import type { OpenInterface } from '../interfaces/openInterface.ts';
import { newId } from '#server/storage/ids.ts';
import { interfaceLogTable, interfacePayloadTable } from '#server/storage/opTables.ts';
import type { Tx } from '#server/storage/tx.ts';

/** Of each side of a call so many bytes are kept. */
const longestSide = 64 * 1024;
/** What is kept of one, without a half character at its end. */
const keptOf = (text: string): string => new TextDecoder().decode(Buffer.from(text).subarray(0, longestSide), { stream: true });
/** Whether something may be missing of what was kept: a cut one lacks less than a character. */
export const isCut = (kept: string): boolean => Buffer.byteLength(kept) > longestSide - 4;
const dayMs = 24 * 3_600_000;

/** One call, as it is written down. */
export interface LoggedCall {
  readonly of: OpenInterface;
  readonly operation: string;
  readonly ip: string | null;
  readonly codes: { readonly barCode?: string | null; readonly hospitalCode?: string | null; readonly thirdBarCode?: string | null };
  /** Every code its rows name. */
  readonly allCodes: readonly string[];
  readonly rowCount: number;
  readonly refusedCount: number;
  readonly isGood: boolean;
  readonly exceptionContent: string | null;
  readonly apiUrl: string | null;
  readonly statusCode: number | null;
  readonly milliseconds: number;
  readonly callKey: string | null;
  readonly replayOf: string | null;
  /** null: nothing of it is kept. */
  readonly payload: { readonly enter: string; readonly result: string; readonly patientKeys: ReadonlySet<string> } | null;
}

/** Where a payload belongs: moved to another call it does not open. */
export const payloadPlace = (tenantId: string, logId: string, side: 'enter' | 'result'): string => `${tenantId}/interfacePayload/${logId}/${side}`;

/** Writes a call down with what it said, sealed, and a copy without who the patients are. Answers its id. `now`: ms since 1970. */
export async function writeLog(tx: Tx, call: LoggedCall, now: number): Promise<string> {
  const {
    of,
    operation,
    ip,
    codes,
    allCodes,
    rowCount,
    refusedCount,
    isGood,
    exceptionContent,
    apiUrl,
    statusCode,
    milliseconds,
    callKey,
    replayOf,
  } = call;
  const { tenantId, interfaceId, interfaceName, interfaceEncoding, interfaceType, laboratoryId, thirdManufacturer } = of;
  const id = newId();
  await tx.insert(interfaceLogTable).values({
    id,
    tenantId,
    interfaceId,
    interfaceName,
    interfaceEncoding,
    interfaceType,
    laboratoryId,
    thirdManufacturer,
    operation,
    ip,
    barCode: codes.barCode ?? null,
    hospitalCode: codes.hospitalCode ?? null,
    thirdBarCode: codes.thirdBarCode ?? null,
    codes: [...new Set(allCodes)],
    rowCount,
    refusedCount,
    credentialType: isGood ? credentialType.good : credentialType.bad,
    exceptionContent: exceptionContent?.slice(0, 500) ?? null,
    apiUrl,
    statusCode,
    milliseconds,
    callKey,
    replayOf,
    createTime: formatDateTime(now),
  });
  if (call.payload) {
    const key = await secretKey(tx);
    const { enter, result, patientKeys } = call.payload;
    const masked = (text: string): string => keptOf(maskedBody(text, patientKeys, [of.appSecret]));
    const sealed = (text: string, side: 'enter' | 'result'): string =>
      sealText(key, keptOf(struck(text, of.appSecret)), payloadPlace(tenantId, id, side));
    await tx.insert(interfacePayloadTable).values({
      tenantId,
      logId: id,
      enterParameter: sealed(enter, 'enter'),
      resultParameter: sealed(result, 'result'),
      enterMasked: masked(enter),
      resultMasked: masked(result),
      untilTime: formatDateTime(now + of.payloadDays * dayMs),
    });
  }
  return id;
}

const struck = (text: string, secret: string | null): string => (secret ? text.replaceAll(secret, '•••') : text);

/** The condition of a call's own and its tenant's payload (alias p of the payload, l of the log). */
export const payloadOfLog = sql`p.tenant_id = l.tenant_id and p.log_id = l.id`;
