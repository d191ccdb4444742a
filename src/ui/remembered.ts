import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { keep, readKept } from './browserStorage.ts';

/** Whose preferences are read and written on this machine: a user's id, '' before anybody has signed in. */
export const PreferenceOwnerContext = createContext('');

const keyOf = (owner: string, key: string): string => `accession-ui:${owner}:${key}`;

/** Reads one remembered value; `fallback` where nothing, or nothing readable, is stored. */
export function readRemembered<T>(owner: string, key: string, fallback: T): T {
  const stored = readKept(keyOf(owner, key));
  return stored === undefined ? fallback : (stored as T);
}

/** Writes one remembered value; a full storage loses the preference, never the work. */
export function writeRemembered(owner: string, key: string, value: unknown): void {
  keep(keyOf(owner, key), value);
}

/** State that is remembered per user and machine, e.g. `columns:/basic/laboratory`. */
export function useRemembered<T>(key: string, initial: T): readonly [T, (next: T | ((before: T) => T)) => void] {
  const owner = useContext(PreferenceOwnerContext);
  const [value, setValue] = useState<T>(() => readRemembered(owner, key, initial));
  useEffect(() => {
    setValue(readRemembered(owner, key, initial));
    // `initial` is a fallback, often a fresh object: it must not reset what was read.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [owner, key]);
  const remember = useCallback(
    (next: T | ((before: T) => T)) => {
      setValue((before) => {
        const after = typeof next === 'function' ? (next as (before: T) => T)(before) : next;
        writeRemembered(owner, key, after);
        return after;
      });
    },
    [owner, key],
  );
  return [value, remember];
}
