import { chakra } from '@chakra-ui/react';
import { mostKeptRows } from '#domain/sample/mostKept.ts';
import { useText } from '../useText.ts';

/** Over a kept list that is only the beginning of its queue: how much of it, and how to come to the rest. */
export function WorklistCut({ isCut }: { readonly isCut: boolean }) {
  const { label } = useText();
  if (!isCut) return null;
  return (
    <chakra.p role="status" textStyle="note" color="warning.text" data-worklist-cut>
      {label(['只显示最早的 {count} 条, 后面的在处理后补上', 'The oldest {count} are shown; the others move up as these are done'], {
        count: mostKeptRows,
      })}
    </chakra.p>
  );
}
