import { useEffect } from 'react';
import { afterEach, expect, it } from 'vitest';
import { choices } from '#domain/kernel/choices.ts';
import { choice, date, rows, text } from '#domain/kernel/fields.ts';
import { FormGrid } from '../form/FormGrid.tsx';
import { type DescribedForm, useDescribedForm } from '../form/useDescribedForm.ts';
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
function Demo({ values }: { readonly values?: Record<string, unknown> }) {
  const made = useDescribedForm({ fields, values, onSave: async () => undefined });
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
