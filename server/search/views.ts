import { sql } from 'drizzle-orm';
import { normalCode } from '#domain/sample/codeText.ts';
import { defineView, type View } from '#server/kernel/resource/views.ts';

/** Panels and product line stand behind the first of what was ordered; subselects are read for the page's rows alone. */
const sampleReceiptView = defineView({
  name: 'sampleReceipt',
  grams: { personName: 'grams' },
  find: {
    sampleCode(typed, tenantId) {
      const start = `${normalCode(typed).replace(/[\\%_]/g, '\\$&')}%`;
      return sql`(r.sample_code like ${start} or r.id = any(array(select c.sample_id from sample_code_change c where c.tenant_id = ${tenantId} and c.old_code like ${start})))`;
    },
  },
  select: `select s.id, s.tenant_id, s.requisition_code, s.sample_code, r.hospital_code, r.person_name, r.grams, case when s.lab_status = 111 then 1 else 0 end as rejection, s.lab_status,
    s.contract_laboratory_id as laboratory_id, s.send_sample_client_id, k.agent_customer_id as agent_id, k.client_tel, r.commodity_ids,
    coalesce((select string_agg(c.commodity_name, '、' order by array_position(r.commodity_ids, c.id)) from commodity c where c.tenant_id = r.tenant_id and c.id = any(r.commodity_ids)), '') as commodity_names,
    coalesce((select string_agg(distinct p.panel_name, '、') from commodity c join panel p on p.tenant_id = c.tenant_id and p.id = any(c.panel_ids) where c.tenant_id = r.tenant_id and c.id = any(r.commodity_ids)), '') as panel_name,
    (select array_agg(distinct p.id) from commodity c join panel p on p.tenant_id = c.tenant_id and p.id = any(c.panel_ids) where c.tenant_id = r.tenant_id and c.id = any(r.commodity_ids)) as panel_ids,
    (select g.group_a_erp_code from commodity c join panel p on p.tenant_id = c.tenant_id and p.id = any(c.panel_ids) join panel_group g on g.tenant_id = p.tenant_id and g.id = p.panel_group_id where c.tenant_id = r.tenant_id and c.id = r.commodity_ids[1] order by p.id limit 1) as group_a_erp_code,
    (select g.group_a_name from commodity c join panel p on p.tenant_id = c.tenant_id and p.id = any(c.panel_ids) join panel_group g on g.tenant_id = p.tenant_id and g.id = p.panel_group_id where c.tenant_id = r.tenant_id and c.id = r.commodity_ids[1] order by p.id limit 1) as group_a_name,
    s.sample_class_id, s.test_tube_number, s.test_tube_batch_no, s.test_tube_expire_time, r.telephone as contact_number, r.sampling_time, s.receive_time, s.create_time as receive_server_time, s.entry_person_name, r.entry_time, r.courier_number, coalesce(r.is_resample, 0) as resample, r.receive_remark
  from sample s left join requisition r on r.tenant_id = s.tenant_id and r.id = s.requisition_id left join send_sample_client k on k.tenant_id = s.tenant_id and k.id = s.send_sample_client_id`,
});

/** The tally is kept with each act: the page reads a few rows a person and day. */
const entryStatisticView = defineView({
  name: 'entryStatistic',
  select: `select t.id, t.tenant_id, t.enter_account, t.enter_username, t.enter_type, t.enter_day as enter_time, t.enter_count from entry_tally t`,
});

/** The SELECTs of the described listings. */
export const searchViews: readonly View[] = [sampleReceiptView, entryStatisticView];
