import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Contract } from '#domain/kernel/contract.ts';
import { everyContract } from '#domain/listings.ts';
import { callPath } from '#domain/kernel/services.ts';
import { resources } from '#domain/resources.ts';
import { wireVerbs } from '#domain/kernel/resource.ts';
import { calls, listings } from '#server/steps.ts';
import { openHouse, product, type House } from './house.ts';

/** Files that page by hand; some of their lists ask for a parameter and so are not found by asking. No other may. */
const paging: readonly string[] = [
  'base/reportTitle.ts',
  'base/userPanelGroup.ts',
  'desk/deviceListing.ts',
  'desk/keptRows.ts',
  'kernel/verbs/listing.ts',
  'kernel/resource/pageRows.ts',
  'kernel/verbs/resourceHistory.ts',
  'notice/noticeCalls.ts',
  'sample/requisitionImageCalls.ts',
  'system/publicLogCalls.ts',
  'system/running/operationCalls.ts',
  'system/userListCalls.ts',
];

describe('every list', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse();
  });
  afterAll(() => house.close());

  it('is a described resource, a listing, or says why it is made by hand', async () => {
    const described = new Set(
      resources.flatMap((resource) =>
        (['page', 'list', 'detail'] as const).flatMap((verb) =>
          wireVerbs(resource, verb).map((wire) => callPath(resource.service, `${resource.path}/${wire}`, product)),
        ),
      ),
    );
    const listed = new Set(listings.flatMap((listing) => listing.calls.map(({ service, path }) => callPath(service, path, product))));
    const found: string[] = [];
    for (const { method, service, path } of calls) {
      const url = callPath(service, path, product);
      if (method !== 'GET' || described.has(url) || listed.has(url)) continue;
      const answer = await house.answer('admin', 'GET', url);
      if (answer.status !== 200 || !answer.text.startsWith('{')) continue;
      const data = JSON.parse(answer.text).data;
      if (Array.isArray(data) || Array.isArray(data?.records)) found.push(`${service}/${path}`);
    }
    const excused = Object.entries<Contract>(everyContract).flatMap(([name, { byHand }]) => (byHand ? [name.replace('GET ', '')] : []));
    expect(
      found.filter((one) => !excused.includes(one)),
      'make it a listing, or say on its contract why it is made byHand',
    ).toEqual([]);
    expect(excused.filter((one) => !found.includes(one))).toEqual([]);
  });

  it('pages by the engine, or stands in a file that is known to page by hand', () => {
    const root = new URL('../', import.meta.url);
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
    expect(files.filter((file) => /pageRows[(<]/.test(readFileSync(new URL(file, root), 'utf8'))).toSorted()).toEqual(paging.toSorted());
  });
});
