import { expect, it } from 'vitest';
import { commands } from '#domain/commands.ts';
import { everyContract } from '#domain/listings.ts';
import { rights } from '#domain/menu.ts';
import { toCorrect } from '#domain/sample/entryContracts.ts';
import { isAboutEntry, listTasks, pageTasks } from './tasks.ts';

it('counts who takes samples in, enters or arbitrates among those the figures of entry are for', () => {
  const holder = (codes: readonly string[]) => (permission: string) => codes.includes(permission);
  expect(isAboutEntry(holder(['detail_enter', 'sample_view']))).toBe(true);
  expect(isAboutEntry(holder(['summary_enter']))).toBe(true);
  expect(isAboutEntry(holder(['detail_arbitrate']))).toBe(true);
  expect(isAboutEntry(holder(['lab_receive', 'sample_view']))).toBe(false);
  expect(isAboutEntry(holder(['pricePolicy_view']))).toBe(false);
});

it('has a task for both passes of each form, counting the requisitions that are entered there', () => {
  const entry = listTasks.filter(({ list }) => list.startsWith('entry'));
  expect(entry.map(({ title, path }) => [title[0], path])).toEqual([
    ['携带者筛查 待一录', '/sample/monogenicCarrier/1'],
    ['携带者筛查 待二录', '/sample/monogenicCarrier/2'],
    ['单基因病 待一录', '/sample/monogenic/1'],
    ['单基因病 待二录', '/sample/monogenic/2'],
    ['感染病原 待一录', '/sample/CCID/1'],
    ['感染病原 待二录', '/sample/CCID/2'],
    ['遗传性耳聋 待一录', '/sample/deaf/1'],
    ['遗传性耳聋 待二录', '/sample/deaf/2'],
    ['子痫前期 待一录', '/sample/eclampsia/1'],
    ['子痫前期 待二录', '/sample/eclampsia/2'],
    ['NIPT 待一录', '/sample/nipt/1'],
    ['NIPT 待二录', '/sample/nipt/2'],
    ['通用 待一录', '/sample/detail-enter/1'],
    ['通用 待二录', '/sample/detail-enter/2'],
  ]);
  const due = (row: object): string[] => entry.filter(({ isDue }) => isDue(row as never)).map(({ name }) => name);
  expect(due({ entryForm: 'nipt' })).toEqual(['nipt1', 'nipt2']);
  expect(due({ entryForm: 'deaf' })).toEqual(['deaf1', 'deaf2']);
});

it('counts as to be corrected what the list beside the pass shows', () => {
  expect(pageTasks.find(({ name }) => name === 'mine')?.query).toEqual(toCorrect);
});

it('counts the rows of a list that is served, for who may do what is due there', () => {
  for (const { name, service, pagePath, query } of pageTasks) {
    const contract = everyContract[`GET ${service}/${pagePath}`];
    expect(Object.keys(contract?.query?.shape ?? {}), name).toEqual(expect.arrayContaining(Object.keys(query)));
    expect(contract, name).toBeDefined();
  }
  const acts = new Set([...commands.map(({ permission }) => permission), ...rights.map(({ code }) => code)]);
  for (const { name, permission } of pageTasks) expect(acts, name).toContain(permission);
});
