import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { onCallEvent } from '#src/api/callEvents.ts';
import { useText } from '#src/console/useText.ts';

const Line = chakra('div', {
  base: { position: 'fixed', top: 0, left: 0, right: 0, h: '2px', bg: 'accent.seed', zIndex: 'toast', pointerEvents: 'none', opacity: 0.9 },
});
/** Shorter waits show nothing: nothing blinks. */
const silentMs = 600;

/** A line at the very top while the server is being waited for. */
export function BusyBar() {
  const { t } = useText();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onCallEvent((event) => {
      if (event.type !== 'busy') return;
      if (event.count > 0) timer ??= setTimeout(() => setShown(true), silentMs);
      else {
        clearTimeout(timer);
        timer = undefined;
        setShown(false);
      }
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  return isShown ? <Line role="progressbar" aria-label={t('shell.busy')} /> : null;
}
