import { chakra } from '@chakra-ui/react';
import { lineStanding } from '#domain/bill/billChoices.ts';
import type { MonthStanding } from '#domain/bill/bills/billRows.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { StateView } from '#src/ui/StateView.tsx';

export type Standing = MonthStanding['standing'];
const tones = {
  [lineStanding.unreported]: { bg: 'bg.muted', color: 'fg' },
  [lineStanding.open]: { bg: 'warning.subtle', color: 'warning.text' },
  [lineStanding.noPrice]: { bg: 'danger.subtle', color: 'danger.text' },
  [lineStanding.ordered]: { bg: 'info.subtle', color: 'info.text' },
  [lineStanding.billed]: { bg: 'success.subtle', color: 'success.text' },
} as const satisfies Readonly<Record<Standing, object>>;
/** In the order a line goes through them. */
const order = [lineStanding.unreported, lineStanding.open, lineStanding.noPrice, lineStanding.ordered, lineStanding.billed] as const;
const Part = chakra('button', {
  base: {
    minW: '92px',
    px: 2,
    py: 1,
    border: 'hairline',
    textStyle: 'dense',
    textAlign: 'start',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    '&[aria-pressed=true]': { outline: '2px solid', outlineColor: 'accent.solid', outlineOffset: '-2px' },
  },
});

/** Where the lines that came in a month stand, one bar of five parts as wide as they are many; a part that is pressed is chosen, pressed again none is. */
export function StandingBar({
  month,
  chosen,
  onChoose,
}: {
  readonly month: string;
  readonly chosen: Standing | null;
  readonly onChoose: (standing: Standing | null) => void;
}) {
  const { label } = useText();
  const { data, failure, retry } = useAsked('GET bill/bill/monthStanding', { month });
  if (failure) return <StateView state="failed" failure={failure} onRetry={retry} />;
  const found = new Map((data ?? []).map((one) => [one.standing, one]));
  return (
    <chakra.div role="group" aria-label={label(['{month} 收到的明细', 'Lines received in {month}'], { month })} display="flex" flex={1} minW={0}>
      {order.map((standing) => {
        const { qty = 0, totalAmountYuan = null } = found.get(standing) ?? {};
        const text = `${label(lineStanding.labelOf(standing) ?? ['', ''])} ${qty}${totalAmountYuan === null ? '' : ` / ${totalAmountYuan}`}`;
        return (
          <Part
            key={standing}
            type="button"
            title={text}
            aria-pressed={chosen === standing}
            style={{ flexGrow: Math.max(Math.abs(qty), 0), flexBasis: 'auto' }}
            {...tones[standing]}
            onClick={() => onChoose(chosen === standing ? null : standing)}
          >
            {text}
          </Part>
        );
      })}
    </chakra.div>
  );
}
