import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import { afterAll, expect, it } from 'vitest';
import { readApart } from './sheetProcesses.ts';

const dir = mkdtempSync(join(tmpdir(), 'accession-sheets-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const limits = { fileBytes: 100_000, unpackedBytes: 100_000, rows: 10, cells: 100, letters: 1_000 };

it('reads a legacy workbook as a desk does: its first sheet that is seen and holds rows, merged cells filled, faults told', async () => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['不看']]), '隐藏');
  utils.book_append_sheet(book, utils.aoa_to_sheet([]), '空');
  const seen = utils.aoa_to_sheet([
    ['单位', '样本条码'],
    ['甲院', 'S1'],
    ['', 'S2'],
    [{ t: 'e', v: 0x2a, w: '#N/A' }, 'S3'],
  ]);
  seen['!merges'] = [utils.decode_range('A2:A3')];
  utils.book_append_sheet(book, seen, '清单');
  book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }, { Hidden: 0 }] };
  const path = join(dir, 'list.xls');
  writeFileSync(path, write(book, { type: 'buffer', bookType: 'biff8' }));
  const { sheet } = await readApart(path, limits);
  expect([sheet.sheetNames, sheet.sheetName]).toEqual([['空', '清单'], '清单']);
  expect(sheet.rows).toEqual([
    ['单位', '样本条码'],
    ['甲院', 'S1'],
    ['甲院', 'S2'],
    [{ text: '#N/A', isError: true }, 'S3'],
  ]);
});
