import { everyContract } from '#domain/listings.ts';
import { callPath } from '#domain/kernel/services.ts';
import type { Api } from '../e2e/support/api.ts';
import type { LabHouse } from './labHouse.ts';
import { plannedBy } from './planned.ts';
import type { Setting } from './setting.ts';
import { median, ms, quantile, spread, timed, type Row } from './table.ts';

/** How often each list is asked for. */
export const times = 25;
const listBudgetMs = 200;
/** A statistic's budget, ms (docs/search.md#periods). */
export const statisticBudgetMs = 1_000;
/** An embedded database is measured with so many rows at most: a house that has more of them has PostgreSQL. */
export const mostEmbedded = 200_000;

/** A list as a screen asks for it, by service and path. */
export interface Asked {
  readonly at: string;
  readonly what: string;
  readonly query: (time: number) => Record<string, string | number>;
  /** Who asks; default: the administrator. */
  readonly by?: Api;
  /** Within which it should be answered, ms; default: a list's. A statistic has a second. */
  readonly budgetMs?: number;
}
export interface ListsWanted {
  readonly engine: string;
  readonly say: Setting['say'];
  /** The large table, what its rows are called, and who asks. */
  readonly table: string;
  readonly rows: string;
  readonly admin: Api;
  readonly asks: readonly Asked[];
}

/** Lists as the console asks for them, each with the indexes of its plan and whether it keeps its budget; against a select by primary key. */
export async function measureLists({ database }: LabHouse, { engine, say, table, rows, admin, asks }: ListsWanted): Promise<Row[]> {
  const { rows: counted } = await database.pool.query<{ n: string }>(`select count(*) as n from ${table}`);
  const { rows: ids } = await database.pool.query<{ tenant: string; id: string }>(
    `select tenant_id as tenant, id from ${table} order by random() limit $1`,
    [times],
  );
  const bare: number[] = [];
  for (const { tenant, id } of ids)
    bare.push(await timed(() => database.pool.query(`select * from ${table} where tenant_id = $1 and id = $2`, [tenant, id])));
  const found: Row[] = [];
  for (const { at, what, query, by = admin, budgetMs = listBudgetMs } of asks) {
    const [service = 'lab', ...path] = at.split('/');
    if (!(`GET ${at}` in everyContract)) {
      say(`${at} (${what}): no such list yet`);
      continue;
    }
    const url = callPath(service as Parameters<typeof callPath>[0], path.join('/'), 'accession').slice('/api/'.length);
    const ask = (time: number): Promise<unknown> => by.get(url, { current: 1, pageNum: 1, size: 50, pageSize: 50, ...query(time) });
    const took: number[] = [];
    for (let time = 0; time < times; time++) took.push(await timed(() => ask(time)));
    const plan = await plannedBy(database, () => ask(0));
    const isOver = quantile(took, 0.5) > budgetMs ? ` OVER ${budgetMs} ms` : '';
    say(`${at} (${what}): ${ms(median(took))}${isOver}, ${plan}`);
    found.push({
      what: `${at}, ${what}, ${Number(counted[0]?.n).toLocaleString('en-US')} ${rows}, ${engine}: ${plan}${isOver}`,
      ours: spread(took),
      yardstick: `primary key select ${spread(bare)}`,
      ratio: median(took) / median(bare),
    });
  }
  return found;
}
