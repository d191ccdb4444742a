import type { Resource } from '#domain/kernel/resource.ts';
import { offlineResources } from '#domain/offlineResources.ts';
import type { MasterRow, SegmentRow } from '#src/offline/store/cacheDb.ts';

/** Between the words of a row, and between rows. Neither stands in a word, nor in what is searched for. */
export const wordEnd = '\u0001';
export const rowEnd = '\n';

/** Wire values that are searched or filtered by are texts and numbers; nothing else is equal to anything. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');

/** As the server normalises its search keys: half-width, lower case. */
export const normalised = (value: string): string =>
  value
    .normalize('NFKC')
    // eslint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f]/g, ' ')
    .trim()
    .toLowerCase();

export const isDisabledRow = (row: MasterRow['row']): boolean => Number(row['isDisable'] ?? 0) === 1;

/**
 * What a search needs of some rows, as one text: pinyin, initials, name and code of each, a line a row. One text of a few
 * thousand rows is read from the disk in a moment and searched at the speed of the memory; the rows themselves are not needed.
 */
export function packSegment(resourceName: string, rows: readonly MasterRow[], gone: readonly string[]): SegmentRow {
  const described = offlineResources.find(({ name }) => name === resourceName);
  // Rows of a copy that an earlier version kept, and this one does not, are found by the server's search key alone.
  const [codeKey = '', nameKey = '', alsoKey = ''] = described
    ? [described.display.code, described.display.name, described.display.also].map((name) => wireOf(described.fields, name))
    : [];
  const lines = rows.map(({ row }) => {
    const [full = '', initials = ''] = textOf(row['searchKey']).split(wordEnd);
    return [full, initials, `${textOf(row[nameKey])} ${textOf(row[alsoKey])}`, textOf(row[codeKey])].map(normalised).join(wordEnd);
  });
  return packLines(
    resourceName,
    rows.map(({ id, row }, index) => ({ id, line: lines[index] ?? '', isDisabled: isDisabledRow(row) })),
    gone,
  );
}
const wireOf = (fields: Resource['fields'], name: string | undefined): string => (name === undefined ? '' : (fields[name]?.wire ?? name));

interface Line {
  readonly id: string;
  readonly line: string;
  readonly isDisabled: boolean;
}

function packLines(resource: string, lines: readonly Line[], gone: readonly string[]): SegmentRow {
  const starts = new Uint32Array(lines.length + 1);
  lines.forEach(({ line }, index) => (starts[index + 1] = (starts[index] ?? 0) + line.length + 1));
  return {
    resource,
    ids: lines.map(({ id }) => id),
    text: lines.map(({ line }) => line + rowEnd).join(''),
    starts,
    disabled: Uint8Array.from(lines, ({ isDisabled }) => (isDisabled ? 1 : 0)),
    gone,
  };
}

/** Segments that follow each other, oldest first, as one: of each row what was said last. */
export function mergeSegments(resource: string, segments: readonly SegmentRow[]): SegmentRow {
  const living = new Map<string, Line>();
  const gone = new Set<string>();
  for (const { ids, text, starts, disabled, gone: removed } of segments) {
    for (const id of removed) {
      living.delete(id);
      gone.add(id);
    }
    ids.forEach((id, index) => {
      gone.delete(id);
      living.set(id, { id, line: text.slice(starts[index], (starts[index + 1] ?? 0) - 1), isDisabled: disabled[index] === 1 });
    });
  }
  return packLines(resource, [...living.values()], [...gone]);
}
