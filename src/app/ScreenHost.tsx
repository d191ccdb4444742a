import { useCallback, useEffect, useState } from 'react';
import { NeedsNetwork, LoadFailed } from '#src/screens/errors/ErrorScreens.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { canReachServer, loadedScreen, loadScreen, type Loaded, type ScreenLoader } from './loadScreen.ts';

const probeEveryMs = 4_000;

/** Shows a lazy screen, or honestly why it cannot be shown; recovers by itself when the network is back. */
export function ScreenHost({ load }: { readonly load: ScreenLoader }) {
  const [outcome, setOutcome] = useState<Loaded | null>(() => {
    const known = loadedScreen(load);
    return known ? { state: 'ready', Screen: known } : null;
  });
  const start = useCallback(() => {
    setOutcome((before) => (before?.state === 'ready' ? before : null));
    void loadScreen(load).then(setOutcome);
  }, [load]);

  useEffect(() => {
    if (!loadedScreen(load)) start();
  }, [load, start]);

  const isWaiting = outcome?.state === 'failed' && outcome.isOffline;
  useEffect(() => {
    if (!isWaiting) return;
    const probe = (): void => void canReachServer().then((isReachable) => isReachable && start());
    window.addEventListener('online', probe);
    const timer = setInterval(probe, probeEveryMs);
    return () => {
      window.removeEventListener('online', probe);
      clearInterval(timer);
    };
  }, [isWaiting, start]);

  if (!outcome) return <StateView state="loading" />;
  if (outcome.state === 'ready') return <outcome.Screen />;
  return outcome.isOffline ? <NeedsNetwork onRetry={start} /> : <LoadFailed onRetry={start} />;
}
