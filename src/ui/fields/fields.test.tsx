import { afterEach, describe, expect, it } from 'vitest';
import { choices } from '#domain/kernel/choices.ts';
import { addDays, formatDate } from '#domain/kernel/dates.ts';
import { choice, date, dateTime, flag, integer, ref } from '#domain/kernel/fields.ts';
import { commitTyped } from './holder.ts';
import { FieldInput } from '../FieldInput.tsx';
import type { PickerItem } from '../picker.ts';
import { mount, type Mounted } from '../testing/mount.tsx';

let page: Mounted;
afterEach(() => page.unmount());

const sex = choices({ male: [1, '男', 'Male'], female: [2, '女', 'Female'], unknown: [9, '未知', 'Unknown'] });
const classes = choices({
  blood: ['BL', '外周血', 'Peripheral blood'],
  amniotic: ['AF', '羊水', 'Amniotic fluid'],
  villus: ['VI', '绒毛', 'Villus'],
  cord: ['CB', '脐带血', 'Cord blood'],
  saliva: ['SA', '唾液', 'Saliva'],
  swab: ['SW', '口腔拭子', 'Buccal swab'],
});

describe('a typed date', () => {
  it.each([
    ['0520', () => `${formatDate(Date.now()).slice(0, 4)}-05-20`],
    ['2025/5/20', () => '2025-05-20'],
    ['t', () => formatDate(Date.now())],
    ['-1', () => addDays(formatDate(Date.now()), -1)],
  ])('reads %s when Enter is pressed', async (typed, expected) => {
    const seen: unknown[] = [];
    page = await mount(<FieldInput id="d" field={date('出生日期', 'Birth')} onChange={(value: unknown) => seen.push(value)} />);
    await page.focus('#d');
    await page.type(typed);
    await page.press('Enter');
    expect(seen.at(-1)).toBe(expected());
    expect(page.find<HTMLInputElement>('#d').value).toBe(expected());
  });

  it('keeps what it cannot read as it was typed, so that check reports it: never a date nobody meant', async () => {
    const seen: unknown[] = [];
    page = await mount(<FieldInput id="d" field={date('出生日期', 'Birth')} onChange={(value: unknown) => seen.push(value)} />);
    await page.focus('#d');
    await page.type('2025-02-30');
    await page.press('Enter');
    expect(seen).toEqual(['2025-02-30']);
  });

  it('takes a time after the date', async () => {
    const seen: unknown[] = [];
    page = await mount(<FieldInput id="d" field={dateTime('采样时间', 'Sampled')} onChange={(value: unknown) => seen.push(value)} />);
    await page.focus('#d');
    await page.type('20250520 0930');
    await page.press('Enter');
    expect(seen).toEqual(['2025-05-20 09:30:00']);
  });
});

describe('choices by digit', () => {
  it('chooses by the code where all codes are digits, and clears with Delete', async () => {
    const seen: unknown[] = [];
    page = await mount(<FieldInput id="s" field={choice('性别', 'Sex', sex)} onChange={(value: unknown) => seen.push(value)} />);
    await page.focus('#s');
    await page.press('9');
    await page.press('2');
    await page.press('Delete');
    expect(seen).toEqual([9, 2, null]);
  });

  it('does not clear what is required', async () => {
    const seen: unknown[] = [];
    page = await mount(
      <FieldInput id="s" field={choice('性别', 'Sex', sex, { required: true })} defaultValue={1} onChange={(value: unknown) => seen.push(value)} />,
    );
    await page.focus('#s');
    await page.press('Delete');
    expect(seen).toEqual([]);
  });

  it('answers 1 and 0 for yes and no', async () => {
    const seen: unknown[] = [];
    page = await mount(<FieldInput id="f" field={flag('双胎', 'Twins')} onChange={(value: unknown) => seen.push(value)} />);
    await page.focus('#f');
    await page.press('1');
    await page.press('0');
    expect(seen).toEqual([1, 0]);
  });

  it('folds many options into a list that a digit searches and Enter takes', async () => {
    const seen: unknown[] = [];
    page = await mount(<FieldInput id="c" field={choice('样本类型', 'Class', classes)} onChange={(value: unknown) => seen.push(value)} />);
    await page.focus('#c');
    await page.type('2');
    await page.settle(150);
    expect(page.all('[role=option]').map((option) => option.textContent)).toEqual(['2羊水']);
    await page.press('Enter');
    expect(seen).toEqual(['AF']);
    expect(page.find<HTMLInputElement>('#c').value).toBe('羊水');
  });
});

describe('numbers', () => {
  it('turn full-width digits into plain ones when left', async () => {
    const seen: unknown[] = [];
    page = await mount(<FieldInput id="n" field={integer('孕周', 'Weeks')} onChange={(value: unknown) => seen.push(value)} />);
    await page.focus('#n');
    await page.type('１２');
    page.find('#n').blur();
    await page.settle();
    expect(seen.at(-1)).toBe('12');
  });
});

it('minutes of a test cycle are typed and shown as days and hours', async () => {
  const seen: unknown[] = [];
  const field = { ...integer('检测周期', 'Test cycle', { unit: 'min' }), isDuration: true };
  page = await mount(<FieldInput id="cycle" field={field} value="4500" onChange={(value: unknown) => seen.push(value)} />);
  const shown = (): string[] => page.all('input').map((input) => (input as HTMLInputElement).value);
  expect(shown()).toEqual(['3', '3']);
  await page.focus('#cycle');
  await page.type('1.5');
  expect(seen).toEqual(['2340']);
});

describe('the resource picker', () => {
  const labs: readonly PickerItem[] = [
    { id: '7', code: 'HZ01', name: '杭州检验所' },
    { id: '8', code: 'SH02', name: '上海检验所' },
    { id: '9', code: 'GZ04', name: '广州检验所', isDisabled: true },
  ];
  const source = {
    key: 'laboratory',
    search: async (query: string) => labs.filter((lab) => `${lab.code}${lab.name}`.toLowerCase().includes(query.toLowerCase())),
    resolve: async (ids: readonly string[]) => labs.filter((lab) => ids.includes(lab.id)),
  };
  const field = ref('检验所', 'Laboratory', 'laboratory');

  it('shows code and name of a stored id', async () => {
    page = await mount(<FieldInput id="r" field={field} value="8" source={source} />);
    await page.settle();
    expect(page.find<HTMLInputElement>('#r').value).toBe('SH02 上海检验所');
  });

  it('takes the first match even when Enter comes before the answer', async () => {
    const seen: unknown[] = [];
    page = await mount(<FieldInput id="r" field={field} source={source} onChange={(value: unknown) => seen.push(value)} />);
    await page.focus('#r');
    await page.type('hz');
    await page.press('Enter');
    await page.settle(200);
    expect(seen).toEqual(['7']);
  });

  it('takes what Enter asked for although the focus has gone on', async () => {
    const seen: unknown[] = [];
    page = await mount(<FieldInput id="r" field={field} source={source} onChange={(value: unknown) => seen.push(value)} />);
    await page.focus('#r');
    await page.type('hz');
    await page.press('Enter');
    page.find('#r').blur();
    await page.settle(200);
    expect(seen).toEqual(['7']);
    expect(page.all('[role=option]')).toHaveLength(0);
  });

  it('keeps what Enter asked for where nothing was found and the focus has gone on, and says so', async () => {
    page = await mount(<FieldInput id="r" field={field} source={source} />);
    await page.focus('#r');
    await page.type('nothing');
    await page.press('Enter');
    page.find('#r').blur();
    await page.settle(200);
    expect(page.find<HTMLInputElement>('#r').value).toBe('nothing');
    expect(page.find('#r').getAttribute('aria-invalid')).toBe('true');
    expect(await commitTyped(document)).toMatchObject([{ text: 'nothing', why: 'unknownRef' }]);
  });

  it('takes the row that was marked although the text means several, and says nothing of the text when Enter goes on', async () => {
    const seen: unknown[] = [];
    page = await mount(
      // As a form does: Enter goes on within the same key.
      <div onKeyDown={() => page.find('#next').focus()}>
        <FieldInput id="r" field={field} source={source} onChange={(value: unknown) => seen.push(value)} />
        <input id="next" />
      </div>,
    );
    await page.focus('#r');
    await page.type('检验所');
    await page.settle(200);
    await page.run(() => page.find('#r').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })));
    await page.settle(200);
    expect(seen).toEqual(['7']);
    expect(page.find('#r').getAttribute('aria-invalid')).toBeNull();
  });

  it('never takes what an earlier query found when Tab comes before the answer', async () => {
    const seen: unknown[] = [];
    page = await mount(<FieldInput id="r" field={field} source={source} onChange={(value: unknown) => seen.push(value)} />);
    await page.focus('#r');
    await page.type('hz');
    await page.settle(200);
    await page.type('sh');
    await page.press('Tab');
    await page.settle(200);
    expect(seen).toEqual(['8']);
  });

  it('keeps a text whose search failed and says so, and chooses it once it can be found', async () => {
    const seen: unknown[] = [];
    let isDown = true;
    const failing = { ...source, search: async (query: string) => (isDown ? Promise.reject(new Error('down')) : source.search(query)) };
    page = await mount(<FieldInput id="r" field={field} source={failing} onChange={(value: unknown) => seen.push(value)} />);
    await page.focus('#r');
    await page.type('hz');
    await page.settle(200);
    page.find('#r').blur();
    await page.settle(50);
    expect(page.find<HTMLInputElement>('#r').value).toBe('hz');
    expect(page.find('[data-tip]').dataset['tip']).toContain('查找失败');
    expect(await commitTyped(document)).toMatchObject([{ text: 'hz', why: 'unsearchedRef' }]);
    isDown = false;
    expect(await commitTyped(document)).toEqual([]);
    expect(seen).toEqual(['7']);
  });

  it('puts the last pick first when nothing is typed, and never picks what is switched off', async () => {
    const seen: unknown[] = [];
    page = await mount(<FieldInput id="r" field={field} source={source} onChange={(value: unknown) => seen.push(value)} />);
    await page.focus('#r');
    await page.type('sh');
    await page.settle(150);
    await page.press('Enter');
    await page.type('');
    await page.settle(50);
    expect(page.all('[role=option] code').map((code) => code.textContent)).toEqual(['SH02', 'HZ01', 'GZ04']);
    await page.type('gz');
    await page.settle(150);
    await page.press('Enter');
    expect(seen).not.toContain('9');
  });
});
