import { choices } from '#domain/kernel/choices.ts';

/** Where a version of a result comes from. */
export const resultSource = choices({
  file: [1, '文件', 'File'],
  hand: [2, '手工', 'By hand'],
  cloud: [3, '云端', 'Cloud'],
});

/** What of a finding is told where it changes. */
export const findingParts = ['findingClass', 'confidence', 'reads', 'rpm', 'abundance', 'isReported'] as const;
export type FindingPart = (typeof findingParts)[number];
type ComparedFinding = { readonly name: string } & Partial<
  Record<Exclude<FindingPart, 'findingClass' | 'confidence'>, number | null | undefined> &
    Record<'findingClass' | 'confidence', string | null | undefined>
>;

/** What a version says, as far as versions are compared. */
export interface ComparedVersion {
  readonly round: number;
  readonly values: Readonly<Record<string, string>>;
  readonly metrics: Readonly<Record<string, string>>;
  readonly findings: readonly ComparedFinding[];
}
export interface VersionChange {
  readonly itemId: string | null;
  readonly metric: string | null;
  /** The name of what was found; without a part it came (`after` is its class) or went. */
  readonly finding: string | null;
  readonly part: FindingPart | null;
  readonly before: string | null;
  readonly after: string | null;
}

/** One name may be found several times (two variants of one gene have two names): by its name and how many of that name stand before it. */
function byName(findings: readonly ComparedFinding[]): ReadonlyMap<string, ComparedFinding> {
  const count = new Map<string, number>();
  return new Map(
    findings.map((found) => {
      const at = count.get(found.name) ?? 0;
      count.set(found.name, at + 1);
      return [`${found.name}\n${at}`, found];
    }),
  );
}
function changedFindings(was: readonly ComparedFinding[], now: readonly ComparedFinding[]): readonly VersionChange[] {
  const [before, after] = [byName(was), byName(now)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key): readonly VersionChange[] => {
    const [one, other] = [before.get(key), after.get(key)];
    const common = { itemId: null, metric: null, finding: (one ?? other)!.name };
    if (!one || !other)
      return [{ ...common, part: null, before: one ? (one.findingClass ?? '') : null, after: other ? (other.findingClass ?? '') : null }];
    return findingParts.flatMap((part) => {
      const [from, to] = [one[part] ?? null, other[part] ?? null].map((said) => (said === null ? null : String(said)));
      return from === to ? [] : [{ ...common, part, before: from ?? null, after: to ?? null }];
    });
  });
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
    ...differing('values').map(([itemId, one, other]) => ({ itemId, metric: null, finding: null, part: null, before: one, after: other })),
    ...differing('metrics').map(([name, one, other]) => ({ itemId: null, metric: name, finding: null, part: null, before: one, after: other })),
    ...changedFindings(base?.findings ?? [], version.findings),
  ];
}
