import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeTypesOf, type CodePattern } from '#domain/code/codeMatch.ts';
import { codeType } from '#domain/code/codeStyle.ts';
import { check } from '#domain/kernel/check.ts';
import { menu } from '#domain/menu.ts';
import { entryForms } from '#domain/sample/forms/entryForms.ts';
import { judge } from '#domain/sample/rules/judge.ts';
import type { FormKey } from '#domain/sample/rules/entryForm.ts';
import { seedSession } from '#server/session/seedSession.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing.ts';
import { addSamples } from './addSamples.ts';
import { yearsProfile } from './sampleStages.ts';
import { seedDemo } from './seedDemo.ts';
import { nowText } from '#server/storage/clock.ts';

describe('the demo', () => {
  let test: TestDatabase;
  const rows = async <T>(query: string): Promise<T[]> => (await test.database.orm.execute(sql.raw(query))).rows as T[];
  /** `now()` is the server's clock, not the database's. */
  const count = async (query: string): Promise<number> =>
    Number((await rows<{ n: string }>(`select count(*) as n from ${query.replaceAll('now()', `'${nowText()}'::timestamptz`)}`))[0]?.n);

  beforeAll(async () => {
    test = await openTestDatabase();
    await seedSession(test.database, { menus: menu, isDemo: true });
  });
  afterAll(() => test.close());

  it('is put in once', async () => {
    expect(await seedDemo(test.database)).toBe(true);
    const before = await count('sample');
    expect(await seedDemo(test.database)).toBe(false);
    expect(await count('sample')).toBe(before);
    expect(before).toBe(264);
  });

  it('has samples in every state, an arbitration, a correction and both kinds of handover', async () => {
    const states = await rows<{ lab_status: number; n: number }>('select lab_status, count(*)::int as n from sample group by 1');
    const found = new Map(states.map(({ lab_status, n }) => [lab_status, n]));
    for (const status of [101, 103, 104, 106, 108, 111]) expect(found.get(status) ?? 0, `status ${status}`).toBeGreaterThan(9);
    expect(await count('requisition where entry_state = 3')).toBeGreaterThan(0);
    expect(await count('requisition where entry_state = 4')).toBeGreaterThan(0);
    expect(await count('handover where handover_status = 2')).toBeGreaterThan(0);
    expect(await count('handover where handover_status = 3')).toBeGreaterThan(0);
  });

  it.each(['desk', 'years'])('keeps rows that belong together consistent (%s)', async (kind) => {
    if (kind === 'years') expect(await addSamples(test.database, { tenantId: '000000', samples: 2_200, profile: yearsProfile })).toBe(2_200);
    expect(
      await count('sample s left join requisition r on r.id = s.requisition_id and r.requisition_code = s.requisition_code where r.id is null'),
      'samples without requisition',
    ).toBe(0);
    expect(await count('sample s left join sample_item i on i.sample_id = s.id where i.id is null'), 'samples without items').toBe(0);
    expect(
      await count(
        'sample_item i left join handover h on h.id = i.handover_id where i.item_state >= 2 and (h.id is null or h.handover_status <> i.item_state or h.commodity_id <> i.commodity_id)',
      ),
      'items apart from their handover',
    ).toBe(0);
    expect(await count('handover h where handover_total <> (select count(*) from sample_item i where i.handover_id = h.id)'), 'handover totals').toBe(
      0,
    );
    expect(
      await count(
        'sample s join sample_item i on i.sample_id = s.id where s.lab_status between 104 and 110 and (i.item_state <> 3 or s.lab_code is null or s.lab_receive_time is null)',
      ),
      'received without handover',
    ).toBe(0);
    expect(
      await count('sample s join sample_item i on i.sample_id = s.id where s.lab_status in (101, 111) and i.item_state <> 0'),
      'listed before entry',
    ).toBe(0);
    expect(
      await count(
        'requisition r join sample s on s.requisition_id = r.id where (s.lab_status = 101 and r.entry_state >= 5) or (s.lab_status in (103, 104, 108) and (r.entry_state <> 5 or r.detail is null or r.first_user_id is null)) or (s.lab_status = 111 and r.entry_state <> 6)',
      ),
      'states apart',
    ).toBe(0);
    expect(
      await count(
        "requisition where is_double_entry = 1 and entry_state = 5 and second_user_id is distinct from (select id from user_account where account = 'entry2')",
      ),
      'double entry by one person',
    ).toBe(0);
    expect(
      await count('requisition r where entry_state in (3, 4) and (select count(*) from entry_pass p where p.requisition_id = r.id) <> 2'),
      'disputes without both passes',
    ).toBe(0);
    expect(
      await count('requisition where sampling_time >= receive_time or receive_time > now() or birth_date > receive_time'),
      'times out of order',
    ).toBe(0);
    expect(
      await count('sample where lab_receive_time > now() or enter_time > now() or lab_receive_time < enter_time'),
      'lab times out of order',
    ).toBe(0);
    expect(
      await count(
        'handover h join sample_item i on i.handover_id = h.id join sample s on s.id = i.sample_id where h.create_time > now() or h.create_time < s.enter_time or s.lab_receive_time < h.sign_time',
      ),
      'handed over before entry or after receipt',
    ).toBe(0);
    expect(
      await count('entry_pass p join requisition r on r.id = p.requisition_id where p.create_time > now() or p.create_time < r.receive_time'),
      'passes out of order',
    ).toBe(0);
    expect(
      await count('(select sum(enter_count) as n from entry_tally where enter_type = 1) t where t.n <> (select count(*) from requisition)'),
      'tallies',
    ).toBe(0);
    expect(await count('requisition where grams is null or not grams @> array[left(person_name, 2)]'), 'grams').toBe(0);
  });

  it('has codes that fit its code styles', async () => {
    const styles = await rows<CodePattern>('select code_type as "codeType", pattern, prefix, length from code_style where is_deleted = 0');
    const codes = await rows<{ requisition_code: string; sample_code: string; lab_code: string | null }>(
      'select requisition_code, sample_code, lab_code from sample',
    );
    const odd = codes.filter(
      ({ requisition_code: requisition, sample_code: sample, lab_code: lab }) =>
        !codeTypesOf(requisition, styles).includes(codeType.requisition) ||
        !codeTypesOf(sample, styles).includes(codeType.sample) ||
        (lab !== null && !codeTypesOf(lab, styles).includes(codeType.lab)),
    );
    expect(odd).toEqual([]);
  });

  it('holds entries that their own forms accept', async () => {
    const passes = await rows<{ form: FormKey; values: Record<string, unknown> }>('select form, values from entry_pass where pass_no = 1');
    expect(passes.length).toBeGreaterThan(50);
    const faults = passes.flatMap(({ form, values }) => [
      ...check(entryForms[form].fields, values).problems.map(({ field, code }) => `${form} ${field} ${code}`),
      ...judge(form, values, { now: String(values['samplingTime']) })
        .filter(({ severity }) => severity === 'block')
        .map(({ rule, text }) => `${form} ${rule} ${text[0]}`),
    ]);
    expect([...new Set(faults)]).toEqual([]);
  });
});
