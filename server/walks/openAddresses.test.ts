import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { openAddressesOf } from '#server/session/openAddresses.ts';
import { openHouse, product, routesOf, type House } from './house.ts';

/** Addresses that are answered without a token; why, each says where it is declared (`openBecause`). Whoever opens another adds it here. */
const open: readonly string[] = [
  'GET /api/health',
  'GET /api/health/live',
  'GET /api/blade-auth/captcha',
  'GET /api/blade-auth/oauth/captcha',
  'GET /api/blade-auth/oauth/demo-accounts',
  'GET /api/blade-auth/oauth/login-options',
  'GET /api/blade-auth/oauth/logout',
  'GET /api/blade-auth/oauth/public-key',
  'GET /api/blade-auth/oauth/render/:source',
  'GET /api/blade-system/tenant/info',
  'GET /api/blade-user/avatar/:sha256',
  `GET ${callPath('report', 'report-link/:token', product)}`,
  `GET ${callPath('report', 'verify/:token', product)}`,
  `POST ${callPath('report', 'report-link/:token/open', product)}`,
  `POST ${callPath('report', 'report-link/:token/send-code', product)}`,
  'POST /api/blade-auth/logout',
  'POST /api/blade-auth/oauth/logout',
  'POST /api/blade-auth/oauth/send-logs',
  'POST /api/blade-auth/oauth/sms/send-validate',
  'POST /api/blade-auth/oauth/token',
  'POST /api/blade-auth/token',
  'POST /api/blade-system/user/register-guest',
  `POST ${callPath('op', 'sms-receipt/:platformKey', product)}`,
  `POST ${callPath('op', 'partner/:interfaceEncoding/:operation', product)}`,
  `POST ${callPath('sample', 'shunFeng/push/:accountId/:pushKey', product)}`,
  'POST /api/blade-user/register-guest',
  'POST /api/user/send-logs',
];
/** Where a desk's credential opens the door as a session does: refused without either. */
const carried: readonly string[] = [
  `POST ${callPath('sample', 'offline/ops', product)}`,
  `GET ${callPath('sample', 'offline/state', product)}`,
  `GET ${callPath('sample', 'offline/blobs/:sha256', product)}`,
  `PUT ${callPath('sample', 'offline/blobs/:sha256/:part', product)}`,
];

describe('an address', () => {
  let house: House;
  let routes: readonly { readonly method: string; readonly url: string }[];
  beforeAll(async () => {
    house = await openHouse();
    // A HEAD is its GET.
    routes = routesOf(house.app).filter(({ method }) => method !== 'HEAD');
  });
  afterAll(() => house.close());

  it('is answered without a token only where it stands on the list, with its reason', () => {
    expect(routes.length).toBeGreaterThan(500);
    const declared = openAddressesOf(house.app);
    expect([...declared.keys()].toSorted()).toEqual([...open, ...carried].toSorted());
    for (const [address, why] of declared) expect(why.length, address).toBeGreaterThan(8);
    // What lies elsewhere no guard looks at.
    expect(routes.filter(({ url }) => !url.startsWith('/api/'))).toEqual([]);
  });

  it('asks for one everywhere else, whatever is sent along', async () => {
    const answered: string[] = [];
    for (const { method, url } of routes) {
      if (open.includes(`${method} ${url}`)) continue;
      for (const headers of [
        {},
        { 'blade-auth': 'bearer x.y.z', cookie: 'accession-refresh=x', authorization: 'Basic YWNjZXNzaW9uOmFjY2Vzc2lvbl9zZWNyZXQ=' },
      ]) {
        const said = await house.app.inject({
          method: method as 'GET',
          url: url.replace(/:\w+/g, '1'),
          headers,
          ...(method === 'POST' || method === 'PUT' ? { payload: {} } : {}),
        });
        if (said.statusCode !== 401) answered.push(`${method} ${url}: ${said.statusCode}`);
      }
    }
    expect(answered).toEqual([]);
  });
});
