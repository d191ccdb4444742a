import { sql } from 'drizzle-orm';
import type { NodeFacts } from '#domain/system/running/operations.ts';
import type { Database } from '#server/storage/database.ts';
import { nodeIdOf, nowOf, openNodeFacts, type OwnNode } from './nodeFacts.ts';

const beatMs = 15_000;

/** Has a node say every quarter of a minute how it is, and at its end that it goes. What cannot be said now is said by the next. */
export async function keepNode(own: OwnNode): Promise<{ readonly stop: () => Promise<void> }> {
  const facts = openNodeFacts(own);
  const { database, port } = own;
  const nodeId = nodeIdOf(port);
  await sayStarted(database, nodeId, await facts());
  const timer = setInterval(
    () =>
      void facts()
        .then(
          (now) => sayHow(database, nodeId, now),
          () => {},
        )
        .catch(() => {}),
    beatMs,
  );
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await database.orm
        .execute(sql`update server_node set stopped_time = ${nowOf()}, seen_time = ${nowOf()} where node_id = ${nodeId}`)
        .catch(() => {});
    },
  };
}

/** A node that begins: also one that was killed and is back. */
export async function sayStarted({ orm }: Database, nodeId: string, facts: NodeFacts): Promise<void> {
  const now = nowOf();
  await orm.execute(sql`insert into server_node (node_id, started_time, seen_time, facts) values (${nodeId}, ${now}, ${now}, ${JSON.stringify(facts)}::jsonb)
    on conflict (node_id) do update set started_time = excluded.started_time, seen_time = excluded.seen_time, stopped_time = null, facts = excluded.facts`);
}

async function sayHow({ orm }: Database, nodeId: string, facts: NodeFacts): Promise<void> {
  await orm.execute(sql`update server_node set seen_time = ${nowOf()}, facts = ${JSON.stringify(facts)}::jsonb where node_id = ${nodeId}`);
}
