import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Field } from '#domain/kernel/fields.ts';
import type { SearchValues } from '#src/ui/SearchForm.tsx';
import { type ListState, isOfList, partSearch, readListState, writeListState } from './listQuery.ts';

const begun: ListState = { search: {}, page: 1, sort: null };

/**
 * What a list shows, in the address of its page beside what else stands there: a reload, the way back and a colleague get the same list. Who a patient
 * is stays in the page's memory, and so does all of a list that is not the page's own (`isInAddress` false: a drawer's).
 */
export function useListState(searchable: Readonly<Record<string, Field>>, isInAddress = true) {
  const [params, setParams] = useSearchParams();
  const [unwritten, setUnwritten] = useState<SearchValues>({});
  const [own, setOwn] = useState(begun);
  const state = useMemo(() => {
    if (!isInAddress) return own;
    const written = readListState(params, searchable);
    return { ...written, search: { ...written.search, ...unwritten } };
  }, [isInAddress, own, params, searchable, unwritten]);
  const show = useCallback(
    (next: Partial<ListState>, isCorrection = false) => {
      const whole = { ...state, ...next };
      if (!isInAddress) return setOwn(whole);
      const [inAddress, inMemory] = partSearch(whole.search, searchable);
      setUnwritten((before) => (JSON.stringify(before) === JSON.stringify(inMemory) ? before : inMemory));
      setParams(
        (before) => {
          const others = [...before].filter(([key]) => !isOfList(key, searchable));
          return new URLSearchParams([...others, ...writeListState({ ...whole, search: inAddress })]);
        },
        { replace: isCorrection || next.page === undefined },
      );
    },
    [isInAddress, setParams, state, searchable],
  );
  return { state, show };
}
