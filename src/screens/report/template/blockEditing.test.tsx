import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { ReportContent } from '#domain/report/reportContent.ts';
import { shippedTemplates } from '#domain/report/shippedTemplates.ts';
import { checkTemplate } from '#domain/report/templateCheck.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { BlockList } from './BlockList.tsx';
import { BlockSettings } from './BlockSettings.tsx';
import { CheckPanel } from './CheckPanel.tsx';
import { placeOf, replaced } from './contentEdit.ts';
import { PictureSetting } from './PictureSetting.tsx';

let page: Mounted;
afterEach(() => page.unmount());

let drawn: ReportContent = shippedTemplates[0]!.content;
function Editing({ isReadOnly = false }: { readonly isReadOnly?: boolean }) {
  const [content, setContent] = useState(shippedTemplates[0]!.content);
  const [chosen, setChosen] = useState<string | null>('title');
  const keep = (next: ReportContent): void => {
    drawn = next;
    setContent(next);
  };
  const findings = checkTemplate(content);
  const place = chosen === null ? null : placeOf(content, chosen);
  const block = place ? content[place.part][place.at] : undefined;
  return (
    <>
      <BlockList content={content} findings={findings} chosen={chosen} isReadOnly={isReadOnly} onChoose={setChosen} onChange={keep} />
      {block && place ? (
        <BlockSettings block={block} isReadOnly={isReadOnly} onChange={(changed) => keep(replaced(content, place, changed))} />
      ) : null}
      <CheckPanel findings={findings} onChoose={setChosen} />
    </>
  );
}
const order = (): readonly string[] => page.all('[data-block]').map((row) => row.dataset['block'] ?? '');

it('moves a block by Alt and an arrow, goes on with the arrows alone, and removes it; the check follows', async () => {
  page = await mount(<Editing />);
  expect(page.root.textContent).toContain('内容检查通过');
  await page.run(() => page.find<HTMLElement>('[data-block=title]').focus());
  await page.press('Alt+ArrowDown');
  expect(order().slice(0, 3)).toEqual(['head', 'patient', 'title']);
  expect(drawn.blocks.slice(0, 2).map(({ id }) => id)).toEqual(['patient', 'title']);
  await page.press('ArrowDown');
  expect(document.activeElement?.getAttribute('data-block')).toBe('sample');
  await page.press('Delete');
  expect(drawn.blocks.some(({ id }) => id === 'sample')).toBe(false);
  expect(page.root.textContent).toContain('禁止发布: 缺少样本类型');
});

it('sets what a block says, and adds a fact of the catalogue and a condition', async () => {
  page = await mount(<Editing />);
  await page.focus('input[aria-label=标题]');
  await page.type('产前筛查报告');
  expect(drawn.blocks[0]).toMatchObject({ kind: 'reportTitle', text: expect.stringContaining('产前筛查报告') });
  await page.run(() => page.all('section input[type=checkbox]').at(-1)?.click());
  expect(drawn.blocks[0]?.when).toEqual({ fact: 'qualitativeResult', is: 'given', value: '' });
});

it('changes nothing for whoever may only look', async () => {
  page = await mount(<Editing isReadOnly />);
  const before = order();
  await page.run(() => page.find<HTMLElement>('[data-block=title]').focus());
  await page.press('Alt+ArrowDown');
  await page.press('Delete');
  expect(order()).toEqual(before);
  expect(page.all('section input[type=checkbox]').every((box) => (box as HTMLInputElement).disabled)).toBe(true);
});

it('takes a picture with the template, and says why another file is none', async () => {
  const taken: string[] = [];
  page = await mount(<PictureSetting value="" isDisabled={false} onChange={(picture) => taken.push(picture)} />);
  const choose = async (bytes: readonly number[]): Promise<void> => {
    const input = page.find<HTMLInputElement>('input[type=file]');
    Object.defineProperty(input, 'files', { configurable: true, value: [new File([new Uint8Array(bytes)], 'x.png')] });
    await page.run(() => void input.dispatchEvent(new Event('change', { bubbles: true })));
    await page.settle(20);
  };
  await choose([1, 2, 3]);
  expect(page.root.textContent).toContain('只接收 JPEG、PNG、WebP 图片');
  const jpeg = [0xff, 0xd8, 0xff, ...Array.from({ length: 9 }, () => 1)];
  await choose([...jpeg, ...Array.from({ length: 150_000 }, () => 1)]);
  expect(page.root.textContent).toContain('图片不能超过 150 KB');
  expect(taken).toEqual([]);
  await choose(jpeg);
  expect(taken).toEqual([btoa(String.fromCharCode(...jpeg))]);
});
