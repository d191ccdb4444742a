import { useEffect, useState } from 'react';
import { type NumbersRow, watchNumbers } from '#src/offline/numbers/numbersRow.ts';

/** The desk's own numbers; null before the disk has answered. Follows other tabs too. */
export function useNumbersRow(): { readonly row: NumbersRow | null; readonly error: Error | null } {
  const [row, setRow] = useState<NumbersRow | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => watchNumbers(setRow, (failure) => setError(failure as Error)), []);
  return { row, error };
}
