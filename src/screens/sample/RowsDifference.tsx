import { chakra } from '@chakra-ui/react';
import { rowWords } from '#domain/kernel/fieldRows.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { matchRows } from '#domain/sample/rules/compare.ts';
import { useText } from '#src/console/useText.ts';

const Table = chakra('table', {
  base: {
    w: 'full',
    mb: 2,
    borderCollapse: 'collapse',
    textStyle: 'dense',
    '& th': { textAlign: 'left', fontWeight: 'normal', textStyle: 'note', color: 'fg.muted' },
    '& td': { borderTop: 'hairline', py: '2px', pr: 2, width: '50%', verticalAlign: 'top' },
    '& tr[data-different] td': { fontWeight: 'bold', bg: 'warning.subtle' },
  },
});

/** Rows of two passes side by side, matched by their key; those that differ or stand in one pass alone are marked. */
export function RowsDifference({ field, first, second }: { readonly field: Field; readonly first: unknown; readonly second: unknown }) {
  const { label, language } = useText();
  const missing = label(['(无此行)', '(no such row)']);
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">{label(['一录', 'First'])}</th>
          <th scope="col">{label(['二录', 'Second'])}</th>
        </tr>
      </thead>
      <tbody>
        {matchRows(field, first, second).map((row, index) => (
          // Two rows may say the same: their place is all that parts them.
          <tr key={index} data-different={row.isSame ? undefined : ''}>
            <td>{row.first ? rowWords(field, row.first, language) : missing}</td>
            <td>{row.second ? rowWords(field, row.second, language) : missing}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
