import 'fake-indexeddb/auto';
import { useEffect } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { cacheDb } from '#src/offline/store/cacheDb.ts';
import { PickerSourcesContext, type PickerItem, type PickerSource } from '#src/ui/picker.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { ExtraTubes } from './ExtraTubes.tsx';
import { useSampleClassSource } from './useSampleClassSource.ts';

const classes: readonly PickerItem[] = ['全血', '血清', '羊水'].map((name, index) => ({ id: String(index + 1), name }));
const all: PickerSource = {
  key: 'sampleClass',
  search: (_query, { limit }) => Promise.resolve(classes.slice(0, limit)),
  resolve: () => Promise.resolve([]),
};
let page: Mounted;
afterEach(() => page.unmount());

/** What the picker of sample classes offers beside these commodities. */
async function offered(commodityIds: readonly string[]): Promise<readonly string[]> {
  let source: PickerSource | undefined;
  function Form() {
    const found = useSampleClassSource(commodityIds);
    useEffect(() => {
      source = found;
    });
    return null;
  }
  page = await mount(
    <PickerSourcesContext.Provider value={(name) => (name === 'sampleClass' ? all : undefined)}>
      <Form />
    </PickerSourcesContext.Provider>,
  );
  return ((await source?.search('', { limit: 2, signal: new AbortController().signal })) ?? []).map(({ name }) => name);
}

it('narrows the classes of the further tubes as that of the first', async () => {
  await cacheDb.master.bulkPut([{ resource: 'commodity', id: '10', row: { commodityId: '10', sampleClassIds: ['3'] } }]);
  const tubes = [{ sampleCode: 'S2', testTubeNumber: '', sampleClassId: null }];
  function Form() {
    return <ExtraTubes tubes={tubes} sampleClasses={useSampleClassSource(['10'])} onChange={() => undefined} onRemove={() => undefined} />;
  }
  page = await mount(
    <PickerSourcesContext.Provider value={(name) => (name === 'sampleClass' ? all : undefined)}>
      <Form />
    </PickerSourcesContext.Provider>,
  );
  await page.focus('[data-tube=S2] [role=combobox]');
  await page.press('ArrowDown');
  await vi.waitFor(async () => {
    await page.settle(20);
    expect(page.all('[role=option]').map(({ textContent }) => textContent)).toEqual([expect.stringContaining('羊水')]);
  });
});

it('offers the classes that a chosen commodity takes, and all where one says nothing', async () => {
  await cacheDb.master.bulkPut([
    { resource: 'commodity', id: '10', row: { commodityId: '10', sampleClassIds: ['3'] } },
    { resource: 'commodity', id: '11', row: { commodityId: '11', sampleClassIds: ['2', '3'] } },
    { resource: 'commodity', id: '12', row: { commodityId: '12', sampleClassIds: [] } },
  ]);
  expect(await offered(['10'])).toEqual(['羊水']);
  await page.unmount();
  expect(await offered(['10', '11'])).toEqual(['血清', '羊水']);
  await page.unmount();
  expect(await offered(['10', '12'])).toEqual(['全血', '血清']);
  await page.unmount();
  expect(await offered([])).toEqual(['全血', '血清']);
});
