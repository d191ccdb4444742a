import type { Right } from '#domain/kernel/roles.ts';

/** Who sees test tasks, their lists and what was decided about them. */
export const viewTasks: Right = { code: 'labTask_view', label: ['查看检测任务', 'View test tasks'], roles: ['lab', 'audit1', 'audit2'] };
