import { chakra } from '@chakra-ui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Ref, useId, useMemo, useRef, useState } from 'react';
import { pastedCodes } from '#domain/bill/orders/orderGroups.ts';
import type { OrdersOf } from '#domain/bill/orders/orderRows.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { Screen } from '#domain/kernel/resource.ts';
import { ask } from '#src/api/ask.ts';
import { failureOfCall } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { StatusWord } from '#src/ui/Tag.tsx';

/** More codes do not fit into an address. */
const mostPasted = 600;

/**
 * Codes pasted above a list (`paste`: the box's props): while there are any its screen shows theirs alone. `codes` tells one search from another;
 * `orders`: the list is of these orders, and a code in none of them is not found, or is told where it is instead.
 */
export function usePastedCodes(list: { readonly screens?: readonly Screen[] }, orders: OrdersOf | null = null) {
  const inputRef = useRef<HTMLTextAreaElement>(null);
  const queries = useQueryClient();
  const [joined, setJoined] = useState('');
  const onCodes = (codes: readonly string[]): void => {
    // The same ones again are asked for again, as a search is.
    if (codes.join(',') === joined) void queries.invalidateQueries({ queryKey: ['call', 'bill'] });
    setJoined(codes.join(','));
  };
  const screen = useMemo((): Screen => ({ ...list.screens![0]!, ...(joined === '' ? {} : { fixed: { sampleCodeStr: joined } }) }), [list, joined]);
  return { paste: { most: mostPasted, inputRef, onCodes, sought: { codes: joined, orders } }, codes: joined, screen };
}

/** A line to paste sample codes into, `/` away; Enter looks for them. Of too many it says so below, and keeps them. */
export function PasteBox({
  most,
  inputRef,
  onCodes,
  sought,
}: {
  readonly most: number;
  readonly inputRef?: Ref<HTMLTextAreaElement>;
  readonly onCodes: (codes: readonly string[]) => void;
  /** What the list below shows: of these codes it is said which it has no row of. */
  readonly sought?: Sought;
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
      {sought && sought.codes !== '' ? <NotFound {...sought} /> : null}
    </chakra.div>
  );
}

interface Sought {
  readonly codes: string;
  readonly orders: OrdersOf | null;
}
/** Which of the codes have no row, so that nobody has to count what they pasted. */
function NotFound({ codes: sampleCodeStr, orders }: Sought) {
  const { label } = useText();
  const { data, error } = useQuery({
    queryKey: ['call', 'bill', 'checkQuery/unknownCodes', sampleCodeStr, orders],
    queryFn: ({ signal }) =>
      ask('POST bill/checkQuery/unknownCodes', {
        body: { sampleCodeStr, ...(orders ? { isOrdered: 1, list: orders } : { isOrdered: 0 }) },
        quiet: true,
        signal,
      }),
    retry: false,
  });
  const failure = failureOfCall(error, label);
  if (failure) return <StatusWord tone="danger">{label(['未能核对条码', 'The codes could not be checked'])}</StatusWord>;
  const { unknown = [], elsewhere = [] } = data ?? {};
  if (unknown.length === 0 && elsewhere.length === 0) return null;
  const told = (isRecheck: 0 | 1): string[] =>
    elsewhere.filter((one) => one.isRecheck === isRecheck).map(({ code, orderNo }) => `${code} (${orderNo})`);
  const groups: readonly (readonly [what: Label, codes: readonly string[]])[] = [
    [['{count} 个条码未找到', '{count} codes were not found'], unknown],
    [['{count} 个条码在普通订单, 不在此列表', '{count} codes are in plain orders, not in this list'], told(0)],
    [['{count} 个条码在复检订单, 不在此列表', '{count} codes are in recheck orders, not in this list'], told(1)],
  ];
  return (
    <chakra.div role="status" maxH="48px" overflowY="auto" textStyle="dense">
      {groups.map(([what, codes]) =>
        codes.length === 0 ? null : (
          <div key={what[0]}>
            <StatusWord tone="warning">{label(what, { count: codes.length })}</StatusWord>{' '}
            <chakra.span textStyle="mono">{codes.join(', ')}</chakra.span>
          </div>
        ),
      )}
    </chakra.div>
  );
}
