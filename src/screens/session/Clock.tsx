import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { useText } from '#src/console/useText.ts';

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

/** The lab's own clock (spec 5), whatever zone this computer is set to. */
const timeZone = 'Asia/Shanghai';

/** The desk's time, to the minute: a clock that is wrong is seen before it does harm. */
export function Clock() {
  const { language } = useText();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000);
    return () => clearInterval(timer);
  }, []);
  const locale = language === 'zh' ? 'zh-CN' : 'en-GB';
  return (
    <div>
      <Time>{now.toLocaleTimeString(locale, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}</Time>
      <div>{now.toLocaleDateString(locale, { timeZone, year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' })}</div>
    </div>
  );
}
