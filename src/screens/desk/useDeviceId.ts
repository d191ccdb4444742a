import { useEffect, useState } from 'react';
import { deviceId } from '#src/offline/outbox/outboxStore.ts';

/** This desk's id; null while it is being read, and where the storage cannot be read. */
export function useDeviceId(): string | null {
  const [id, setId] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    void deviceId().then(
      (found) => isGone || setId(found),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return id;
}
