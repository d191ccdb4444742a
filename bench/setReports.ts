import { drawReport } from '#domain/report/drawReport.ts';
import { inventedReports } from '#domain/report/inventedReports.ts';
import type { ReportFacts } from '#domain/report/reportFacts.ts';
import { shippedTemplates } from '#domain/report/shippedTemplates.ts';
import { renderReport } from '#server/report/engine/reportEngine.ts';
import { compileFiles, filesOf } from '#server/report/engine/setReport.ts';
import type { Setting } from './setting.ts';
import { kilobytes, ms, quantile, spread, timed, type Row } from './table.ts';

const count = 120;
const lines = 45;
/** What two pages may take, ms, and weigh, bytes. */
const wanted = { p95: 400, bytes: 300_000 };

/**
 * How long a report of two pages takes to be set in its thread, each of another sample, beside what is asked of it; and how many are drawn and set in a
 * second on a core, beside the engine alone compiling the same pages, one of each in turn.
 */
export async function measureReports(_setting: Setting): Promise<Row[]> {
  const template = shippedTemplates.find(({ key }) => key === 'routine');
  if (!template) throw new Error('no template of routine values is shipped');
  const facts = inventedReports.routine;
  const [model] = facts.rows.results;
  const reportOf = (at: number): ReportFacts => ({
    ...facts,
    values: { ...facts.values, sampleCode: `9${String(at).padStart(8, '0')}` },
    rows: {
      ...facts.rows,
      results: Array.from({ length: lines }, (_none, line) => ({
        tone: null,
        cells: { ...model?.cells, itemName: `检测项第${line + 1}号`, value: String((at + line) % 60) },
      })),
    },
  });
  const took: number[] = [];
  const spent = { ours: 0, bare: 0 };
  let largest = 0;
  let pages = 0;
  for (let at = 0; at <= count; at++) {
    // Each of another sample: the engine remembers what it has set.
    const drawn = (no: number) => drawReport({ content: template.content, facts: reportOf(no), paper: 'A4', watermark: '' });
    const report = drawn(2 * at);
    const setting = await timed(async () => {
      const made = await renderReport({ report, images: {} });
      largest = Math.max(largest, made.pdf.length);
      pages = made.pages;
    });
    // The first one opens the thread and its fonts.
    if (at > 0) took.push(setting);
    const files = filesOf({ report: drawn(2 * at + 1), images: {} });
    const bare = await timed(async () => {
      const { kind } = compileFiles(files);
      if (kind !== 'rendered') throw new Error(`the bare engine says ${kind}`);
    });
    const drawing = await timed(async () => void drawn(2 * at));
    if (at > 0) {
      spent.ours += drawing + setting;
      spent.bare += bare;
    }
  }
  const p95 = quantile(took, 0.95);
  const perSecond = (all: number): string => `${((count * 1_000) / all).toFixed(1)} a second`;
  return [
    {
      what: `setting a report of ${pages} pages, ${count} of them`,
      ours: `${spread(took)}, p95 ${ms(p95)}, at most ${kilobytes(largest)}`,
      yardstick: `p95 ${ms(wanted.p95)}, ${kilobytes(wanted.bytes)} asked for`,
      ratio: p95 / wanted.p95,
    },
    {
      what: `reports of ${pages} pages drawn and set on one core`,
      ours: perSecond(spent.ours),
      yardstick: `${perSecond(spent.bare)}, the engine alone compiling the same pages`,
      ratio: spent.ours / spent.bare,
    },
  ];
}
