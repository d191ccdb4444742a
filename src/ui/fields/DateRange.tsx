import { chakra } from '@chakra-ui/react';
import { useSay } from '../language.ts';
import { DateControl } from './DateControl.tsx';

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

/** Two typed dates. */
export function DateRange({ label, hasTime = false, from, to, onFrom, onTo }: DateRangeProps) {
  const say = useSay();
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
      <DateControl
        isBare
        hasNoOpener
        hasTime={hasTime}
        mayLackTime={hasTime}
        value={from}
        onChange={onFrom}
        ariaLabel={say(['{label} 从', '{label} from'], { label })}
        placeholder={say(['从', 'from'])}
      />
      <span aria-hidden>~</span>
      <DateControl
        isBare
        hasNoOpener
        hasTime={hasTime}
        mayLackTime={hasTime}
        value={to}
        onChange={onTo}
        ariaLabel={say(['{label} 到', '{label} to'], { label })}
        placeholder={say(['到', 'to'])}
      />
    </chakra.div>
  );
}
