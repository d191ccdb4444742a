import { userEvent } from '@testing-library/user-event';
import { act, useEffect, useRef, useState } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { choices } from '#domain/kernel/choices.ts';
import {
  choice,
  choiceList,
  code,
  date,
  dateTime,
  decimal,
  type Field,
  type FieldKind,
  flag,
  integer,
  json,
  longText,
  money,
  ref,
  refList,
  rows,
  text,
} from '#domain/kernel/fields.ts';
import { formatDate } from '#domain/kernel/dates.ts';
import { type PickerItem, PickerSourcesContext } from '../picker.ts';
import { FieldInput } from '../FieldInput.tsx';
import { mount, type Mounted } from '../testing/mount.tsx';
import { FormGrid } from './FormGrid.tsx';
import { type DescribedForm, fieldId, useDescribedForm } from './useDescribedForm.ts';

/** What is visible is what is saved: a text that stands in any kind of field is in the act, by whichever key it is saved. */
const labs: readonly PickerItem[] = [
  { id: '7', code: 'HZ01', name: '杭州检验所' },
  { id: '8', code: 'HZ02', name: '杭州二所' },
  { id: '9', code: 'SH02', name: '上海检验所' },
];
let answerMs = 0;
const source = {
  key: 'laboratory',
  search: (query: string) =>
    new Promise<readonly PickerItem[]>((resolve) =>
      setTimeout(() => resolve(labs.filter((lab) => `${lab.code}${lab.name}`.toLowerCase().includes(query.toLowerCase()))), answerMs),
    ),
  resolve: async (ids: readonly string[]) => labs.filter((lab) => ids.includes(lab.id)),
};
const many = choices({
  blood: ['BL', '外周血', 'Peripheral blood'],
  amniotic: ['AF', '羊水', 'Amniotic fluid'],
  villus: ['VI', '绒毛', 'Villus'],
  cord: ['CB', '脐带血', 'Cord blood'],
  saliva: ['SA', '唾液', 'Saliva'],
  swab: ['SW', '口腔拭子', 'Buccal swab'],
  urine: ['UR', '尿液', 'Urine'],
  stool: ['ST', '粪便', 'Stool'],
  other: ['OT', '其他', 'Other'],
});
const few = choices({ male: [1, '男', 'Male'], female: [2, '女', 'Female'] });
let startedAt = 0;
/** Of the year in which it was typed, or of the one that has begun since. */
const isTwentiethOfMay = (value: unknown): boolean => [startedAt, Date.now()].some((at) => value === `${formatDate(at).slice(0, 4)}-05-20`);

interface Case {
  readonly field: Field;
  readonly before?: unknown;
  readonly typed: string;
  readonly saved: unknown;
  /** Enter takes or gives back the marked row of a list of several. */
  readonly byEnter?: unknown;
}
const cases: Readonly<Record<FieldKind, readonly Case[]>> = {
  text: [{ field: text('姓名', 'Name'), before: '李雷', typed: '韩梅', saved: '韩梅' }],
  code: [{ field: code('条码', 'Code'), before: 'A1', typed: 'B22', saved: 'B22' }],
  longText: [{ field: longText('诊断', 'Diagnosis'), typed: '无', saved: '无' }],
  json: [{ field: json('参数', 'Options'), typed: '12', saved: '12' }],
  integer: [{ field: integer('孕周', 'Weeks'), before: '3', typed: '１２', saved: 12 }],
  decimal: [{ field: decimal('体重', 'Weight', { unit: 'kg' }), typed: '61.5', saved: 61.5 }],
  money: [{ field: money('金额', 'Price'), typed: '8.20', saved: '8.20' }],
  yesNo: [{ field: flag('双胎', 'Twins'), typed: '1', saved: 1 }],
  choice: [
    { field: choice('性别', 'Sex', few), before: 1, typed: '2', saved: 2 },
    { field: choice('样本类型', 'Class', many), before: 'BL', typed: '2', saved: 'AF' },
    { field: choice('样本类型', 'Class', many), typed: '羊水', saved: 'AF' },
  ],
  choiceList: [
    { field: choiceList('性别', 'Sex', few), typed: '2', saved: [2] },
    { field: choiceList('样本类型', 'Class', many), before: ['BL'], typed: '绒毛', saved: ['BL', 'VI'] },
  ],
  date: [
    { field: date('出生日期', 'Birth'), before: '1990-01-01', typed: '19980520', saved: '1998-05-20' },
    { field: date('同意书日期', 'Consent'), typed: '0520', saved: expect.toSatisfy(isTwentiethOfMay) },
  ],
  dateTime: [{ field: dateTime('采样时间', 'Sampled'), before: '2026-11-20 09:00:00', typed: '20250520 0930', saved: '2025-05-20 09:30:00' }],
  ref: [
    { field: ref('检验所', 'Laboratory', 'laboratory'), before: '7', typed: 'SH02', saved: '9' },
    { field: ref('检验所', 'Laboratory', 'laboratory'), typed: 'sh', saved: '9' },
  ],
  refList: [
    { field: refList('检验所', 'Laboratories', 'laboratory'), before: ['7'], typed: 'sh02', saved: ['7', '9'] },
    { field: refList('检验所', 'Laboratories', 'laboratory'), before: ['9'], typed: 'sh02', saved: ['9'], byEnter: null },
  ],
  rows: [
    { field: rows('用药', 'Drugs', { drug: text('药物', 'Drug') }, 'drug'), typed: '美罗培南', saved: [{ drug: '美罗培南' }] },
    { field: rows('用药', 'Drugs', { drug: text('药物', 'Drug') }, 'drug'), before: [{ drug: 'A' }], typed: 'B', saved: [{ drug: 'B' }] },
    {
      field: rows('用药', 'Drugs', { day: date('开始', 'Start'), drug: text('药物', 'Drug') }, 'drug'),
      typed: '19980520',
      saved: [{ day: '1998-05-20', drug: null }],
    },
  ],
};

let page: Mounted;
let form: DescribedForm;
let saved: unknown[] = [];
beforeAll(() => {
  // user-event waits outside of act; what it does inside is wrapped by hand.
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
});
afterEach(() => page.unmount());

function Demo({ field, before }: Pick<Case, 'field' | 'before'>) {
  const made = useDescribedForm({ fields: { it: field }, values: { it: before }, onSave: async (values) => void saved.push(values['it']) });
  useEffect(() => {
    form = made;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'F9') void made.save();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  return (
    <PickerSourcesContext value={() => source}>
      <form {...made.formProps}>
        <FormGrid form={made} />
        <button type="submit" data-enter-end="">
          save
        </button>
      </form>
    </PickerSourcesContext>
  );
}
const id = (): string => `#${CSS.escape(fieldId(form.id, 'it'))}`;
async function start({ field, before }: Pick<Case, 'field' | 'before'>): Promise<void> {
  saved = [];
  startedAt = Date.now();
  page = await mount(<Demo field={field} before={before} />);
  await page.settle(20);
}
/** Types as fast as keys come, without leaving the field. */
async function type(typed: string): Promise<void> {
  await page.focus(id());
  const user = userEvent.setup({ delay: null });
  await act(async () => {
    (page.find(id()) as HTMLInputElement).select?.();
    await user.keyboard(typed);
  });
}
async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; waited < 2000 && !isSo(); waited += 10) await page.settle(10);
}
const ways: Readonly<Record<string, () => Promise<void>>> = {
  F9: () => page.press('F9'),
  'Ctrl+S': () => page.press('Ctrl+s'),
  Enter: async () => {
    await page.press(document.activeElement?.matches('[data-lines]') ? 'Ctrl+Enter' : 'Enter');
    // The empty row that has come below is a stop of its own.
    for (let step = 0; step < 4 && document.activeElement?.closest('[data-rows]'); step += 1) await page.press('Enter');
    // The last field leads to the button, and the button saves.
    await until(() => document.activeElement?.matches('[type=submit]') ?? false);
    if (document.activeElement?.matches('[type=submit]')) await page.click('[type=submit]');
  },
  'a click': async () => {
    await page.focus('[type=submit]');
    await page.click('[type=submit]');
  },
};

describe.each(Object.entries(ways))('what is visible is what %s saves', (name, save) => {
  describe.each(
    Object.values(cases)
      .flat()
      .map((each) => [`${each.field.kind} '${each.typed}'`, each] as const),
  )('%s', (_title, each) => {
    it.each([0, 40])('with answers after %i ms', async (ms) => {
      answerMs = ms;
      await start(each);
      await type(each.typed);
      await save();
      await until(() => saved.length > 0);
      expect(saved).toEqual([name === 'Enter' && 'byEnter' in each ? each.byEnter : each.saved]);
    });
  });
});

describe('a typed text that chooses nothing', () => {
  it.each([
    ['xx', '检验所不存在: xx'],
    ['杭州', '检验所有多个“杭州”, 请填编号'],
  ])('%s keeps the form from being saved, stays, and is told at the field', async (typed, told) => {
    answerMs = 20;
    await start({ field: ref('检验所', 'Laboratory', 'laboratory'), before: '7' });
    await type(typed);
    await page.press('F9');
    await page.settle(150);
    expect(saved).toEqual([]);
    expect(page.find<HTMLInputElement>(id()).value).toBe(typed);
    expect(page.find('[data-field=it]').textContent).toContain(told);
  });

  it('stays visible and marked when the field is left, and gives way to Esc', async () => {
    answerMs = 0;
    await start({ field: ref('检验所', 'Laboratory', 'laboratory'), before: '7' });
    await type('杭州');
    await page.focus('[type=submit]');
    await page.settle(50);
    expect(page.find<HTMLInputElement>(id()).value).toBe('杭州');
    expect(page.find(id()).getAttribute('aria-invalid')).toBe('true');
    await page.focus(id());
    await page.press('Escape');
    expect(page.find<HTMLInputElement>(id()).value).toBe('HZ01 杭州检验所');
    expect(page.find(id()).getAttribute('aria-invalid')).toBe(null);
  });

  it('goes with the rest when the form starts over', async () => {
    await start({ field: ref('检验所', 'Laboratory', 'laboratory') });
    await type('杭州');
    await page.run(() => form.reset());
    expect(page.find<HTMLInputElement>(id()).value).toBe('');
  });
});

/** A row of a form's own making, as a further tube is: it stands in the form and is none of its fields. */
function DemoBeside() {
  const [beside, setBeside] = useState<string | null>(null);
  // A save comes before the page is drawn with what it has read.
  const latest = useRef(beside);
  const made = useDescribedForm({ fields: { it: text('姓名', 'Name') }, values: {}, onSave: async () => void saved.push(latest.current) });
  useEffect(() => {
    form = made;
  });
  return (
    <PickerSourcesContext value={() => source}>
      <form {...made.formProps}>
        <FormGrid form={made} />
        <FieldInput
          id="beside"
          field={ref('检验所', 'Laboratory', 'laboratory')}
          value={beside}
          onChange={(id: string | null) => setBeside((latest.current = id))}
        />
      </form>
    </PickerSourcesContext>
  );
}

it('what stands in a picker beside the fields is saved, and what chooses nothing there keeps the form from being saved', async () => {
  answerMs = 20;
  saved = [];
  page = await mount(<DemoBeside />);
  await page.focus('#beside');
  await page.type('杭州');
  await page.press('Ctrl+s');
  await page.settle(80);
  expect(saved).toEqual([]);
  expect(page.find<HTMLInputElement>('#beside').value).toBe('杭州');
  expect(page.find('#beside').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(page.find('#beside'));
  await page.type('SH02');
  await page.press('Ctrl+s');
  await until(() => saved.length > 0);
  expect(saved).toEqual(['9']);
});
