import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { menu } from '#domain/menu.ts';
import { requiredFields } from '../rules/judge.ts';
import { enteredAs, entryForms, passRoute, screenForms } from './entryForms.ts';
import { formKeys } from '../rules/entryForm.ts';

const root = new URL('../../../', import.meta.url);
const leaves = menu.flatMap(({ children = [] }) => children);

it('puts both passes of each form with a screen into the menu, under the contract’s routes', () => {
  expect(screenForms.flatMap((form) => [1, 2].map((pass) => passRoute(form, pass)))).toEqual([
    '/sample/detail-enter/1',
    '/sample/detail-enter/2',
    '/sample/nipt/1',
    '/sample/nipt/2',
    '/sample/eclampsia/1',
    '/sample/eclampsia/2',
    '/sample/deaf/1',
    '/sample/deaf/2',
    '/sample/CCID/1',
    '/sample/CCID/2',
    '/sample/monogenic/1',
    '/sample/monogenic/2',
    '/sample/monogenicCarrier/1',
    '/sample/monogenicCarrier/2',
  ]);
  for (const form of screenForms)
    expect([1, 2].map((pass) => leaves.find(({ path }) => path === passRoute(form, pass))?.label[0])).toEqual([
      `${form.title[0]}录入(一录)`,
      `${form.title[0]}录入(二录)`,
    ]);
});

it('enters every form of the contract on its own screens, an unknown one on the generic, and asks at reception for the tube of those that need it', () => {
  expect(formKeys.map((key) => enteredAs(key).key)).toEqual(formKeys);
  expect(enteredAs('something else').key).toBe('nomal');
  const asked = formKeys.filter((key) =>
    requiredFields('summary', {}, { commodities: [{ commodityId: '1', commodityName: 'X', entryForm: key }] }).includes('testTubeNumber'),
  );
  expect(asked).toEqual(['nipt', 'deaf']);
  expect(formKeys.every((key) => entryForms[key].key === key)).toBe(true);
});

it('is described in one place: outside its folder and the table no code names a form', () => {
  const places = ['domain', 'server', 'src', 'workers'].flatMap((floor) =>
    readdirSync(new URL(floor, root), { recursive: true, encoding: 'utf8' }).map((file) => `${floor}/${file}`),
  );
  const naming = places.filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !/\.test\.tsx?$|(Testing|Examples)\.ts$|^server\/(demo|walks|proof)\/|^domain\/sample\/forms\//.test(file) &&
      /(['"])(nomal|nipt|eclampsia|deaf|CCID|monogenic|monogenicCarrier)\1/.test(readFileSync(new URL(file, root), 'utf8')),
  );
  // The contract's export templates are called as forms are, and mean none.
  expect(naming.toSorted()).toEqual(['domain/base/entryForm.ts', 'domain/lab/listings/exportTemplate.ts']);
});
