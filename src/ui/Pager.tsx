import { chakra } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import { useSay } from './language.ts';
import { useRemembered } from './remembered.ts';

/** The contract's page sizes (docs/wire.md#list-texts). */
export const pageSizes = [10, 30, 50, 100, 200] as const;
/** The contract's default, until a person picks another; what was picked is remembered for all lists. */
export const defaultPageSize = 10;

/** The user's page size, remembered per user and machine; `name` and `usual` for a list that is gone through row by row and wants more at once. */
export function usePageSize(name = 'pageSize', usual: (typeof pageSizes)[number] = defaultPageSize): readonly [number, (size: number) => void] {
  const [size, setSize] = useRemembered<number>(name, usual);
  return [(pageSizes as readonly number[]).includes(size) ? size : usual, setSize];
}

export interface PagerProps {
  /** From 1. */
  readonly page: number;
  readonly size: number;
  /** Null where it is not known: not loaded yet, or failed. */
  readonly total: number | null;
  readonly onPage: (page: number) => void;
  readonly onSize: (size: number) => void;
  /** Ticked rows, shown at the left. */
  readonly tickedCount?: number;
  readonly onClearTicks?: () => void;
}

const Bar = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    // A phone gets two lines rather than a cut one: what there is and where to, then the pages.
    flexWrap: 'wrap',
    gap: 1,
    '& > [data-pages]': { display: 'flex', alignItems: 'center', gap: 1 },
    '@media (max-width: 480px)': { '& > [data-pages]': { order: 1, w: 'full', justifyContent: 'center' } },
    minH: 'controlSm',
    textStyle: 'dense',
    color: 'fg.muted',
    fontVariantNumeric: 'tabular-nums',
    flexShrink: 0,
  },
});
const Page = chakra('button', {
  base: {
    minW: 'controlSm',
    h: 'controlSm',
    px: 1,
    borderRadius: 'md',
    color: 'fg',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    '&[aria-current=page]': { bg: 'accent.subtle', color: 'accent.text', fontWeight: 'semibold' },
  },
});
const Plain = chakra('button', {
  base: { px: 1, color: 'accent.text', cursor: 'pointer', borderRadius: 'sm', _hover: { textDecoration: 'underline' } },
});
const Small = chakra('input', {
  base: { w: '44px', h: '24px', px: 1, textAlign: 'center', bg: 'bg.input', border: '1px solid', borderColor: 'border.input', borderRadius: 'sm' },
});
const Sizes = chakra('select', {
  base: { h: '24px', px: 1, bg: 'bg.input', color: 'fg', border: '1px solid', borderColor: 'border.input', borderRadius: 'sm', cursor: 'pointer' },
});

/** First, last, and two around the current page; null is a gap. */
export function pageNumbers(page: number, pages: number): readonly (number | null)[] {
  const wanted = [...new Set([1, page - 1, page, page + 1, pages])].filter((number) => number >= 1 && number <= pages).toSorted((a, b) => a - b);
  return wanted.flatMap((number, index) => {
    const before = wanted[index - 1] ?? number - 1;
    return number - before === 2 ? [number - 1, number] : number - before > 2 ? [null, number] : [number];
  });
}

export function Pager({ page, size, total, onPage, onSize, tickedCount = 0, onClearTicks }: PagerProps) {
  const say = useSay();
  const [typed, setTyped] = useState('');
  const pages = Math.max(1, Math.ceil((total ?? 0) / size));
  const jump = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    const wanted = Number(typed.normalize('NFKC'));
    if (Number.isInteger(wanted) && wanted >= 1) onPage(Math.min(wanted, pages));
    setTyped('');
  };
  return (
    <Bar as="nav" aria-label={say(['分页', 'Pages'])} data-no-print>
      {tickedCount > 0 ? (
        <>
          <chakra.span color="fg">{say(['已选 {count} 条', '{count} selected'], { count: tickedCount })}</chakra.span>
          {onClearTicks ? (
            <Plain type="button" onClick={onClearTicks}>
              {say(['清空', 'Clear'])}
            </Plain>
          ) : null}
        </>
      ) : null}
      <chakra.span ml="auto" mr={1} whiteSpace="nowrap" aria-live="polite">
        {total === null ? null : say(['共 {total} 条', '{total} in total'], { total: total.toLocaleString('en-US') })}
      </chakra.span>
      <Sizes aria-label={say(['每页条数', 'Rows per page'])} value={size} onChange={(event) => onSize(Number(event.target.value))}>
        {pageSizes.map((option) => (
          <option key={option} value={option}>
            {say(['{count} 条/页', '{count} / page'], { count: option })}
          </option>
        ))}
      </Sizes>
      <span data-pages>
        <IconButton size="sm" icon={ChevronLeft} label={say(['上一页', 'Previous page'])} disabled={page <= 1} onClick={() => onPage(page - 1)} />
        {pageNumbers(page, pages).map((number, index) =>
          number === null ? (
            <span key={`gap-${index}`}>…</span>
          ) : (
            <Page key={number} type="button" aria-current={number === page ? 'page' : undefined} onClick={() => onPage(number)}>
              {number}
            </Page>
          ),
        )}
        <IconButton size="sm" icon={ChevronRight} label={say(['下一页', 'Next page'])} disabled={page >= pages} onClick={() => onPage(page + 1)} />
      </span>
      {pages > 5 ? (
        <chakra.label display="inline-flex" alignItems="center" gap={1} whiteSpace="nowrap">
          {say(['前往', 'Go to'])}
          <Small inputMode="numeric" value={typed} onChange={(event) => setTyped(event.target.value)} onKeyDown={jump} onBlur={() => setTyped('')} />
          {say(['页', ''])}
        </chakra.label>
      ) : null}
    </Bar>
  );
}
