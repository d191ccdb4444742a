import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type pg from 'pg';

/** The id of the request whose work is being done; what a desk sent is found again in the log of its statements. */
export const requestIds = new AsyncLocalStorage<string>();

export interface SlowStatement {
  /** Null: no request asked for it, a job did. */
  readonly requestId: string | null;
  /** Until the answer; on the embedded engine the wait for its one session is part of it. */
  readonly ms: number;
  /** With `$1` in the places of values. */
  readonly text: string;
}
/** What is slow, and who is told. */
export interface SlowWatch {
  readonly ms: number;
  readonly tell: (statement: SlowStatement) => void;
}

/** Has each statement of a connection timed; `watch` is asked anew for each. What may take as long as it needs is not told of. */
export function timeStatements(client: pg.PoolClient, watch: () => SlowWatch | null): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  (client as { query: unknown }).query = (...given: unknown[]): unknown => {
    const slow = watch();
    const [first] = given as [string | { readonly text?: string; readonly query_timeout?: number } | undefined];
    const text = typeof first === 'string' ? first : first?.text;
    // It travels with the first statement and is answered with it.
    if (!slow || text === undefined || text === 'begin' || (typeof first === 'object' && first.query_timeout)) return query(...given);
    const [begun, requestId] = [performance.now(), requestIds.getStore() ?? null];
    const end = (): void => {
      const ms = Math.round(performance.now() - begun);
      if (ms >= slow.ms) slow.tell({ requestId, ms, text });
    };
    const last = given.at(-1);
    if (typeof last === 'function')
      return query(...given.slice(0, -1), (...answer: unknown[]) => {
        end();
        (last as (...said: unknown[]) => void)(...answer);
      });
    const answer = query(...given);
    (answer as Promise<unknown>).then(end, end);
    return answer;
  };
}

const longestText = 4_000;
/** A plan of one statement is told once in so long. */
const plannedAgainMs = 3_600_000;
/** Of so many statements it is remembered when. */
const mostPlanned = 500;

/** Tells slow statements with the plan the database has for them, made without values: none stands in it. */
export function tellWithPlan(pool: pg.Pool, tell: (entry: SlowStatement & { readonly plan?: string }) => void): (statement: SlowStatement) => void {
  const planned = new Map<string, number>();
  // Here nobody is inside a transaction: a statement of one is asked about on another connection.
  const outside = new AsyncResource('plans of slow statements');
  return (statement) => {
    const text = statement.text.slice(0, longestText);
    const last = planned.get(statement.text);
    const now = performance.now();
    if (!/^\s*(select|with|insert|update|delete)\b/i.test(text) || (last !== undefined && now - last < plannedAgainMs))
      return tell({ ...statement, text });
    if (planned.size >= mostPlanned) planned.clear();
    planned.set(statement.text, now);
    outside.runInAsyncScope(planOf, null, pool, statement.text).then(
      (plan) => tell({ ...statement, text, plan }),
      () => tell({ ...statement, text }),
    );
  };
}

/** The plan that serves any values: what the statement is given is not asked. */
async function planOf(pool: pg.Pool, text: string): Promise<string> {
  const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  const given = count === 0 ? '' : `(${Array.from({ length: count }, () => 'null').join(', ')})`;
  const client = await pool.connect();
  try {
    await client.query('begin read only');
    await client.query('set local plan_cache_mode = force_generic_plan');
    await client.query(`prepare slow_statement as ${text}`);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute slow_statement${given}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('rollback').catch(() => {});
    await client.query('deallocate slow_statement').catch(() => {});
    client.release();
  }
}
