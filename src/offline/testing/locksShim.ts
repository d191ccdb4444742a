/** Web Locks for Node, which has none: `ifAvailable`, `steal` and waiting, exclusive, by name. */
export function installLocks(): void {
  const tails = new Map<string, Promise<unknown>>();
  const request = async (
    name: string,
    options: { ifAvailable?: boolean; steal?: boolean } | ((lock: object) => unknown),
    work?: (lock: object | null) => unknown,
  ): Promise<unknown> => {
    const run = (typeof options === 'function' ? options : work) as (lock: object | null) => unknown;
    if (typeof options === 'object' && options.ifAvailable && tails.has(name)) return run(null);
    if (typeof options === 'object' && options.steal) tails.delete(name);
    const mine = (tails.get(name) ?? Promise.resolve()).then(() => run({ name }));
    const tail = mine.catch(() => undefined).finally(() => tails.get(name) === tail && tails.delete(name));
    tails.set(name, tail);
    return mine;
  };
  // Node 20 has no navigator; where a page has one, libraries that load later read from it which browser they are in.
  const userAgent = globalThis.navigator?.userAgent ?? 'Node.js';
  Object.defineProperty(globalThis, 'navigator', { value: { locks: { request }, onLine: true, userAgent }, configurable: true });
}
