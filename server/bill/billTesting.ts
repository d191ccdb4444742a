import { sql } from 'drizzle-orm';
import { salesLineTable } from '#server/storage/billTables.ts';
import { gramsOf } from '#server/storage/grams.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow } from '#server/storage/readRows.ts';
import type { Database } from '#server/storage/database.ts';

export type TestLine = Partial<typeof salesLineTable.$inferInsert>;

/** 2026-06-01 09:00:00: what an invented line says of its times where the test does not care. */
const receiveTime = '2026-06-01 09:00:00';

/**
 * Puts billable lines into a test's database as `syncLines` would have left them, with defaults for all a test does not name: reported,
 * priced at 100.00 and to be ordered. Answers the ids in the order given. Its requisitions and tubes are not there.
 */
export async function addLines(database: Database, lines: readonly TestLine[]): Promise<string[]> {
  const rows = lines.map((line) => {
    const id = newId();
    return {
      id,
      tenantId: '000000',
      requisitionId: newId(),
      requisitionCode: `R${id}`,
      sampleCode: `S${id}`,
      personName: '测试甲',
      grams: gramsOf([line.personName ?? '测试甲']),
      commodityId: '1',
      sendSampleClientId: '11',
      agentCustomerId: '12',
      billCustomerId: '13',
      salesmanId: '14',
      erpCode: 'E1',
      contractLaboratoryId: '15',
      executeLaboratoryId: '15',
      receiveTime,
      auditTime: '2026-06-05 10:00:00',
      reported: 1,
      price: 10_000,
      listPrice: 10_000,
      state: 1,
      createTime: receiveTime,
      updateTime: receiveTime,
      ...line,
    };
  });
  if (rows.length > 0) await database.orm.insert(salesLineTable).values(rows);
  return rows.map(({ id }) => id);
}

/** A demo requisition of several tubes, and the codes of two of them, the lower one first. */
export async function twoTubes(database: Database): Promise<{ readonly requisitionId: string; readonly codes: readonly [string, string] }> {
  const found = await readRow<{ requisitionId: string; first: string; second: string }>(
    database.orm,
    sql`select s.requisition_id::text as requisition_id, s.sample_code as first, t.sample_code as second from sample s
      join sample t on t.tenant_id = s.tenant_id and t.requisition_id = s.requisition_id and t.sample_code > s.sample_code where s.tenant_id = '000000' order by 1, 2, 3 limit 1`,
  );
  if (!found) throw new Error('the demo has no requisition of two tubes');
  return { requisitionId: found.requisitionId, codes: [found.first, found.second] };
}
