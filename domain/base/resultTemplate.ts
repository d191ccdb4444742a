import { disabled, type CodeOf } from '#domain/kernel/choices.ts';
import { choice, integer, json, longText, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atBenches } from '#domain/kernel/roles.ts';
import { resultLayout, type ItemRole, type SampleRole } from '#domain/lab/rules/resultSheet.ts';
import { metricNames } from '#domain/lab/rules/metrics.ts';
import { tellsFindings, type FindingRole } from '#domain/lab/rules/resultFindings.ts';
import type { SheetRow } from '#domain/sheet/sheetTypes.ts';

/** A sheet of results as an instrument or a partner hands it over: which column holds what (docs/contract.md#fields-and-codes). */
export const resultTemplate = defineResource({
  name: 'resultTemplate',
  title: ['结果模板', 'Result template'],
  service: 'base',
  path: 'result-template',
  verbs: { page: 'page', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable' },
  id: 'resultTemplateId',
  roles: { ...atBenches, ops: 'all' },
  display: { name: 'templateName' },
  noSheet: 'a template is a sheet itself: its columns are read from the file that comes with it',
  isDisableBoolean: true,
  fields: {
    templateName: text('模板名称', 'Name', { required: true, unique: true, search: true, max: 50 }),
    panelGroupId: ref('项目组', 'Panel group', 'panelGroup', { required: true, search: true }),
    fileName: text('文件名', 'File', { readOnly: true, max: 200 }),
    sheetName: text('工作表', 'Sheet', { readOnly: true, max: 100, column: false }),
    headerRow: integer('表头行', 'Header row', { readOnly: true, column: false }),
    itemCount: integer('检测项数', 'Items', { readOnly: true }),
    layout: choice('排列方式', 'Layout', resultLayout, {
      help: [
        '留空: 一行一样本。“无表头”的模板文件自带表头, 仪器文件没有',
        'Empty: a row a sample. A template of files without header has one itself, to name the columns',
      ],
    }),
    columns: json('列', 'Columns', { readOnly: true, form: false }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/lab-report/resultTemplate', title: ['结果模板管理', 'Result templates'] }],
});

/** What a template's form says beside its fields; the contract asks for it with each new one. */
export const templateState = choice('启用状态', 'Enabled or not', disabled, { required: true });

/** An item of the panel group, as a header may name it. */
export interface NamedItem {
  readonly itemId: string;
  readonly itemCode: string;
  readonly itemName: string;
  readonly itemShortName: string | null;
}
/** What a column that is no item says of a row. */
export type RowRole = SampleRole | ItemRole | FindingRole;
export interface TemplateColumn {
  /** From 0. */
  readonly at: number;
  readonly title: string;
  readonly role: RowRole | null;
  readonly itemId: string | null;
  /** A measure of quality; absent in templates that were read before measures were known. */
  readonly metric?: string | null;
}
export interface TemplateHead {
  /** Index among the rows that hold anything. */
  readonly row: number;
  readonly columns: readonly TemplateColumn[];
}

const roles: Readonly<Record<SampleRole | ItemRole, readonly string[]>> = {
  labCode: ['实验室编号', '实验编号', '检测编号', 'labcode', 'labno'],
  sampleCode: ['样本条码', '样本编号', '样本号', '标本号', '标本编号', '条码', 'samplecode', 'sampleid', 'barcode'],
  personName: ['姓名', '受检者', '受检者姓名', '患者姓名', 'name', 'patientname'],
  well: ['孔位', '孔号', 'well', 'wellposition'],
  index: ['接头', 'index', 'barcodeindex'],
  instrument: ['仪器', '仪器编号', '仪器名称', '检测仪器', '上机仪器', 'instrument', 'instrumentcode', 'instrumentname', 'instrumentid', 'analyzer'],
  itemName: ['检测项', '检测项目', '位点', 'assayid', 'assay', 'item', 'itemname', 'target'],
  value: ['结果', '检测结果', '检测值', 'genotypeid', 'call', 'result', 'value'],
  callStatus: ['判读状态', '判读质量', 'callstatus', 'callquality', 'status', 'description'],
};
/** What tells of findings in files; an item that is called so goes first. */
const findingRoles: Readonly<Record<FindingRole, readonly string[]>> = {
  finding: [
    '检出病原',
    '检出病原体',
    '病原',
    '病原体',
    '物种',
    '物种名',
    '物种名称',
    '种名',
    'species',
    'pathogen',
    'organism',
    '变异信息',
    '检出变异',
    'variant',
  ],
  gene: ['基因', '突变基因', '检测基因', '基因名称', 'gene'],
  transcript: ['转录本号', '转录本', 'transcript'],
  nucleotideChange: ['核苷酸变化', 'cdna', 'cdna改变', 'hgvsc', 'nucleotidechange'],
  proteinChange: ['氨基酸变化', '氨基酸改变', 'hgvsp', 'proteinchange'],
  zygosity: ['纯合/杂合', '合子类型', '杂合性', 'zygosity'],
  nameEn: ['英文名', '拉丁名', '物种英文名', 'latinname', 'nameen'],
  findingClass: ['类别', '病原类别', '病原类型', '种类', 'class', '变异评级', '致病性', '致病性分级', '评级', 'acmg', 'classification'],
  reads: ['读段数', '序列数', '检出序列数', '特异序列数', 'reads', 'readcount'],
  rpm: ['rpm', '标准化序列数'],
  coverage: ['覆盖度', '覆盖率', 'coverage'],
  abundance: ['相对丰度', '丰度', 'abundance', 'relativeabundance', '突变频率', 'vaf'],
  confidence: ['可信度', '置信度', '关注度', 'confidence', 'jglx'],
  drug: ['耐药', '药物', '耐药信息', 'drug', 'druginfo'],
};
/** What stands for a sample's code where no column says so by its own name. */
const looseCodes = ['样本', '样品', '原始样本编号', '样本代码', '孕妇代码', '采血卡号', '合并编号', '合并名称', 'sample', 'samplename'];
/** A chromosome's Z value as analyses head it (`Z21`, `chr21_z`, `21号染色体的Z值`): what its trisomy is told by. */
const chromosomeZ = /^(?:z(\d+)|chr(\d+)z|(\d+)号染色体的?z值?)$/;

/** Headers are compared without blanks, brackets' content, and case. */
const headerKey = (title: string): string =>
  title
    .normalize('NFKC')
    .replace(/\(.*?\)|\[.*?\]/g, '')
    .replace(/[\s_:.*-]/g, '')
    .toLowerCase();

const titleOf = (cell: SheetRow[number] | undefined): string =>
  cell === null || cell === undefined ? '' : typeof cell === 'object' ? cell.text.trim() : String(cell).trim();

const namesOf = ({ itemCode, itemName, itemShortName }: NamedItem): readonly string[] =>
  [itemCode, itemName, itemShortName ?? ''].filter((name) => name !== '').map(headerKey);

/** What a header means that is not called so itself: read only where no other column means the same. */
function readLoosely(columns: readonly TemplateColumn[], items: readonly NamedItem[]): TemplateColumn[] {
  const isCoded = columns.some(({ role }) => role === 'labCode' || role === 'sampleCode');
  const code = isCoded ? undefined : columns.find((column) => isUnread(column) && looseCodes.includes(headerKey(column.title)));
  const told = new Set(columns.map(({ itemId }) => itemId));
  return columns.map((column) => {
    if (column === code) return { ...column, role: 'sampleCode' };
    const [, ...numbers] = (isUnread(column) && chromosomeZ.exec(headerKey(column.title))) || [];
    const number = numbers.find((one) => one !== undefined);
    const item =
      number === undefined ? undefined : items.find((one) => namesOf(one).some((name) => name === `t${number}` || name === `${number}三体`));
    return item && !told.has(item.itemId) ? { ...column, itemId: item.itemId } : column;
  });
}
const isUnread = ({ role, itemId, metric }: TemplateColumn): boolean => role === null && itemId === null && (metric ?? null) === null;

function columnsOf(row: SheetRow, items: readonly NamedItem[]): TemplateColumn[] {
  const columns = row.flatMap((cell, at) => {
    const title = titleOf(cell);
    if (title === '') return [];
    const key = headerKey(title);
    const own = (Object.keys(roles) as (SampleRole | ItemRole)[]).find((name) => roles[name].includes(key)) ?? null;
    const item = own ? undefined : items.find((one) => namesOf(one).includes(key) || namesOf(one).includes(key.replace(/%$/, '')));
    const ofFinding = own || item ? undefined : (Object.keys(findingRoles) as FindingRole[]).find((name) => findingRoles[name].includes(key));
    const role = own ?? ofFinding ?? null;
    const measure = role || item ? undefined : Object.entries(metricNames).find(([name, names]) => name === title || names.includes(key))?.[0];
    return [{ at, title, role, itemId: item?.itemId ?? null, metric: measure ?? null }];
  });
  const read = readLoosely(columns, items);
  // Reads or classes of nothing that is named mean nothing.
  return tellsFindings(read)
    ? read
    : read.map((column) => (column.role !== null && column.role in findingRoles ? { ...column, role: null } : column));
}

const searchedRows = 20;
const known = (columns: readonly TemplateColumn[]): number =>
  columns.filter(({ role, itemId, metric: measure }) => role !== null || itemId !== null || (measure ?? null) !== null).length;

/** The row among the first twenty that names most of what is known; undefined where none names anything. */
export function findHead(rows: readonly SheetRow[], items: readonly NamedItem[]): TemplateHead | undefined {
  const heads = rows.slice(0, searchedRows).map((row, at) => ({ row: at, columns: columnsOf(row, items) }));
  return heads.filter(({ columns }) => known(columns) > 0).toSorted((a, b) => known(b.columns) - known(a.columns) || a.row - b.row)[0];
}

export type TemplateFault = 'noHead' | 'noCode' | 'noItem' | 'noValue' | 'findingRows' | 'twice';
export const templateFaults = {
  noHead: ['文件中找不到表头: 没有一列是检测项或样本标识', 'No header found: no column is an item or names a sample'],
  noCode: ['表头缺少实验室编号或样本条码列', 'The header has no column of lab codes or sample codes'],
  noItem: ['表头没有该项目组的检测项', 'The header names no item of the panel group'],
  noValue: ['一行一检测项的表头须有检测项列和结果列', 'A header of rows by item needs a column of items and one of results'],
  findingRows: [
    '有检出列的表头, 排列方式须为“一行一检测项或检出”或“样本信息仅在首行”',
    'A header with findings needs the layout of a row an item or a finding, or of facts on a sample’s first row alone',
  ],
  twice: ['表头重复: {titles}', 'Columns that mean the same: {titles}'],
} as const satisfies Record<TemplateFault, readonly [string, string]>;

/** Why a header cannot be imported by; undefined where it can. */
export function templateFault(
  head: TemplateHead | undefined,
  layout: CodeOf<typeof resultLayout> = resultLayout.wide,
): { readonly fault: TemplateFault; readonly titles: string } | undefined {
  if (!head) return { fault: 'noHead', titles: '' };
  const { columns } = head;
  if (!columns.some(({ role }) => role === 'labCode' || role === 'sampleCode')) return { fault: 'noCode', titles: '' };
  const hasRole = (wanted: RowRole): boolean => columns.some(({ role }) => role === wanted);
  if (tellsFindings(columns)) {
    if (layout !== resultLayout.long && layout !== resultLayout.firstRow) return { fault: 'findingRows', titles: '' };
  } else if (layout === resultLayout.long) {
    if (!hasRole('itemName') || !hasRole('value')) return { fault: 'noValue', titles: '' };
  } else if (!columns.some(({ itemId }) => itemId !== null)) return { fault: 'noItem', titles: '' };
  const twice = columns.filter((one) =>
    columns.some(
      (two) =>
        two.at !== one.at &&
        ((one.itemId !== null && two.itemId === one.itemId) || (one.role !== null && one.role !== 'callStatus' && two.role === one.role)),
    ),
  );
  return twice.length > 0 ? { fault: 'twice', titles: twice.map(({ title }) => title).join('、') } : undefined;
}
