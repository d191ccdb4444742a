import { chakra } from '@chakra-ui/react';
import { Button } from '#src/ui/Button.tsx';
import { useText } from '../useText.ts';

/** Under a list that shows only its beginning: how much of how much, and the way to the rest. Nothing where all is shown. */
export function MoreOf({ shown, total, onMore }: { readonly shown: number; readonly total: number; readonly onMore: () => void }) {
  const { label } = useText();
  if (total <= shown) return null;
  return (
    <chakra.div display="flex" alignItems="center" gap={2} textStyle="dense" color="fg.muted" py={1} data-more-of={total}>
      {label(['显示前 {shown} 条,共 {total} 条', 'The first {shown} of {total}'], { shown, total })}
      <Button size="sm" onClick={onMore}>
        {label(['显示更多', 'Show more'])}
      </Button>
    </chakra.div>
  );
}
