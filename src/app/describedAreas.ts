import type { DescribingArea } from '#domain/consoleTable.ts';
import type { Resource } from '#domain/kernel/resource.ts';

const described = ({ resources }: { readonly resources: readonly Resource[] }): readonly Resource[] => resources;

/** The descriptions of an area's resources, fetched with the first screen that is drawn from them. */
export const describedAreas: Readonly<Record<DescribingArea, () => Promise<readonly Resource[]>>> = {
  base: () => import('#domain/base/area.ts').then(described),
  code: () => import('#domain/code/area.ts').then(described),
  lab: () => import('#domain/lab/area.ts').then(described),
  report: () => import('#domain/report/area.ts').then(described),
  bill: () => import('#domain/bill/area.ts').then(described),
  sample: () => import('#domain/sample/area.ts').then(described),
  search: () => import('#domain/search/area.ts').then(described),
  user: () => import('#domain/user/area.ts').then(described),
  system: () => import('#domain/system/area.ts').then(described),
  session: () => import('#domain/session/area.ts').then(described),
  notice: () => import('#domain/notice/area.ts').then(described),
  op: () => import('#domain/op/area.ts').then(described),
};
