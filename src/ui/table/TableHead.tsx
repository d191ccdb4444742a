import { chakra } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { useSay } from '../language.ts';
import type { Sort, TableColumn } from './column.ts';
import { Grip } from './tableStyles.ts';
import type { TableView } from './tableView.ts';
import { actsKey, indexKey, tickKey, type useColumns } from './useColumns.ts';

type Columns<Row> = ReturnType<typeof useColumns<Row>>;

export interface TableHeadProps<Row> {
  readonly columns: Columns<Row>;
  readonly view: TableView;
  readonly offsets: Readonly<Record<string, number>>;
  readonly sort: Sort | null;
  readonly onSort?: (sort: Sort | null) => void;
  /** null: nothing can be ticked. */
  readonly tickState: 'none' | 'some' | 'all' | null;
  readonly onTickAll: () => void;
}

/** The next state of a sorted head: ascending, descending, not at all. */
function nextSort(sort: Sort | null, key: string): Sort | null {
  if (sort?.key !== key) return { key, isDescending: false };
  return sort.isDescending ? null : { key, isDescending: true };
}

/** The head: sorts by click, resizes by its grip, reorders by dragging. */
export function TableHead<Row>({ columns, view, offsets, sort, onSort, tickState, onTickAll }: TableHeadProps<Row>) {
  const say = useSay();
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const visible = columns.visible;
  const lastStart = visible.findLast(({ pin }) => pin === 'start')?.key;
  const firstEnd = visible.find(({ pin }) => pin === 'end')?.key;

  const dragProps = (key: string, isMovable: boolean) =>
    isMovable
      ? {
          draggable: true,
          onDragStart: (event: DragEvent) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', key);
            setDragged(key);
          },
          onDragOver: (event: DragEvent) => {
            if (dragged === null || dragged === key) return;
            event.preventDefault();
            setOver(key);
          },
          onDragEnd: () => {
            setDragged(null);
            setOver(null);
          },
          onDrop: (event: DragEvent) => {
            event.preventDefault();
            if (dragged !== null) view.move(dragged, key);
            setDragged(null);
            setOver(null);
          },
        }
      : {};

  const content = (key: string, column: TableColumn<Row> | undefined) => {
    if (key === tickKey) {
      return tickState === null ? (
        // A head with nothing to tick still has a name for who hears the table.
        <chakra.span srOnly>{say(['选择', 'Select'])}</chakra.span>
      ) : (
        <input
          type="checkbox"
          aria-label={say(['全选本页', 'Select all on this page'])}
          checked={tickState === 'all'}
          ref={(box) => void (box && (box.indeterminate = tickState === 'some'))}
          onChange={onTickAll}
        />
      );
    }
    if (key === indexKey) return '#';
    if (key === actsKey) return say(['操作', 'Actions']);
    if (!column) return null;
    const title = say(column.title);
    if (!column.sortKey || !onSort)
      return (
        <div className="name" data-tip-cut="">
          {title}
        </div>
      );
    const isSorted = sort?.key === column.sortKey;
    const Icon = !isSorted ? ChevronsUpDown : sort.isDescending ? ArrowDown : ArrowUp;
    return (
      <button type="button" data-align={column.align} onClick={() => onSort(nextSort(sort, column.sortKey ?? ''))}>
        <span className="name" data-tip-cut="">
          {title}
        </span>
        <Icon size={12} aria-hidden style={{ flexShrink: 0, opacity: isSorted ? 1 : 0.45 }} />
      </button>
    );
  };

  return (
    <thead>
      <tr>
        {visible.map(({ key, pin, column }) => {
          const header = columns.headers.find((other) => other.column.id === key);
          const isSorted = column?.sortKey !== undefined && sort?.key === column.sortKey;
          return (
            <th
              key={key}
              scope="col"
              className={key === tickKey ? 'tick' : key === actsKey ? 'acts' : undefined}
              data-align={column?.align ?? (key === indexKey ? 'end' : undefined)}
              data-pin={pin || undefined}
              data-edge={key === lastStart ? 'start' : key === firstEnd ? 'end' : undefined}
              data-drop={over === key ? 'before' : undefined}
              style={pin ? { [pin === 'start' ? 'left' : 'right']: offsets[key] } : undefined}
              aria-sort={isSorted ? (sort?.isDescending ? 'descending' : 'ascending') : undefined}
              {...dragProps(key, column !== undefined)}
            >
              {content(key, column)}
              {column && header ? (
                <Grip
                  aria-hidden
                  draggable
                  data-resizing={header.column.getIsResizing() || undefined}
                  style={
                    header.column.getIsResizing() ? { transform: `translateX(${columns.table.state.columnResizing.deltaOffset ?? 0}px)` } : undefined
                  }
                  onDragStart={(event) => {
                    event.preventDefault();
                    event.stopPropagation();
                  }}
                  onMouseDown={header.getResizeHandler()}
                  onTouchStart={header.getResizeHandler()}
                />
              ) : null}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
