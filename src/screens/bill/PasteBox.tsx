import { chakra } from '@chakra-ui/react';
import type { Ref } from 'react';
import { pastedCodes } from '#domain/bill/orders/orderGroups.ts';
import { useText } from '#src/console/useText.ts';
import { notify } from '#src/ui/notify.tsx';

/** A line to paste sample codes into, `/` away; Enter looks for them. */
export function PasteBox({
  most,
  inputRef,
  onCodes,
}: {
  readonly most: number;
  readonly inputRef: Ref<HTMLTextAreaElement>;
  readonly onCodes: (codes: readonly string[]) => void;
}) {
  const { label } = useText();
  return (
    <chakra.textarea
      ref={inputRef}
      aria-label={label(['粘贴样本条码查询', 'Find pasted sample codes'])}
      aria-keyshortcuts="/"
      placeholder={label(['粘贴样本条码 (/), 按 Enter 查询 (最多 {most} 个)', 'Paste sample codes (/) and press Enter (at most {most})'], { most })}
      rows={1}
      px={2}
      py={1}
      flexShrink={0}
      borderWidth="1px"
      borderRadius="6px"
      textStyle="dense"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
        event.preventDefault();
        const found = pastedCodes(event.currentTarget.value);
        if (found.length > most) notify.warn(label(['一次最多 {most} 个条码', 'At most {most} codes at once'], { most }));
        else onCodes(found);
      }}
    />
  );
}
