import { sql } from 'drizzle-orm';
import { expectedSource, expectedState } from '#domain/op/expected.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import type { Tx } from '#server/storage/tx.ts';
import { familyNames, givenNames } from './invented.ts';

const told = (names: readonly string[], salt: number) =>
  sql`(string_to_array(${names.join('|')}, '|'))[1 + (hashint8(n * 31 + ${sql.raw(String(salt))})::bigint & 2147483647) % ${sql.raw(String(names.length))}]`;
const partners = ['zhangzhou', 'zhangJiaGang', 'shangning', 'xuzhou', 'demo-clients'];

/** What invented partners and clients announced: most of it came, some is late, some is on its way. Awaits the demo's samples. */
export async function seedExpected(tx: Tx, { tenantId, now }: { readonly tenantId: string; readonly now: string }): Promise<void> {
  const columns = sql`id, tenant_id, source, partner, external_key, bar_code, thirdparty_bar_code, send_sample_client_id, laboratory_id, commodity_ids, values, content_hash,
    expect_time, state, sample_id, receive_time, create_time, update_time`;
  const partner = sql`(string_to_array(${partners.join('|')}, '|'))[1 + n % ${sql.raw(String(partners.length))}]`;
  const source = sql`case when n % ${sql.raw(String(partners.length))} = ${sql.raw(String(partners.length - 1))} then ${sql.raw(String(expectedSource.clientList))} else ${sql.raw(String(expectedSource.partner))} end`;
  const key = (letters: string) => sql`'${sql.raw(letters)}' || lpad((n * 7919 % 1000000)::text, 6, '0') || n`;
  await tx.execute(sql`insert into expected_sample (${columns})
    select 7000000 + n, ${tenantId}, ${source}, ${partner}, ${key('DA')}, x.sample_code, null, x.send_sample_client_id, x.contract_laboratory_id, x.commodity_ids,
      jsonb_build_object('personName', x.person_name), '', x.receive_time + ((n * 37 % 17) - 6) * interval '1 hour', ${sql.raw(String(expectedState.arrived))}, x.id, x.receive_time,
      x.receive_time - interval '2 days', x.receive_time
    from (select s.*, r.person_name, row_number() over (order by s.receive_time desc) as n from sample s join requisition r on r.tenant_id = s.tenant_id and r.id = s.requisition_id
      where s.tenant_id = ${tenantId} and s.lab_status <> ${sql.raw(String(labStatus.rejected))} and s.contract_laboratory_id is not null order by s.receive_time desc limit 60) x`);
  await tx.execute(sql`insert into expected_sample (${columns})
    select 7001000 + n, ${tenantId}, ${source}, ${partner}, ${key('DP')}, null, ${key('DP')}, c.id, c.contract_laboratory_id, array[o.commodity_id],
      jsonb_build_object('thirdBarCode', ${key('DP')}, 'personName', ${told(familyNames, 1)} || ${told(givenNames, 2)}, 'sex', 1 + n % 2, 'age', 20 + n * 13 % 50), '',
      ${now}::timestamptz + ((n * 29 % 97) - 80) * interval '1 hour', ${sql.raw(String(expectedState.due))}, null::bigint, null::timestamptz, ${now}::timestamptz - interval '4 days', ${now}::timestamptz
    from generate_series(1, 24) n
    join lateral (select k.id, k.contract_laboratory_id from send_sample_client k where k.tenant_id = ${tenantId} and k.is_deleted = 0 and coalesce(k.is_disable, 0) = 0
      and k.contract_laboratory_id is not null order by k.client_code offset n % 5 limit 1) c on true
    join lateral (select i.commodity_id from sample_item i join sample s on s.tenant_id = i.tenant_id and s.id = i.sample_id
      where s.tenant_id = ${tenantId} and s.contract_laboratory_id = c.contract_laboratory_id order by i.id offset n limit 1) o on true`);
}
