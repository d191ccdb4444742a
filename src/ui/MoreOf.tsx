import { chakra } from '@chakra-ui/react';
import { Button } from './Button.tsx';
import { useSay } from './language.ts';

export interface MoreOfProps {
  readonly shown: number;
  readonly total: number;
  readonly onMore: () => void;
}

/** Under a list that shows only its beginning: how much of how much, and the way to the rest. Nothing where all is shown. */
export function MoreOf({ shown, total, onMore }: MoreOfProps) {
  const say = useSay();
  if (total <= shown) return null;
  return (
    <chakra.div display="flex" alignItems="center" gap={2} textStyle="dense" color="fg.muted" py={1} data-more-of={total}>
      {say(['显示前 {shown} 条,共 {total} 条', 'The first {shown} of {total}'], { shown, total })}
      <Button size="sm" onClick={onMore}>
        {say(['显示更多', 'Show more'])}
      </Button>
    </chakra.div>
  );
}
