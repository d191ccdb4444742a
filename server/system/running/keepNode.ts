import { sql } from 'drizzle-orm';
import type { NodeFacts } from '#domain/system/running/operations.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { nodeIdOf, openNodeFacts, type OwnNode } from './nodeFacts.ts';

const beatMs = 15_000;

/** Has a node say every quarter of a minute how it is, and at its end that it goes. What cannot be said now is said by the next. */
export async function keepNode(own: OwnNode): Promise<{ readonly stop: () => Promise<void> }> {
  const facts = openNodeFacts(own);
  const { database, port } = own;
  const nodeId = nodeIdOf(port);
  const startedTime = nowText();
  await say(database, nodeId, startedTime, await facts());
  const beat = async (): Promise<void> => say(database, nodeId, startedTime, await facts());
  const timer = setInterval(() => void beat().catch(() => {}), beatMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      const now = nowText();
      // A database that is gone hears nothing: then it is silent to whoever looks.
      await database.orm.execute(sql`update server_node set stopped_time = ${now}, seen_time = ${now} where node_id = ${nodeId}`).catch(() => {});
    },
  };
}

/** Also of one that was killed and is back, or that somebody had taken out while it said nothing. */
async function say({ orm }: Database, nodeId: string, startedTime: string, facts: NodeFacts): Promise<void> {
  await orm.execute(sql`insert into server_node (node_id, started_time, seen_time, facts) values (${nodeId}, ${startedTime}, ${nowText()}, ${JSON.stringify(facts)}::jsonb)
    on conflict (node_id) do update set started_time = excluded.started_time, seen_time = excluded.seen_time, stopped_time = null, facts = excluded.facts`);
}
