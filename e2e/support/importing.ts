import { expect, type Page } from '@playwright/test';
import { inventedName, samplingTime } from './prepare.ts';
import { openScreen } from './console.ts';

export type SheetFile = string | { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

export const sheetHeaders = [
  '申请单条码',
  '样本条码',
  '检验所',
  '送检单位',
  '产品',
  '样本类型',
  '受检者姓名',
  '性别',
  '年龄',
  '联系电话',
  '采样时间',
];

/** A whole telephone number of a small made sheet, not its beginning: ids and sealed bytes hold any three digits. */
export const madePhone = /199\d{3}0000\d/;

/** A sheet of requisitions nobody objects to: `<prefix>R000001` with its tube `<prefix>S000001`, and so on. */
export function madeSheet(prefix: string, count: number): SheetFile & { readonly name: string } {
  const time = samplingTime();
  // Another sheet is other persons: the same one twice within a month asks for an answer.
  const sheet = [...prefix].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1000, 0);
  const rows = Array.from({ length: count }, (_value, index) => {
    const number = String(index + 1).padStart(6, '0');
    const phone = `199${String(sheet).padStart(3, '0')}${String(index).padStart(5, '0')}`;
    return [
      `${prefix}R${number}`,
      `${prefix}S${number}`,
      '沪江检验所',
      '青禾市第一人民医院',
      '血常规五分类',
      'EDTA全血',
      inventedName(index + sheet),
      '女',
      30,
      phone,
      time,
    ];
  });
  const text = [sheetHeaders, ...rows].map((row) => row.join(',')).join('\n');
  return { name: `${prefix}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) };
}
export const madeCodes = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_value, index) => `${prefix}R${String(index + 1).padStart(6, '0')}`);

/** The import pane of reception. */
export async function openImport(page: Page, address: string): Promise<void> {
  await openScreen(page, address, '/sample/summary-enter');
  await page.getByRole('tab', { name: /Excel/ }).click();
  await atStage(page, 'choose');
}
export async function atStage(page: Page, stage: 'choose' | 'reading' | 'map' | 'judging' | 'preview'): Promise<void> {
  await expect(page.locator(`[data-import-stage=${stage}]`)).toBeVisible({ timeout: 60_000 });
}
export async function chooseFile(page: Page, file: SheetFile): Promise<void> {
  await page.locator('[data-import-file]').setInputFiles(file);
}
/** A file made in the page itself, for those too big to be carried there: `head`, then `lines` times `line` with its number for `#`. */
export async function chooseLarge(page: Page, name: string, head: string, line: string, lines: number): Promise<void> {
  await page.locator('[data-import-file]').evaluate(
    (input, made) => {
      const parts = [made.head];
      for (let index = 1; index <= made.lines; index++) parts.push(made.line.replaceAll('#', String(index).padStart(6, '0')));
      const chosen = new DataTransfer();
      chosen.items.add(new File([parts.join('\n')], made.name));
      (input as HTMLInputElement).files = chosen.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    },
    { name, head, line, lines },
  );
}
/** From a file to its preview, with the columns as they were recognised. */
export async function previewFile(page: Page, file: SheetFile): Promise<void> {
  await chooseFile(page, file);
  await atStage(page, 'map');
  await page.getByRole('button', { name: /^校验/ }).click();
  await atStage(page, 'preview');
}
/** Confirms; resolves when every row is in the outbox. */
export async function confirmImport(page: Page): Promise<void> {
  await page.locator('[data-import-confirm]').click();
  await expect(page.locator('[data-import-result]')).toBeVisible({ timeout: 60_000 });
}
