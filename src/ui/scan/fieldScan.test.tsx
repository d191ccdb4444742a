import { act, useEffect, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { choices } from '#domain/kernel/choices.ts';
import { choice, choiceList, code, dateTime, type Field, flag, integer, longText, ref, text } from '#domain/kernel/fields.ts';
import { FieldInput } from '../FieldInput.tsx';
import { type PickerItem, PickerSourcesContext } from '../picker.ts';
import { mount, type Mounted } from '../testing/mount.tsx';
import { takesScan } from './fieldScan.ts';
import { ScanBox, type Scanned } from './ScanBox.tsx';

/** On a scan screen a scan goes to the scan step wherever the focus is, and the field it passed through keeps its content. */
const labs: readonly PickerItem[] = [
  { id: '7', code: 'HZ01', name: '杭州检验所' },
  { id: '8', code: 'A26000009', name: '名叫条码的所' },
];
const source = {
  key: 'laboratory',
  search: async (query: string) => labs.filter((lab) => `${lab.code}${lab.name}`.includes(query)),
  resolve: async (ids: readonly string[]) => labs.filter((lab) => ids.includes(lab.id)),
};
const sexes = choices({ male: [1, '男', 'Male'], female: [2, '女', 'Female'], unknown: [9, '未知', 'Unknown'] });
const cases: readonly (readonly [string, Field, unknown])[] = [
  ['text', text('姓名', 'Name'), '李雷'],
  ['code', code('证件号码', 'Document'), 'E123'],
  ['integer', integer('年龄', 'Age'), '31'],
  ['longText', longText('诊断', 'Diagnosis'), '孕检'],
  ['choice', choice('性别', 'Sex', sexes), 1],
  ['choiceList', choiceList('性别', 'Sex', sexes), [1]],
  ['yesNo', flag('加急', 'Urgent'), 1],
  ['dateTime', dateTime('采样时间', 'Sampled'), '2026-11-20 09:00:00'],
  ['ref', ref('检验所', 'Laboratory', 'laboratory'), '7'],
];

let page: Mounted;
let heard: Scanned[] = [];
let value: unknown;
let gone = 0;
beforeEach(() => {
  localStorage.clear();
  heard = [];
  gone = 0;
});
afterEach(() => page.unmount());

function Demo({ field, before, isBarcode }: { readonly field: Field; readonly before: unknown; readonly isBarcode?: boolean }) {
  const [own, setOwn] = useState(before);
  useEffect(() => void (value = own));
  return (
    <PickerSourcesContext value={() => source}>
      <ScanBox label={['扫描', 'Scan']} onScan={(scanned) => heard.push(scanned)} />
      <form
        onKeyDown={(event) => {
          if (event.key === 'Enter') gone += 1;
        }}
      >
        <div {...(isBarcode ? { [takesScan]: '' } : {})}>
          <FieldInput id="it" field={field} value={own} onChange={setOwn} />
        </div>
      </form>
    </PickerSourcesContext>
  );
}
let clock = 0;
/** A key where the focus is, as a browser brings it: what nobody took writes into a text. Its moment is the keyboard's, not this machine's. */
const stroke = (key: string, pauseMs: number): void => {
  const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  clock += pauseMs;
  Object.defineProperty(press, 'timeStamp', { value: clock });
  const target = document.activeElement;
  if (!target?.dispatchEvent(press) || key.length !== 1) return;
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  const from = target.selectionStart ?? target.value.length;
  const next = target.value.slice(0, from) + key + target.value.slice(target.selectionEnd ?? from);
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')?.set?.call(target, next);
  target.setSelectionRange(from + 1, from + 1);
  target.dispatchEvent(new Event('input', { bubbles: true }));
};
async function keys(text: string, pauseMs = 5): Promise<void> {
  clock += 1000;
  for (const character of text) await act(async () => stroke(character === '\r' ? 'Enter' : character, pauseMs));
}
async function open(field: Field, before: unknown, isBarcode = false): Promise<void> {
  page = await mount(<Demo field={field} before={before} isBarcode={isBarcode} />);
  await page.settle(20);
  await page.focus('#it');
  const own = page.find<HTMLInputElement>('#it');
  await page.run(() => own.select?.());
}
const shown = (): string => page.find<HTMLInputElement>('#it').value ?? '';

describe.each(cases)('with the focus in a field of kind %s', (_kind, field, before) => {
  it('a scan goes to the scan step, and the field keeps its content', async () => {
    await open(field, before);
    const stood = shown();
    await keys('A26000009\r');
    await page.settle(50);
    expect(heard.map((each) => [each.code, each.inputMode])).toEqual([['A26000009', 'scan']]);
    expect(value).toEqual(before);
    expect(shown()).toBe(stood);
    expect(page.all('[role=option]')).toHaveLength(0);
    // The key behind the scan led nowhere.
    expect(gone).toBe(0);
    expect(document.activeElement?.closest('form')).not.toBe(null);
  });
});

it.each([
  ['Tab', { key: 'Tab' }],
  ['line feed', { key: 'j', code: 'KeyJ', ctrlKey: true }],
])('a scan that ends with %s goes to the scan step too', async (_name, end) => {
  await open(text('姓名', 'Name'), '李雷');
  await keys('A26000009');
  const press = new KeyboardEvent('keydown', { ...end, bubbles: true, cancelable: true });
  Object.defineProperty(press, 'timeStamp', { value: (clock += 5) });
  await act(async () => void document.activeElement?.dispatchEvent(press));
  expect(press.defaultPrevented).toBe(true);
  expect([heard.map(({ code: scanned }) => scanned), value]).toEqual([['A26000009'], '李雷']);
});

it('a person\u2019s typing stays where it is typed, Enter and all', async () => {
  await open(text('姓名', 'Name'), '');
  await keys('abcd12\r', 60);
  expect(heard).toEqual([]);
  expect([shown(), gone]).toEqual(['abcd12', 1]);
});

it('a field that stands for a barcode keeps what is scanned into it', async () => {
  await open(code('物流单号', 'Courier no.'), '', true);
  await keys('SF1234567\r');
  expect(heard).toEqual([]);
  expect(shown()).toBe('SF1234567');
});

describe('F2', () => {
  const isAtBox = (): boolean => document.activeElement === page.find('[data-scan-box]');
  it('means the scan box, from an open picker and after Esc too', async () => {
    await open(ref('检验所', 'Laboratory', 'laboratory'), '7');
    await keys('h', 60);
    expect(page.find('#it').getAttribute('aria-expanded')).toBe('true');
    await page.press('F2');
    expect(isAtBox()).toBe(true);
    expect(page.all('[role=option]')).toHaveLength(0);
    await page.focus('#it');
    await page.press('Escape');
    await page.press('F2');
    expect(isAtBox()).toBe(true);
  });
  it('means it from a calendar', async () => {
    await open(dateTime('采样时间', 'Sampled'), '2026-11-20 09:00:00');
    await page.press('Alt+ArrowDown');
    expect(document.activeElement?.closest('[role=dialog]')).not.toBe(null);
    await page.press('F2');
    expect(isAtBox()).toBe(true);
  });
});
