import { z } from 'zod';
import { oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choices } from '#domain/kernel/choices.ts';
import { tableSources, signatureSlots, type SignatureSlot, type TableSource } from './reportFacts.ts';

/** The blocks a report is made of: a closed set, drawn by one engine. People write no code into a template. */
export const blockKind = choices({
  reportTitle: ['reportTitle', '标题', 'Title'],
  patient: ['patient', '受检者信息', 'Patient'],
  sample: ['sample', '样本信息', 'Sample'],
  resultTable: ['resultTable', '结果表', 'Result table'],
  conclusion: ['conclusion', '结论', 'Conclusion'],
  suggestion: ['suggestion', '建议', 'Advice'],
  guidance: ['guidance', '解读与指导', 'Guidance'],
  comments: ['comments', '样本说明', 'Comments'],
  barcode: ['barcode', '条形码', 'Barcode'],
  qr: ['qr', '二维码', 'QR code'],
  image: ['image', '图片', 'Picture'],
  signature: ['signature', '签名', 'Signatures'],
  note: ['note', '说明文字', 'Note'],
  amendment: ['amendment', '修订说明', 'Amendment'],
  pageNumber: ['pageNumber', '页码', 'Page number'],
  endMark: ['endMark', '结束标识', 'End mark'],
  pageBreak: ['pageBreak', '分页', 'Page break'],
});
export type BlockKind = Exclude<keyof typeof blockKind, 'options' | 'labelOf'>;

export const titleCode = choices({ none: ['none', '无', 'None'], barcode: ['barcode', '条形码', 'Barcode'], qr: ['qr', '二维码', 'QR code'] });
export const blockAlign = choices({ start: ['start', '左', 'Left'], center: ['center', '中', 'Centre'], end: ['end', '右', 'Right'] });
export const whenIs = choices({
  given: ['given', '有内容', 'Is given'],
  missing: ['missing', '无内容', 'Is missing'],
  equal: ['equal', '等于', 'Is'],
  unequal: ['unequal', '不等于', 'Is not'],
});
/** Colours a report may carry; each passes 4.5:1 on white. */
export const reportTone = choices({
  blue: ['blue', '蓝', 'Blue'],
  teal: ['teal', '青', 'Teal'],
  plum: ['plum', '紫', 'Plum'],
  slate: ['slate', '灰蓝', 'Slate'],
  black: ['black', '黑', 'Black'],
});

/** Characters of a picture in base64: 150 KB. */
export const mostPicture = 200_000;
/** How high a code and a picture may be, mm: the least that a reader takes, and the most a page has room for. */
export const blockHeights = { barcode: [5, 40], qr: [10, 60], image: [5, 80] } as const;
const heightOf = (kind: keyof typeof blockHeights) => z.int().min(blockHeights[kind][0]).max(blockHeights[kind][1]);
const line = z.string().max(200);
const paragraph = z.string().max(4000);
const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>): z.ZodType<Key> =>
  z.literal(Object.keys(record)) as unknown as z.ZodType<Key>;
/** Which fact, and what it must be, for a block to be printed. A name nobody knows is told by the check, not refused. */
const when = shape({ fact: z.string().max(64), is: oneOf(whenIs), value: line }).nullable();
const common = { id: z.string().min(1).max(40), when };

const factCells = {
  ...common,
  heading: line,
  columns: z.int().min(1).max(4),
  cells: z.array(shape({ fact: z.string().max(64), label: line.nullable(), span: z.int().min(1).max(4) })).max(60),
};
const textBlock = { ...common, heading: line, text: paragraph, isBoxed: z.boolean() };
const headed = { ...common, heading: line };

export const blockShape = z.discriminatedUnion('kind', [
  shape({ ...common, kind: z.literal('reportTitle'), text: line, subtitle: line, code: oneOf(titleCode), codeText: line }),
  shape({ ...factCells, kind: z.literal('patient') }),
  shape({ ...factCells, kind: z.literal('sample') }),
  shape({
    ...common,
    kind: z.literal('resultTable'),
    heading: line,
    source: keysOf<TableSource>(tableSources),
    columns: z.array(shape({ column: z.string().max(64), label: line.nullable(), share: z.int().min(1).max(100) })).max(12),
    isOnlyAbnormal: z.boolean(),
    isGrouped: z.boolean(),
    emptyText: line,
  }),
  shape({ ...textBlock, kind: z.literal('conclusion') }),
  shape({ ...textBlock, kind: z.literal('suggestion') }),
  shape({ ...textBlock, kind: z.literal('note') }),
  shape({ ...headed, kind: z.literal('guidance') }),
  shape({ ...headed, kind: z.literal('comments') }),
  shape({ ...headed, kind: z.literal('amendment') }),
  shape({ ...common, kind: z.literal('barcode'), text: line, height: heightOf('barcode'), align: oneOf(blockAlign), caption: line }),
  shape({ ...common, kind: z.literal('qr'), text: z.string().max(400), height: heightOf('qr'), align: oneOf(blockAlign), caption: line }),
  shape({
    ...common,
    kind: z.literal('image'),
    /** JPEG, PNG or WebP, base64: it is the version's own, so that it prints the same for ever. '' where none was chosen yet. */
    picture: z
      .string()
      .max(mostPicture)
      .regex(/^[A-Za-z0-9+/]*={0,2}$/),
    /** Millimetres; one that would be wider than its page is set smaller. */
    height: heightOf('image'),
    align: oneOf(blockAlign),
    caption: line,
  }),
  shape({ ...common, kind: z.literal('signature'), slots: z.array(keysOf<SignatureSlot>(signatureSlots)).max(3), isTimed: z.boolean() }),
  shape({ ...common, kind: z.literal('pageNumber'), align: oneOf(blockAlign) }),
  shape({ ...common, kind: z.literal('endMark'), text: line }),
  shape({ ...common, kind: z.literal('pageBreak') }),
]);
const blocks = z.array(blockShape).max(80);

/** A template's content: what stands on every page's head and foot, and what follows from the first page on. */
export const contentShape = shape({
  tone: oneOf(reportTone),
  /** Points. */
  fontSize: z.number().min(7).max(12),
  header: blocks,
  blocks,
  footer: blocks,
});
export type ReportContent = RowOf<typeof contentShape>;
export type ReportBlock = RowOf<typeof blockShape>;
export type BlockOf<Kind extends BlockKind> = Extract<ReportBlock, { readonly kind: Kind }>;
export type ContentPart = 'header' | 'blocks' | 'footer';
export const contentParts: readonly ContentPart[] = ['header', 'blocks', 'footer'];

/** Kinds that stand on every page, in its head or foot; a page's number alone belongs nowhere else. */
export const pageKinds: readonly BlockKind[] = ['reportTitle', 'patient', 'sample', 'barcode', 'qr', 'image', 'note', 'pageNumber'];

/** Names in braces within a text. */
export const placesOf = (text: string): readonly string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

/** All names of facts a block prints or asks after. */
export function factsOfBlock(block: ReportBlock): { readonly printed: readonly string[]; readonly asked: readonly string[] } {
  const asked = block.when ? [block.when.fact] : [];
  switch (block.kind) {
    case 'reportTitle':
      // The title carries the marks of the whole report.
      return {
        printed: [
          ...[block.text, block.subtitle, ...(block.code === 'none' ? [] : [block.codeText])].flatMap(placesOf),
          'criticalMark',
          'researchMark',
        ],
        asked,
      };
    case 'patient':
    case 'sample':
      return { printed: block.cells.map(({ fact }) => fact), asked };
    case 'conclusion':
    case 'suggestion':
    case 'note':
    case 'barcode':
    case 'qr':
    case 'endMark':
      return { printed: placesOf(block.text), asked };
    case 'image':
      return { printed: placesOf(block.caption), asked };
    case 'resultTable':
      return { printed: placesOf(block.emptyText), asked };
    case 'guidance':
    case 'comments':
    case 'amendment':
    case 'signature':
    case 'pageNumber':
    case 'pageBreak':
      return { printed: [], asked };
  }
}
