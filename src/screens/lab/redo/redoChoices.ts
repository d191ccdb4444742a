import type { Label } from '#domain/kernel/label.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { redoRefusal } from '#domain/lab/redo/redoRule.ts';
import { redoCommands } from '#domain/lab/redo/redoTasks.ts';
import type { TaskState } from '#domain/lab/rules/taskState.ts';
import type { ConsoleUser } from '#src/console/useSession.ts';
import type { RedoStep } from './RedoAct.tsx';

/** A row of a list, as far as it is done again. */
export interface RedoableRow {
  readonly taskId: string;
  readonly labCode: string | null;
  readonly sampleCode: string;
  readonly taskState: TaskState;
  readonly round: number;
}
export const nameOfRow = ({ labCode, sampleCode }: Pick<RedoableRow, 'labCode' | 'sampleCode'>): string => labCode ?? sampleCode;

/** Whether a row's work may be ordered again from a step; a label says why not. */
export const mayRedo = (row: RedoableRow, { command, kind }: RedoStep, user: Pick<ConsoleUser, 'permissions'>): true | Label =>
  allowedBy(command, redoRefusal({ ...row, name: nameOfRow(row), line: null, lastRound: null }, kind, user));

/** The steps as acts of a row, or of a menu. */
export const redoActs = <Row extends RedoableRow>(user: Pick<ConsoleUser, 'permissions'> | null, onChoose: (row: Row, step: RedoStep) => void) =>
  redoCommands.map((step) => ({
    key: step.command.name,
    label: step.command.title,
    mayAct: (row: Row): true | Label => (user ? mayRedo(row, step, user) : true),
    onAct: (row: Row): void => onChoose(row, step),
  }));
