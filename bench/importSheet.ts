import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright';
import { inventedName, samplingTime } from '../e2e/support/prepare.ts';
import { withBenchPage } from './benchPage.ts';
import { withHouse } from './house.ts';
import type { ParserName } from './page/bareParser.ts';
import type { BenchPage } from './page/page.tsx';
import type { Setting } from './setting.ts';
import { ms, type Row } from './table.ts';

const rows = 100_000;
const parsers: readonly ParserName[] = ['hucre', '@e965/xlsx'];

/** A sheet of 100,000 requisitions through the import screen of a desk without network; against a parser of the registry, called directly. */
export async function measureImport({ say }: Setting): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'accession-sheet-'));
  try {
    const sheet = await writeXlsx({ sheets: [{ name: '送检清单', rows: sheetRows() }] });
    const file = join(folder, 'sheet.xlsx');
    writeFileSync(file, sheet);
    say(`sheet of ${rows} rows, ${(sheet.length / 1e6).toFixed(1)} MB`);
    const bare = await withBenchPage({ 'sheet.xlsx': sheet }, bareParsers);
    const best = bare.reduce((one, other) => (other.ms < one.ms ? other : one));
    const ours = await withHouse(async ({ page, desk, goTo }) => {
      await page.addInitScript(recordStages);
      await goTo('/sample/summary-enter');
      await page.getByRole('tab', { name: 'Excel导入' }).click();
      await desk.context.setOffline(true);
      return importOnce(page, file);
    });
    const yardstick = `${best.name} alone, parse only ${ms(best.ms)}`;
    const whole = ours.read + ours.judged;
    return [
      { what: `sheet of ${rows} rows: parse, in the worker`, ours: ms(ours.read), yardstick, ratio: ours.read / best.ms },
      { what: `sheet of ${rows} rows: parse and validate (${ours.verdict})`, ours: ms(whole), yardstick, ratio: whole / best.ms },
      {
        what: 'longest task of the page meanwhile',
        ours: ours.longest === 0 ? 'none over 50 ms' : ms(ours.longest),
        yardstick: '50 ms, from where a task counts as long',
        ratio: ours.longest / 50,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Requisitions as a hospital lists them; every tenth has no sampling time or a wrong one, so that faults are found too. */
function sheetRows(): string[][] {
  const heads =
    '申请单条码,样本条码,采血管号,医院条码,检验所,送检单位,产品,样本类型,数量,受检者姓名,性别,年龄,年龄单位,联系电话,门诊号,科室,床号,送检医生,采样时间,备注'.split(
      ',',
    );
  const sampled = samplingTime();
  const row = (index: number): string[] => {
    const number = String(index).padStart(8, '0');
    const time = index % 10 === 0 ? '2026-13-40' : sampled;
    return `C${number},0${number},T${number},H${number},SH01,C0001,CBC01,EDTA全血,1,${inventedName(index)},女,33,岁,199${number},MZ${number},检验科,12,王医生,${time},第${index}行`.split(
      ',',
    );
  };
  return [heads, ...Array.from({ length: rows }, (_none, index) => row(index + 1))];
}

async function bareParsers(page: Page): Promise<{ name: ParserName; ms: number }[]> {
  const found: { name: ParserName; ms: number }[] = [];
  for (const name of [...parsers, ...parsers]) {
    const parsed = await page.evaluate(
      (wanted) => (globalThis as unknown as { benchPage: BenchPage }).benchPage.parseBare(wanted, '/bench/sheet.xlsx'),
      name,
    );
    if (parsed.rows !== rows + 1) throw new Error(`${name} read ${parsed.rows} rows`);
    found.push({ name, ms: parsed.ms });
  }
  return found;
}

interface Stages {
  readonly at: Record<string, number>;
  longest: number;
}

async function importOnce(page: Page, file: string): Promise<{ read: number; judged: number; longest: number; verdict: string }> {
  await chooseFile(page, file);
  await page.locator('[data-import-stage=map]').waitFor({ timeout: 120_000 });
  await page.getByRole('button', { name: '校验' }).click();
  await page.locator('[data-import-stage=preview]').waitFor({ timeout: 120_000 });
  const verdict = (await page.locator('[data-import-filter]').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')).join(', ');
  const { at, longest } = await page.evaluate(() => (globalThis as unknown as { stages: Stages }).stages);
  const took = (from: string, to: string): number => (at[to] ?? Number.NaN) - (at[from] ?? Number.NaN);
  return { read: took('reading', 'map'), judged: took('judging', 'preview'), longest, verdict };
}

/** By its path, as a person's choice goes: setInputFiles would unpack the bytes inside the page, a long task of its own. */
async function chooseFile(page: Page, file: string): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const { result } = await devTools.send('Runtime.evaluate', { expression: `document.querySelector('[data-import-file]')` });
  if (result.objectId === undefined) throw new Error('the page asks for no file');
  await devTools.send('DOM.setFileInputFiles', { files: [file], objectId: result.objectId });
  await devTools.detach();
}

/** In the page: when each stage of the import was first shown, and the longest task since. */
function recordStages(): void {
  const stages: Stages = { at: {}, longest: 0 };
  (globalThis as unknown as { stages: Stages }).stages = stages;
  new MutationObserver(() => {
    const stage = document.querySelector<HTMLElement>('[data-import-stage]')?.dataset['importStage'];
    if (stage) stages.at[stage] ??= performance.now();
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-import-stage'] });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (stages.at['reading'] !== undefined) stages.longest = Math.max(stages.longest, entry.duration);
  }).observe({ entryTypes: ['longtask'] });
}
