import { defineView, type View } from '#server/kernel/resource/views.ts';

const loginLogView = defineView({
  name: 'loginLog',
  select: `select l.id, l.tenant_id, l.login_time, l.account, l.real_name, case when l.error_code = 0 then 1 else 2 end as outcome, nullif(l.error_code, 0) as error_code, l.grant_type, l.remote_ip, l.client, l.client_id, l.device_id, l.user_agent from login_log l`,
});

export const operateLogView = defineView({
  name: 'operateLog',
  select: `select a.id, a.tenant_id, a.create_time, a.user_name, a.action, a.subject, a.reason, a.device_id, a.occurred_at, a.op_id, a.before, a.after from audit_entry a`,
});

/** A call stands once; where several menus give its right, all are named. */
const menuInterfaceView = defineView({
  name: 'menuInterface',
  grams: { interfaceName: 'grams', path: 'grams' },
  select: `select i.id, t.tenant_id, i.interface_name, i.interface_name_en, i.method, i.path, i.permission, i.sort, i.grams,
    (select string_agg(distinct m.name, '、') from menu b join menu m on m.id = b.parent_id where b.tenant_id = t.tenant_id and b.code = i.permission and b.category = 2 and b.is_deleted = 0) as menu_name,
    (select string_agg(distinct m.name_en, ', ') from menu b join menu m on m.id = b.parent_id where b.tenant_id = t.tenant_id and b.code = i.permission and b.category = 2 and b.is_deleted = 0) as menu_name_en,
    (select string_agg(distinct m.path, ' ') from menu b join menu m on m.id = b.parent_id where b.tenant_id = t.tenant_id and b.code = i.permission and b.category = 2 and b.is_deleted = 0) as menu_path
  from menu_interface i cross join tenant t`,
});

/** The SELECTs behind the three log screens. */
export const logViews: readonly View[] = [loginLogView, operateLogView, menuInterfaceView];
