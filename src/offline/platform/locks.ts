const heldInPage = new Set<string>();

/**
 * Runs `work` if nobody else on this desk holds `name`; null where somebody does. A Web Lock: it dies with its holder.
 * Plain-http pages have none and exclude themselves only: two of them may send the same act, which the server takes once.
 */
export async function tryRun<T>(name: string, work: () => Promise<T>): Promise<T | null> {
  const { locks } = (globalThis as { readonly navigator?: { readonly locks?: LockManager } }).navigator ?? {};
  if (locks) return (await locks.request(name, { ifAvailable: true }, async (lock) => (lock ? { value: await work() } : null)))?.value ?? null;
  if (heldInPage.has(name)) return null;
  heldInPage.add(name);
  try {
    return await work();
  } finally {
    heldInPage.delete(name);
  }
}

/** Runs `work` in the place of whoever holds `name` and does not move any more; where that one moves after all, both do it. */
export async function takeOver<T>(name: string, work: () => Promise<T>): Promise<T | null> {
  const { locks } = (globalThis as { readonly navigator?: { readonly locks?: LockManager } }).navigator ?? {};
  return locks ? ((await locks.request(name, { steal: true }, work)) as T) : tryRun(name, work);
}

const lastInPage = new Map<string, Promise<unknown>>();

/** Runs `work` when whoever holds `name` is done with it. Without Web Locks (plain http) only this page's own wait for each other. */
export function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { locks } = (globalThis as { readonly navigator?: { readonly locks?: LockManager } }).navigator ?? {};
  if (locks) return locks.request(name, work) as Promise<T>;
  const mine = (lastInPage.get(name) ?? Promise.resolve()).then(work, work);
  lastInPage.set(
    name,
    mine.catch(() => undefined),
  );
  return mine;
}
