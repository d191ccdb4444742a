import { useEffect } from 'react';
import { afterEach, expect, it } from 'vitest';
import { choices } from '#domain/kernel/choices.ts';
import { choice, code, date, flag, rows, text, type Fields } from '#domain/kernel/fields.ts';
import { FormGrid } from '../form/FormGrid.tsx';
import { type DescribedForm, useDescribedForm } from '../form/useDescribedForm.ts';
import { PickerSourcesContext, type PickerSource } from '../picker.ts';
import { mount, type Mounted } from '../testing/mount.tsx';

let page: Mounted;
let form: DescribedForm;
afterEach(() => page.unmount());

const effect = choices({ good: [1, '有效', 'Good'], none: [2, '无效', 'None'] });
const fields = {
  drugs: rows(
    '用药',
    'Drugs',
    { drug: text('药物', 'Drug', { required: true }), start: date('开始', 'Start'), effect: choice('疗效', 'Effect', effect) },
    'drug',
    {
      required: true,
    },
  ),
  remark: text('备注', 'Remark'),
};
function Demo({ values, asked = fields }: { readonly values?: Record<string, unknown>; readonly asked?: Fields }) {
  const made = useDescribedForm({ fields: asked, values, onSave: async () => undefined });
  useEffect(() => {
    form = made;
  });
  return (
    <form {...made.formProps}>
      <FormGrid form={made} isFocused />
      <button type="submit" data-enter-end="">
        save
      </button>
    </form>
  );
}
const typed = (): unknown => form.methods.getValues('drugs');
const place = (): string | undefined => {
  const at = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'];
  return at === undefined
    ? (document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? document.activeElement?.textContent ?? undefined)
    : `${at} ${document.activeElement?.closest<HTMLElement>('[data-column]')?.dataset['column']}`;
};

it('keeps what is scanned into the barcode of a row', async () => {
  const members = rows('成员', 'Members', { name: text('姓名', 'Name'), tube: code('样本条码', 'Tube') }, 'name');
  page = await mount(<Demo asked={{ members }} />);
  expect(page.all('[data-takes-scan]').map(({ dataset }) => dataset['column'])).toEqual(['tube']);
});

it('asks for nothing beyond 无, and for the rest of the row once it says something else', async () => {
  page = await mount(<Demo />);
  await page.type('无');
  await page.press('Enter');
  expect(place()).toBe('remark');
  await page.focus('[data-row="0"] input');
  await page.type('无菌头孢');
  await page.press('Enter');
  expect(place()).toBe('0 start');
  expect(page.all('[data-row="1"]')).toHaveLength(1);
});

it('is typed by keys alone: cell by cell, a new row with its first letter, out of the empty row to the next field', async () => {
  page = await mount(<Demo />);
  expect(place()).toBe('0 drug');
  await page.type('美罗培南');
  await page.press('Enter');
  await page.type('20260520');
  await page.press('Enter');
  expect(place()).toBe('0 effect');
  await page.press('1');
  await page.press('Enter');
  expect(place()).toBe('1 drug');
  await page.type('万古霉素');
  await page.press('Enter');
  await page.press('Enter');
  await page.press('Enter');
  expect(place()).toBe('2 drug');
  await page.press('Enter');
  expect(place()).toBe('remark');
  await page.press('Enter');
  expect(place()).toBe('save');
  expect(typed()).toEqual([{ drug: '美罗培南', start: '2026-05-20', effect: 1 }, { drug: '万古霉素' }]);
});

it('removes a row by Ctrl+Delete and brings it back by Ctrl+Z, focus where it was', async () => {
  page = await mount(<Demo values={{ drugs: [{ drug: 'A' }, { drug: 'B' }, { drug: 'C' }] }} />);
  await page.focus('[data-row="1"] input');
  await page.press('Ctrl+Delete');
  expect([typed(), place()]).toEqual([[{ drug: 'A' }, { drug: 'C' }], '1 drug']);
  expect(page.find('[role=status]').textContent).toContain('已删除第 2 行');
  await page.press('Ctrl+z');
  expect([typed(), place()]).toEqual([[{ drug: 'A' }, { drug: 'B' }, { drug: 'C' }], '1 drug']);
  await page.focus('[data-row="3"] input');
  await page.press('Ctrl+Delete');
  expect(typed()).toHaveLength(3);
});

it('chooses the code of a row by its name, fills the column beside it and goes past that', async () => {
  const source: PickerSource = {
    key: 'code:term',
    isNear: true,
    search: (query) => Promise.resolve('癫痫发作 seizure'.includes(query) ? [{ id: 'HP:0001250', code: 'HP:0001250', name: '癫痫发作' }] : []),
    resolve: (ids) => Promise.resolve(ids.map((id) => ({ id, name: id }))),
  };
  const terms = rows(
    '表型',
    'Terms',
    { code: code('编号', 'Code', { codeOf: 'term', fills: 'name' }), name: text('名称', 'Name'), no: flag('否定', 'No') },
    'code',
  );
  page = await mount(
    <PickerSourcesContext.Provider value={(name, part) => (name === 'code' && part === 'term' ? source : undefined)}>
      <Demo asked={{ terms }} />
    </PickerSourcesContext.Provider>,
  );
  await page.type('seiz');
  await page.press('Enter');
  await expect.poll(() => form.methods.getValues('terms')).toEqual([{ code: 'HP:0001250', name: '癫痫发作' }]);
  expect(place()).toBe('0 no');
});
