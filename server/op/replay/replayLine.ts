import { sql } from 'drizzle-orm';
import { refusalLabel } from '#domain/kernel/refusalText.ts';
import { interfaceType } from '#domain/op/opInterface.ts';
import { replayWords, whyNotReplayed } from '#domain/op/replay.ts';
import { resendResultRefusal, resendResults } from '#domain/op/results/resendResult.ts';
import { nowText } from '#server/storage/clock.ts';
import { readRow } from '#server/storage/readRows.ts';
import { isReplayed, logsInSight } from '../logs/logLists.ts';
import { payloadOfLog } from '../logs/writeLog.ts';
import { lockPush, pushAgain } from '../results/resendResult.ts';
import { refusedBy, type LoggedLine, type Replaying, type Written } from './replayParts.ts';
import { rerunCall } from './rerunCall.ts';

/** Does a call of the log again (docs/interfaces.md#replay), as far as whoever asked for it may see it now. */
export async function replayLine(replay: Replaying, logId: string): Promise<Written> {
  const { database, whose } = replay;
  const line = await readRow<LoggedLine>(
    database.orm,
    sql`select l.id::text as log_id, l.interface_id::text as interface_id, l.interface_type::int as interface_type, l.credential_type::int as credential_type, l.operation,
        l.call_key, l.api_url, (case when ${isReplayed} then 1 else 0 end) as is_replayed, p.log_id is not null as has_payload
      from interface_log l left join interface_payload p on ${payloadOfLog} where ${await logsInSight(database.orm, whose)} and l.id = ${logId}`,
  );
  if (!line) return refusedBy(['没有此日志', 'No such line']);
  const why = whyNotReplayed(line);
  if (why) return refusedBy(why);
  return line.interfaceType === interfaceType.third ? resend(replay, line) : rerunCall(replay, line);
}

/** What a third party did not take is pushed again by the queue of results, which keeps their order and what was taken back. */
function resend({ whose }: Replaying, { callKey }: LoggedLine): Written {
  const id = /^result\.(\d{1,19})$/.exec(callKey ?? '')?.[1];
  if (id === undefined) return refusedBy(replayWords.query);
  return async (tx) => {
    const push = await lockPush(tx, whose, id);
    const refusal = push ? resendResultRefusal(push) : { code: 'partnerResult.unknown', params: {} };
    if (refusal) {
      const [zh, en] = refusalLabel(resendResults, refusal);
      return { outcome: 'refused', message: [zh, en] };
    }
    await pushAgain(tx, whose.tenantId, id, nowText());
    return { outcome: 'queued', message: ['已排队, 轮到时推送', 'Queued: it is pushed when its turn has come'] };
  };
}
