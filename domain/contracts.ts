import * as base from './base/area.ts';
import * as bill from './bill/area.ts';
import * as code from './code/area.ts';
import * as desk from './desk/area.ts';
import * as flow from './flow/area.ts';
import * as lab from './lab/area.ts';
import * as notice from './notice/area.ts';
import * as op from './op/area.ts';
import * as report from './report/area.ts';
import * as sample from './sample/area.ts';
import * as search from './search/area.ts';
import * as session from './session/area.ts';
import * as system from './system/area.ts';
import * as user from './user/area.ts';
import { exportContracts } from './kernel/exportCalls.ts';

const all = [
  ...sample.contracts,
  ...lab.contracts,
  ...report.contracts,
  ...bill.contracts,
  ...base.contracts,
  ...code.contracts,
  ...search.contracts,
  ...flow.contracts,
  ...user.contracts,
  ...system.contracts,
  ...session.contracts,
  ...notice.contracts,
  ...desk.contracts,
  ...op.contracts,
  exportContracts,
] as const;
const listings = [
  ...sample.listings,
  ...lab.listings,
  ...report.listings,
  ...bill.listings,
  ...code.listings,
  ...flow.listings,
  ...op.listings,
  ...search.listings,
] as const;

/** Every declared call by its name. The client reads its types alone, so nothing of this is loaded by a page. */
export const contracts = Object.assign({}, ...all, ...listings.map((list) => list.contracts)) as Declared;
export type Declared = Together<(typeof all)[number] | (typeof listings)[number]['contracts']>;
type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (one: infer All) => void ? All : never;
