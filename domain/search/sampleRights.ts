import type { Right } from '#domain/kernel/roles.ts';

/** To see patients in clear: without it lists mask who they are (docs/search.md#patients). */
export const viewPatients: Right = {
  code: 'patient_view',
  label: ['查看受检者全名及号码', 'See patients in clear'],
  roles: ['reception', 'entry', 'lab', 'audit1', 'audit2', 'report', 'service'],
};
/** To take them away in clear: without it every file of a list is masked, whatever its screen shows. */
export const exportPatients: Right = {
  code: 'patient_export',
  label: ['导出受检者明文', 'Export patients in clear'],
  roles: viewPatients.roles,
};
/** To see one of them in clear all the same, with a reason that is noted: for who has to phone people now and then. */
export const revealPatients: Right = {
  code: 'patient_reveal',
  label: ['显示受检者明文(记入审计)', 'Reveal a patient (noted)'],
  roles: ['quality', 'sales', 'ops'],
};
/** To look for samples on behalf of a client who asks. */
export const searchCustomers: Right = {
  code: 'customerSearch_view',
  label: ['客户样本查询', 'Look up samples for clients'],
  roles: ['service', 'billing', 'finance', 'sales', 'ops'],
};
/** To see when what was done to a tube, and by whom; what it was about is told by the rights on that. */
export const viewTimeline: Right = {
  code: 'timeline_view',
  label: ['查看样本时间轴', 'See the timeline of a sample'],
  roles: ['reception', 'entry', 'lab', 'audit1', 'audit2', 'report', 'service', 'quality', 'billing', 'finance', 'sales', 'ops'],
};
