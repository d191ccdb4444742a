import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { placeKind, type PlaceKind } from '#domain/lab/batch/sheetChoices.ts';
import { placeOf, wellOf, type PlateFormat } from '#domain/lab/rules/plate.ts';
import { useText } from '#src/console/useText.ts';
import { placeName, type EditedPlace } from './plateEdit.ts';

const tones: Readonly<Record<PlaceKind, string>> = { 1: 'accent', 2: 'info', 3: 'success', 4: 'neutral', 5: 'warning' };

const Well = chakra('button', {
  base: {
    w: 'full',
    minW: 0,
    px: '2px',
    border: '1px solid',
    borderColor: 'border',
    borderRadius: 'sm',
    bg: 'bg.panel',
    fontSize: '11px',
    lineHeight: '14px',
    fontVariantNumeric: 'tabular-nums',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    _focusVisible: { outline: '2px solid {colors.accent.focus}', outlineOffset: '1px' },
    '&[data-tone=accent]': { bg: 'accent.subtle', color: 'accent.text', borderColor: 'accent.solid' },
    '&[data-tone=info]': { bg: 'info.subtle', color: 'info.text', borderColor: 'info.border' },
    '&[data-tone=success]': { bg: 'success.subtle', color: 'success.text', borderColor: 'success.border' },
    '&[data-tone=danger]': { bg: 'danger.subtle', color: 'danger.text', borderColor: 'danger.border' },
    '&[data-tone=warning]': { bg: 'warning.subtle', color: 'warning.text', borderColor: 'warning.border' },
    '&[data-tone=neutral]': { bg: 'bg.muted', color: 'fg.muted' },
    '&[data-fault]': { bg: 'danger.subtle', color: 'danger.text', borderColor: 'danger.solid', fontWeight: 'semibold' },
    '&[data-next]': { borderStyle: 'dashed', borderColor: 'accent.solid', borderWidth: '2px' },
    '&[data-held]': { opacity: 0.5, borderStyle: 'dashed' },
  },
});

export interface PlateGridProps {
  readonly format: Exclude<PlateFormat, 0>;
  readonly places: readonly EditedPlace[];
  /** What is wrong at a well, in the user's language. */
  readonly faults: ReadonlyMap<string, string>;
  /** The well that the next scan fills; null: the plate is full. */
  readonly next: string | null;
  readonly isReadOnly: boolean;
  readonly onNext: (well: string) => void;
  readonly onMove: (from: string, to: string) => void;
  readonly onClear: (well: string) => void;
  /** How wells are marked instead of by what stands in them: a colour never without its sign and word. */
  readonly marks?: ReadonlyMap<string, WellMark>;
  /** Of a plate that is only looked at: a well is looked at. */
  readonly onLook?: (well: string) => void;
  /** Enter on a well of it. */
  readonly onEnter?: () => void;
  /** The well that has the focus where somebody outside moves it. */
  readonly looked?: string | null;
}
export interface WellMark {
  readonly tone: 'success' | 'warning' | 'danger' | 'info' | 'neutral';
  readonly sign: string;
  readonly word: string;
}

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * A plate, a button a well. By mouse: a free well is where the next scan goes, a filled one is dragged to another. By keys: the arrows walk,
 * Enter takes a well's content and puts it down again, Delete clears, Escape lets go.
 */
export function PlateGrid(props: PlateGridProps) {
  const { format, places, faults, next, isReadOnly, onNext, onMove, onClear, marks, onLook, onEnter, looked = null } = props;
  const { label } = useText();
  const grid = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<string | null>(null);
  const [at, setAt] = useState('A01');
  const rows = format === 384 ? 16 : 8;
  const columns = format / rows;
  const byWell = new Map(places.map((place) => [place.at, place]));
  const current = placeOf(format, at) === null ? 'A01' : at;
  useEffect(() => {
    if (looked !== null) grid.current?.querySelector<HTMLElement>(`[data-well=${looked}]`)?.focus();
  }, [looked]);

  const act = (well: string): void => {
    if (isReadOnly) return onLook?.(well);
    if (held !== null) {
      if (held !== well) onMove(held, well);
      setHeld(null);
    } else if (byWell.has(well)) setHeld(well);
    else onNext(well);
  };
  const onKey = (event: KeyboardEvent, well: string): void => {
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      const place = (placeOf(format, well) ?? 1) - 1;
      const row = Math.min(rows - 1, Math.max(0, (place % rows) + step[0]));
      const column = Math.min(columns - 1, Math.max(0, Math.floor(place / rows) + step[1]));
      const to = wellOf(format, column * rows + row + 1);
      setAt(to);
      grid.current?.querySelector<HTMLElement>(`[data-well=${to}]`)?.focus();
    } else if (event.key === 'Enter' && onEnter) {
      event.preventDefault();
      onEnter();
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && !isReadOnly && byWell.has(well)) {
      event.preventDefault();
      onClear(well);
    } else if (event.key === 'Escape' && held !== null) {
      event.preventDefault();
      event.stopPropagation();
      setHeld(null);
    }
  };
  return (
    <chakra.div
      ref={grid}
      role="grid"
      aria-label={label(['板', 'Plate'])}
      display="grid"
      gap="2px"
      style={{ gridTemplateColumns: `18px repeat(${columns}, minmax(0, ${format === 8 ? '120px' : '1fr'}))` }}
      data-plate={format}
    >
      {Array.from({ length: rows + 1 }, (_row, line) => (
        <chakra.div key={line} role="row" display="contents">
          {Array.from({ length: columns + 1 }, (_column, column) => {
            if (line === 0 || column === 0)
              return (
                <chakra.span
                  key={column}
                  role={line === 0 ? 'columnheader' : 'rowheader'}
                  fontSize="11px"
                  color="fg.muted"
                  textAlign="center"
                  alignSelf="center"
                >
                  {line === 0 ? column || '' : String.fromCharCode(64 + line)}
                </chakra.span>
              );
            const well = wellOf(format, (column - 1) * rows + line);
            const place = byWell.get(well);
            const fault = faults.get(well);
            const mark = marks?.get(well);
            const name = place ? placeName(place) : '';
            const kind = place ? label(placeKind.labelOf(place.kind) ?? ['', '']) : label(['空', 'Free']);
            return (
              <Well
                key={column}
                type="button"
                role="gridcell"
                data-well={well}
                h={format === 384 ? '20px' : '30px'}
                tabIndex={well === current ? 0 : -1}
                data-tone={mark?.tone ?? (place ? tones[place.kind] : undefined)}
                data-fault={fault ? '' : undefined}
                data-next={well === next && !isReadOnly ? '' : undefined}
                data-held={well === held ? '' : undefined}
                aria-label={[well, kind, name, mark?.word, fault].filter(Boolean).join(' ')}
                title={[`${well} ${kind} ${name}`, mark?.word, fault].filter(Boolean).join('\n')}
                draggable={place !== undefined && !isReadOnly}
                onFocus={() => {
                  setAt(well);
                  onLook?.(well);
                }}
                onClick={() => act(well)}
                onKeyDown={(event) => onKey(event, well)}
                onDragStart={(event) => {
                  event.dataTransfer.setData('text/plain', well);
                  event.dataTransfer.effectAllowed = 'move';
                }}
                onDragOver={(event) => {
                  if (!isReadOnly) event.preventDefault();
                }}
                onDrop={(event) => {
                  event.preventDefault();
                  const from = event.dataTransfer.getData('text/plain');
                  if (byWell.has(from) && from !== well) onMove(from, well);
                }}
              >
                {mark ? `${mark.sign} ` : ''}
                {/* The end of a code tells tubes of one day apart. */}
                {format === 384 ? name.slice(-2) : name.length > 5 ? name.slice(-4) : name}
              </Well>
            );
          })}
        </chakra.div>
      ))}
    </chakra.div>
  );
}
