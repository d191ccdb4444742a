import type { ReceiveInfo } from '#domain/lab/process/processRows.ts';
import { processKind } from '#domain/lab/process/processChoices.ts';
import type { TaskActKind } from '#domain/lab/process/processTask.ts';
import { delayTasks, resampleTasks, stopTasks } from '#domain/lab/process/taskActs.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { ChoiceControl } from '#src/ui/fields/ChoiceControl.tsx';
import type { FieldInputProps } from '#src/ui/FieldInput.tsx';

export interface TaskActProps {
  readonly kind: TaskActKind;
  readonly rows: ReceiveInfo['tasks'];
  /** So many were done. */
  readonly onDone: (count: number) => void;
  readonly onClose: () => void;
}

/** All reasons in sight, each with the digit that chooses it. */
const reasons = ({ field, ...rest }: FieldInputProps) => <ChoiceControl {...rest} options={field.choices?.options ?? []} form="segmented" />;
const settings = { reasonCode: { control: reasons } };

/** Stops, asks for another sample or tells of a delay, for the ticked tasks of a tube with one reason. */
export function TaskAct({ kind, rows, onDone, onClose }: TaskActProps) {
  const names = new Map(rows.map(({ taskId, panelNames, panelGroupName }) => [taskId, panelNames || (panelGroupName ?? taskId)]));
  const shared = {
    rows: rows.map(({ taskId }) => ({ taskId })),
    nameOf: ({ taskId }: { readonly taskId: string }) => names.get(taskId) ?? taskId,
    settings,
    onDone: (done: readonly unknown[]) => onDone(done.length),
    onClose,
  };
  if (kind === processKind.stop) return <ActDrawer command={stopTasks} {...shared} />;
  if (kind === processKind.resample) return <ActDrawer command={resampleTasks} {...shared} />;
  return <ActDrawer command={delayTasks} {...shared} />;
}
