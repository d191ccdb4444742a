import { useEffect } from 'react';
import { useLatest } from '#src/ui/useLatest.ts';

const askMs = 1000;

/** Asks again every second how far something is until it is over, and tells that once. */
export function useUntilOver(isOver: boolean, askAgain: () => void, onOver: () => void): void {
  const latest = useLatest({ askAgain, onOver });
  useEffect(() => {
    if (isOver) return latest.current.onOver();
    const timer = setInterval(() => latest.current.askAgain(), askMs);
    return () => clearInterval(timer);
  }, [isOver, latest]);
}
