import { chakra } from '@chakra-ui/react';
import { mostKeptRows } from '#domain/sample/mostKept.ts';
import { useText } from '../useText.ts';

export interface WorklistCutProps {
  readonly isCut: boolean;
  readonly total: number | undefined;
}

/** Over a kept list that is only the beginning of its queue: how much of how many, and how to come to the rest. */
export function WorklistCut({ isCut, total }: WorklistCutProps) {
  const { label } = useText();
  // A queue of just as many is whole.
  if (!isCut || (total !== undefined && total <= mostKeptRows)) return null;
  return (
    <chakra.p role="status" textStyle="note" color="warning.text" data-worklist-cut>
      {total === undefined
        ? label(['只显示最早的 {count} 条, 后面的可直接扫描', 'The oldest {count} are shown; scan any of the others'], {
            count: mostKeptRows,
          })
        : label(['显示最早的前 {count} 条,共 {total} 条, 后面的可直接扫描', 'The oldest {count} of {total} are shown; scan any of the others'], {
            count: mostKeptRows,
            total,
          })}
    </chakra.p>
  );
}
