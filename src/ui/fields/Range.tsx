import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useSay } from '../language.ts';
import { DateControl } from './DateControl.tsx';
import { TextControl } from './TextControl.tsx';

export interface DateRangeProps {
  readonly label: string;
  /** Hours may be typed beside the day (`0520 0930`). */
  readonly hasTime?: boolean;
  /** `yyyy-MM-dd`, with hours where they were typed, or ''. Both ends belong to the range. */
  readonly from: string;
  readonly to: string;
  readonly onFrom: (value: string) => void;
  readonly onTo: (value: string) => void;
}

/** Two ends beside each other. */
function Ends({ label, from, to }: { readonly label: string; readonly from: ReactNode; readonly to: ReactNode }) {
  return (
    <chakra.div
      role="group"
      aria-label={label}
      display="grid"
      gridTemplateColumns="minmax(0, 1fr) auto minmax(0, 1fr)"
      alignItems="center"
      gap="2px"
      color="fg.muted"
    >
      {from}
      <span aria-hidden>~</span>
      {to}
    </chakra.div>
  );
}

/** Two typed dates. */
export function DateRange({ label, hasTime = false, from, to, onFrom, onTo }: DateRangeProps) {
  const say = useSay();
  const shared = { isBare: true, hasNoOpener: true, hasTime, mayLackTime: hasTime } as const;
  return (
    <Ends
      label={label}
      from={
        <DateControl
          {...shared}
          value={from}
          onChange={onFrom}
          ariaLabel={say(['{label} 从', '{label} from'], { label })}
          placeholder={say(['从', 'from'])}
        />
      }
      to={
        <DateControl
          {...shared}
          value={to}
          onChange={onTo}
          ariaLabel={say(['{label} 到', '{label} to'], { label })}
          placeholder={say(['到', 'to'])}
        />
      }
    />
  );
}

/** Two typed amounts in yuan; both belong to the range. */
export function AmountRange({ label, from, to, onFrom, onTo }: Omit<DateRangeProps, 'hasTime'>) {
  const say = useSay();
  const shared = { face: 'figures', inputMode: 'decimal', unit: '¥' } as const;
  return (
    <Ends
      label={label}
      from={
        <TextControl
          {...shared}
          value={from}
          onChange={(value) => onFrom(value ?? '')}
          ariaLabel={say(['{label} 从', '{label} from'], { label })}
          placeholder={say(['从', 'from'])}
        />
      }
      to={
        <TextControl
          {...shared}
          value={to}
          onChange={(value) => onTo(value ?? '')}
          ariaLabel={say(['{label} 到', '{label} to'], { label })}
          placeholder={say(['到', 'to'])}
        />
      }
    />
  );
}
