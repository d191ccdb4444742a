import type { Right } from '#domain/kernel/roles.ts';

/** Looking at samples, whichever screen shows them. */
export const viewSamples: Right = {
  code: 'sample_view',
  label: ['查看样本', 'View samples'],
  roles: ['reception', 'entry', 'lab', 'audit1', 'audit2'],
};
