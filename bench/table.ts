/** One measured line: ours beside its yardstick, measured in the same run. */
export interface Row {
  readonly what: string;
  readonly ours: string;
  readonly yardstick: string;
  /** ours / yardstick where that makes sense. */
  readonly ratio?: number;
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}
export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
export const spread = (values: readonly number[]): string => `p50 ${ms(quantile(values, 0.5))}, p99 ${ms(quantile(values, 0.99))}`;
export const perSecond = (count: number, elapsedMs: number): number => (count * 1000) / elapsedMs;

export function print(title: string, rows: readonly Row[]): void {
  console.log(`\n## ${title}`);
  for (const { what, ours, yardstick, ratio } of rows) {
    console.log(`  ${what}\n      ours ${ours}   yardstick ${yardstick}${ratio === undefined ? '' : `   ratio ${ratio.toFixed(2)}`}`);
  }
}
