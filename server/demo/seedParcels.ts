import { sql } from 'drizzle-orm';
import { parcelStatus } from '#domain/sample/parcel/parcelStatus.ts';
import type { Tx } from '#server/storage/tx.ts';

const cities = ['南京市', '苏州市', '徐州市', '漳州市', '上海市', '合肥市', '杭州市'];
const days = 40;

/** How the parcels came in which the demo's requisitions of the last weeks were sent: each signed for before its tubes were received, some late on their way. */
export async function seedParcels(tx: Tx, { tenantId, now }: { readonly tenantId: string; readonly now: string }): Promise<void> {
  const city = sql`(string_to_array(${cities.join('|')}, '|'))[1 + n % ${sql.raw(String(cities.length))}]`;
  await tx.execute(sql`insert into parcel (id, tenant_id, courier_number, ji_jian_city, ji_jian_time, qian_shou_city, qian_shou_time, delivery_hours, status, asked_time, create_time, update_time)
    select 7100000 + n, ${tenantId}, courier_number, ${city}, handed_in, '南京市', signed, floor(extract(epoch from signed - handed_in) / 360 + 0.5) / 10, ${sql.raw(String(parcelStatus.signed))},
      signed, handed_in, signed
    from (select courier_number, n::int as n, receive_time - interval '17 hours' - (n * 37 % 1300) * interval '1 minute' as handed_in, receive_time - (15 + n * 11 % 50) * interval '1 minute' as signed
      from (select courier_number, min(receive_time) as receive_time, row_number() over (order by min(receive_time), courier_number) as n from requisition
        where tenant_id = ${tenantId} and courier_number is not null and receive_time >= ${now}::timestamptz - ${sql.raw(`interval '${days} days'`)} group by courier_number) r) x`);
  await tx.execute(sql`insert into parcel_event (tenant_id, parcel_id, op_code, accept_time, remark_hash, remark, accept_address, first_status_code, create_time)
    select p.tenant_id, p.id, e.op_code, e.at, encode(sha256(convert_to(e.remark, 'UTF8')), 'hex'), e.remark, e.place, e.code, p.qian_shou_time
    from parcel p cross join lateral (values
      ('50', p.ji_jian_time, '顺丰速运 已收取快件', p.ji_jian_city, '1'),
      ('30', p.ji_jian_time + interval '3 hours', '快件在【' || p.ji_jian_city || '集散中心】已装车,准备发往【南京集散中心】', p.ji_jian_city, '2'),
      ('33', p.ji_jian_time + interval '7 hours', '因天气原因,快件可能晚到', p.ji_jian_city, null),
      ('31', p.qian_shou_time - interval '4 hours', '快件到达【南京集散中心】', '南京市', '2'),
      ('44', p.qian_shou_time - interval '70 minutes', '快件正在派送', '南京市', '3'),
      ('80', p.qian_shou_time, '已签收,签收人: 收样前台', '南京市', '4')) e (op_code, at, remark, place, code)
    where p.tenant_id = ${tenantId} and (e.op_code <> '33' or p.id % 9 = 0)`);
}
