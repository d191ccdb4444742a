import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { daysHoursOf, minutesOf } from '#domain/kernel/duration.ts';
import { useSay } from '../language.ts';
import type { ControlProps } from './control.ts';
import { TextControl } from './TextControl.tsx';

const plainNumber = /^\d{1,6}(\.\d{1,2})?$/;
const textOf = (value: number): string => (value === 0 ? '' : String(value));

interface Typed {
  readonly days: string;
  readonly hours: string;
  readonly minutes: string;
}
const typedOf = (minutes: string): Typed => {
  const { days, hours } = /^\d+$/.test(minutes) ? daysHoursOf(Number(minutes)) : { days: 0, hours: 0 };
  return { days: textOf(days), hours: textOf(hours), minutes };
};

/** Minutes typed as days and hours; what is no number stays as typed and is reported by `check`. */
export function DurationControl({
  value,
  onChange,
  id,
  ariaLabel,
  defaultValue: _unused,
  registration: _none,
  ...rest
}: ControlProps<string | number>) {
  const say = useSay();
  const known = value === null || value === undefined ? '' : String(value);
  const [typed, setTyped] = useState<Typed>(() => typedOf(known));
  // Set from outside: what was typed gives way.
  if (typed.minutes !== known) setTyped(typedOf(known));
  const type = (part: Partial<Typed>): void => {
    const next = { ...typed, ...part };
    const parts = [next.days, next.hours].map((one) => one.normalize('NFKC').trim());
    const isNone = parts.every((one) => one === '');
    const isRead = parts.every((one) => one === '' || plainNumber.test(one));
    const minutes = isNone ? '' : isRead ? String(minutesOf({ days: Number(parts[0]), hours: Number(parts[1]) })) : parts.join(' ');
    setTyped({ ...next, minutes });
    onChange?.(minutes);
  };
  return (
    <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap={2}>
      <TextControl
        {...rest}
        id={id}
        face="figures"
        inputMode="decimal"
        unit={say(['天', 'd'])}
        ariaLabel={ariaLabel}
        value={typed.days}
        onChange={(days) => type({ days: days ?? '' })}
      />
      <TextControl
        {...rest}
        autoFocus={false}
        inputRef={undefined}
        face="figures"
        inputMode="decimal"
        unit={say(['小时', 'h'])}
        ariaLabel={say(['小时', 'Hours'])}
        value={typed.hours}
        onChange={(hours) => type({ hours: hours ?? '' })}
      />
    </chakra.div>
  );
}
