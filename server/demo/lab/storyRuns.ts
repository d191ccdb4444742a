import { batchKind, batchLine, type BatchLine } from '#domain/lab/batch/sheetChoices.ts';
import type { Chance } from '../invented.ts';
import type { LabBench, LabTask } from './labBench.ts';
import { fileOf, sheetOf, type FileLine, type KeptBytes, type Sheet } from './labRuns.ts';
import type { LabTemplate } from './labTemplates.ts';
import { goodLibrary, goodRun, usualValues } from './labValues.ts';

/** What a group's story is told with: its tasks, the longest there first, and what its files are written by. */
export interface Story {
  readonly bench: LabBench;
  readonly by: Chance;
  readonly tasks: readonly LabTask[];
  readonly template: LabTemplate | undefined;
  readonly keep: KeptBytes;
  /** Lots of level controls by their numbers. */
  readonly levels: ReadonlyMap<string, string>;
}

/** Values that differ from the usual ones, by item or title. */
type Odd = Readonly<Record<string, string | number>>;

/** Runs tasks on a sheet and brings in its file: each with usual values but for what `odd` says of it by its place. */
export async function run(
  { bench, by, template, keep, levels }: Story,
  tasks: readonly LabTask[],
  {
    line,
    controls,
    odd = {},
    names = {},
    without = [],
    ...file
  }: {
    readonly line: BatchLine;
    readonly controls: readonly FileLine[];
    readonly odd?: Readonly<Record<number, Odd>>;
    readonly names?: Readonly<Record<number, string>>;
    readonly without?: readonly number[];
    readonly release?: string;
    readonly isLeft?: boolean;
    readonly reason?: string;
    readonly levelLots?: readonly string[];
  },
): Promise<Sheet> {
  const [first] = tasks;
  if (!first || !template) throw new Error('demo data: a run without tasks or template');
  const at = bench.later(tasks.at(-1)!.labReceiveTime, 2);
  const levelLots = (file.levelLots ?? []).flatMap((lotNo) => levels.get(lotNo) ?? []);
  const sheet = await sheetOf(bench, { line, tasks, at, levelLots });
  const facts = await bench.facts(first.panelGroupId);
  const library = template.groupCode === 'PG01' ? goodLibrary : template.groupCode === 'PG04' ? goodRun : () => ({});
  const lines = tasks.flatMap((task, index): FileLine[] => {
    if (without.includes(index)) return [];
    const well = sheet.wells.get(task.id);
    const values = { ...library(by), ...usualValues(facts, task, by), ...odd[index] };
    return [{ code: task.labCode ?? task.sampleCode, personName: names[index] ?? task.personName, ...(well ? { well } : {}), values }];
  });
  const { panelGroupId, laboratoryId } = first;
  await fileOf(bench, keep, {
    ...file,
    template,
    sheet,
    panelGroupId,
    laboratoryId,
    fileName: `${sheet.batch}.csv`,
    lines: [...controls, ...lines],
    at: bench.later(sheet.at, 14),
  });
  return sheet;
}

/** A control as its file says it, where nothing is wrong. */
export const cleanNegative = (lotNo: string, odd: Odd = {}): FileLine => ({ code: lotNo, values: odd });

/** What comes before a run: tubes are separated, and their nucleic acid is extracted. */
export async function prepare({ bench }: Story, tasks: readonly LabTask[]): Promise<LabTask[]> {
  const at = tasks.at(-1)!.labReceiveTime;
  await sheetOf(bench, { line: batchLine.general, kind: batchKind.separation, tasks, at });
  await sheetOf(bench, { line: batchLine.general, kind: batchKind.extraction, tasks: await bench.again(tasks), at: bench.later(at, 1) });
  return bench.again(tasks);
}
