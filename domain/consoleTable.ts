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
import type { Label } from './kernel/label.ts';
import type { Resource } from './kernel/resource.ts';
import { type RowNaming, rowNaming } from './kernel/wireNames.ts';
import { menu } from './menu.ts';
import { type PickerCall, pickerCall } from './pickerCalls.ts';
import type { MenuNode } from './system/menuNode.ts';

/*
 * What the console knows of every page and every reference before any area is loaded. The build works this file out and puts its
 * values, plain data, in its place (vite.config.ts), so that a desk does not download every description for a title and a right.
 */

const areas = { base, code, lab, report, bill, sample, search, user, system, session, notice, op };
export type DescribingArea = keyof typeof areas;

export interface ShippedPage {
  readonly label: Label;
  /** One of them opens the page; none: it is everybody's. */
  readonly permissions: readonly string[];
}
const pagesIn = (nodes: readonly MenuNode[]): readonly (readonly [string, ShippedPage])[] =>
  nodes.flatMap(({ label, path, permissions = [], children = [] }) => [
    ...(path ? [[path, { label, permissions: [...new Set(permissions.map(({ code: right }) => right))] }] as const] : []),
    ...pagesIn(children),
  ]);
/** Every page of the shipped menu by its route. */
export const shippedPages: Readonly<Record<string, ShippedPage>> = Object.fromEntries(pagesIn(menu));

const everyResource = Object.entries(areas).flatMap(([area, { resources }]) =>
  resources.map((resource: Resource) => [area as DescribingArea, resource] as const),
);
/** The area that describes the screen of a route, for every screen of a resource. */
export const describedRoutes: Readonly<Record<string, DescribingArea>> = Object.fromEntries(
  everyResource.flatMap(([area, { screens = [] }]) => screens.map(({ route }) => [route, area] as const)),
);

/** What a picker needs of the resource it chooses from. */
export interface Pickable extends RowNaming {
  readonly name: string;
  /** Desks keep copies of its rows. */
  readonly isKept: boolean;
  readonly call: PickerCall;
  /** Of accounts: those of salespeople alone. */
  readonly salespeople?: PickerCall;
}
/** Every resource by its name, as pickers see it. */
export const pickables: Readonly<Record<string, Pickable>> = Object.fromEntries(
  everyResource.map(([, resource]): readonly [string, Pickable] => [
    resource.name,
    {
      name: resource.name,
      ...rowNaming(resource),
      isKept: resource.offline === true,
      call: pickerCall(resource),
      ...(resource.name === 'userAccount' ? { salespeople: pickerCall(resource, 'salesperson') } : {}),
    },
  ]),
);
