import { choices } from '#domain/kernel/choices.ts';

/** Where a version of a result comes from. */
export const resultSource = choices({
  file: [1, '文件', 'File'],
  hand: [2, '手工', 'By hand'],
  cloud: [3, '云端', 'Cloud'],
});

/** What a version says, as far as versions are compared. */
export interface ComparedVersion {
  readonly round: number;
  readonly values: Readonly<Record<string, string>>;
  readonly metrics: Readonly<Record<string, string>>;
}
export interface VersionChange {
  readonly itemId: string | null;
  readonly metric: string | null;
  readonly before: string | null;
  readonly after: string | null;
}
/** What a version has otherwise than the one before it; of another round nothing is compared. */
export function changesOf(version: ComparedVersion, before: ComparedVersion | undefined): readonly VersionChange[] {
  const base = before?.round === version.round ? before : undefined;
  const differing = (part: 'values' | 'metrics'): readonly (readonly [string, string | null, string | null])[] => {
    const [was, now] = [base?.[part] ?? {}, version[part]];
    return [...new Set([...Object.keys(was), ...Object.keys(now)])].flatMap((key) => {
      const [one, other] = [was[key] || null, now[key] || null];
      return one === other ? [] : [[key, one, other] as const];
    });
  };
  return [
    ...differing('values').map(([itemId, one, other]) => ({ itemId, metric: null, before: one, after: other })),
    ...differing('metrics').map(([name, one, other]) => ({ itemId: null, metric: name, before: one, after: other })),
  ];
}
