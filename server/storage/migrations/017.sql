CREATE TABLE "sample_act" (
	"tenant_id" text NOT NULL,
	"sample_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"requisition_id" bigint NOT NULL,
	"act" text NOT NULL,
	"from_status" smallint,
	"to_status" smallint,
	"note" text,
	"user_id" bigint,
	"user_name" text,
	"device_id" text,
	"op_id" text,
	"act_time" timestamp (0) with time zone NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "sample_act_pk" PRIMARY KEY("tenant_id","sample_id","id")
);
--> statement-breakpoint
-- What is known of tubes that were there before.
insert into sample_act (tenant_id, sample_id, id, requisition_id, act, from_status, to_status, note, user_id, user_name, act_time, create_time)
  select s.tenant_id, s.id, s.id + row_number() over (partition by s.tenant_id, s.id order by a.at, a.step), s.requisition_id, a.act, a.from_status, a.to_status, a.note, a.user_id, a.user_name, a.at, a.at
  from sample s join requisition r on r.tenant_id = s.tenant_id and r.id = s.requisition_id cross join lateral (
    select 1 as step, 'summary.enter' as act, null::int as from_status, 101 as to_status, null as note, s.entry_person_id as user_id, s.entry_person_name as user_name, s.receive_time as at where s.reject_time is distinct from s.receive_time
    union all select 2, 'detail.enter', case when e.is_last then 101 end, case when e.is_last then 103 end, null, e.user_id, e.user_name, e.at
      from (values (r.first_user_id, r.first_user_name, r.first_time, s.enter_time is not null and r.second_time is null), (r.second_user_id, r.second_user_name, r.second_time, s.enter_time is not null)) e(user_id, user_name, at, is_last)
      where e.at is not null
    union all select 3, 'handover.save', null, null, null, h.action_user_id, h.action_user_name, h.create_time from handover h
      where h.tenant_id = s.tenant_id and h.is_deleted = 0 and h.id in (select i.handover_id from sample_item i where i.tenant_id = s.tenant_id and i.sample_id = s.id)
    union all select 4, 'handover.sign', null, null, null, h.sign_user_id, h.sign_user_name, h.sign_time from handover h
      where h.tenant_id = s.tenant_id and h.is_deleted = 0 and h.sign_time is not null and h.id in (select i.handover_id from sample_item i where i.tenant_id = s.tenant_id and i.sample_id = s.id)
    union all select 5, case l.kind when 1 then 'labTask.receive' else 'labTask.cancelReceive' end, case l.kind when 1 then 103 else 104 end, case l.kind when 1 then 104 else 103 end, l.reason, l.action_user_id, l.action_user_name, l.act_time
      from lab_receive_record l where l.tenant_id = s.tenant_id and l.sample_id = s.id
    union all select 6, 'sample.replaceCode', null, null, c.old_code || ' → ' || c.new_code || ' · ' || c.reason, c.user_id, c.user_name, c.create_time
      from sample_code_change c where c.tenant_id = s.tenant_id and c.sample_id = s.id
    union all select 7, 'summary.reject', case when s.enter_time is not null then 103 when s.reject_time is distinct from s.receive_time then 101 end, 111, s.reject_reason, s.reject_user_id, s.reject_user_name, s.reject_time where s.reject_time is not null
  ) a;
