import { contentParts, type ContentPart, type ReportBlock, type ReportContent } from '#domain/report/reportContent.ts';

/** Where a block stands. */
export interface BlockPlace {
  readonly part: ContentPart;
  readonly at: number;
}

const withPart = (content: ReportContent, part: ContentPart, blocks: readonly ReportBlock[]): ReportContent => ({ ...content, [part]: [...blocks] });

/** Behind the chosen block of the part, else at its end. */
export function added(content: ReportContent, part: ContentPart, block: ReportBlock, after: number | null): ReportContent {
  const blocks = content[part];
  const at = after === null ? blocks.length : after + 1;
  return withPart(content, part, [...blocks.slice(0, at), block, ...blocks.slice(at)]);
}
export const replaced = (content: ReportContent, { part, at }: BlockPlace, block: ReportBlock): ReportContent =>
  withPart(
    content,
    part,
    content[part].map((one, index) => (index === at ? block : one)),
  );
export const removed = (content: ReportContent, { part, at }: BlockPlace): ReportContent =>
  withPart(
    content,
    part,
    content[part].filter((_one, index) => index !== at),
  );

/** A block goes to where another stands; from the end of a part it goes on into the next one. */
export function moved(content: ReportContent, from: BlockPlace, to: BlockPlace): ReportContent {
  const block = content[from.part][from.at];
  if (!block) return content;
  const without = removed(content, from);
  const blocks = without[to.part];
  const at = Math.min(Math.max(to.at, 0), blocks.length);
  return withPart(without, to.part, [...blocks.slice(0, at), block, ...blocks.slice(at)]);
}

/** One step up or down, over the border of a part where it stands there; null where it is first or last of all. */
export function stepOf(content: ReportContent, { part, at }: BlockPlace, step: 1 | -1): BlockPlace | null {
  const next = at + step;
  if (next >= 0 && next < content[part].length) return { part, at: next };
  const other = contentParts[contentParts.indexOf(part) + step];
  return other ? { part: other, at: step > 0 ? 0 : content[other].length } : null;
}

/** Where a block stands by its id. */
export function placeOf(content: ReportContent, id: string): BlockPlace | null {
  for (const part of contentParts) {
    const at = content[part].findIndex((block) => block.id === id);
    if (at >= 0) return { part, at };
  }
  return null;
}
