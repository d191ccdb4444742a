import * as base from './base/area.ts';
import * as bill from './bill/area.ts';
import * as code from './code/area.ts';
import * as lab from './lab/area.ts';
import * as notice from './notice/area.ts';
import * as op from './op/area.ts';
import * as report from './report/area.ts';
import * as sample from './sample/area.ts';
import * as search from './search/area.ts';
import * as session from './session/area.ts';
import * as system from './system/area.ts';
import * as user from './user/area.ts';
import type { Resource, Screen } from './kernel/resource.ts';

/** Every described resource. A new one stands in the list of its area (`<area>/area.ts`). */
export const resources: readonly Resource[] = [
  ...base.resources,
  ...code.resources,
  ...lab.resources,
  ...report.resources,
  ...bill.resources,
  ...sample.resources,
  ...search.resources,
  ...user.resources,
  ...system.resources,
  ...session.resources,
  ...notice.resources,
  ...op.resources,
];

const byName = new Map(resources.map((resource) => [resource.name, resource]));
const byRoute = new Map(resources.flatMap((resource) => (resource.screens ?? []).map((screen) => [screen.route, { resource, screen }] as const)));

/** The resource of a name. Throws where there is none: a reference to nothing is a fault of ours. */
export function resourceByName(name: string): Resource {
  const found = byName.get(name);
  if (!found) throw new Error(`no resource is described as '${name}'; add it to its area.ts`);
  return found;
}

/** The resource and the screen behind a route of the contract; undefined for hand-made screens. */
export function resourceByRoute(route: string): { readonly resource: Resource; readonly screen: Screen } | undefined {
  return byRoute.get(route);
}
