import { viewReports } from '#domain/report/reportRows.ts';
import { viewSamples } from '#domain/sample/viewSamples.ts';
import type { BillViewer } from '#server/spine/bill/lineSight.ts';

/** Whether somebody is told more of a tube than when who did what: who sees samples or reports. */
export const seesContent = ({ permissions }: Pick<BillViewer, 'permissions'>): boolean =>
  permissions.has(viewSamples.code) || permissions.has(viewReports.code);
