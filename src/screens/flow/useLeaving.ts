import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';

/** Closes a page that has done its work and opens the list behind it. */
export function useLeaving(close: (id: string) => void, pathname: string): (to: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (to: string) => {
      close(pathname);
      void navigate(to);
    },
    [close, navigate, pathname],
  );
}
