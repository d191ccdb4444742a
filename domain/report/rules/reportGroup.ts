import { groupKeyOf, groupMode } from '../reportState.ts';
import { waitMode } from '../reportStrategy.ts';
import { reportKind } from '../reportTemplate.ts';
import type { CodeOf } from '#domain/kernel/choices.ts';
import { chooseConfig, type ConfigQuestion, type RankedConfig } from './configChoice.ts';

/** Whose order it is, as far as a configuration asks. */
export type OrderFacts = Pick<ConfigQuestion, 'laboratoryId' | 'sendSampleClientId' | 'reportTitleId'>;
/** What a configuration asks of a task. */
export interface GroupedTask {
  readonly panelGroupId: string;
  readonly commodityIds: readonly string[];
}
/** A configuration with what its strategy says of the way to a report. */
export interface GroupingConfig extends RankedConfig {
  readonly groupMode: CodeOf<typeof groupMode>;
  readonly waitMode: CodeOf<typeof waitMode>;
  readonly isAutoGenerate: boolean;
}

/** What a configuration is sought by for a report of these tasks. `date` is yyyy-MM-dd. */
export const questionOf = (
  { laboratoryId, sendSampleClientId, reportTitleId }: OrderFacts,
  tasks: readonly GroupedTask[],
  kind: CodeOf<typeof reportKind>,
  date: string,
): ConfigQuestion => ({
  laboratoryId,
  sendSampleClientId,
  reportTitleId,
  reportKind: kind,
  commodityIds: [...new Set(tasks.flatMap(({ commodityIds }) => commodityIds))],
  panelGroupIds: [...new Set(tasks.map(({ panelGroupId }) => panelGroupId))],
  date,
});

/** How a task's results are reported where no configuration says so: each panel group for itself, once all of it is there. */
const plainly = { groupMode: groupMode.byPanelGroup, waitMode: waitMode.all, isAutoGenerate: false } as const;

/** How a task's results come to a report: what with, whether all of it is waited for, and whether it is made by itself. */
export interface WayToReport {
  readonly groupKey: string;
  readonly waitMode: CodeOf<typeof waitMode>;
  readonly isAutoGenerate: boolean;
}
/** The way a task's own configuration has it: sought by the task alone, before anybody knows what it is reported with. */
export function wayToReport(configs: readonly GroupingConfig[], order: OrderFacts, task: GroupedTask, date: string): WayToReport {
  const { chosen } = chooseConfig(configs, questionOf(order, [task], reportKind.regular, date));
  const { groupMode: mode, waitMode: wait, isAutoGenerate } = chosen ?? plainly;
  return { groupKey: groupKeyOf(mode, task), waitMode: wait, isAutoGenerate };
}
