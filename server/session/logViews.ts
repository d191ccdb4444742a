import { resources } from '#domain/resources.ts';
import { seesPatients, type PatientViewer } from '#server/kernel/core/patients.ts';
import { defineView, type View } from '#server/kernel/resource/views.ts';

const loginLogView = defineView({
  name: 'loginLog',
  select: `select l.id, l.tenant_id, l.login_time, l.account, l.real_name, case when l.error_code = 0 then 1 else 2 end as outcome, nullif(l.error_code, 0) as error_code, l.grant_type, l.remote_ip, l.client, l.client_id, l.device_id, l.user_agent from login_log l`,
});

/** What an act on described rows wrote names no patient; what any other wrote may. */
const described = (alias: string): string =>
  `split_part(${alias}.action, '.', 1) in (${resources.flatMap(({ name, view }) => (view ? [] : [`'${name}'`])).join()})`;
/** What an act wrote, as far as its reader may see patients. */
export const toldBy = (alias: string, column: 'before' | 'after', viewer: PatientViewer): string =>
  seesPatients(viewer) ? `${alias}.${column}` : `case when ${described(alias)} then ${alias}.${column} end`;
const operateLogSelect = (before: string, after: string): string =>
  `select a.id, a.tenant_id, a.create_time, a.user_name, a.action, a.subject, a.reason, a.device_id, a.occurred_at, a.op_id, ${before} as before, ${after} as after from audit_entry a`;
export const operateLogFor = (viewer: PatientViewer): View => ({
  ...operateLogView,
  select: operateLogSelect(toldBy('a', 'before', viewer), toldBy('a', 'after', viewer)),
});
export const operateLogView = defineView({
  name: 'operateLog',
  select: operateLogSelect('a.before', 'a.after'),
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
