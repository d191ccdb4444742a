import { useCallback, useEffect, useState } from 'react';
import { NeedsNetwork, LoadFailed } from '#src/screens/errors/ErrorScreens.tsx';
import { lookForUpdate } from '#src/offline/send/registerWorker.ts';
import { StateView } from '#src/ui/StateView.tsx';
import { canReachServer, loadedScreen, loadScreen, type Loaded, type ScreenLoader } from './loadScreen.ts';

const probeEveryMs = 4_000;

/** Shows a lazy screen, or honestly why it cannot be shown; recovers by itself when the network is back. */
export function ScreenHost({ load }: { readonly load: ScreenLoader }) {
  const [outcome, setOutcome] = useState<Loaded | null>(() => {
    const known = loadedScreen(load);
    return known ? { state: 'ready', Screen: known } : null;
  });
  const start = useCallback(
    () =>
      void loadScreen(load).then((next) => {
        setOutcome(next);
        // A chunk that is gone from a server that answers: a new release has taken its place.
        if (next.state === 'failed' && !next.isOffline) void lookForUpdate();
      }),
    [load],
  );
  const again = useCallback(() => {
    setOutcome(null);
    start();
  }, [start]);

  useEffect(() => {
    // Also where somebody else has fetched it since the first look: what is there is told again, what is not is fetched.
    if (!outcome) start();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- A try again starts by itself.
  }, [load, start]);

  const isWaiting = outcome?.state === 'failed' && outcome.isOffline;
  useEffect(() => {
    if (!isWaiting) return;
    const probe = (): void => void canReachServer().then((isReachable) => isReachable && again());
    window.addEventListener('online', probe);
    const timer = setInterval(probe, probeEveryMs);
    return () => {
      window.removeEventListener('online', probe);
      clearInterval(timer);
    };
  }, [isWaiting, again]);

  if (!outcome) return <StateView state="loading" />;
  if (outcome.state === 'ready') return <outcome.Screen />;
  return outcome.isOffline ? <NeedsNetwork onRetry={again} /> : <LoadFailed onRetry={again} />;
}
