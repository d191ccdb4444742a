import { redoCommands } from '#domain/lab/redo/redoTasks.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';

export type RedoStep = (typeof redoCommands)[number];
export interface RedoOrder {
  readonly step: RedoStep;
  readonly rows: readonly { readonly taskId: string; readonly name: string }[];
}
export interface RedoActProps extends RedoOrder {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Orders work again; a spare tube is asked for where it is one tube's. */
export function RedoAct({ step: { command }, rows, onClose, onDone }: RedoActProps) {
  const names = new Map(rows.map(({ taskId, name }) => [taskId, name]));
  const { reasonCode, reason, materialSampleCode } = command.asks;
  return (
    <ActDrawer
      command={command}
      rows={rows.map(({ taskId }) => ({ taskId }))}
      nameOf={({ taskId }) => names.get(taskId) ?? taskId}
      asks={{ reasonCode, reason, ...(rows.length === 1 ? { materialSampleCode } : {}) }}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
