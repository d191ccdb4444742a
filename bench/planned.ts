import pg from 'pg';
import type { Database } from '#server/storage/database.ts';

interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly ms: number;
}
interface Plan {
  readonly 'Index Name'?: string;
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** Where statements are noted just now; null: nowhere. */
let noting: Asked[] | null = null;
// A connection keeps the function it was made with: this must stand before the first is made, and it sees the pool's and transactions' alike.
const connections = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
const ask = connections.query;
connections.query = function noted(this: unknown, ...given: unknown[]) {
  const answer = ask.apply(this, given);
  const asked = noting;
  if (asked === null) return answer;
  const started = performance.now();
  const [first, second] = given as [string | { text: string; values?: readonly unknown[] }, unknown];
  const values = Array.isArray(second) ? second : typeof first === 'string' ? [] : (first.values ?? []);
  const text = typeof first === 'string' ? first : first.text;
  const note = (): void => void asked.push({ text, values, ms: performance.now() - started });
  if (answer instanceof Promise) answer.then(note, note);
  else note();
  return answer;
};

/** Notes what is asked of a database while `work` runs, and answers the select of the laboratory's or the billing's tables that took longest, with the indexes of its plan. */
export async function plannedBy(database: Database, work: () => Promise<unknown>): Promise<string> {
  const asked: Asked[] = [];
  noting = asked;
  try {
    await work();
  } finally {
    noting = null;
  }
  const [longest] = asked
    .filter(({ text }) => /^\s*(with|select)[^]*from (lab_|result_|sample|requisition|sales_|bill)/i.test(text))
    .toSorted((one, other) => other.ms - one.ms);
  if (!longest) return 'nothing asked';
  const { rows } = await database.pool.query<Record<string, unknown>>(`explain (format json) ${longest.text}`, [...longest.values]);
  const told = rows[0]?.['QUERY PLAN'];
  const [{ Plan: plan }] = (typeof told === 'string' ? JSON.parse(told) : told) as [{ Plan: Plan }];
  return drivenBy(plan).join(' + ') || 'no index';
}

/** What a plan goes through of the large tables: its indexes, and tables that are read whole. */
function drivenBy(plan: Plan): string[] {
  const own = plan['Index Name'] ?? (plan['Node Type'] === 'Seq Scan' ? `all of ${plan['Relation Name']}` : undefined);
  const isLarge = /^(all of )?(lab_|result_|requisition|sample|sales_|bill|qc_point|de_approval)/.test(own ?? '');
  return [...new Set([...(own && isLarge ? [own] : []), ...(plan.Plans ?? []).flatMap(drivenBy)])];
}
