import { useEffect, useState } from 'react';
import { acceptUpdate, observeUpdate } from '#src/offline/send/registerWorker.ts';

/** Whether a new version waits for this person's consent, and how to give it. */
export function useOfferedUpdate(): { readonly isOffered: boolean; readonly accept: () => void } {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => observeUpdate(setOffered), []);
  return { isOffered, accept: () => void acceptUpdate() };
}
