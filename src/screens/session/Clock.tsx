import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { useText } from '#src/console/useText.ts';
import { clockText } from './clockText.ts';

const Time = chakra('time', {
  base: {
    display: 'block',
    color: 'sidebar.hoverFg',
    fontSize: '40px',
    lineHeight: '48px',
    fontVariantNumeric: 'tabular-nums',
    fontWeight: 'medium',
  },
});

/** The desk's time, to the minute: a clock that is wrong is seen before it does harm. */
export function Clock() {
  const { language } = useText();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000);
    return () => clearInterval(timer);
  }, []);
  const { time, day } = clockText(now, language);
  return (
    <div>
      <Time>{time}</Time>
      <div>{day}</div>
    </div>
  );
}
