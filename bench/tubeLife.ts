import { sql } from 'drizzle-orm';
import { callPath } from '#domain/kernel/services.ts';
import { expectedSource, expectedState } from '#domain/op/expected.ts';
import { addSamples } from '#server/demo/addSamples.ts';
import { yearsProfile } from '#server/demo/sampleStages.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { Api } from '../e2e/support/api.ts';
import { withLabHouse, type LabHouse } from './labHouse.ts';
import { withScratchDatabase } from './scratchDatabase.ts';
import type { Setting } from './setting.ts';
import { median, ms, quantile, spread, timed, type Row } from './table.ts';

const [times, budgetMs, tenantId] = [25, 200, '000000'] as const;

/** The timeline of a tube and the census of what is awaited among very many samples of which every fifth was announced; against a select by primary key. */
export async function measureTubeLife({ samples, postgresUrl, say }: Setting): Promise<Row[]> {
  const on = (databaseUrl: string | undefined): Promise<Row[]> =>
    withLabHouse({ databaseUrl, fill: (database) => fillTubeLife(database, samples, say) }, (house) => measuredTubeLife(house, say));
  const embedded = await on(undefined);
  return postgresUrl ? [...embedded, ...(await withScratchDatabase(postgresUrl, on))] : embedded;
}

/** The samples, and of every fifth what a partner told of it before: most came in time, some late; a fiftieth of these never. */
export async function fillTubeLife(database: Database, samples: number, say: Setting['say']): Promise<void> {
  let said = 0;
  const onProgress = (done: number): void => {
    if (done - said < 100_000) return;
    said = done;
    say(`${done.toLocaleString('en-US')} of ${samples.toLocaleString('en-US')} samples`);
  };
  await addSamples(database, { tenantId, samples, profile: yearsProfile, onProgress });
  await database.orm
    .execute(sql`insert into expected_sample (id, tenant_id, source, partner, external_key, bar_code, thirdparty_bar_code, send_sample_client_id, laboratory_id,
      commodity_ids, values, content_hash, expect_time, state, sample_id, receive_time, create_time, update_time)
    select s.id, s.tenant_id, ${expectedSource.partner}::int, 'zhangzhou', 'EX' || s.sample_code, case when x.came then s.sample_code else 'N' || s.sample_code end, 'EX' || s.sample_code,
      s.send_sample_client_id, s.contract_laboratory_id, r.commodity_ids, jsonb_build_object('personName', r.person_name), '', s.receive_time + (s.id / 8 % 17 - 12) * interval '1 hour',
      case when x.came then ${expectedState.arrived}::int else ${expectedState.due}::int end, case when x.came then s.id end, case when x.came then s.receive_time end,
      s.receive_time - interval '3 days', s.receive_time
    from sample s join requisition r on r.tenant_id = s.tenant_id and r.id = s.requisition_id cross join lateral (select s.id / 40 % 50 <> 7 as came) x
    where s.tenant_id = ${tenantId} and s.contract_laboratory_id is not null and s.id / 8 % 5 = 3 and left(s.sample_code, 1) = ${yearsProfile.digit}`);
  if (database.kind === 'embedded') await database.vacuum();
  else await database.pool.query('vacuum (analyze)');
}

interface Asked {
  readonly at: string;
  readonly what: string;
  readonly query: (time: number) => Readonly<Record<string, string | number>>;
}

export async function measuredTubeLife({ address, database }: LabHouse, say: Setting['say']): Promise<Row[]> {
  const { rows: counted } = await database.pool.query<{ n: string }>('select count(*) as n from sample');
  const { rows: known } = await database.pool.query<Known>(
    `select s.id::text, s.sample_code as "sampleCode", s.requisition_code as "requisitionCode", s.lab_code as "labCode", 'EX' || s.sample_code as "partnerCode" from sample s
      where s.tenant_id = $1 and s.lab_code is not null and s.id / 8 % 5 = 3 order by random() limit $2`,
    [tenantId, times],
  );
  const bare: number[] = [];
  for (const { id } of known)
    bare.push(await timed(() => database.pool.query('select * from sample where tenant_id = $1 and id = $2', [tenantId, id])));
  const admin = await Api.login(address, 'admin');
  const found: Row[] = [];
  for (const { at, what, query } of asks(known)) {
    const url = callPath('sample', at, 'accession').slice('/api/'.length);
    const name = `${at}, ${what}`;
    const took: number[] = [];
    try {
      for (let time = 0; time < times; time++) took.push(await timed(() => admin.get(url, { current: 1, size: 50, ...query(time) })));
    } catch (error) {
      // A statement that is given up is a figure, too: the others are measured all the same.
      say(`${name}: ${(error as Error).message}`);
      found.push({
        what: `${name}, ${database.kind}`,
        ours: `GIVEN UP: ${(error as Error).message}`,
        yardstick: `primary key select ${spread(bare)}`,
      });
      continue;
    }
    const isOver = quantile(took, 0.5) > budgetMs ? ` OVER ${budgetMs} ms` : '';
    say(`${name}: ${ms(median(took))}${isOver}`);
    found.push({
      what: `${name}, ${Number(counted[0]?.n).toLocaleString('en-US')} samples, ${database.kind}${isOver}`,
      ours: spread(took),
      yardstick: `primary key select ${spread(bare)}`,
      ratio: median(took) / median(bare),
    });
  }
  return found;
}

type Known = Readonly<Record<'id' | 'sampleCode' | 'requisitionCode' | 'labCode' | 'partnerCode', string>>;
/** What people ask: a tube by each kind of code, the census of this month and of a year, what is missing, and what one number counts. */
function asks(known: readonly Known[]): readonly Asked[] {
  const of = (name: keyof Known) => (time: number) => ({ code: known[time % known.length]?.[name] ?? '' });
  const month = `${nowText().slice(0, 8)}01`;
  const [year, today] = [`${nowText().slice(0, 4)}-01-01`, nowText().slice(0, 10)];
  const [census, page] = ['sample-receive/notReceiveStatistics', 'sample-receive/not-receive-page'];
  const [announced, lab] = [{ kind: 2 }, { kind: 1 }];
  return [
    { at: 'timeline', what: 'by sample code', query: of('sampleCode') },
    { at: 'timeline', what: 'by requisition', query: of('requisitionCode') },
    { at: 'timeline', what: 'by lab code', query: of('labCode') },
    { at: 'timeline', what: 'by the partner’s code', query: of('partnerCode') },
    { at: 'timeline', what: 'of a code nobody knows', query: () => ({ code: 'NOBODY' }) },
    { at: census, what: 'announced, this month by day', query: () => announced },
    { at: census, what: 'announced, by client', query: () => ({ ...announced, groupBy: 'client', timeType: 'measure_month' }) },
    {
      at: census,
      what: 'announced, this year by month',
      query: () => ({ ...announced, timeType: 'measure_month', expectTimeBegin: year, expectTimeEnd: today }),
    },
    { at: census, what: 'at the laboratory’s door, this month by day', query: () => lab },
    {
      at: `${census}-tubes`,
      what: 'what a number counts',
      query: () => ({ ...announced, figure: 'lateCount', expectTimeBegin: month, expectTimeEnd: today }),
    },
    { at: page, what: 'announced, not here', query: () => announced },
    { at: page, what: 'long overdue', query: () => ({ ...announced, stay: 1 }) },
    { at: page, what: 'not in the laboratory', query: () => lab },
  ];
}
