import { expect, it } from 'vitest';
import { isClosedRow, judgeResultRow, type FileAim, type RowTask, type RowWarning } from './resultRow.ts';
import type { ResultRow } from './resultSheet.ts';

const row = (more: Partial<ResultRow> = {}): ResultRow => ({
  line: 5,
  code: 'S1',
  codeRole: 'sampleCode',
  isCodeLost: false,
  personName: '',
  well: '',
  index: '',
  cells: [{ itemId: '1', metric: null, title: 'Z21', value: '0.4', fault: null }],
  ...more,
});
const task = (more: Partial<RowTask> = {}): RowTask => ({
  taskId: 'T',
  panelGroupId: 'G',
  laboratoryId: 'L',
  taskState: 2,
  personName: '阿依古丽·买买提',
  isOnBatch: true,
  resultVersion: 0,
  ...more,
});
const aim: FileAim = { panelGroupId: 'G', laboratoryIds: ['L'], hasBatch: true };
const judge = (one: ResultRow, tasks: readonly RowTask[], seen?: Parameters<typeof judgeResultRow>[4]) =>
  judgeResultRow(one, tasks, aim, new Map(), seen);

it.each<readonly [string | null, ResultRow, readonly RowTask[]]>([
  [null, row(), [task()]],
  ['codeAsNumber', row({ isCodeLost: true }), [task()]],
  ['unknownCode', row(), []],
  ['otherGroup', row(), [task({ panelGroupId: 'H' })]],
  ['otherLaboratory', row(), [task({ laboratoryId: 'M' })]],
  ['stopped', row(), [task({ taskState: 7 })]],
  ['stopped', row(), [task({ taskState: 8 })]],
  ['audited', row(), [task({ taskState: 4 })]],
  ['audited', row(), [task({ taskState: 6 })]],
  ['badCell', row({ cells: [{ itemId: null, metric: null, title: 'rs1', value: '杂合', fault: 'noItem' }] }), [task()]],
  [null, row(), [task({ panelGroupId: 'H', taskState: 7 }), task()]],
  [null, row(), [task({ laboratoryId: 'M' }), task()]],
])('%j is what speaks against it', (error, one, tasks) => {
  const judged = judge(one, tasks);
  expect([judged.error, judged.verdict]).toEqual([error, error === null ? 'ok' : 'error']);
  // A row of a task that takes nothing any more is its row all the same: the task does not lack one.
  if (error === 'stopped' || error === 'audited') expect([judged.taskId, isClosedRow([error])]).toEqual(['T', true]);
});

it.each<readonly [RowWarning, ResultRow, RowTask]>([
  ['nameDiffers', row({ personName: '李四' }), task()],
  ['notInBatch', row(), task({ isOnBatch: false })],
  ['replaces', row(), task({ resultVersion: 2 })],
])('%j asks for a reason', (warning, one, of) => {
  expect(judge(one, [of])).toMatchObject({ verdict: 'warn', error: null, taskId: 'T', warnings: [warning], params: { no: of.resultVersion } });
});

it('tells what the values gave rise to, and takes a name as the same however it is dotted', () => {
  expect(judge(row({ personName: '阿依古丽 买买提' }), [task()], ['delta', 'qcLow']).warnings).toEqual(['delta', 'qcLow']);
});

it('takes the first of two rows of one task, and names its line at the second', () => {
  const first = new Map([['T', 5]]);
  expect(judgeResultRow(row(), [task()], aim, first).verdict).toBe('ok');
  expect(judgeResultRow(row({ line: 9 }), [task()], aim, first)).toMatchObject({ verdict: 'error', error: 'twice', params: { line: 5 } });
});
