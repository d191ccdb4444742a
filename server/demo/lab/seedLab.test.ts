import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signal } from '#domain/lab/rules/signals.ts';
import { labStatusOf, type TaskState } from '#domain/lab/rules/taskState.ts';
import { publicAddress } from '#server/report/links/linkOf.ts';
import { blobFiles } from '#server/storage/blobFiles.ts';
import { nowText } from '#server/storage/clock.ts';
import { claimKey } from '#server/kernel/seal/claimKey.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing.ts';
import { seedDemo } from '../seedDemo.ts';
import { seedReports } from '../seedReports.ts';

describe('the demo’s laboratory', () => {
  let test: TestDatabase;
  const rows = async <T>(query: string): Promise<T[]> => (await test.database.orm.execute(sql.raw(query))).rows as T[];
  const count = async (query: string): Promise<number> => Number((await rows<{ n: string }>(`select count(*) as n from ${query}`))[0]?.n);

  beforeAll(async () => {
    test = await openTestDatabase('accounts');
    await claimKey(test.database);
    await seedDemo(test.database, { work: { files: blobFiles(join(test.dataDir, 'blobs')) } });
  });
  afterAll(() => test.close());

  it('has tasks in every state that a laboratory leaves them in', async () => {
    const states = await rows<{ state: number; n: number }>('select task_state as state, count(*)::int as n from lab_task group by 1 order by 1');
    const found = new Map(states.map(({ state, n }) => [state, n]));
    for (const state of [1, 2, 3, 4, 5, 6, 7, 8]) expect(found.get(state) ?? 0, `state ${state}`).toBeGreaterThan(0);
    for (const state of [1, 2, 3, 4, 5]) expect(found.get(state) ?? 0, `state ${state}`).toBeGreaterThan(4);
    expect(await count('lab_task where round > 1 and task_state = 3')).toBeGreaterThan(0);
    expect(await count('lab_task where round > 1 and task_state = 1')).toBeGreaterThan(0);
  });

  it('is the same on every first start: what becomes of a tube hangs on its code, never on its id', async () => {
    const begun = async (): Promise<unknown> =>
      rows(`select t.sample_code, t.task_state, t.detection_result from lab_task t where t.sample_code like '7%' order by 1, 2, 3`);
    const other = await openTestDatabase('accounts');
    await claimKey(other.database);
    await seedDemo(other.database, { work: { files: blobFiles(join(other.dataDir, 'blobs')) } });
    const second = await other.database.orm.execute(
      sql`select t.sample_code, t.task_state, t.detection_result from lab_task t where t.sample_code like '7%' order by 1, 2, 3`,
    );
    await other.close();
    expect(second.rows).toEqual(await begun());
    // The desk of the demo asks for nine of those that nobody has begun.
    expect(await count(`lab_task where sample_code like '7%' and task_state = 1 and result_version = 0`)).toBeGreaterThan(9);
  });

  it('has controls of two months with warnings and one rejection, a file they hold, and open and closed decisions', async () => {
    const points = await rows<{ verdict: number; days: number }>(
      `select verdict, max(extract(day from '${nowText()}'::timestamptz - create_time))::int as days from qc_point where z is not null group by 1 order by 1`,
    );
    expect(points.map(({ verdict }) => verdict)).toEqual([1, 2, 3]);
    expect(points[0]?.days).toBeGreaterThan(55);
    expect(await count('qc_point where verdict = 3 and z is not null')).toBe(1);
    expect(await count('result_file where gate = 2 and release_time is null and process_count = 0')).toBe(1);
    expect(await count('result_file where gate = 2 and release_time is not null and process_count > 0')).toBe(1);
    const decisions = await rows<{ kind: number; states: number[] }>(
      'select kind, array_agg(distinct state order by state)::int[] as states from lab_process_record group by 1 order by 1',
    );
    expect(decisions).toEqual([
      { kind: 1, states: [1, 2] },
      { kind: 2, states: [1, 2, 3] },
      { kind: 3, states: [1] },
      { kind: 4, states: [3] },
    ]);
    expect((await rows<{ state: number }>('select distinct state from de_approval order by 1')).map(({ state }) => state)).toEqual([1, 2, 3]);
  });

  it('has what comes before a run, and new tubes of NIPT asked for with the weeks and the fraction of their plot', async () => {
    for (const kind of [1, 2]) expect(await count(`lab_batch where batch_kind = ${kind} and is_submit = 1`), `kind ${kind}`).toBeGreaterThan(0);
    const asked = await rows<{ weeks: string | null; ff: string | null }>(
      `select r.detail ->> 'gaWeeks' as weeks, v."values" ->> (select i.id::text from item i where i.item_code = 'FF') as ff
        from lab_process_record x join requisition r on r.id = x.requisition_id join lab_result_version v on v.task_id = any(x.task_ids) where x.kind = 2 and r.entry_form = 'nipt'`,
    );
    expect(asked).toHaveLength(2);
    for (const one of asked) expect(one).toEqual({ weeks: expect.any(String), ff: expect.any(String) });
  });

  it('shows each thing an auditor has to look at', async () => {
    const found = await rows<{ code: string }>('select distinct unnest(signals) as code from lab_task where task_state in (3, 4)');
    const codes = found.map(({ code }) => code);
    for (const { code } of signal.options) expect(codes, String(code)).toContain(code);
  });

  it('keeps tubes where their tasks say', async () => {
    const tubes = await rows<{ sample_code: string; lab_status: number; states: TaskState[] }>(
      `select s.sample_code, s.lab_status, array_agg(t.task_state)::int[] as states from sample s join lab_task t on t.sample_id = s.id group by 1, 2`,
    );
    expect(tubes.filter(({ lab_status: status, states }) => labStatusOf(states) !== status)).toEqual([]);
  });

  it('has nothing before its time, and nothing to come', async () => {
    expect(await count(`sample_act where act_time > '${nowText()}'`)).toBe(0);
    expect(await count('lab_result_version v join lab_task t on t.id = v.task_id where v.create_time < t.lab_receive_time'), 'results').toBe(0);
    expect(await count('lab_task where check_time_one < lab_receive_time or check_time_two < check_time_one'), 'audits').toBe(0);
    expect(
      await count(
        'lab_batch_place p join lab_task t on t.id = p.task_id join lab_batch b on b.id = p.rule_id where b.create_time < t.lab_receive_time',
      ),
      'sheets',
    ).toBe(0);
  });

  it('tells how long each task took whose report went out in bulk, some of them too long', async () => {
    const told = "lab_task t join report_period p on p.task_id = t.id where t.task_state = 6 and t.sample_code like '7%'";
    expect(await count(told)).toBe(await count("lab_task t where t.task_state = 6 and t.sample_code like '7%'"));
    expect(await count(`${told} and (p.report_time < t.check_time_two or p.report_time > '${nowText()}')`)).toBe(0);
    for (const status of [0, 1]) expect(await count(`${told} and p.externally_status = ${status}`), `status ${status}`).toBeGreaterThan(0);
  });

  it('keeps the bytes of its files and signatures', async () => {
    const kept = await rows<{ sha256: string; size: number }>('select sha256, size from blob');
    expect(kept.length).toBe((await count('result_file')) + (await count('signature')));
    for (const { sha256, size } of kept) {
      const path = join(test.dataDir, 'blobs', '000000', sha256.slice(0, 2), sha256);
      expect(existsSync(path)).toBe(true);
      const bytes = readFileSync(path);
      expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([size, sha256]);
    }
  });

  it('has billing: two months that were sent, one that was packed with what failed in it, an exclusion, and lines that wait', async () => {
    const sent = await rows<{ month: string; n: number }>(
      "select to_char(reconciliation_time at time zone 'Asia/Shanghai', 'YYYY-MM') as month, count(*)::int as n from sales_order where sended = 1 group by 1",
    );
    expect(sent).toHaveLength(2);
    expect(await count("erp_push where state = 0 and push_key like 'order:%'")).toBe(sent.reduce((sum, { n }) => sum + n, 0));
    const [pack] = await rows<{ total: number; ordered: number; failed: number; status: number }>(
      'select total, total_success as ordered, total_false as failed, status from pack_task',
    );
    expect(pack).toMatchObject({ status: 1, total: (pack?.ordered ?? 0) + (pack?.failed ?? 0) });
    expect(await count('sales_order where sended = 0 and task_id is not null')).toBeGreaterThan(1);
    // What the ERP will refuse: nobody told it who is meant.
    expect(await count('sales_order where erp_code is null')).toBeGreaterThan(0);
    for (const code of ['price', 'salesman']) expect(await count(`pack_task_row where reason -> 'codes' @> '"${code}"'`), code).toBeGreaterThan(0);
    expect(await count('exclusion_record')).toBe(6);
    expect(await count('sales_order where force_reason is not null')).toBe(1);
    expect(await count('sales_line where state = 1 and excluded_by = 0 and price is not null and salesman_id is not null')).toBeGreaterThan(0);
  });

  it('has bills that were sent and one that waits, and orders that are billed in whole, in part and not at all', async () => {
    for (const sended of [0, 1]) expect(await count(`bill where is_deleted = 0 and is_whole = 1 and sended = ${sended}`)).toBeGreaterThan(0);
    const standings = await rows<{ standing: number }>('select distinct bill_status::int as standing from sales_order order by 1');
    expect(standings.map(({ standing }) => standing)).toEqual([0, 1, 2]);
    expect(await count("bill_email where type = 'bill'")).toBeGreaterThan(0);
  });

  it('has what people of the desk asked of each other, waiting and settled', async () => {
    const of = async (query: string): Promise<number[]> => (await rows<{ state: number }>(`${query} order by 1`)).map(({ state }) => state);
    expect(await of('select audit_status::int as state from order_change')).toEqual([0, 1, 2]);
    expect(await of('select state::int as state from abnormal_case')).toEqual([1, 2, 3]);
    expect(await count('entrust_record')).toBe(3);
    expect(await count('internal_price')).toBeGreaterThan(1);
  });

  it('issues reports whose bytes are there and whose code leads somewhere, and leaves others to be made', async () => {
    const ready = await count('report where state = 1 and is_auto = 1');
    await seedReports(test.database, { tenantId: '000000', files: blobFiles(join(test.dataDir, 'blobs')) });
    const issued = await rows<{
      sha256: string;
      told: boolean;
    }>(`select v.pdf_sha256 as sha256, exists (select 1 from sms_message m where m.owner_id = v.id) as told
      from report_version v join report r on r.id = v.report_id where v.issue_time is not null`);
    expect(issued).toHaveLength(8);
    for (const { sha256, told } of issued) {
      expect(existsSync(join(test.dataDir, 'blobs', '000000', sha256.slice(0, 2), sha256))).toBe(true);
      expect(told).toBe(true);
    }
    expect(await count('report where state = 1 and is_auto = 1')).toBe(ready - 8);
    // Else every administrator would be told, before anything else, that codes lead nowhere.
    expect(await publicAddress(test.database.orm)).not.toBeNull();
  });
});
