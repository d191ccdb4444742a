import { screens as base } from '#src/screens/base/area.ts';
import { screens as bill } from '#src/screens/bill/area.ts';
import { screens as code } from '#src/screens/code/area.ts';
import { screens as desk } from '#src/screens/desk/area.ts';
import { screens as flow } from '#src/screens/flow/area.ts';
import { screens as frame } from '#src/screens/frame/area.ts';
import { screens as home } from '#src/screens/home/area.ts';
import { screens as lab } from '#src/screens/lab/area.ts';
import { screens as log } from '#src/screens/log/area.ts';
import { screens as notice } from '#src/screens/notice/area.ts';
import { screens as op } from '#src/screens/op/area.ts';
import { screens as report } from '#src/screens/report/area.ts';
import { screens as sample } from '#src/screens/sample/area.ts';
import { screens as search } from '#src/screens/search/area.ts';
import { screens as system } from '#src/screens/system/area.ts';
import { screens as user } from '#src/screens/user/area.ts';
import type { ScreenLoader } from './loadScreen.ts';

/** Screens made by hand, by route, as their areas name them. Described resources bring their own (domain/resources.ts). */
export const screens: Readonly<Record<string, ScreenLoader>> = {
  ...base,
  ...bill,
  ...code,
  ...desk,
  ...flow,
  ...frame,
  ...home,
  ...lab,
  ...log,
  ...notice,
  ...report,
  ...sample,
  ...search,
  ...system,
  ...user,
  ...op,
};
