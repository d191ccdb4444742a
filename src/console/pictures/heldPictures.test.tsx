import 'fake-indexeddb/auto';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { HeldPictures } from './HeldPictures.tsx';
import type { PageSource } from './useTakePages.ts';

let page: Mounted;
afterEach(() => page.unmount());
function Holding() {
  const [pictures, setPictures] = useState<readonly PageSource[]>([]);
  return (
    <HeldPictures
      pictures={pictures}
      most={3}
      onAdd={(more) => setPictures((before) => [...before, ...more])}
      onRemove={(at) => setPictures((before) => before.filter((_picture, index) => index !== at))}
    />
  );
}
const choose = (files: readonly File[]) =>
  page.run(() => {
    const input = page.find<HTMLInputElement>('[data-held-files]');
    Object.defineProperty(input, 'files', { value: files, configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });

it('holds several pictures until the act, takes one away, and names what is no picture', async () => {
  page = await mount(<Holding />);
  await choose([
    new File(['x'], '空管.jpg', { type: 'image/jpeg' }),
    new File(['x'], '溶血.png', { type: 'image/png' }),
    new File(['x'], '说明.docx', { type: 'application/msword' }),
  ]);
  await page.settle(50);
  expect(page.all('[data-held]').map((item) => item.textContent)).toEqual(['空管.jpg', '溶血.png']);
  expect(document.body.textContent).toContain('不支持的文件, 未上传(只支持 JPG、PNG、WebP 图片): 说明.docx');
  await page.run(() => page.find('[aria-label="移除第 1 张"]').click());
  expect(page.all('[data-held]').map((item) => item.textContent)).toEqual(['溶血.png']);
});

it('tells how many are beyond what an act takes, and keeps the first', async () => {
  page = await mount(<Holding />);
  await choose(['1', '2', '3', '4', '5'].map((name) => new File(['x'], `${name}.jpg`, { type: 'image/jpeg' })));
  await page.settle(50);
  expect(page.all('[data-held]').map((item) => item.textContent)).toEqual(['1.jpg', '2.jpg', '3.jpg']);
  expect(document.body.textContent).toContain('一次最多 3 张照片, 未添加 2 张');
});
