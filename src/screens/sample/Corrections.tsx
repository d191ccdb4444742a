import { chakra } from '@chakra-ui/react';
import { toCorrect } from '#domain/sample/entryContracts.ts';
import { MoreOf } from '#src/ui/MoreOf.tsx';
import { useMore } from '#src/console/desk/useMore.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';

/** One requisition of a queue. */
export const QueueButton = chakra('button', {
  base: {
    display: 'flex',
    gap: 2,
    w: 'full',
    alignItems: 'center',
    minH: '32px',
    px: 2,
    borderRadius: 'md',
    textStyle: 'dense',
    textAlign: 'start',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    '&[aria-current]': { bg: 'accent.subtle', color: 'accent.text' },
    _focusVisible: { outline: '2px solid {colors.accent.focus}', outlineOffset: '-2px' },
  },
});

/** Requisitions whose passes differ and wait for this clerk to look once more. */
export function Corrections({ onOpen, chosen }: { readonly onOpen: (requisitionCode: string) => void; readonly chosen: string | null }) {
  const { label } = useText();
  const {
    rows: mine = [],
    extent,
    failure,
    retry,
  } = useMore(
    'GET sample/enter-info/double-enter-page',
    // What waits for this person alone, counted by the server: the number is that of the list.
    toCorrect,
    50,
  );
  // Without network there is nothing to correct with; whatever else went wrong is no empty list.
  if (mine.length === 0)
    return failure && !failure.isOffline ? (
      <chakra.p role="alert" textStyle="note" color="danger.text" data-corrections-failed>
        {label(['待我更正读取失败: {reason}', 'What is to be corrected could not be read: {reason}'], { reason: failure.message })}{' '}
        <Button size="sm" onClick={retry}>
          {label(['重试', 'Retry'])}
        </Button>
      </chakra.p>
    ) : null;
  return (
    <chakra.section p={2} borderRadius="md" border="1px solid" borderColor="warning.border" bg="warning.subtle" data-corrections>
      <chakra.h2 textStyle="dense" color="warning.text" mb={1}>
        {label(['两次录入不一致,请核对 ({count})', 'The two entries differ, please check ({count})'], { count: extent.total })}
      </chakra.h2>
      {mine.map((row) => (
        <QueueButton
          key={row.requisitionId}
          type="button"
          aria-current={chosen === row.requisitionCode || undefined}
          onClick={() => onOpen(row.requisitionCode)}
        >
          <chakra.span textStyle="mono">{row.requisitionCode}</chakra.span>
          <span>{row.commodityNames}</span>
        </QueueButton>
      ))}
      <MoreOf {...extent} />
    </chakra.section>
  );
}
