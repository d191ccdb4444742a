import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceCredentialHeader, offlinePaths, type DeviceWelcome } from '#domain/kernel/offlineWire.ts';
import { callPath } from '#domain/kernel/services.ts';
import { newSigner } from '#server/kernel/desk/sealedTesting.ts';
import { openHouse, product, routesOf, type House } from './house.ts';

/** Where a desk's credential opens the door. */
const opens = [offlinePaths.ops, offlinePaths.state, offlinePaths.blobs].map((path) => callPath('sample', path, product));
const deviceId = 'credential-walk-1';

describe('the credential of a desk', () => {
  let house: House;
  let credential = '';
  let routes: readonly { readonly method: string; readonly url: string }[] = [];
  beforeAll(async () => {
    house = await openHouse();
    const { keyId, publicKey } = await newSigner();
    const made = await house.call('reception', 'POST', callPath('sample', offlinePaths.device, product), {
      body: { deviceId, keyId, publicKey, appVersion: 'walk' },
    });
    credential = (made.body.data as DeviceWelcome).credential;
    routes = routesOf(house.app);
  });
  afterAll(() => house.close());

  const ask = async (method: string, url: string, headers: Record<string, string>): Promise<{ status: number; text: string }> => {
    const answer = await house.app.inject({
      method: method as 'GET',
      url: url.replace(/:\w+/g, '1'),
      query: { device: deviceId, maxSeq: '0' },
      headers,
      ...(method === 'GET' || method === 'HEAD' ? {} : { payload: {} }),
    });
    return { status: answer.statusCode, text: answer.body };
  };
  const isOpen = (url: string): boolean => opens.some((path) => url === path || url.startsWith(`${path}/`));

  it('carries acts and asks for the state', async () => {
    const given = { [deviceCredentialHeader]: credential };
    expect((await ask('GET', opens[1]!, given)).status).toBe(200);
    expect((await ask('GET', `${opens[2]}/${'0'.repeat(64)}`, given)).status).toBe(200);
    // Past the door, a batch without content is malformed.
    expect((await ask('POST', opens[0]!, given)).status).toBe(400);
    for (const path of opens)
      expect(
        routes.some(({ url }) => url === path || url.startsWith(`${path}/`)),
        path,
      ).toBe(true);
  });

  it('authenticates nowhere else: every other call answers as without it', async () => {
    const api = routes.filter(({ url }) => url.startsWith('/api/') && !isOpen(url));
    expect(api.length).toBeGreaterThan(200);
    const differing: string[] = [];
    let shut = 0;
    for (const { method, url } of api) {
      const without = await ask(method, url, {});
      if (without.status === 401) shut++;
      const given = { [deviceCredentialHeader]: credential };
      const tries = [given, { ...given, 'blade-auth': credential }, { ...given, 'blade-auth': `bearer ${credential}` }];
      for (const headers of tries) {
        const { status } = await ask(method, url, headers);
        if (status !== without.status) differing.push(`${method} ${url}: ${without.status} without, ${status} with it`);
      }
    }
    expect(differing).toEqual([]);
    expect(shut / api.length).toBeGreaterThan(0.9);
  });

  it('is asked for before a body is read', async () => {
    for (const path of opens.slice(0, 1)) expect((await ask('POST', path, {})).status).toBe(401);
    for (const url of routes.filter((route) => isOpen(route.url))) expect((await ask(url.method, url.url, {})).status, url.url).toBe(401);
  });
});
