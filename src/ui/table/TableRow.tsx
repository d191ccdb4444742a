import { memo, type ReactNode } from 'react';
import { MenuButton } from '../MenuButton.tsx';
import { type Say, useLanguage, useSay } from '../language.ts';
import type { RowAct, TableColumn } from './column.ts';
import { ActWord } from './tableStyles.ts';
import { actsKey, indexKey, tickKey, type VisibleColumn } from './useColumns.ts';
import type { Language } from '#domain/kernel/label.ts';

/** The plain text of a cell: what is shown, copied and exported. */
export function cellText<Row>(column: TableColumn<Row>, row: Row, language: Language): string {
  if (column.text) return column.text(row, language);
  const value = (row as Record<string, unknown>)[column.key];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

export interface TableRowProps<Row> {
  readonly row: Row;
  readonly id: string;
  /** As shown in the index column. */
  readonly number: number;
  /** Place among all rows, from 0; what the keys move over. */
  readonly place: number;
  readonly visible: readonly VisibleColumn<Row>[];
  readonly offsets: Readonly<Record<string, number>>;
  readonly acts: readonly RowAct<Row>[];
  readonly isTicked: boolean;
  readonly mayTick: boolean;
  readonly hasTicks: boolean;
  readonly isActive: boolean;
  /** Key of the marked cell of an active row. */
  readonly activeColumn: string | null;
  readonly gridId: string;
}

function Acts<Row>({
  row,
  acts,
  isActive,
  say,
}: {
  readonly row: Row;
  readonly acts: readonly RowAct<Row>[];
  readonly isActive: boolean;
  readonly say: Say;
}) {
  const shown = acts.filter((act) => act.isShown?.(row) ?? true);
  const words = shown.length <= 3 ? shown : shown.slice(0, 2);
  const more = shown.slice(words.length);
  // Only the marked row's acts are tab stops: ninety of them would bar the way to the pager.
  const tabIndex = isActive ? 0 : -1;
  return (
    <>
      {words.map((act) => {
        const may = act.mayAct?.(row) ?? true;
        return (
          <ActWord
            key={act.key}
            type="button"
            tabIndex={tabIndex}
            data-act={act.key}
            data-danger={act.isDanger || undefined}
            aria-disabled={may !== true || undefined}
            data-tip={may === true ? undefined : say(may)}
            onClick={() => may === true && act.onAct(row)}
          >
            {say(act.label)}
          </ActWord>
        );
      })}
      {more.length > 0 ? (
        <MenuButton
          trigger={
            <ActWord type="button" tabIndex={tabIndex}>
              {say(['更多', 'More'])}
            </ActWord>
          }
          acts={more.map((act) => ({
            key: act.key,
            label: act.label,
            icon: act.icon,
            isDanger: act.isDanger,
            mayAct: act.mayAct?.(row) ?? true,
            onAct: () => act.onAct(row),
          }))}
        />
      ) : null}
    </>
  );
}

function TableRowInner<Row>(props: TableRowProps<Row>) {
  const { row, id, number, place, visible, offsets, acts, isTicked, mayTick, hasTicks, isActive, activeColumn, gridId } = props;
  const language = useLanguage();
  const say = useSay();
  const lastStart = visible.findLast(({ pin }) => pin === 'start')?.key;
  const firstEnd = visible.find(({ pin }) => pin === 'end')?.key;
  const cellOf = (key: string, column: TableColumn<Row> | undefined): ReactNode => {
    if (key === tickKey)
      return (
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isTicked}
          disabled={!mayTick}
          readOnly
          aria-label={say(['选择第 {number} 行', 'Select row {number}'], { number })}
        />
      );
    if (key === indexKey) return number;
    if (key === actsKey) return <Acts row={row} acts={acts} isActive={isActive} say={say} />;
    if (!column) return null;
    return column.cell ? column.cell(row) : cellText(column, row, language);
  };
  return (
    <tr
      data-row={id}
      data-place={place}
      aria-rowindex={place + 2}
      aria-selected={hasTicks ? isTicked : undefined}
      data-active={isActive || undefined}
    >
      {visible.map(({ key, pin, column }) => (
        <td
          key={key}
          id={isActive && key === activeColumn ? `${gridId}-active` : undefined}
          className={key === tickKey ? 'tick' : key === indexKey ? 'index' : key === actsKey ? 'acts' : undefined}
          data-column={key}
          data-active={(isActive && key === activeColumn) || undefined}
          data-align={column?.align}
          data-mono={column?.isMono || undefined}
          data-faint={column?.isFaint?.(row) || undefined}
          data-pin={pin || undefined}
          data-edge={key === lastStart ? 'start' : key === firstEnd ? 'end' : undefined}
          data-tip-cut={column ? '' : undefined}
          style={pin ? { [pin === 'start' ? 'left' : 'right']: offsets[key] } : undefined}
        >
          {cellOf(key, column)}
        </td>
      ))}
    </tr>
  );
}

/** One row; rendered again only when something of its own changes. */
export const TableRow = memo(TableRowInner) as typeof TableRowInner;
