import { expect, it } from 'vitest';
import { pagesOf, partFiles } from './pictureFiles.ts';

it('takes pictures and names what is none', () => {
  const files = [
    new File(['x'], 'A26000001.jpg', { type: 'image/jpeg' }),
    new File(['x'], '申请单.docx', { type: 'application/msword' }),
    new File(['x'], 'list.pdf', { type: 'application/pdf' }),
  ];
  const { sources, refused } = partFiles(files);
  expect(sources.map(({ name }) => name)).toEqual(['A26000001.jpg']);
  expect(refused).toEqual(['申请单.docx', 'list.pdf']);
  expect(pagesOf(files).map(({ name }) => name)).toEqual(['A26000001.jpg', 'list.pdf']);
});
