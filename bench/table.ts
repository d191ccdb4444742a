/** One measured line: ours beside its yardstick, measured in the same run. */
export interface Row {
  readonly what: string;
  readonly ours: string;
  readonly yardstick: string;
  /** ours / yardstick where that makes sense. */
  readonly ratio?: number;
  /** What a bare toy of the same thing reached on a quiet machine: a constant, for orientation. */
  readonly toy?: string;
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}
export const median = (values: readonly number[]): number => quantile(values, 0.5);
export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
export const spread = (values: readonly number[]): string => `p50 ${ms(median(values))}, p99 ${ms(quantile(values, 0.99))}`;
export const perSecond = (count: number, elapsedMs: number): number => (count * 1000) / elapsedMs;
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} KB`;

/** The time one piece of work takes, ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const heads = ['', 'ours', 'yardstick in the same run', 'ratio', 'toy'] as const;

/** The one table, as Markdown with its columns aligned. */
export function table(rows: readonly Row[]): string {
  const cells = rows.map(({ what, ours, yardstick, ratio, toy }) => [what, ours, yardstick, ratio === undefined ? '' : ratio.toFixed(2), toy ?? '']);
  const widths = heads.map((head, column) => Math.max(3, head.length, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n');
}
