import { afterEach, expect, it, vi } from 'vitest';
import type { PickerItem, PickerSource } from '../picker.ts';
import { PickerSourcesContext } from '../picker.ts';
import { mount, type Mounted } from '../testing/mount.tsx';
import { likeness, nearNames } from './nearNames.ts';
import { RowEditor } from './RowEditor.tsx';
import type { PreviewLine } from './sheetPreview.ts';

const clients: readonly PickerItem[] = ['江州市第一人民医院', '江州市第二人民医院', '安泉市妇幼保健院', '停用的第一人民医院'].map((name, index) => ({
  id: String(index),
  name,
  code: `C000${index}`,
  isDisabled: name.startsWith('停用'),
}));
const source: PickerSource = {
  key: 'sendSampleClient',
  search: async (query) => clients.filter(({ name, code }) => `${code}${name}`.includes(query)),
  resolve: async (ids) => clients.filter(({ id }) => ids.includes(id)),
};
const asked = new AbortController().signal;

let page: Mounted | null = null;
afterEach(async () => {
  await page?.unmount();
  page = null;
});

it('tells the names that may have been meant, the likest first, and none that is switched off or far from it', async () => {
  expect(await nearNames(source, '江州第一人民医院', asked)).toEqual(['江州市第一人民医院', '江州市第二人民医院']);
  expect(await nearNames(source, '安泉妇幼保健院', asked)).toEqual(['安泉市妇幼保健院']);
  expect(await nearNames(source, '完全不同', asked)).toEqual([]);
  expect(likeness('甲乙', '甲乙')).toBe(1);
});

it('offers them in the row’s drawer, where one click corrects the cell', async () => {
  const row: PreviewLine = {
    line: 0,
    rowNumber: 2,
    verdict: 'error',
    cells: [{ field: 'client', header: '送检单位', fault: 'unknown_client', verdict: 'error', text: ['送检单位不存在', 'No such client'] }],
    texts: { client: '江州第一人民医院' },
  };
  const onCorrect = vi.fn<(line: number, texts: Readonly<Record<string, string>>) => void>();
  const mounted = await mount(
    <PickerSourcesContext.Provider value={() => source}>
      <RowEditor
        row={row}
        fields={[{ field: 'client', title: ['送检单位', 'Sending client'], ref: 'sendSampleClient' }]}
        onCorrect={onCorrect}
        onClose={() => undefined}
      />
    </PickerSourcesContext.Provider>,
  );
  page = mounted;
  await vi.waitFor(async () => {
    await mounted.settle(20);
    expect(mounted.all('[data-near-names] button').map(({ textContent }) => textContent)).toEqual(['江州市第一人民医院', '江州市第二人民医院']);
  });
  // A typed name that means none keeps the row open.
  await mounted.focus('[role=combobox]');
  await mounted.type('江州');
  await mounted.click('button[type=submit]');
  await mounted.settle(50);
  expect([onCorrect.mock.calls.length, mounted.find<HTMLInputElement>('[role=combobox]').value]).toEqual([0, '江州']);
  await mounted.type('C0002');
  await mounted.click('button[type=submit]');
  await vi.waitFor(() => expect(onCorrect.mock.calls).toEqual([[0, { client: '安泉市妇幼保健院' }]]));
  onCorrect.mockClear();
  await mounted.click('[data-near-names] button');
  expect(mounted.find<HTMLInputElement>('input[name=client]').value).toBe('江州市第一人民医院');
  await mounted.click('button[type=submit]');
  await vi.waitFor(() => expect(onCorrect.mock.calls).toEqual([[0, { client: '江州市第一人民医院' }]]));
});
