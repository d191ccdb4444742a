import { expect, it } from 'vitest';
import { codeOfFileName } from './fileNames.ts';

it.each([
  ['A26000001.jpg', 'A26000001', null],
  ['a26000001-2.PNG', 'A26000001', 2],
  ['A26000001_p03.jpeg', 'A26000001', 3],
  ['A26000001 1.jpg', 'A26000001', 1],
  ['2026112100017.webp', '2026112100017', null],
])('%s is of %s', (name, requisitionCode, pageNo) => expect(codeOfFileName(name)).toEqual({ requisitionCode, pageNo }));

it.each(['IMG_20261121.jpg', 'IMG20261121.jpg', 'DSC00012345.jpg', '微信图片_20261121.jpg', 'image.png', 'A1.jpg', 'A26000001-2-3.jpg', ''])(
  '%s is nobody',
  (name) => expect(codeOfFileName(name)).toBeNull(),
);
