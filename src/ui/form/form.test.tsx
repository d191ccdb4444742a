import { useEffect } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { choices } from '#domain/kernel/choices.ts';
import type { Problem } from '#domain/kernel/check.ts';
import { choice, code, date, dateTime, integer, longText, ref, text } from '#domain/kernel/fields.ts';
import { mount, type Mounted } from '../testing/mount.tsx';
import { FormGrid, type FormGridProps } from './FormGrid.tsx';
import { type DescribedForm, fieldId, useDescribedForm } from './useDescribedForm.ts';

let page: Mounted;
let form: DescribedForm;
let saved: Readonly<Record<string, unknown>>[];
let problems: readonly Problem[] | undefined;
afterEach(() => page.unmount());

const fields = {
  requisitionCode: code('申请单号', 'Requisition', { required: true }),
  personName: text('姓名', 'Name', { required: true }),
  sex: choice('性别', 'Sex', choices({ male: [1, '男', 'Male'], female: [2, '女', 'Female'] }), { required: true }),
  birth: date('出生日期', 'Birth date'),
  weeks: integer('孕周', 'Weeks', { max: 42 }),
  remark: longText('备注', 'Remark'),
  createTime: dateTime('创建时间', 'Created at', { readOnly: true }),
};

function Demo({ values, settings }: { readonly values?: Record<string, unknown>; readonly settings?: FormGridProps['settings'] }) {
  const made = useDescribedForm({
    fields,
    values,
    onSave: async (checked) => {
      if (problems) return problems;
      saved.push(checked);
    },
  });
  useEffect(() => {
    form = made;
  });
  return (
    <form {...made.formProps}>
      <FormGrid form={made} settings={settings} isFocused />
      <button type="submit" data-enter-end="">
        save
      </button>
    </form>
  );
}
async function start(values?: Record<string, unknown>, settings?: FormGridProps['settings']): Promise<void> {
  saved = [];
  problems = undefined;
  page = await mount(<Demo values={values} settings={settings} />);
}
const id = (name: string): string => `#${CSS.escape(fieldId(form.id, name))}`;
const focused = (): string | null =>
  document.activeElement?.closest('[data-field]')?.getAttribute('data-field') ?? document.activeElement?.textContent ?? null;

const guardian = { consenter: ref('同意人', 'Who consents', 'person'), guardianName: text('监护人', 'Guardian'), remark: text('备注', 'Remark') };
/** Who consents is the guardian; they are looked up, and the answer comes when it is let go. */
function Guardian({ answered }: { readonly answered: Promise<void> }) {
  const made = useDescribedForm({
    fields: guardian,
    complete: () => {
      if (made.methods.getValues('consenter') === '7') made.methods.setValue('guardianName', '李秋云');
    },
    onSave: () => Promise.resolve(undefined),
  });
  useEffect(() => {
    form = made as unknown as DescribedForm;
  });
  const found = [{ id: '7', name: '李秋云' }];
  const source = { key: 'person', search: () => answered.then(() => found), resolve: () => Promise.resolve(found) };
  return (
    <form {...made.formProps}>
      <FormGrid form={made as unknown as DescribedForm} settings={{ consenter: { source }, guardianName: { isSkipped: true } }} isFocused />
    </form>
  );
}

describe('keys of a form', () => {
  it('leads nobody to what follows from a choice, however fast Enter comes behind it', async () => {
    let answer = (): void => undefined;
    page = await mount(<Guardian answered={new Promise((resolve) => (answer = resolve))} />);
    await page.focus(id('consenter'));
    await page.type('李');
    await page.press('Enter');
    expect(focused()).toBe('consenter');
    await page.run(answer);
    await page.settle(200);
    expect([form.methods.getValues(), focused()]).toMatchObject([{ consenter: '7', guardianName: '李秋云' }, 'remark']);
  });

  it('goes on with Enter and back with Shift+Enter, through groups too, and ends at the save button', async () => {
    await start();
    await page.focus(id('requisitionCode'));
    const way: (string | null)[] = [];
    for (let step = 0; step < 5; step += 1) {
      await page.press('Enter');
      way.push(focused());
    }
    expect(way).toEqual(['personName', 'sex', 'birth', 'weeks', 'remark']);
    await page.focus(id('birth'));
    await page.press('Shift+Enter');
    expect(focused()).toBe('sex');
  });

  it('goes on from a long text with Enter and breaks its line with Ctrl+Enter', async () => {
    await start({ requisitionCode: 'A26000001', personName: '李雷', sex: 1 });
    await page.focus(id('remark'));
    await page.type('孕检');
    await page.press('Ctrl+Enter');
    expect([focused(), page.find<HTMLTextAreaElement>(id('remark')).value]).toEqual(['remark', '孕检\n']);
    await page.press('Enter');
    expect(focused()).toBe('save');
  });

  it('comes back to what is required and still empty before it leads to the save button', async () => {
    await start({ requisitionCode: 'A26000001' });
    await page.focus(id('remark'));
    await page.press('Enter');
    expect(focused()).toBe('personName');
    await page.type('李雷');
    await page.focus(id('remark'));
    await page.press('Enter');
    expect(focused()).toBe('sex');
  });

  it('passes over what is skipped while something stands there, and over what the answers make impossible, both ways', async () => {
    const settings = { personName: { isSkipped: true }, sex: { isSkipped: true }, birth: { isSkipped: true }, weeks: { isImpossible: true } };
    await start({ requisitionCode: 'A26000001', personName: '李雷' }, settings);
    await page.focus(id('requisitionCode'));
    const way: (string | null)[] = [];
    for (let step = 0; step < 3; step += 1) {
      await page.press('Enter');
      way.push(focused());
    }
    expect(way).toEqual(['sex', 'birth', 'remark']);
    for (let step = 0; step < 3; step += 1) {
      await page.press('Shift+Enter');
      way.push(focused());
    }
    expect(way.slice(3)).toEqual(['birth', 'sex', 'requisitionCode']);
  });

  it('goes back from the save button with Shift+Enter, and saves nothing', async () => {
    await start({ requisitionCode: 'A26000001', personName: '李雷', sex: 1 });
    await page.focus('[data-enter-end]');
    const pressed = new KeyboardEvent('keydown', { key: 'Enter', shiftKey: true, bubbles: true, cancelable: true });
    await page.run(() => void document.activeElement?.dispatchEvent(pressed));
    expect([focused(), pressed.defaultPrevented, saved]).toEqual(['remark', true, []]);
  });

  it('leaves Enter to an input method that is composing', async () => {
    await start();
    await page.focus(id('personName'));
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, isComposing: true }));
    expect(focused()).toBe('personName');
  });

  it('saves checked values with Ctrl+S from any field, a typed date included', async () => {
    await start({ requisitionCode: 'A26000001', personName: '李雷', sex: 1 });
    await page.focus(id('weeks'));
    await page.type('１２');
    await page.focus(id('birth'));
    await page.type('19980520');
    await page.press('Ctrl+s');
    await page.settle(10);
    expect(saved).toEqual([{ requisitionCode: 'A26000001', personName: '李雷', sex: 1, birth: '1998-05-20', weeks: 12, remark: null }]);
  });
});

describe('problems', () => {
  it('are listed at the top, shown under the fields, and the focus goes to the first', async () => {
    await start();
    await page.press('Ctrl+s');
    await page.settle(20);
    expect(saved).toEqual([]);
    expect(page.all('[role=alert] li').map((line) => line.textContent)).toEqual(['有 3 处需要修改', '请输入申请单号', '请输入姓名', '请选择性别']);
    expect(page.find(id('personName')).getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(page.find(id('personName')).getAttribute('aria-describedby') ?? '')?.textContent).toBe('请输入姓名');
    expect(focused()).toBe('requisitionCode');
    await page.click('[role=alert] li:nth-child(4) button');
    expect(focused()).toBe('sex');
  });

  it('tell a required field when it is left, under it, and no other; the list at the top waits for a save', async () => {
    await start();
    await page.focus(id('requisitionCode'));
    await page.press('Enter');
    await page.settle(10);
    expect(page.all('[aria-invalid=true]').map((each) => each.closest<HTMLElement>('[data-field]')?.dataset['field'])).toEqual(['requisitionCode']);
    expect(page.find('[data-field=requisitionCode]').textContent).toContain('请输入申请单号');
    expect(page.all('[role=alert]')).toHaveLength(0);
    // Mended while it is typed.
    await page.focus(id('requisitionCode'));
    await page.type('A26000001');
    await page.settle(10);
    expect(page.all('[data-field=requisitionCode] [aria-invalid=true]')).toHaveLength(0);
  });

  it('are not told of a field the form began anew around', async () => {
    await start({ requisitionCode: 'A26000001', personName: '李雷', sex: 1 });
    await page.focus(id('personName'));
    await page.run(() => form.reset());
    await page.focus('[data-enter-end]');
    await page.settle(20);
    expect(page.all('[aria-invalid=true]')).toHaveLength(0);
    // Left once more, it is one.
    await page.focus(id('personName'));
    await page.focus('[data-enter-end]');
    await page.settle(20);
    expect(page.all('[aria-invalid=true]')).toHaveLength(1);
  });

  it('are told when a field is left with something wrong in it', async () => {
    await start();
    await page.focus(id('weeks'));
    await page.type('50');
    await page.press('Enter');
    await page.settle(20);
    expect(page.find(id('weeks')).getAttribute('aria-invalid')).toBe('true');
  });

  it('of the server stand in place, in the language of the page', async () => {
    await start({ requisitionCode: 'A26000001', personName: '李雷', sex: 1 });
    problems = [{ field: 'requisitionCode', code: 'taken', params: { label: fields.requisitionCode.label, value: 'A26000001' } }];
    await page.press('Ctrl+s');
    await page.settle(20);
    expect(page.find('[role=alert]').textContent).toContain('申请单号已存在: A26000001');
    expect(focused()).toBe('requisitionCode');
  });

  it('of the server stay until what they speak of is another', async () => {
    await start({ requisitionCode: 'A26000001', personName: '李雷', sex: 1 });
    await page.run(() => form.showProblems([{ field: 'personName', code: 'rule', params: { text: ['无此人', 'nobody'] } }]));
    await page.settle(10);
    expect(focused()).toBe('personName');
    await page.focus(id('weeks'));
    await page.settle(10);
    expect(page.find(id('personName')).getAttribute('aria-invalid')).toBe('true');
    expect(page.find('[role=alert]').textContent).toContain('无此人');
    await page.focus(id('personName'));
    await page.type('韩梅');
    await page.settle(10);
    expect(page.all('[aria-invalid=true]')).toHaveLength(0);
    // Saved, it is the server's turn to say it again.
    await page.run(() => form.showProblems([{ field: 'personName', code: 'rule', params: { text: ['无此人', 'nobody'] } }]));
    await page.press('Ctrl+s');
    await page.settle(10);
    expect(saved).toHaveLength(1);
    expect(page.all('[aria-invalid=true]')).toHaveLength(0);
  });
});

describe('leaving', () => {
  it('asks only if something would be lost', async () => {
    await start({ requisitionCode: 'A26000001' });
    expect(await form.mayLeave()).toBe(true);
    await page.focus(id('personName'));
    await page.type('李');
    expect(form.isDirty()).toBe(true);
    let answer: boolean | undefined;
    await page.run(() => void form.mayLeave().then((isYes) => (answer = isYes)));
    await page.settle(20);
    expect(page.find('[role=alertdialog]').textContent).toContain('内容尚未保存');
    await page.run(() =>
      page
        .all('[role=alertdialog] button')
        .find((button) => button.textContent === '继续编辑')
        ?.click(),
    );
    await page.settle();
    expect(answer).toBe(false);
  });
});

describe('what only the server fills', () => {
  it('is left out while it is empty, and shown where there is something to show', async () => {
    await start();
    expect(page.all('[data-field=createTime]')).toHaveLength(0);
    expect(page.all('[data-field=remark]')).toHaveLength(1);
    await page.unmount();
    await start({ createTime: '2026-11-22 08:00:00' });
    expect(page.all('[data-field=createTime]')).toHaveLength(1);
  });
});
