import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { type Ref, useId, useMemo, useRef, useState } from 'react';
import { pastedCodes } from '#domain/bill/orders/orderGroups.ts';
import type { Screen } from '#domain/kernel/resource.ts';
import { useText } from '#src/console/useText.ts';

/** More codes do not fit into an address. */
const mostPasted = 600;

/** Codes pasted above a list (`paste`: the box's props): while there are any its screen shows theirs alone. `codes` tells one search from another. */
export function usePastedCodes(list: { readonly screens?: readonly Screen[] }) {
  const inputRef = useRef<HTMLTextAreaElement>(null);
  const queries = useQueryClient();
  const [joined, setJoined] = useState('');
  const onCodes = (codes: readonly string[]): void => {
    // The same ones again are asked for again, as a search is.
    if (codes.join(',') === joined) void queries.invalidateQueries({ queryKey: ['call', 'bill'] });
    setJoined(codes.join(','));
  };
  const screen = useMemo((): Screen => ({ ...list.screens![0]!, ...(joined === '' ? {} : { fixed: { sampleCodeStr: joined } }) }), [list, joined]);
  return { paste: { most: mostPasted, inputRef, onCodes }, codes: joined, screen };
}

/** A line to paste sample codes into, `/` away; Enter looks for them. Of too many it says so below, and keeps them. */
export function PasteBox({
  most,
  inputRef,
  onCodes,
}: {
  readonly most: number;
  readonly inputRef?: Ref<HTMLTextAreaElement>;
  readonly onCodes: (codes: readonly string[]) => void;
}) {
  const { label } = useText();
  const id = useId();
  const [excess, setExcess] = useState<number | null>(null);
  return (
    <chakra.div flexShrink={0} display="flex" flexDirection="column" gap={1}>
      <chakra.textarea
        aria-invalid={excess !== null || undefined}
        aria-describedby={excess === null ? undefined : id}
        ref={inputRef}
        aria-label={label(['粘贴样本条码查询', 'Find pasted sample codes'])}
        aria-keyshortcuts="/"
        placeholder={label(['粘贴样本条码 (/), 按 Enter 查询 (最多 {most} 个)', 'Paste sample codes (/) and press Enter (at most {most})'], { most })}
        rows={1}
        px={2}
        py={1}
        borderWidth="1px"
        borderRadius="6px"
        textStyle="dense"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          const found = pastedCodes(event.currentTarget.value);
          const isTooMany = found.length > most;
          setExcess(isTooMany ? found.length : null);
          if (!isTooMany) onCodes(found);
        }}
      />
      {excess === null ? null : (
        <chakra.div id={id} role="alert" textStyle="note" color="danger.text">
          {label(['一次最多 {most} 个条码, 已粘贴 {count} 个', 'At most {most} codes at once; these are {count}'], { most, count: excess })}
        </chakra.div>
      )}
    </chakra.div>
  );
}
