import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The value of the last render, for handlers that run later (timers, resolvers) and must not see an old one. */
export function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
