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

/** Runs `work` in the place of whoever holds `name` and does not move any more; where he moves after all, both do it. */
export async function takeOver<T>(name: string, work: () => Promise<T>): Promise<T | null> {
  const { locks } = (globalThis as { readonly navigator?: { readonly locks?: LockManager } }).navigator ?? {};
  return locks ? ((await locks.request(name, { steal: true }, work)) as T) : tryRun(name, work);
}
