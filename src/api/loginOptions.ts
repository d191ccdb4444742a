import { loginOptionsPath, type LoginOptions } from '#domain/session/loginOptions.ts';
import { call } from './call.ts';
import { saveFact } from './deviceDb.ts';
import { keepClient, servicePath } from './product.ts';
import { keepSealing } from './sealing.ts';

/** What this server offers at a tenant's login, and how its clients speak to it; the latter is kept for the pages and the worker. */
export async function fetchLoginOptions(tenantId?: string): Promise<LoginOptions> {
  const options = await call<LoginOptions>('GET', servicePath('auth', loginOptionsPath), {
    anonymous: true,
    quiet: true,
    timeoutMs: 20_000,
    query: { tenantId },
    // In the open: it says how to seal.
    isOpen: true,
  });
  await keepSealing(options.crypto);
  await keepClient(options.client);
  await saveFact('tokenSeconds', options.tokenSeconds);
  return options;
}

/** The tenant whose address this is; null where it belongs to none (docs/wire.md#login-page). */
export async function tenantOfAddress(): Promise<string | null> {
  const { location } = globalThis as { location?: { origin: string } };
  const found = await call<{ tenantId?: string } | null>('GET', servicePath('system', 'tenant/info'), {
    anonymous: true,
    quiet: true,
    timeoutMs: 20_000,
    query: { domain: location?.origin },
  });
  return found?.tenantId || null;
}
