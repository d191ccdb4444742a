import type { Label } from '#domain/kernel/label.ts';
import {
  contentParts,
  factsOfBlock,
  pageKinds,
  type BlockKind,
  type BlockOf,
  type ContentPart,
  type ReportBlock,
  type ReportContent,
} from './reportContent.ts';
import { columnLabel, factLabel, signatureSlots, tableSources, type FactName, type SignatureSlot } from './reportFacts.ts';

/** What is wrong with a template: B keeps it from being released, W asks for a reason (docs/report.md#content-check). */
export interface TemplateFinding {
  readonly level: 'B' | 'W';
  readonly code: string;
  readonly text: Label;
  /** The block it is about; null: something lacks. */
  readonly blockId: string | null;
}

/** What tells whose report it is; two of them stand on each page. */
const identifiers: readonly FactName[] = [
  'personName',
  'sampleCode',
  'requisitionCode',
  'reportNo',
  'labCode',
  'testTubeNumber',
  'patientNo',
  'credentialNo',
  'hospitalCode',
];
type Need = readonly [level: 'B' | 'W', code: string, text: Label, anyOf: readonly FactName[]];
/** Facts that stand somewhere in each report (ISO 15189:2022 7.4.1.6 and 7.4.1.7, WS/T 616). */
const needs: readonly Need[] = [
  ['B', 'laboratory', ['缺少检验所名称', 'The laboratory is not named'], ['laboratoryName']],
  ['B', 'client', ['缺少送检单位', 'The sending client is not named'], ['sendSampleClientName']],
  ['B', 'sampleClass', ['缺少样本类型', 'The sample class is missing'], ['sampleClassName']],
  ['B', 'condition', ['缺少样本外观', 'The sample’s condition is missing'], ['sampleCondition']],
  ['B', 'examination', ['缺少检测项目', 'The examinations are not named'], ['panelNames', 'commodityNames', 'panelGroupName']],
  ['B', 'sex', ['缺少性别', 'Sex is missing'], ['sex']],
  ['B', 'age', ['缺少年龄', 'Age is missing'], ['age']],
  ['B', 'patientNo', ['缺少门诊/住院号', 'The patient number is missing'], ['patientNo']],
  ['B', 'received', ['缺少收样时间', 'The time of receipt is missing'], ['receiveTime', 'labReceiveTime']],
  ['B', 'reported', ['缺少报告时间', 'The report time is missing'], ['reportTime']],
  [
    'B',
    'referral',
    ['缺少受委托检验所: 外送项目须注明检测单位', 'No place for a referral laboratory, which must be named'],
    ['referralLaboratoryName'],
  ],
  ['W', 'research', ['没有科研用途标识', 'No place for the research mark'], ['researchMark']],
  ['W', 'critical', ['没有危急值标识', 'No place for the critical mark'], ['criticalMark']],
  ['W', 'qualification', ['没有检验所资质信息', 'The laboratory’s licence is not shown'], ['laboratoryQualification']],
];
/** Kinds that each report has, wherever: what they print appears only where there is some. */
const neededKinds: readonly (readonly [kind: BlockKind, code: string, text: Label])[] = [
  ['reportTitle', 'partial', ['缺少标题块: “部分报告”标识随标题打印', 'No title block, which carries the mark of a partial report']],
  ['comments', 'comments', ['缺少样本说明块', 'No block for comments on the sample']],
  ['amendment', 'amendment', ['缺少修订说明块', 'No block for amendments']],
  ['endMark', 'endMark', ['缺少结束标识“以下空白”', 'No end mark']],
];

const placed = (content: ReportContent, part: ContentPart): readonly ReportBlock[] => content[part];
const isOf =
  <Kind extends BlockKind>(kind: Kind) =>
  (block: ReportBlock): block is BlockOf<Kind> =>
    block.kind === kind;

/** Looks whether a template says what a report must say, and names nothing that nobody knows. */
export function checkTemplate(content: ReportContent): readonly TemplateFinding[] {
  const all = contentParts.flatMap((part) => placed(content, part));
  const pages = [...content.header, ...content.footer];
  const printedIn = (blocks: readonly ReportBlock[]): ReadonlySet<string> =>
    new Set(blocks.filter(({ when }) => when === null || when.is === 'given').flatMap((block) => factsOfBlock(block).printed));
  const anywhere = printedIn(all);
  const onPages = printedIn(pages.filter(({ when }) => when === null));
  const lacks = (level: 'B' | 'W', code: string, text: Label): TemplateFinding => ({ level, code, text, blockId: null });
  return [
    ...(identifiers.filter((name) => onPages.has(name)).length < 2
      ? [
          lacks('B', 'identifiers', [
            '页眉页脚须有两项身份标识, 如姓名和样本条码',
            'Head or foot of each page needs two identifiers, as name and sample code',
          ]),
        ]
      : []),
    ...(onPages.has('samplingTime') ? [] : [lacks('B', 'pageSampling', ['页眉页脚缺少采样时间', 'The sampling time must stand on each page'])]),
    ...(onPages.has('reportTime') ? [] : [lacks('B', 'pageReport', ['页眉页脚缺少报告时间', 'The report time must stand on each page'])]),
    ...needs.filter(([, , , anyOf]) => !anyOf.some((name) => anywhere.has(name))).map(([level, code, text]) => lacks(level, code, text)),
    ...neededKinds.filter(([kind]) => !all.some(isOf(kind))).map(([, code, text]) => lacks('B', code, text)),
    ...(pages.some(isOf('pageNumber')) ? [] : [lacks('B', 'pageNumber', ['页眉页脚缺少页码', 'No page number in head or foot'])]),
    ...resultFindings(content, anywhere),
    ...signatureFindings(all),
    ...(all.filter(isOf('reportTitle')).some(({ text, subtitle }) => /\p{Script=Han}|\{/u.test(text + subtitle))
      ? []
      : [lacks('B', 'chinese', ['报告标题须用中文', 'A report is titled in Chinese'])]),
    ...all.flatMap(blockFindings),
    ...misplaced(content),
  ];
}

function resultFindings(content: ReportContent, anywhere: ReadonlySet<string>): readonly TemplateFinding[] {
  const tables = content.blocks.filter(isOf('resultTable'));
  const hasMethod = anywhere.has('method') || tables.some(({ columns }) => columns.some(({ column }) => column === 'method'));
  return [
    ...(tables.some(({ when }) => when === null)
      ? []
      : [{ level: 'B', code: 'result', text: ['缺少结果表', 'No table of results'], blockId: null } as const]),
    ...[...new Set(tables.map(({ source }) => source))].flatMap((source) => columnFindings(tables.filter((one) => one.source === source))),
    ...(hasMethod ? [] : [{ level: 'W', code: 'method', text: ['没有检测方法', 'The method is not shown'], blockId: null } as const]),
  ];
}

/** Of the tables of one kind of rows one must say all that such rows must say. */
function columnFindings(tables: readonly BlockOf<'resultTable'>[]): readonly TemplateFinding[] {
  const lacking = tables.map(({ id, source, columns }) => {
    const has = new Set<string>(columns.map(({ column }) => column));
    const needed: readonly (readonly string[])[] = tableSources[source].needed;
    const missing = needed
      .filter((anyOf) => !anyOf.some((one) => has.has(one)))
      .map(([one = '']) => columnLabel(source, one) ?? ([one, one] as const));
    return { id, missing };
  });
  const [best] = lacking.toSorted((one, other) => one.missing.length - other.missing.length);
  if (!best || best.missing.length === 0) return [];
  const text: Label = [
    `结果表缺少列: ${best.missing.map(([zh]) => zh).join('、')}`,
    `The result table lacks: ${best.missing.map(([, en]) => en).join(', ')}`,
  ];
  return [{ level: 'B', code: 'columns', text, blockId: best.id }];
}

function signatureFindings(all: readonly ReportBlock[]): readonly TemplateFinding[] {
  const slots = new Set(all.filter(isOf('signature')).flatMap((block) => block.slots));
  const missing = (Object.keys(signatureSlots) as SignatureSlot[]).filter((slot) => !slots.has(slot)).map((slot) => signatureSlots[slot]);
  return missing.length === 0
    ? []
    : [
        {
          level: 'B',
          code: 'signature',
          text: [`缺少签名: ${missing.map(([zh]) => zh).join('、')}`, `Signatures missing: ${missing.map(([, en]) => en).join(', ')}`],
          blockId: null,
        },
      ];
}

/** A block that names what nobody knows, or prints wider than its page. */
function blockFindings(block: ReportBlock): readonly TemplateFinding[] {
  const { printed, asked } = factsOfBlock(block);
  const unknown = [...new Set([...printed, ...asked])].filter((name) => factLabel(name) === undefined);
  const found: TemplateFinding[] = unknown.map((name) => ({
    level: 'B',
    code: 'unknown',
    text: [`字段“${name}”不在字段目录中`, `No fact is called "${name}"`],
    blockId: block.id,
  }));
  const tell = (code: string, text: Label): void => void found.push({ level: 'B', code, text, blockId: block.id });
  if (block.kind === 'resultTable') {
    const strange = block.columns.filter(({ column }) => columnLabel(block.source, column) === undefined);
    for (const { column } of strange) tell('unknown', [`列“${column}”不属于该结果表`, `The table has no column "${column}"`]);
    if (block.columns.length === 0) tell('empty', ['结果表没有列', 'The table has no columns']);
    if (block.columns.length > 10) tell('overflow', ['结果表最多 10 列, 更多会超出页宽', 'More than 10 columns do not fit a page']);
    if (new Set(block.columns.map(({ column }) => column)).size < block.columns.length) tell('twice', ['结果表有重复的列', 'A column stands twice']);
  }
  if ((block.kind === 'patient' || block.kind === 'sample') && block.cells.length === 0) tell('empty', ['信息块没有字段', 'The block has no facts']);
  if ((block.kind === 'patient' || block.kind === 'sample') && block.cells.some(({ span }) => span > block.columns))
    tell('overflow', ['字段占列数超过列数', 'A fact is wider than its block']);
  if (block.kind === 'image' && block.picture === '') tell('empty', ['图片块还没有图片', 'The block has no picture yet']);
  if (block.kind === 'barcode' && factsOfBlock(block).printed.some((name) => !codeFacts.has(name)))
    tell('barcode', ['条形码只能印编号类字段', 'A barcode carries codes alone']);
  return found;
}
/** Facts that are printable ASCII whatever the sample. */
const codeFacts: ReadonlySet<string> = new Set([
  'sampleCode',
  'requisitionCode',
  'labCode',
  'reportNo',
  'testTubeNumber',
  'hospitalCode',
  'verifyAddress',
]);

function misplaced(content: ReportContent): readonly TemplateFinding[] {
  const odd = [
    ...[...content.header, ...content.footer].filter(({ kind }) => !pageKinds.includes(kind)),
    ...content.blocks.filter(isOf('pageNumber')),
  ];
  const last = content.blocks.findLastIndex(isOf('endMark'));
  return [
    ...odd.map((block): TemplateFinding => ({
      level: 'B',
      code: 'misplaced',
      text: [
        '该块不能放在此处: 页码只在页眉页脚, 其余正文块只在正文',
        'This block cannot stand here: page numbers belong to head or foot, what is long to the body',
      ],
      blockId: block.id,
    })),
    ...(last >= 0 && last < content.blocks.length - 1
      ? [
          {
            level: 'B',
            code: 'afterEnd',
            text: ['结束标识之后还有内容', 'Something follows the end mark'],
            blockId: content.blocks[last]?.id ?? null,
          } as const,
        ]
      : []),
  ];
}

/** True where nothing keeps a template from being released. */
export const mayRelease = (findings: readonly TemplateFinding[]): boolean => findings.every(({ level }) => level !== 'B');
