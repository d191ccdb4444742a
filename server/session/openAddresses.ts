import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Why it is answered without a token; every path under /api without a reason asks for one. */
    openBecause?: string;
  }
}

const known = new WeakMap<object, Map<string, string>>();

/** Notes which routes of an application are open, and why, as they are declared; before the first of them. */
export function noteOpenAddresses(app: FastifyInstance): void {
  const open = new Map<string, string>();
  known.set(app.server, open);
  app.addHook('onRoute', ({ method, url, config }) => {
    // A HEAD is its GET.
    if (config?.openBecause && method !== 'HEAD') open.set(`${String(method)} ${url}`, config.openBecause);
  });
}

/** The addresses that are answered without a token: `GET /api/health` -> why. */
export const openAddressesOf = (app: FastifyInstance): ReadonlyMap<string, string> => known.get(app.server) ?? new Map();
