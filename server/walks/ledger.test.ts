import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, product, type House } from './house.ts';

/** The contract's calls of this product so far (method, path); grows with it. */
const ledger = JSON.parse(readFileSync(new URL('./ledger.json', import.meta.url), 'utf8')) as readonly ['GET' | 'POST', string][];

/** Signing in, and what the login page shows before. */
const isForEverybody = (url: string): boolean =>
  url.startsWith('/api/blade-auth/') || url === '/api/blade-system/tenant/info' || url === '/api/blade-user/register-guest';

describe('the ledger of calls', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse();
  });
  afterAll(() => house.close());

  it.each(ledger)('%s %s is served', async (method, path) => {
    const url = path.replace('{product}', product);
    expect(
      house.app.hasRoute({ method, url }),
      `register ${method} ${url}: a resource's verb (domain/<area>), a command, or a Call named in server/<area>/area.ts`,
    ).toBe(true);
    const { status, body } = await house.call(null, method, url);
    expect([404, 405, 500]).not.toContain(status);
    if (!isForEverybody(url)) expect([status, typeof body.code]).toEqual([401, 'number']);
  });
});
