import { chakra } from '@chakra-ui/react';
import { Fragment, type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { EntryGroup, EntryTask } from '#domain/lab/resultEntry.ts';
import type { JudgedEntry } from '#domain/lab/rules/entryJudging.ts';
import { usualWords } from '#domain/lab/rules/itemWords.ts';
import { judgeKind, limitText } from '#domain/lab/rules/judging.ts';
import { notFoundWord } from '#domain/lab/rules/resultValues.ts';
import { metric } from '#domain/lab/rules/metrics.ts';
import { useText } from '#src/console/useText.ts';
import { earlierText } from '../earlierText.ts';
import { EntryCell, saidOf } from './EntryCell.tsx';
import { hasCell, nextCell, stepFrom, textAt, typedOf, type EntryColumn, type TypedTask } from './entryEdit.ts';

const Cell = chakra('td', { base: { px: 1, py: '2px', borderBottom: 'hairline', verticalAlign: 'middle' } });
const Head = chakra('th', {
  base: {
    px: 2,
    py: 1,
    textAlign: 'start',
    fontWeight: 'normal',
    color: 'fg.muted',
    borderBottom: 'hairline',
    position: 'sticky',
    top: 0,
    bg: 'bg.panel',
    zIndex: 1,
    whiteSpace: 'nowrap',
  },
});

const steps: Readonly<Record<string, readonly [number, number]>> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/** An arrow along a text leaves it only where the text ends, or where all of it is chosen. */
function leavesText({ selectionStart, selectionEnd, value }: HTMLInputElement, key: string): boolean {
  if (selectionStart === 0 && selectionEnd === value.length) return true;
  return key === 'ArrowLeft' ? selectionEnd === 0 : selectionStart === value.length;
}

export interface EntryGridProps {
  readonly group: EntryGroup;
  readonly tasks: readonly EntryTask[];
  readonly columns: readonly EntryColumn[];
  readonly typed: (task: EntryTask) => TypedTask;
  readonly judged: (task: EntryTask) => JudgedEntry;
  readonly onType: (task: EntryTask, column: EntryColumn, text: string) => void;
  readonly onAt: (task: EntryTask) => void;
  /** Beside a task: its verdict and its acts. */
  readonly verdict: (task: EntryTask) => ReactNode;
  /** Under a task: what came of saving it. */
  readonly told: (task: EntryTask) => ReactNode;
}

/**
 * Values to be typed, one task's as a list of its items, several tasks' a row each. Enter goes on and Shift+Enter back in the order of typing,
 * the arrows walk, Alt with a digit types one of an item's words.
 */
export function EntryGrid({ group, tasks, columns, typed, judged, onType, onAt, verdict, told }: EntryGridProps) {
  const { label } = useText();
  const table = useRef<HTMLTableElement>(null);
  const items = new Map(group.items.map((item) => [item.itemId, item]));
  const [only] = tasks.length === 1 ? tasks : [];
  const isThere = (task: EntryTask, column: EntryColumn): boolean => task.refusal === null && hasCell(task, column);
  const cells = only ? columns.map((column) => [isThere(only, column)]) : tasks.map((task) => columns.map((column) => isThere(task, column)));
  const idAt = ([row, column]: readonly [number, number]): string => {
    const [task, of] = only ? [only, columns[row]] : [tasks[row], columns[column]];
    return `${task?.taskId} ${of?.key}`;
  };
  const nameOf = ({ itemId, metric: measure }: EntryColumn): string =>
    itemId === null ? label(metric.labelOf(measure ?? '') ?? ['', '']) : (items.get(itemId)?.itemName ?? itemId);
  const wordsOf = ({ itemId }: EntryColumn): readonly string[] => {
    const item = itemId === null ? undefined : items.get(itemId);
    return item ? usualWords(group.rule, item) : [];
  };
  const go = (to: readonly [number, number] | null): void => {
    if (to) table.current?.querySelector<HTMLInputElement>(`[data-cell="${idAt(to)}"]`)?.focus();
  };
  const onKey = (event: KeyboardEvent<HTMLElement>, at: readonly [number, number], task: EntryTask, column: EntryColumn): void => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const word = event.altKey ? wordsOf(column)[Number(event.code.replace('Digit', '') || event.key) - 1] : undefined;
    if (word !== undefined) {
      event.preventDefault();
      onType(task, column, word);
      return;
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      go(nextCell(cells, at, event.shiftKey ? -1 : 1));
      return;
    }
    const step = steps[event.key];
    if (!step || event.altKey || event.shiftKey || (step[1] !== 0 && !leavesText(input, event.key))) return;
    event.preventDefault();
    go(stepFrom(cells, at, step));
  };
  const cellOf = (task: EntryTask, column: EntryColumn, at: readonly [number, number]) =>
    hasCell(task, column) ? (
      <chakra.div onKeyDown={(event) => onKey(event, at, task, column)}>
        <EntryCell
          at={idAt(at)}
          name={`${task.labCode ?? task.sampleCode} ${nameOf(column)}`}
          value={textAt(typed(task), column)}
          kept={textAt(typedOf(task), column)}
          judged={column.itemId === null ? undefined : judged(task).cells[column.itemId]}
          isClosed={task.refusal !== null}
          placeholder={column.itemId !== null && group.rule.judgeKind === judgeKind.pathogen ? notFoundWord : undefined}
          onType={(text) => onType(task, column, text)}
          onAt={() => onAt(task)}
        />
      </chakra.div>
    ) : null;

  if (only)
    return (
      <>
        <chakra.div display="flex" gap={3} alignItems="center" flexWrap="wrap" mb={2}>
          {verdict(only)}
        </chakra.div>
        {told(only)}
        <chakra.table ref={table} w="full" textStyle="dense" aria-label={label(['结果录入', 'Result entry'])}>
          <thead>
            <tr>
              <Head>{label(['检测项', 'Item'])}</Head>
              <Head w="240px">{label(['结果', 'Result'])}</Head>
              <Head>{label(['单位', 'Unit'])}</Head>
              <Head>{label(['参考范围', 'Reference range'])}</Head>
              <Head>{label(['判断', 'Judged'])}</Head>
              <Head>{label(['历次结果', 'Earlier results'])}</Head>
            </tr>
          </thead>
          <tbody>
            {columns.map((column, row) => {
              const item = column.itemId === null ? undefined : items.get(column.itemId);
              const words = column.itemId === null ? [] : saidOf(judged(only).cells[column.itemId]);
              const limit = group.limits.find((one) => one.metric === column.metric);
              return (
                <tr key={column.key}>
                  <Cell>
                    {nameOf(column)} {item ? <chakra.span color="fg.muted">{item.itemCode}</chakra.span> : null}
                  </Cell>
                  <Cell>{cellOf(only, column, [row, 0])}</Cell>
                  <Cell>{item?.unit}</Cell>
                  <Cell>{item ? item.referenceRange : limit ? limitText(limit) : null}</Cell>
                  <Cell color={words[0] ? `${words[0].tone}.text` : 'fg.muted'}>
                    {words.map(({ mark, word }) => `${mark} ${label(word)}`).join(' ')}
                    {words.length === 0 ? (
                      <chakra.span>
                        {wordsOf(column)
                          .map((word, at) => `Alt+${at + 1} ${word}`)
                          .join('  ')}
                      </chakra.span>
                    ) : null}
                  </Cell>
                  <Cell color="fg.muted">{earlierText(only.previous[column.itemId ?? ''] ?? [], item?.unit ?? null)}</Cell>
                </tr>
              );
            })}
          </tbody>
        </chakra.table>
      </>
    );
  return (
    <chakra.div overflow="auto" minH={0}>
      <chakra.table ref={table} textStyle="dense" minW="full" aria-label={label(['结果录入', 'Result entry'])}>
        <thead>
          <tr>
            <Head left={0} zIndex={2}>
              {label(['样本', 'Sample'])}
            </Head>
            {columns.map((column) => {
              const item = column.itemId === null ? undefined : items.get(column.itemId);
              const words = wordsOf(column).map((word, at) => `Alt+${at + 1} ${word}`);
              return (
                <Head key={column.key} title={[nameOf(column), item?.referenceRange, ...words].filter(Boolean).join('\n')}>
                  {item ? item.itemCode : nameOf(column)}
                  <chakra.div fontSize="11px">{item?.referenceRange ?? ''}</chakra.div>
                </Head>
              );
            })}
            <Head right={0} zIndex={2}>
              {label(['判断', 'Judged'])}
            </Head>
          </tr>
        </thead>
        <tbody>
          {tasks.map((task, row) => (
            <Fragment key={task.taskId}>
              <tr>
                <Cell whiteSpace="nowrap" position="sticky" left={0} bg="bg.panel" zIndex={1}>
                  <chakra.span fontFamily="mono">{task.labCode ?? task.sampleCode}</chakra.span> {task.personName}
                </Cell>
                {columns.map((column, at) => (
                  <Cell key={column.key}>{cellOf(task, column, [row, at])}</Cell>
                ))}
                <Cell whiteSpace="nowrap" position="sticky" right={0} bg="bg.panel" zIndex={1}>
                  <chakra.div display="flex" gap={2} alignItems="center">
                    {verdict(task)}
                  </chakra.div>
                </Cell>
              </tr>
              {told(task) ? (
                <tr>
                  <Cell colSpan={columns.length + 2}>{told(task)}</Cell>
                </tr>
              ) : null}
            </Fragment>
          ))}
        </tbody>
      </chakra.table>
    </chakra.div>
  );
}
