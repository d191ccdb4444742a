import { baseArea } from '#server/base/area.ts';
import { billArea } from '#server/bill/area.ts';
import { codeArea } from '#server/code/area.ts';
import { deskArea } from '#server/desk/area.ts';
import { flowArea } from '#server/flow/area.ts';
import { exportCalls } from '#server/kernel/verbs/exportCalls.ts';
import { listSources } from '#server/kernel/export/listSources.ts';
import type { ServedListing } from '#server/kernel/verbs/listing.ts';
import type { ServedArea, StepPorts } from '#server/kernel/verbs/servedArea.ts';
import type { Call, ServedCommand } from '#server/kernel/http/serve.ts';
import type { View } from '#server/kernel/resource/views.ts';
import { labArea } from '#server/lab/area.ts';
import { noticeArea } from '#server/notice/area.ts';
import { opArea } from '#server/op/area.ts';
import { reportArea } from '#server/report/area.ts';
import { withdrawReport } from '#server/report/reports/withdrawReport.ts';
import { changeArea, sampleArea } from '#server/sample/area.ts';
import { searchArea } from '#server/search/area.ts';
import { sessionArea } from '#server/session/area.ts';
import { systemArea } from '#server/system/area.ts';

/** The server's table of contents: what is new in an area stands in its `area.ts`. */
const areas: readonly ServedArea[] = [
  baseArea,
  codeArea,
  deskArea,
  flowArea,
  sampleArea,
  changeArea(withdrawReport),
  labArea,
  reportArea,
  billArea,
  systemArea,
  sessionArea,
  noticeArea,
  searchArea,
  opArea,
];

/** Every step with a rule. */
export const servedCommands = (ports: StepPorts): readonly ServedCommand[] => areas.flatMap(({ commands }) => commands?.(ports) ?? []);

/** The SELECTs behind described resources with `view: true`. */
export const views: readonly View[] = areas.flatMap((area) => area.views ?? []);

/** Lists over several tables; the walk of lists knows them by this. */
export const listings: readonly ServedListing[] = areas.flatMap((area) => area.listings ?? []);

/** How any described list is read for a file; those that are read by hand say how. */
export const findSource = listSources(
  views,
  Object.assign({}, ...areas.map(({ sources }) => sources), Object.fromEntries(listings.map((one) => [one.name, one.source]))),
);

/** Hand-written calls that are neither a resource's verb nor a step. */
export const calls: readonly Call[] = [
  ...areas.flatMap((area) => area.calls ?? []),
  ...listings.flatMap((listing) => listing.calls),
  ...exportCalls(findSource),
];
