import { chakra } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import { Button } from '../Button.tsx';
import { useSay } from '../language.ts';
import { type Failure, useIsLate } from '../StateView.tsx';
import { SkeletonBar } from './tableStyles.ts';

/** Grey bars in place of rows: on the first load only, and only after 300 ms. */
export function SkeletonRows({ columns }: { readonly columns: number }) {
  const isLate = useIsLate(300);
  if (!isLate) return null;
  return Array.from({ length: 12 }, (_unused, row) => (
    <tr key={row} aria-hidden>
      {Array.from({ length: columns }, (_other, column) => (
        <td key={column}>
          <SkeletonBar style={{ width: `${45 + ((row * 7 + column * 13) % 45)}%` }} />
        </td>
      ))}
    </tr>
  ));
}

const Bar = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 2,
    mb: 1,
    px: 2,
    minH: 'control',
    border: '1px solid',
    borderColor: 'warning.border',
    bg: 'warning.subtle',
    color: 'warning.text',
    borderRadius: 'md',
    textStyle: 'dense',
  },
});

/** The old rows are still there, but could not be renewed. */
export function RefetchFailed({ failure, onRetry }: { readonly failure: Failure; readonly onRetry?: () => void }) {
  const say = useSay();
  return (
    <Bar role="alert">
      <TriangleAlert size={14} aria-hidden />
      <chakra.span flex={1} minW={0}>
        {say(['刷新失败,下面是之前的数据: ', 'Could not refresh; these rows are from before: '])}
        {failure.message}
        {failure.requestId ? (
          <chakra.span textStyle="mono" ml={2} userSelect="all">
            {failure.requestId}
          </chakra.span>
        ) : null}
      </chakra.span>
      {onRetry ? (
        <Button size="sm" onClick={onRetry}>
          {say(['重试', 'Try again'])}
        </Button>
      ) : null}
    </Bar>
  );
}
