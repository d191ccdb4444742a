import { callPath } from '#domain/kernel/services.ts';
import { addSamples } from '#server/demo/addSamples.ts';
import { addLabWork } from '#server/demo/lab/bulkLab.ts';
import { addTasks } from '#server/demo/lab/bulkTasks.ts';
import { yearsProfile } from '#server/demo/sampleStages.ts';
import { nowText } from '#server/storage/clock.ts';
import { Api } from '../e2e/support/api.ts';
import { withLabHouse } from './labHouse.ts';
import { plannedBy } from './planned.ts';
import { timed } from './table.ts';
const t = { tenantId: '000000', digit: yearsProfile.digit };
await withLabHouse({
  fill: async (database) => {
    await addSamples(database, { tenantId: t.tenantId, samples: 60_000, profile: yearsProfile });
    await addTasks(database, { ...t, now: nowText() });
    await database.vacuum();
  },
} as any, async ({ address, database }: any) => {
  const admin = await Api.login(address, 'admin');
  const { rows: [k] } = await database.pool.query(`select s.sample_code, s.lab_code, r.person_name, r.telephone, r.hospital_code from sample s join requisition r on r.id = s.requisition_id where s.lab_code is not null and r.hospital_code is not null order by s.id desc offset 500 limit 1`);
  console.log(k);
  const c = 'comprehensive-query/customer-search-page';
  const sales = await database.pool.query(`select count(*) from sales_line`);
  console.log('lines', sales.rows);
  for (const [s, p, q] of [
    ['search', c, {}], ['search', c, { sampleCode: k.sample_code }], ['search', c, { personName: k.person_name }], ['search', c, { contactNumber: k.telephone }],
    ['search', c, { hospitalCode: k.hospital_code }], ['search', c, { receiveTimeBegin: '2020-01-01' }],
    ['sample', 'timeline', { code: k.sample_code }], ['sample', 'timeline', { code: k.hospital_code }], ['sample', 'timeline', { code: 'NOSUCH1' }],
    ['search', 'sampleCollection/sampleCollectionPage', {}], ['search', 'sales-query/report-no-bill', {}],
  ] as any) {
    const url = callPath(s, p, 'accession').slice('/api/'.length);
    const ask = () => admin.get(url, { ...q, pageSize: 50, pageNum: 1 });
    await ask();
    console.log(p, JSON.stringify(q), Math.round(await timed(ask)), 'ms', await plannedBy(database, ask));
  }
});
process.exit(0);
