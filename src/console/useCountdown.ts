import { useEffect, useState } from 'react';

/** Whole seconds that are left; they run down to 0 by themselves. */
export function useCountdown(): readonly [left: number, begin: (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
}
