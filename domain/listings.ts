import * as bill from './bill/area.ts';
import * as code from './code/area.ts';
import * as flow from './flow/area.ts';
import { contracts } from './contracts.ts';
import type { Contracts } from './kernel/contract.ts';
import { isListed, type Listed } from './kernel/listing.ts';
import type { Resource } from './kernel/resource.ts';
import { resources } from './resources.ts';
import * as lab from './lab/area.ts';
import * as op from './op/area.ts';
import * as report from './report/area.ts';
import * as sample from './sample/area.ts';
import * as search from './search/area.ts';

/** Every described listing. A new one stands in the list of its area (`<area>/area.ts`). */
export const listings: readonly Listed[] = [
  ...sample.listings,
  ...lab.listings,
  ...report.listings,
  ...bill.listings,
  ...code.listings,
  ...flow.listings,
  ...op.listings,
  ...search.listings,
];

/** Every declared call, as whoever walks over all of them reads it. */
export const everyContract: Contracts = contracts;

const byName = new Map<string, Resource>([...resources, ...listings].map((list) => [list.name, list]));

/** The described resource or listing of a name that can be had as a file; undefined where there is none. */
export function listByName(name: string): Resource | undefined {
  const found = byName.get(name);
  return found?.verbs.page === undefined || (isListed(found) && found.noFile !== undefined) ? undefined : found;
}
