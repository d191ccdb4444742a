import type { UserError } from '#server/kernel/core/answers.ts';
import type { Tx } from '#server/storage/tx.ts';
import type { OpenInterface } from '../interfaces/openInterface.ts';
import { writeLog } from '../logs/writeLog.ts';
import { textOf, type AnsweredRow } from './partnerCall.ts';

/** A partner's call and what it was answered. */
export interface AnsweredCall {
  readonly of: OpenInterface;
  readonly operation: string;
  readonly ip: string | null;
  readonly apiUrl: string | null;
  readonly rows: readonly AnsweredRow[];
  /** Why the whole of it was refused. */
  readonly fault: UserError | null;
  readonly callKey: string | null;
  /** What it said; null: nothing of it is kept. */
  readonly text: string | null;
  readonly patientKeys: ReadonlySet<string>;
  /** The line it does again. */
  readonly replayOf: string | null;
  readonly milliseconds: number;
}

/** How many rows were refused for what, and the first one's sentence; null: none was. */
export function refusedIn(rows: readonly AnsweredRow[]): { readonly count: number; readonly codes: string; readonly first: string } | null {
  const refused = rows.filter(({ row }) => row.outcome === 'refused');
  const tally = new Map<string, number>();
  for (const { row } of refused) tally.set(row.code ?? '', (tally.get(row.code ?? '') ?? 0) + 1);
  const codes = [...tally].map(([code, count]) => `${code} × ${count}`).join(', ');
  return refused.length === 0 ? null : { count: refused.length, codes, first: refused[0]?.row.msg ?? '' };
}

/** Writes a partner's call down; answers the line's id. `now`: ms since 1970. */
export function logAnswer(tx: Tx, call: AnsweredCall, now: number): Promise<string> {
  const { of, operation, ip, apiUrl, rows, fault, callKey, text, patientKeys, replayOf, milliseconds } = call;
  const refused = refusedIn(rows);
  const [first] = rows;
  return writeLog(
    tx,
    {
      of,
      operation: operation.slice(0, 50),
      ip,
      codes: {
        thirdBarCode: textOf(first?.codes.thirdBarCode),
        barCode: textOf(first?.codes.barCode),
        hospitalCode: textOf(first?.codes.hospitalCode),
      },
      allCodes: rows.flatMap(({ codes }) => Object.values(codes).flatMap((code) => textOf(code) ?? [])),
      rowCount: rows.length,
      refusedCount: refused?.count ?? 0,
      isGood: fault === null && refused === null,
      exceptionContent: fault ? `${fault.refusal ?? fault.status} ${fault.label[0]}` : refused ? `${refused.codes}; ${refused.first}` : null,
      apiUrl,
      statusCode: fault?.status ?? 200,
      milliseconds,
      callKey,
      replayOf,
      payload:
        text === null
          ? null
          : {
              enter: text,
              result: JSON.stringify(fault ? { code: fault.code, msg: fault.label[0] } : { rows: rows.map(({ row }) => row) }),
              patientKeys,
            },
    },
    now,
  );
}
