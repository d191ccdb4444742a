import { chakra } from '@chakra-ui/react';
import { Lock } from 'lucide-react';
import { goalSide } from '#domain/base/qualityIndex.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { countMonthRefusal, saveQuality } from '#domain/search/qualityActs.ts';
import { isComputed, isGoalMet, isNotApplicable, shownFigure } from '#domain/search/qualityFigure.ts';
import { figurePart, monthState, type QualityCell, type QualityMonth, type QualityRow, type QualityYear } from '#domain/search/qualityIndexValue.ts';
import type { CodeOf } from '#domain/kernel/choices.ts';
import { useNow } from '#src/console/useNow.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';

const Frame = chakra('div', {
  base: {
    overflow: 'auto',
    scrollPaddingTop: '56px',
    scrollPaddingInlineStart: '200px',
    flex: 1,
    minH: 0,
    border: 'hairline',
    borderRadius: 'md',
    bg: 'bg.panel',
  },
});
const Table = chakra('table', {
  base: {
    textStyle: 'dense',
    fontVariantNumeric: 'tabular-nums',
    minW: 'full',
    // Narrow, so that November stands beside the menu at 1366.
    '& th, & td': { px: 1.5, py: 1, textAlign: 'end', whiteSpace: 'nowrap', fontWeight: 'normal', borderBottom: 'hairline', verticalAlign: 'top' },
    '& th[scope=row]': { textAlign: 'start', position: 'sticky', left: 0, bg: 'bg.panel' },
    '& thead th:first-of-type': { textAlign: 'start' },
    '& thead th': { color: 'fg.muted', position: 'sticky', top: 0, bg: 'bg.panel', zIndex: 1 },
  },
});
const Plain = chakra('button', {
  base: {
    cursor: 'pointer',
    '&[aria-pressed=true]': { color: 'accent.text', fontWeight: 'semibold' },
    '&[data-opens]': { color: 'accent.text', textDecoration: 'underline', textUnderlineOffset: '2px' },
  },
});

/** A number that was opened: its list where `part` says which, else what is typed of it. */
export interface OpenedFigure {
  readonly row: QualityRow;
  readonly cell: QualityCell | null;
  readonly month: string;
  readonly part: CodeOf<typeof figurePart> | null;
}
interface TableProps {
  readonly page: QualityYear;
  /** The chosen one. */
  readonly month: string;
  readonly onMonth: (month: string) => void;
  readonly onOpen: (figure: OpenedFigure) => void;
}

/** Indexes by months: the figure, whether it meets the goal, and the numbers it is made of. */
export function QualityTable({ page, month: chosen, onMonth, onOpen }: TableProps) {
  const { label } = useText();
  return (
    <Frame>
      <Table aria-label={label(['质量指标统计', 'Quality indicators'])}>
        <thead>
          <tr>
            <th scope="col">{label(['指标', 'Index'])}</th>
            <th scope="col">{label(['目标', 'Goal'])}</th>
            {page.months.map(({ month, state }) => (
              <th key={month} scope="col">
                <Plain
                  type="button"
                  aria-pressed={month === chosen}
                  onClick={() => onMonth(month)}
                  title={label(monthState.labelOf(state) ?? ['', ''])}
                >
                  {month}
                  {state === monthState.closed ? (
                    <chakra.span display="inline-flex" verticalAlign="middle" ms={1} role="img" aria-label={label(['已关闭', 'Closed'])}>
                      <Lock size={12} aria-hidden />
                    </chakra.span>
                  ) : null}
                </Plain>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {page.rows.map((row) => (
            <tr key={row.qualityIndexId} data-index={row.indexCode}>
              <th scope="row" title={[row.numeratorText, row.denominatorText].filter(Boolean).join(' / ')}>
                {row.indexCode} {row.indexName}
              </th>
              <td>{`${row.goalSide === null ? '' : (goalSide.labelOf(row.goalSide)?.[0] ?? '')} ${row.goal ?? ''} ${row.unit ?? ''}`}</td>
              {page.months.map((head) => (
                <td key={head.month}>
                  <Cell row={row} head={head} cell={row.cells.find(({ month }) => month === head.month) ?? null} onOpen={onOpen} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Frame>
  );
}

interface CellProps {
  readonly row: QualityRow;
  readonly head: QualityMonth;
  readonly cell: QualityCell | null;
  readonly onOpen: TableProps['onOpen'];
}
function Cell({ row, head, cell, onOpen }: CellProps) {
  const { label } = useText();
  const { can } = useSession();
  const now = formatDateTime(useNow());
  const isTyped = !isComputed(row.indexCode);
  const mayType = isTyped && can(saveQuality.permission) && countMonthRefusal(head, now) === null;
  const open = (part: OpenedFigure['part']) => onOpen({ row, cell, month: head.month, part });
  if (!cell)
    return mayType ? (
      <Plain type="button" data-opens="" onClick={() => open(null)} aria-label={`${row.indexCode} ${head.month} ${label(['填报', 'Type'])}`}>
        {label(['填报', 'Type'])}
      </Plain>
    ) : (
      <chakra.span color="fg.muted">—</chakra.span>
    );
  const numbers = cell.value === null && cell.numerator !== null ? `${cell.numerator}/${cell.denominator}` : `n=${cell.denominator ?? 0}`;
  return (
    <>
      <div>
        {isNotApplicable(cell) ? label(['不适用', 'N/A']) : shownFigure(cell, row.unit)} <GoalMark isMet={isGoalMet(cell, row)} />
      </div>
      {isTyped ? (
        mayType ? (
          <Plain type="button" data-opens="" onClick={() => open(null)} aria-label={`${row.indexCode} ${head.month} ${label(['填报', 'Type'])}`}>
            {numbers}
          </Plain>
        ) : (
          <chakra.span color="fg.muted">{numbers}</chakra.span>
        )
      ) : (
        <chakra.span color="fg.muted">
          {cell.numerator === null ? (
            'n='
          ) : (
            <>
              <Part
                count={cell.numerator}
                name={`${row.indexCode} ${head.month} ${label(['分子', 'numerator'])}`}
                onOpen={() => open(figurePart.numerator)}
              />
              {'/'}
            </>
          )}
          <Part
            count={cell.denominator ?? 0}
            name={`${row.indexCode} ${head.month} ${label(['分母', 'denominator'])}`}
            onOpen={() => open(figurePart.denominator)}
          />
        </chakra.span>
      )}
    </>
  );
}

/** A number that opens what it counts; nothing counted opens nothing. */
function Part({ count, name, onOpen }: { readonly count: number; readonly name: string; readonly onOpen: () => void }) {
  if (count === 0) return <>0</>;
  return (
    <Plain type="button" data-opens="" aria-label={`${name} ${count}`} onClick={onOpen}>
      {count}
    </Plain>
  );
}

/** A mark of its own shape, with its word for who hovers or hears. */
function GoalMark({ isMet }: { readonly isMet: boolean | null }) {
  const { label } = useText();
  if (isMet === null) return null;
  const word = isMet ? label(['达标', 'Goal met']) : label(['未达标', 'Goal not met']);
  return (
    <chakra.span role="img" aria-label={word} title={word} color={isMet ? 'success.text' : 'danger.text'}>
      {isMet ? '✓' : '✗'}
    </chakra.span>
  );
}
