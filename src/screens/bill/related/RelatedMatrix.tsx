import { chakra } from '@chakra-ui/react';
import type { MatrixCell } from '#domain/bill/related/relatedRows.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { StateView } from '#src/ui/StateView.tsx';

const Frame = chakra('div', { base: { overflow: 'auto', maxH: '40%', flexShrink: 0, border: 'hairline', borderRadius: 'md', bg: 'bg.panel' } });
const Table = chakra('table', {
  base: {
    textStyle: 'dense',
    fontVariantNumeric: 'tabular-nums',
    '& th, & td': { px: 2, py: 1, textAlign: 'end', whiteSpace: 'nowrap', fontWeight: 'normal' },
    '& th[scope=row]': { textAlign: 'start' },
    '& thead th': { color: 'fg.muted' },
  },
});
const Figure = chakra('button', { base: { cursor: 'pointer', color: 'accent.text', textDecoration: 'underline', textUnderlineOffset: '2px' } });

/** Pairs of laboratories by months: what the first pays the other when both are set off; `month` is the last one, '' this month. */
export function RelatedMatrix({ month, onOpen }: { readonly month: string; readonly onOpen: (cell: MatrixCell) => void }) {
  const { label } = useText();
  const { data, failure, retry } = useAsked('GET bill/checkQuery/related-matrix', month === '' ? {} : { month });
  if (failure) return <StateView state="failed" failure={failure} onRetry={retry} />;
  if (!data || data.length === 0) return null;
  const months = [...new Set(data.map((cell) => cell.month))].toSorted();
  const pairs = new Map<string, MatrixCell[]>();
  for (const cell of data) {
    const key = `${cell.laboratoryId} ${cell.otherLaboratoryId}`;
    pairs.set(key, [...(pairs.get(key) ?? []), cell]);
  }
  return (
    <Frame>
      <Table aria-label={label(['关联交易矩阵', 'Internal settlement by pair and month'])}>
        <thead>
          <tr>
            <th scope="col">{label(['净额 (负数为对方应付)', 'Net (below zero the other pays)'])}</th>
            {months.map((one) => (
              <th key={one} scope="col">
                {one}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...pairs].map(([key, row]) => (
            <tr key={key}>
              <th scope="row">{`${row[0]?.laboratoryName ?? ''} → ${row[0]?.otherLaboratoryName ?? ''}`}</th>
              {months.map((one) => {
                const cell = row.find((each) => each.month === one);
                return (
                  <td key={one}>
                    {cell ? (
                      <Figure type="button" onClick={() => onOpen(cell)}>
                        {cell.netYuan}
                        {cell.unpricedQty > 0 ? label([' (未定价 {count})', ' ({count} unpriced)'], { count: cell.unpricedQty }) : ''}
                      </Figure>
                    ) : (
                      '—'
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </Frame>
  );
}
