import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Resource } from '#domain/kernel/resource.ts';
import { call, servicePath } from '#src/api/call.ts';
import { failureOf } from '#src/resource/failure.ts';
import { resourceKey } from '#src/resource/useResourceList.ts';
import type { WireRow } from '#src/resource/wireRow.ts';
import type { Failure } from '#src/ui/StateView.tsx';

/** Where a tree is read from: whole in one call, or level by level as it is opened. */
export interface TreeSource {
  /** Below the resource's service. */
  readonly path: string;
  /** Level by level: the parameter that names the level, the root's value, and how many rows a filter finds at most. */
  readonly levels?: { readonly parameter: string; readonly root: string; readonly mostFound: number };
  /** Texts of a row that the filter looks at; level by level the server is asked with the first one. */
  readonly filterBy: readonly string[];
}
export interface TreeLine {
  readonly row: WireRow;
  readonly id: string;
  readonly depth: number;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
}
export interface TreeRows {
  /** undefined: not there yet. */
  readonly lines: readonly TreeLine[] | undefined;
  readonly toggle: (id: string) => void;
  readonly open: (id: string) => void;
  readonly openAll: (() => void) | null;
  readonly closeAll: () => void;
  readonly isStale: boolean;
  /** So many rows alone are shown of those the filter finds; null: all of them. */
  readonly cutAt: number | null;
  readonly failure: Failure | null;
  readonly retry: () => void;
}

const childrenOf = (row: WireRow): readonly WireRow[] => (Array.isArray(row.children) ? (row.children as readonly WireRow[]) : []);
const idOf = (row: WireRow): string => String(row.id);

/** The rows of a tree whose text fits, with everything above them. */
export function fittingRows(rows: readonly WireRow[], filterBy: readonly string[], text: string): WireRow[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [...rows];
  return rows.flatMap((row) => {
    if (
      filterBy.some((name) =>
        String(row[name] ?? '')
          .toLowerCase()
          .includes(wanted),
      )
    )
      return [row];
    const below = fittingRows(childrenOf(row), filterBy, text);
    return below.length > 0 ? [{ ...row, children: below }] : [];
  });
}

/** A tree as lines of a table, with what is open remembered while the page lives. */
export function useTreeRows(resource: Resource, { path, levels, filterBy }: TreeSource, text: string): TreeRows {
  const root = levels?.root ?? '';
  const [opened, setOpened] = useState<ReadonlySet<string> | null>(null);
  const isFiltered = text.trim() !== '';
  const asked = levels && !isFiltered ? [root, ...(opened ?? [])] : [root];
  const answers = useQueries({
    queries: asked.map((parent) => {
      const query = !levels ? {} : isFiltered ? { [filterBy[0] ?? 'name']: text.trim() } : { [levels.parameter]: parent };
      return {
        queryKey: [...resourceKey(resource), 'tree', path, query],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          call<readonly WireRow[]>('GET', servicePath(resource.service, path), { query, quiet: true, signal }),
      };
    }),
  });
  const first = answers[0]?.data;
  const shown = useMemo(() => (first && !levels ? fittingRows(first, filterBy, text) : first), [first, levels, filterBy, text]);
  // A whole tree starts with its first level open; what a filter leaves is open throughout.
  const isOpen = (row: WireRow, depth: number): boolean => (!levels && isFiltered) || (opened?.has(idOf(row)) ?? (!levels && depth === 0));
  const below = (row: WireRow): readonly WireRow[] => (levels ? (answers[asked.indexOf(idOf(row))]?.data ?? []) : childrenOf(row));
  const grow = (rows: readonly WireRow[], depth: number): TreeLine[] =>
    rows.flatMap((row) => {
      const hasChildren = levels ? row.hasChildren === true : childrenOf(row).length > 0;
      const line = { row, id: idOf(row), depth, hasChildren, isOpen: hasChildren && isOpen(row, depth) };
      return line.isOpen ? [line, ...grow(below(row), depth + 1)] : [line];
    });
  const lines = shown === undefined ? undefined : grow(shown, 0);
  const nowOpen = (): Set<string> => new Set(opened ?? (lines ?? []).filter((line) => line.isOpen).map(({ id }) => id));
  const allBelow = (rows: readonly WireRow[]): string[] =>
    rows.flatMap((row) => (childrenOf(row).length > 0 ? [idOf(row), ...allBelow(childrenOf(row))] : []));
  const failed = answers.find(({ error }) => error !== null);
  return {
    lines,
    toggle: (id) => {
      const next = nowOpen();
      if (!next.delete(id)) next.add(id);
      setOpened(next);
    },
    open: (id) => setOpened(nowOpen().add(id)),
    openAll: levels ? null : () => setOpened(new Set(allBelow(first ?? []))),
    closeAll: () => setOpened(new Set()),
    isStale: lines !== undefined && answers.some(({ isFetching }) => isFetching),
    cutAt: levels && isFiltered && (first?.length ?? 0) >= levels.mostFound ? levels.mostFound : null,
    failure: failed ? failureOf(failed.error) : null,
    retry: () => answers.forEach(({ refetch }) => void refetch()),
  };
}
