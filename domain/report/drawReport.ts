import type { CodeOf } from '#domain/kernel/choices.ts';
import { referenceBar, type ReferenceBar } from './referenceBar.ts';
import { placesOf, whenIs, type BlockOf, type ContentPart, type ReportBlock, type ReportContent } from './reportContent.ts';
import {
  columnLabel,
  factLabel,
  printedValues,
  signatureSlots,
  type FactAmendment,
  type FactName,
  type FactRow,
  type ReportFacts,
  type Tone,
} from './reportFacts.ts';

/** A cell of a table as it is set: a text, or a bar. */
export interface DrawnCell {
  readonly text: string;
  readonly bar: ReferenceBar | null;
}
export interface DrawnRow {
  readonly cells: readonly DrawnCell[];
  readonly tone: Tone | null;
  /** A line of its own above the rows of a panel; then there are no cells. */
  readonly group: string | null;
}
/** A block whose places are filled: the engine sets it and decides nothing. */
export type DrawnBlock =
  | {
      readonly kind: 'title';
      readonly text: string;
      readonly subtitle: string;
      readonly marks: readonly string[];
      readonly code: 'none' | 'barcode' | 'qr';
      readonly codeText: string;
    }
  | {
      readonly kind: 'facts';
      readonly heading: string;
      readonly columns: number;
      readonly cells: readonly { readonly label: string; readonly text: string; readonly span: number }[];
    }
  | {
      readonly kind: 'table';
      readonly heading: string;
      readonly columns: readonly { readonly label: string; readonly share: number; readonly align: 'start' | 'end'; readonly isKey: boolean }[];
      readonly rows: readonly DrawnRow[];
      readonly emptyText: string;
    }
  | {
      readonly kind: 'text';
      readonly heading: string;
      readonly paragraphs: readonly string[];
      readonly isBoxed: boolean;
      readonly isSmall: boolean;
      readonly tone: Tone | null;
    }
  | { readonly kind: 'list'; readonly heading: string; readonly items: readonly { readonly title: string; readonly text: string }[] }
  | {
      readonly kind: 'code';
      readonly symbology: 'barcode' | 'qr';
      readonly text: string;
      readonly height: number;
      readonly align: string;
      readonly caption: string;
    }
  | { readonly kind: 'image'; readonly picture: string; readonly height: number; readonly align: string; readonly caption: string }
  | {
      readonly kind: 'signature';
      readonly slots: readonly { readonly label: string; readonly name: string; readonly time: string; readonly image: string | null }[];
    }
  | { readonly kind: 'pageNumber'; readonly align: string }
  | { readonly kind: 'endMark'; readonly text: string }
  | { readonly kind: 'pageBreak' };

/** A report with every text in its place. */
export interface DrawnReport {
  readonly title: string;
  /** Of the document, from the facts alone: never the clock's. */
  readonly time: string;
  readonly paper: 'A4' | 'A5';
  readonly tone: ReportContent['tone'];
  readonly fontSize: number;
  readonly header: readonly DrawnBlock[];
  readonly blocks: readonly DrawnBlock[];
  readonly footer: readonly DrawnBlock[];
  /** Across each page; '' for none. */
  readonly watermark: string;
}
export interface Drawing {
  readonly content: ReportContent;
  readonly facts: ReportFacts;
  readonly paper: 'A4' | 'A5';
  readonly watermark: string;
}

const partialMark = '部分报告';
/** Across each page of what is not issued. */
export const unaudited = '未审核';
/** A document without a time of issue is a trial; it carries the beginning of the product's ids. */
const trialTime = '2025-01-01 00:00';

/** Fills a template's places with a report's facts. Blocks whose condition does not hold, or that would print nothing, are left out. */
export function drawReport({ content, facts, paper, watermark }: Drawing): DrawnReport {
  const printed = { ...facts, values: printedValues(facts) };
  const part = (name: ContentPart): readonly DrawnBlock[] =>
    content[name].filter((block) => isMet(block, printed)).flatMap((block) => drawBlock(block, printed, facts));
  const title = content.blocks.concat(content.header).find((block) => block.kind === 'reportTitle');
  return {
    title: title?.kind === 'reportTitle' ? fill(title.text, printed) : '',
    time: facts.values.reportTime ?? trialTime,
    paper,
    tone: content.tone,
    fontSize: content.fontSize,
    header: part('header'),
    blocks: part('blocks'),
    footer: part('footer'),
    watermark,
  };
}

const valueOf = (name: string, { values }: ReportFacts): string => (factLabel(name) === undefined ? '' : (values[name as FactName] ?? ''));
const fill = (text: string, facts: ReportFacts): string => text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => valueOf(name, facts));

function isMet({ when }: ReportBlock, facts: ReportFacts): boolean {
  if (!when) return true;
  const value = valueOf(when.fact, facts);
  const met: Readonly<Record<CodeOf<typeof whenIs>, boolean>> = {
    given: value !== '',
    missing: value === '',
    equal: value === when.value,
    unequal: value !== when.value,
  };
  return met[when.is];
}

const paragraphsOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean);

/** `coded`: the facts as a code holds them, of the first tube alone. */
function drawBlock(block: ReportBlock, facts: ReportFacts, coded: ReportFacts): readonly DrawnBlock[] {
  switch (block.kind) {
    case 'reportTitle': {
      const codeText = fill(block.codeText, coded);
      return [
        {
          kind: 'title',
          text: fill(block.text, facts),
          subtitle: fill(block.subtitle, facts),
          marks: [facts.isPartial ? partialMark : '', valueOf('criticalMark', facts), valueOf('researchMark', facts)].filter(Boolean),
          code: codeText === '' ? 'none' : block.code,
          codeText,
        },
      ];
    }
    case 'patient':
    case 'sample':
      return [
        {
          kind: 'facts',
          heading: block.heading,
          columns: block.columns,
          cells: block.cells.map(({ fact, label, span }) => ({
            label: label ?? factLabel(fact)?.[0] ?? fact,
            text: valueOf(fact, facts),
            span: Math.min(span, block.columns),
          })),
        },
      ];
    case 'resultTable':
      return [drawTable(block, facts)];
    case 'conclusion':
    case 'suggestion':
    case 'note': {
      const filled = paragraphsOf(fill(block.text, facts));
      // Words around an empty place say nothing of this report.
      const isEmpty = filled.length === 0 || (placesOf(block.text).length > 0 && placesOf(block.text).every((name) => valueOf(name, facts) === ''));
      const isAbnormal = block.kind === 'conclusion' && facts.values.qualitativeResult !== undefined && facts.values.qualitativeResult !== '阴性';
      return isEmpty
        ? []
        : [
            {
              kind: 'text',
              heading: block.heading,
              paragraphs: filled,
              isBoxed: block.isBoxed,
              isSmall: block.kind === 'note',
              tone: isAbnormal ? 'abnormal' : null,
            },
          ];
    }
    case 'guidance':
      return facts.guidance.length === 0
        ? []
        : [{ kind: 'list', heading: block.heading, items: facts.guidance.map(({ title, text }) => ({ title, text })) }];
    case 'comments':
      return facts.comments.length === 0
        ? []
        : [{ kind: 'list', heading: block.heading, items: facts.comments.map((text) => ({ title: '', text })) }];
    case 'barcode':
    case 'qr': {
      const text = fill(block.text, coded);
      return text === ''
        ? []
        : [{ kind: 'code', symbology: block.kind, text, height: block.height, align: block.align, caption: fill(block.caption, coded) }];
    }
    case 'image':
      return block.picture === ''
        ? []
        : [{ kind: 'image', picture: block.picture, height: block.height, align: block.align, caption: fill(block.caption, facts) }];
    case 'signature':
      return [{ kind: 'signature', slots: block.slots.map((slot) => drawSlot(slot, block, facts)) }];
    case 'amendment':
      return facts.amendment ? [amendmentOf(block.heading, facts.amendment)] : [];
    case 'pageNumber':
      return [{ kind: 'pageNumber', align: block.align }];
    case 'endMark':
      return [{ kind: 'endMark', text: fill(block.text, facts) }];
    case 'pageBreak':
      return [{ kind: 'pageBreak' }];
  }
}

function drawSlot(slot: keyof typeof signatureSlots, { isTimed }: BlockOf<'signature'>, { signatures }: ReportFacts) {
  const given = signatures.find((one) => one.slot === slot);
  return {
    label: signatureSlots[slot][0],
    name: given?.name ?? '',
    time: [isTimed ? given?.time : '', given?.note].filter(Boolean).join(' '),
    image: given?.imageSha256 ?? null,
  };
}

const amendmentOf = (heading: string, { versionNo, replacedTime, reason, changes }: FactAmendment): DrawnBlock => ({
  kind: 'text',
  heading: heading || '修订说明',
  paragraphs: [`修订报告 第${versionNo}版，替代 ${replacedTime} 签发的报告。`, `修订原因：${reason}`, ...changes],
  isBoxed: true,
  isSmall: false,
  tone: 'abnormal',
});

const numeric: ReadonlySet<string> = new Set(['reads', 'rpm', 'coverage', 'abundance']);
/** Columns whose text takes the colour of what stands out. */
const keyed: ReadonlySet<string> = new Set(['value', 'measured', 'flag', 'confidence', 'findingClass', 'zygosity', 'name']);
const flags: Readonly<Record<Tone, string>> = { high: '↑', low: '↓', abnormal: '异常' };

function drawTable(block: BlockOf<'resultTable'>, facts: ReportFacts): DrawnBlock {
  const rows = facts.rows[block.source].filter(({ tone }) => !block.isOnlyAbnormal || tone !== null);
  const draw = ({ cells, tone }: FactRow): DrawnRow => ({
    tone,
    group: null,
    cells: block.columns.map(({ column }) => {
      if (column === 'bar') return { text: '', bar: referenceBar(cells['value'] ?? '', cells['referenceRange'] ?? '') };
      if (column === 'flag') return { text: tone ? flags[tone] : '', bar: null };
      if (column === 'measured') return { text: [cells['value'], cells['unit']].filter(Boolean).join(' '), bar: null };
      return { text: cells[column] ?? '', bar: null };
    }),
  });
  const groups = [...new Set(rows.map(({ cells }) => cells['panelName'] ?? ''))];
  const drawn =
    block.isGrouped && groups.length > 1
      ? groups.flatMap((group) => [{ tone: null, group, cells: [] }, ...rows.filter(({ cells }) => (cells['panelName'] ?? '') === group).map(draw)])
      : rows.map(draw);
  return {
    kind: 'table',
    heading: block.heading,
    columns: block.columns.map(({ column, label, share }) => ({
      label: label ?? columnLabel(block.source, column)?.[0] ?? column,
      share,
      align: numeric.has(column) ? 'end' : 'start',
      isKey: keyed.has(column),
    })),
    rows: drawn,
    emptyText: fill(block.emptyText, facts),
  };
}
