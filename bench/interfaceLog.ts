import { callPath } from '#domain/kernel/services.ts';
import { dropLogMonths, makeLogMonths } from '#server/op/logs/logMonths.ts';
import { nowMs } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { Api } from '../e2e/support/api.ts';
import { withLabHouse } from './labHouse.ts';
import { withScratchDatabase } from './scratchDatabase.ts';
import type { Setting } from './setting.ts';
import { median, ms, spread, timed, type Row } from './table.ts';

const times = 25;
/** A year of calls; of each sample ten. */
const months = 12;
const callsPerSample = 10;
const budgetMs = 50;
const dropBudgetMs = 1_000;

/** The interfaces' logs among very many calls: pages, a code, the health of an interface, and a month that goes. */
export async function measureInterfaceLog({ samples, postgresUrl, say }: Setting): Promise<Row[]> {
  if (!postgresUrl) {
    say('only on PostgreSQL: TEST_DATABASE_URL');
    return [];
  }
  const calls = samples * callsPerSample;
  return withScratchDatabase(postgresUrl, (databaseUrl) =>
    withLabHouse({ databaseUrl, fill: (database) => filled(database, calls, say) }, async ({ address, database }) => {
      const { rows: interfaces } = await database.pool.query<{ id: string }>(
        "select id::text as id from op_interface where tenant_id = '000000' order by id",
      );
      const interfaceId = interfaces[0]!.id;
      const admin = await Api.login(address, 'admin');
      const found: Row[] = [];
      for (const [what, at, query] of [
        ['newest page', 'interface-logs/internal-interface-page', {}],
        ['failed of an interface', 'interface-logs/internal-interface-page', { interfaceId, credentialType: 2 }],
        ['one code', 'interface-logs/internal-interface-page', { barCode: 'C4711' }],
        ['health', 'op-interface/health', { interfaceId }],
      ] as const) {
        const url = callPath('op', at, 'accession').slice('/api/'.length);
        const took: number[] = [];
        for (let time = 0; time < times; time++) took.push(await timed(() => admin.get(url, { current: 1, size: 20, ...query })));
        const isOver = median(took) > budgetMs ? ` OVER ${budgetMs} ms` : '';
        say(`${what}: ${spread(took)}${isOver}`);
        found.push({
          what: `interface log, ${what}, ${calls.toLocaleString('en-US')} calls, PostgreSQL${isOver}`,
          ours: spread(took),
          yardstick: `${budgetMs} ms`,
        });
      }
      const { rows: oldest } = await database.pool.query<{ before: string; rows: number }>(
        "select to_char(date_trunc('month', min(create_time)) + interval '1 month', 'YYYY-MM-DD HH24:MI:SS') as before from interface_log",
      );
      const took = await timed(() => dropLogMonths(database, oldest[0]!.before, new AbortController().signal));
      const isOver = took > dropBudgetMs ? ` OVER ${dropBudgetMs} ms` : '';
      say(`a month dropped: ${ms(took)}${isOver}`);
      found.push({
        what: `interface log, a month of ${Math.round(calls / months).toLocaleString('en-US')} calls dropped${isOver}`,
        ours: ms(took),
        yardstick: `${dropBudgetMs} ms`,
      });
      return found;
    }),
  );
}

/** Calls of a year, one in fifty failed, a portion of the year at a time. */
async function filled(database: Database, calls: number, say: Setting['say']): Promise<void> {
  const now = nowMs();
  const { signal } = new AbortController();
  for (let month = 0; month < months; month++) await makeLogMonths(database, now - month * 30 * 24 * 3_600_000, signal);
  const portion = Math.ceil(calls / 20);
  for (let from = 0; from < calls; from += portion) {
    await database.pool.query(
      `insert into interface_log (id, tenant_id, interface_id, interface_name, interface_encoding, interface_type, laboratory_id, operation, ip, bar_code, codes, row_count, credential_type, status_code, milliseconds, call_key, create_time)
        select n, '000000', i.ids[1 + n % cardinality(i.ids)], 'x', 'x', 1 + n % 2, null, 'requisitionPush', '127.0.0.1', 'C' || n / 2, array['C' || n / 2], 1,
          case when n % 50 = 0 then 2 else 1 end, 200, n % 500, 'k' || n, now() - (n::float8 / $1::int8) * interval '340 days'
        from generate_series($2::int8, $3::int8 - 1) n, (select array_agg(id order by id) as ids from op_interface where tenant_id = '000000') i`,
      [calls, from, Math.min(calls, from + portion)],
    );
    say(`${Math.min(calls, from + portion).toLocaleString('en-US')} calls`);
  }
  await database.pool.query('vacuum (analyze) interface_log');
}
