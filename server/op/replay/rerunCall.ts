import { sql } from 'drizzle-orm';
import { mostRows, type PartnerRow } from '#domain/op/partnerApi.ts';
import { partnerFaults } from '#domain/op/rules/mapRow.ts';
import { replayWords } from '#domain/op/replay.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { nowMs } from '#server/storage/clock.ts';
import { readRow } from '#server/storage/readRows.ts';
import { openInterface } from '../interfaces/openInterface.ts';
import { openPayload } from '../logs/logLists.ts';
import { isCut } from '../logs/writeLog.ts';
import { readParameters } from '../parameters/readParameters.ts';
import { logAnswer, refusedIn } from '../partner/logAnswer.ts';
import { operationsOf } from '../partner/operations.ts';
import type { Operation } from '../partner/partnerCall.ts';
import { rowsOfBody } from '../partner/rowsOfBody.ts';
import { isReplayedNow, refusedBy, type LoggedLine, type Replaying, type Written } from './replayParts.ts';

const isOperation = (operation: string): operation is Operation => Object.hasOwn(operationsOf, operation);

/**
 * Does what a partner asked again, by its interface as it stands today: of what was answered row by row those that were refused. Rows are known by
 * the partner's codes, so nothing is done twice. Throws UserError for what cannot be read.
 */
export async function rerunCall({ database, whose, isAsSent }: Replaying, line: LoggedLine): Promise<Written> {
  const { logId, operation, callKey } = line;
  const of = await openInterface(database.orm, sql`i.tenant_id = ${whose.tenantId} and i.id = ${line.interfaceId}`);
  if (!of || of.isDisable || !isOperation(operation) || !of.operations.includes(operation)) return refusedBy(partnerFaults.P09);
  if (isAsSent && callKey !== null) {
    const known = await readRow(
      database.orm,
      sql`select 1 as found from interface_answer where tenant_id = ${of.tenantId} and interface_id = ${of.interfaceId} and call_key = ${callKey}`,
    );
    if (known)
      return refusedBy(['此幂等键已有应答, 请选择“按现行参数与对照重新处理”', 'Its key has its answer: have it read anew, under a key of its own']);
  }
  const { enterParameter: text, resultParameter } = await openPayload(database.orm, whose, logId).catch(unreadable);
  if (isCut(text)) return refusedBy(['报文超过保留长度, 请对方重发', 'It is longer than what is kept of it: the partner has to send it again']);
  const parameters = await readParameters(database.orm, of);
  const rows = leftOf(rowsOfBody(text, mostRows[operation]), resultParameter);
  const started = performance.now();
  const now = nowMs();
  const answered = await operationsOf[operation].run({ database, of, parameters, rows, language: 'zh', now, replayOf: logId });
  const refused = refusedIn(answered);
  return async (tx) => {
    if (await isReplayedNow(tx, whose, logId)) return refusedBy(replayWords.replayed)(tx);
    const replayLogId = await logAnswer(
      tx,
      {
        of,
        operation,
        ip: null,
        apiUrl: line.apiUrl,
        rows: answered,
        fault: null,
        callKey: isAsSent ? callKey : `replay.${logId}`,
        text: JSON.stringify({ rows }),
        patientKeys: parameters.patientKeys,
        replayOf: logId,
        milliseconds: Math.round(performance.now() - started),
      },
      now,
    );
    if (!refused) return { outcome: 'done', replayLogId };
    const { count, codes, first } = refused;
    const all = answered.length;
    return {
      outcome: 'refused',
      replayLogId,
      message: [`${count}/${all} 行仍被拒绝: ${codes}; ${first}`, `${count} of ${all} rows are refused still: ${codes}`],
    };
  };
}

/** What was sealed and does not open never will: there is nothing to try again. */
function unreadable(error: unknown): never {
  if (error instanceof UserError) throw error;
  console.error(error);
  throw new UserError(422, ['报文无法读取', 'Its payload cannot be read'], { refusal: 'interfaceLog.unreadable' });
}

/** The rows that were refused; all of them, where the whole call was or its answer cannot be read. */
function leftOf(rows: readonly unknown[], answer: string): readonly unknown[] {
  const said = answeredRows(answer);
  if (!said) return rows;
  const refused = new Set(said.filter(({ outcome }) => outcome === 'refused').map(({ index }) => index));
  return refused.size === 0 ? rows : rows.filter((_row, index) => refused.has(index));
}
function answeredRows(answer: string): readonly PartnerRow[] | null {
  try {
    const { rows } = JSON.parse(answer) as { readonly rows?: readonly PartnerRow[] };
    return Array.isArray(rows) ? rows : null;
  } catch {
    return null;
  }
}
