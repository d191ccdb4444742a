import { contentParts, type BlockKind, type ContentPart, type ReportBlock, type ReportContent } from '#domain/report/reportContent.ts';

/** Where a block stands. */
export interface BlockPlace {
  readonly part: ContentPart;
  readonly at: number;
}

/** A name no block of the content has. */
function freeId(content: ReportContent, kind: BlockKind): string {
  const taken = new Set(contentParts.flatMap((part) => content[part].map(({ id }) => id)));
  for (let no = 1; ; no++) if (!taken.has(`${kind}${no}`)) return `${kind}${no}`;
}

/** A block as it begins: it prints something as soon as it stands there. */
export function newBlock(content: ReportContent, kind: BlockKind): ReportBlock {
  const common = { id: freeId(content, kind), when: null };
  const cell = (fact: string) => ({ fact, label: null, span: 1 });
  switch (kind) {
    case 'reportTitle':
      return { ...common, kind, text: '检测报告', subtitle: '{reportTitle}', code: 'qr', codeText: '{verifyAddress}' };
    case 'patient':
      return { ...common, kind, heading: '', columns: 4, cells: ['personName', 'sex', 'age', 'patientNo'].map(cell) };
    case 'sample':
      return { ...common, kind, heading: '', columns: 4, cells: ['sampleCode', 'sampleClassName', 'samplingTime', 'reportTime'].map(cell) };
    case 'resultTable':
      return {
        ...common,
        kind,
        heading: '检测结果',
        source: 'results',
        columns: ['itemName', 'value', 'unit', 'referenceRange'].map((column) => ({ column, label: null, share: 25 })),
        isOnlyAbnormal: false,
        isGrouped: false,
        emptyText: '未检出。',
      };
    case 'conclusion':
      return { ...common, kind, heading: '检测结论', text: '{conclusion}', isBoxed: true };
    case 'suggestion':
      return { ...common, kind, heading: '建议', text: '{suggestion}', isBoxed: false };
    case 'note':
      return { ...common, kind, heading: '', text: '说明文字', isBoxed: false };
    case 'guidance':
      return { ...common, kind, heading: '解读与指导' };
    case 'comments':
      return { ...common, kind, heading: '样本说明' };
    case 'amendment':
      return { ...common, kind, heading: '修订说明' };
    case 'barcode':
      return { ...common, kind, text: '{sampleCode}', height: 10, align: 'start', caption: '{sampleCode}' };
    case 'qr':
      return { ...common, kind, text: '{verifyAddress}', height: 20, align: 'end', caption: '扫码核验' };
    case 'signature':
      return { ...common, kind, slots: ['tested', 'reviewed', 'released'], isTimed: true };
    case 'pageNumber':
      return { ...common, kind, align: 'center' };
    case 'endMark':
      return { ...common, kind, text: '（以下空白）' };
    case 'pageBreak':
      return { ...common, kind };
  }
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
