import type { Label } from '#domain/kernel/label.ts';
import type { BlockOf, ReportBlock, ReportContent } from './reportContent.ts';
import { reportExample, type ReportExample } from './inventedReports.ts';
import type { TableSource } from './reportFacts.ts';

/** A template the product brings: a beginning that passes the check, for a laboratory to make its own. */
export interface ShippedTemplate {
  readonly key: string;
  readonly title: Label;
  /** The invented report that shows it. */
  readonly example: ReportExample;
  readonly content: ReportContent;
}

type Cell = string | readonly [fact: string, label: string | null, span?: number];
const cells = (list: readonly Cell[]): BlockOf<'patient'>['cells'] =>
  list.map((one) => (typeof one === 'string' ? { fact: one, label: null, span: 1 } : { fact: one[0], label: one[1], span: one[2] ?? 1 }));
const table = (
  id: string,
  heading: string,
  source: TableSource,
  columns: readonly (readonly [column: string, share: number, label?: string])[],
  more: Partial<BlockOf<'resultTable'>> = {},
): ReportBlock => ({
  id,
  kind: 'resultTable',
  when: null,
  heading,
  source,
  columns: columns.map(([column, share, label]) => ({ column, share, label: label ?? null })),
  isOnlyAbnormal: false,
  isGrouped: false,
  emptyText: '未检出。',
  ...more,
});
const words = (id: string, kind: 'conclusion' | 'suggestion' | 'note', heading: string, text: string, isBoxed = false): ReportBlock => ({
  id,
  kind,
  when: null,
  heading,
  text,
  isBoxed,
});

/** What every page carries: whose house above, whose report and which page below. */
const header: readonly ReportBlock[] = [words('head', 'note', '', '{laboratoryName}　报告编号 {reportNo}')];
const footer: readonly ReportBlock[] = [
  {
    id: 'foot',
    kind: 'sample',
    when: null,
    heading: '',
    columns: 4,
    cells: cells([['personName', '姓名'], 'sampleCode', 'samplingTime', 'reportTime']),
  },
  { id: 'page', kind: 'pageNumber', when: null, align: 'center' },
];
const title = (text: string): ReportBlock => ({
  id: 'title',
  kind: 'reportTitle',
  when: null,
  text,
  subtitle: '{reportTitle}',
  code: 'qr',
  codeText: '{verifyAddress}',
});
const patient = (more: readonly Cell[]): ReportBlock => ({
  id: 'patient',
  kind: 'patient',
  when: null,
  heading: '',
  columns: 4,
  cells: cells([
    ['personName', '姓名'],
    'sex',
    'age',
    ['patientNo', '门诊/住院号'],
    ['sendSampleClientName', '送检单位', 2],
    'department',
    ['doctorName', '送检医生'],
    ...more,
  ]),
});
const sample: ReportBlock = {
  id: 'sample',
  kind: 'sample',
  when: null,
  heading: '',
  columns: 4,
  cells: cells([
    'sampleCode',
    'sampleClassName',
    'sampleCondition',
    'labCode',
    'samplingTime',
    'receiveTime',
    ['panelNames', '检测项目', 2],
    ['method', '检测方法', 2],
    ['referralLaboratoryName', '受委托检验所', 2],
  ]),
};
/** What follows the results in every report. */
const ending = (limits: string): readonly ReportBlock[] => [
  { id: 'comments', kind: 'comments', when: null, heading: '样本说明' },
  { id: 'guidance', kind: 'guidance', when: null, heading: '解读与指导' },
  { id: 'amendment', kind: 'amendment', when: null, heading: '修订说明' },
  words('limits', 'note', '说明', limits),
  { id: 'signature', kind: 'signature', when: null, slots: ['tested', 'reviewed', 'released'], isTimed: true },
  words('house', 'note', '', '{laboratoryName}　{laboratoryAddress}　电话 {laboratoryPhone}\n{laboratoryQualification}'),
  { id: 'end', kind: 'endMark', when: null, text: '（以下空白）' },
];
const conclusion = words('conclusion', 'conclusion', '检测结论', '{conclusion}', true);
const suggestion = words('suggestion', 'suggestion', '建议', '{suggestion}');

const content = (tone: ReportContent['tone'], blocks: readonly ReportBlock[]): ReportContent => ({
  tone,
  fontSize: 9,
  header: [...header],
  blocks: [...blocks],
  footer: [...footer],
});

export const shippedTemplates: readonly ShippedTemplate[] = [
  {
    key: 'prenatal',
    title: ['无创产前基因检测报告', 'Non-invasive prenatal test'],
    example: reportExample.prenatal,
    content: content('blue', [
      title('胎儿染色体非整倍体无创产前基因检测报告'),
      patient([
        ['gestationalAge', '采血孕周'],
        ['fetusCount', '胎儿数'],
        ['clinicalDiagnosis', '临床诊断', 2],
      ]),
      sample,
      table('result', '检测结果', 'results', [
        ['itemName', 26],
        ['measured', 16, '检测值'],
        ['referenceRange', 16],
        ['bar', 30, '参考区间'],
        ['flag', 8],
      ]),
      conclusion,
      suggestion,
      ...ending(
        '1. 本检测为产前筛查，不能替代产前诊断；高风险结果须经介入性产前诊断确认。\n2. 本检测适用孕周为 12+0 周至 22+6 周。多胎妊娠、染色体嵌合、孕妇自身染色体异常、1 年内异体输血或移植、恶性肿瘤等会影响结果。\n3. 本报告只对送检样本负责，结果供临床医生结合超声等检查综合判断。',
      ),
    ]),
  },
  {
    key: 'pathogen',
    title: ['病原靶向/宏基因组测序报告', 'Pathogen sequencing'],
    example: reportExample.pathogen,
    content: content('teal', [
      title('病原微生物高通量测序检测报告'),
      patient([['clinicalDiagnosis', '临床诊断', 4]]),
      sample,
      table(
        'result',
        '检出病原微生物',
        'pathogens',
        [
          ['findingClass', 11],
          ['name', 25],
          ['nameEn', 28],
          ['reads', 10],
          ['rpm', 12, 'RPM'],
          ['confidence', 9],
        ],
        { emptyText: '在检测范围内未检出病原微生物。' },
      ),
      conclusion,
      table(
        'drug',
        '用药提示',
        'pathogens',
        [
          ['name', 30],
          ['drug', 70],
        ],
        { isOnlyAbnormal: true, emptyText: '无。', when: { fact: 'qualitativeResult', is: 'unequal', value: '阴性' } },
      ),
      suggestion,
      ...ending(
        '1. 序列数为比对到该病原的唯一序列数，RPM 为每百万序列数；数值与样本类型、病原载量和背景有关，不等于感染程度。\n2. 检出的病原可能为定植或污染，未检出不能排除感染，须结合临床表现和其他检查判断。\n3. 用药提示依据公开指南，不作为处方；抗感染治疗应参考药敏结果。',
      ),
    ]),
  },
  {
    key: 'deafness',
    title: ['遗传性耳聋基因检测报告', 'Deafness genes'],
    example: reportExample.deafness,
    content: content('plum', [
      title('遗传性耳聋基因检测报告'),
      patient([['birthDate', '出生日期'], ['guardianName', '监护人姓名'], ['testTubeNumber', '采血卡号'], 'hospitalCode']),
      sample,
      table('result', '检测结果', 'results', [
        ['itemName', 40, '基因与位点'],
        ['measured', 20, '检测结果'],
        ['referenceRange', 20, '参考结果'],
        ['flag', 10],
      ]),
      conclusion,
      suggestion,
      ...ending(
        '1. 本检测只针对表列位点，未检出突变不能排除其他位点或非遗传因素所致的听力障碍。\n2. 线粒体 12S rRNA 突变携带者及其母系亲属应终生禁用氨基糖苷类药物。\n3. 建议结合听力筛查结果，并由遗传咨询医师解读。',
      ),
    ]),
  },
  {
    key: 'variant',
    title: ['单基因病/携带者筛查报告', 'Monogenic disease and carrier screening'],
    example: reportExample.variant,
    content: content('slate', [
      title('单基因病基因变异检测报告'),
      patient([['clinicalDiagnosis', '临床诊断', 4]]),
      sample,
      conclusion,
      table(
        'result',
        '检出变异',
        'variants',
        [
          ['gene', 10],
          ['transcript', 18],
          ['nucleotideChange', 18],
          ['proteinChange', 18],
          ['zygosity', 9],
          ['inheritance', 9, '遗传方式'],
          ['findingClass', 12, '分级'],
        ],
        { emptyText: '在检测范围内未检出与送检目的相关的致病、可能致病或意义不明变异。' },
      ),
      suggestion,
      ...ending(
        '1. 变异按 ACMG/AMP 2015 指南分级：致病、可能致病、意义不明、可能良性、良性；分级会随证据更新。\n2. 本检测不覆盖深部内含子、动态突变、大片段结构变异及低比例嵌合。\n3. 转录本与命名遵循 HGVS；阳性结果建议以另一方法验证并作家系分析。',
      ),
    ]),
  },
  {
    key: 'routine',
    title: ['常规检验报告', 'Routine values'],
    example: reportExample.routine,
    content: content('blue', [
      title('医学检验报告'),
      patient([['clinicalDiagnosis', '临床诊断', 4]]),
      sample,
      table(
        'result',
        '检验结果',
        'results',
        [
          ['itemName', 26],
          ['itemShortName', 10, '缩写'],
          ['value', 11],
          ['flag', 6],
          ['unit', 11],
          ['referenceRange', 14],
          ['bar', 22, '参考区间'],
        ],
        { isGrouped: true },
      ),
      conclusion,
      suggestion,
      ...ending(
        '1. ↑ 高于参考范围，↓ 低于参考范围；参考范围随年龄、性别和方法而异。\n2. 本报告只对送检样本负责；对结果有疑问，请于收到报告后 7 日内与本检验所联系。',
      ),
    ]),
  },
];
