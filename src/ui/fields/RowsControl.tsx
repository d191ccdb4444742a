import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { filledRows, type FieldRow, isNoneRow } from '#domain/kernel/fieldRows.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { IconButton } from '../IconButton.tsx';
import { useSay } from '../language.ts';
import { enterField, skippedFilled } from '../focusNext.ts';
import { takesScan } from '../scan/fieldScan.ts';
import { ariaOf, type ControlProps, isComposing } from './control.ts';

/** What a cell is drawn from; its owner gives the control of the column's kind. */
export interface CellProps extends ControlProps<unknown> {
  readonly field: Field;
}
export interface RowsControlProps extends ControlProps<readonly FieldRow[]> {
  readonly field: Field;
  readonly cell: (props: CellProps) => ReactNode;
}

const Table = chakra('table', {
  base: {
    w: 'full',
    borderCollapse: 'collapse',
    textStyle: 'dense',
    '& th': { px: 1, py: '2px', textAlign: 'left', fontWeight: 'normal', textStyle: 'note', color: 'fg.muted', whiteSpace: 'nowrap' },
    '& td': { px: '2px', py: '2px', verticalAlign: 'top' },
    '& th > i': { color: 'danger.text', fontStyle: 'normal' },
  },
});
const Undo = chakra('button', { base: { color: 'accent.text', textDecoration: 'underline', cursor: 'pointer' } });

/** Room a column asks for before the grid scrolls, px. */
const widthOf = ({ kind, choices, codeOf }: Field): number =>
  codeOf
    ? 260
    : kind === 'choice'
      ? (choices?.options.length ?? 0) > 3
        ? 130
        : 190
      : kind === 'yesNo'
        ? 116
        : kind === 'date'
          ? 150
          : kind === 'integer'
            ? 80
            : 130;

/** A cell's value as its control takes it: nothing stays nothing of the right kind. */
function cellValue(field: Field, value: unknown): unknown {
  if (field.kind === 'choice' || field.kind === 'yesNo' || field.kind === 'ref') return value ?? null;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

interface Removed {
  readonly row: FieldRow;
  readonly at: number;
}

/**
 * Rows as they are typed: an empty one always stands at the end and becomes a row with its first letter. Enter goes from cell to cell and, in
 * the empty row, on to the next field; Ctrl+Delete removes a row, Ctrl+Z right after brings it back.
 */
export function RowsControl({ field, cell, id, value, defaultValue, onChange, onBlur, isReadOnly, isDisabled, ...rest }: RowsControlProps) {
  const say = useSay();
  const [own, setOwn] = useState<readonly FieldRow[]>(defaultValue ?? []);
  const [removed, setRemoved] = useState<Removed | null>(null);
  const box = useRef<HTMLDivElement>(null);
  /** Changes with each row that goes or comes back: the controls begin anew, so that none keeps what was typed in another row. */
  const [generation, setGeneration] = useState(0);
  const focus = useRef<number | null>(null);
  const given = value === undefined ? own : value;
  const rows = Array.isArray(given) ? (given as readonly FieldRow[]) : [];
  const isClosed = isReadOnly || isDisabled || false;
  const max = field.max ?? 50;
  // Once it says 无 there is no more to tell of.
  const isNone = (row: FieldRow | undefined): boolean => row !== undefined && isNoneRow(field, row);
  const shown = isClosed || rows.length >= max || (rows.length === 1 && isNone(rows[0])) ? rows : [...rows, {}];

  useEffect(() => {
    if (focus.current === null) return;
    const first = box.current
      ?.querySelectorAll<HTMLElement>('[data-row]')
      [focus.current]?.querySelector<HTMLElement>('input, textarea, [role=radio]');
    focus.current = null;
    if (first) enterField(first);
  });

  const columns = Object.entries<Field>(field.columns ?? {});
  const filledColumns = new Set(columns.map(([, column]) => column.fills));
  const keep = (next: readonly FieldRow[]): void => {
    setOwn(next);
    onChange?.(next);
  };
  const change = (at: number, name: string, next: unknown, called?: string): void => {
    setRemoved(null);
    const filled = field.columns?.[name]?.fills;
    const row = { ...rows[at], [name]: next, ...(filled && called ? { [filled]: called } : {}) };
    // Leaving an empty cell of the row that is none yet makes no row of it.
    if (at >= rows.length && filledRows([row]).length === 0) return;
    const all = at < rows.length ? rows.map((one, index) => (index === at ? row : one)) : [...rows, row];
    // A picker goes on with the key that chooses: the row and what it fills must stand by then.
    if (called === undefined) keep(all);
    else flushSync(() => keep(all));
  };
  const remove = (at: number): void => {
    const row = rows[at];
    if (!row || isClosed) return;
    setGeneration((before) => before + 1);
    setRemoved({ row, at });
    focus.current = Math.min(at, rows.length - 1);
    keep(rows.filter((_row, index) => index !== at));
  };
  const bringBack = (): void => {
    if (!removed) return;
    setGeneration((before) => before + 1);
    focus.current = removed.at;
    setRemoved(null);
    keep([...rows.slice(0, removed.at), removed.row, ...rows.slice(removed.at)]);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (isComposing(event) || !(event.ctrlKey || event.metaKey)) return;
    const at = Number((event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset['row'] ?? -1);
    if (event.key === 'Delete' && at >= 0 && at < rows.length) {
      event.preventDefault();
      event.stopPropagation();
      remove(at);
    } else if (event.key.toLowerCase() === 'z' && removed) {
      event.preventDefault();
      bringBack();
    }
  };
  const nameOf = (at: number): { readonly row: number } => ({ row: at + 1 });
  return (
    <chakra.div
      ref={box}
      role="group"
      {...ariaOf({ ...rest, isInvalid: undefined, isRequired: undefined })}
      overflowX="auto"
      data-rows
      onKeyDown={onKeyDown}
      onBlur={(event: FocusEvent<HTMLDivElement>) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) onBlur?.();
      }}
    >
      <Table>
        <thead>
          <tr>
            {columns.map(([name, column]) => (
              <th key={name} scope="col" style={{ minWidth: widthOf(column) }}>
                {column.required ? <i aria-hidden>*</i> : null}
                {say(column.label)}
              </th>
            ))}
            {isClosed ? null : <td />}
          </tr>
        </thead>
        <tbody data-enter-optional={rows.length > 0 ? '' : undefined}>
          {shown.map((row, at) => (
            <tr key={`${generation} ${at}`} data-row={at}>
              {columns.map(([name, column], place) => (
                // Of the empty row at the end Enter stops at its first cell alone.
                <td
                  key={name}
                  data-enter-skip={place > 0 && (at >= rows.length || isNone(row)) ? 'always' : filledColumns.has(name) ? skippedFilled : undefined}
                  data-column={name}
                  {...(column.kind === 'code' && !column.codeOf ? { [takesScan]: '' } : {})}
                >
                  {cell({
                    field: column,
                    // The first cell stands for the grid: jumps and labels lead to it.
                    ...(at === 0 && place === 0 ? { id } : {}),
                    size: 'sm',
                    value: cellValue(column, row[name]),
                    onChange: (next, called) => change(at, name, next, called),
                    isReadOnly: isClosed,
                    isRequired: false,
                    isInvalid: rest.isInvalid,
                    autoFocus: rest.autoFocus === true && at === 0 && place === 0,
                    ariaLabel: say(['第 {row} 行 {column}', 'Row {row}: {column}'], { ...nameOf(at), column: say(column.label) }),
                  })}
                </td>
              ))}
              {isClosed ? null : (
                <td>
                  {at < rows.length ? (
                    <IconButton
                      icon={X}
                      size="sm"
                      label={say(['删除第 {row} 行', 'Remove row {row}'], nameOf(at))}
                      keyHint="Ctrl+Delete"
                      onClick={() => remove(at)}
                      tabIndex={-1}
                    />
                  ) : null}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
      {removed ? (
        <chakra.div role="status" textStyle="note" color="fg.muted">
          {say(['已删除第 {row} 行', 'Row {row} is removed'], nameOf(removed.at))}{' '}
          <Undo type="button" onClick={bringBack}>
            {say(['撤销 Ctrl+Z', 'Undo Ctrl+Z'])}
          </Undo>
        </chakra.div>
      ) : null}
    </chakra.div>
  );
}
