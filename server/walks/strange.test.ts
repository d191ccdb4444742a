import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#domain/resources.ts';
import { openHouse, routesOf, type House } from './house.ts';

/** Nineteen digits and more than a bigint holds; no id at all; no date; what SQL and searches would read otherwise. */
const strange = ['9999999999999999999', '[]', '9999-99-99', "x'%_\\", 'a\u0000b'];

/** Names under which calls take what they ask for: those of records and their fields, and what the calls add. */
const names = [
  ...new Set([
    'id',
    'ids',
    'parentId',
    'roleIds',
    'userIds',
    'menuIds',
    'applyId',
    'printId',
    'batchId',
    'customerInfoId',
    'taskId',
    'businessId',
    'keyword',
    ...resources.flatMap(({ id, fields }) => [id, `${id}s`, ...Object.entries(fields).map(([name, { wire = name }]) => wire)]),
  ]),
];

describe('what no call expects', () => {
  let house: House;
  beforeAll(async () => void (house = await openHouse()));
  afterAll(() => house.close());

  it.each(strange)('is refused or finds nothing, wherever it is given: %j makes nothing fall over', async (value) => {
    const routes = routesOf(house.app).filter(
      ({ method, url }) => (method === 'GET' || method === 'POST') && url.startsWith('/api/') && !/log-?out|oauth|blade-auth/.test(url),
    );
    expect(routes.length).toBeGreaterThan(500);
    const everywhere = Object.fromEntries(names.map((name) => [name, value]));
    const fallen: string[] = [];
    for (const { method, url } of routes) {
      // A file is asked for as its list is, and an id alone narrows none of them.
      for (const given of url.endsWith('/export') ? [everywhere] : [everywhere, { id: value, ids: value }]) {
        const { status, text } = await house
          .answer('admin', method as 'GET' | 'POST', url.replace(/:\w+/g, '1'), { query: given, ...(method === 'POST' ? { body: given } : {}) })
          .catch((error: Error) => ({ status: 599, text: error.message }));
        if (status >= 500) fallen.push(`${method} ${url} ${Object.keys(given).length}: ${text.slice(0, 100)}`);
      }
    }
    expect(fallen).toEqual([]);
  });
});
