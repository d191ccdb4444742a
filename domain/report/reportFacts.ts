import type { Label } from '#domain/kernel/label.ts';
import { words } from '#domain/search/vocabulary.ts';

/** The closed catalogue of what a report can say of its sample, by where it comes from; a template names nothing else. */
export const factGroups = {
  laboratory: {
    title: ['检验所', 'Laboratory'],
    facts: {
      laboratoryName: ['检验所名称', 'Laboratory name'],
      laboratoryAddress: ['检验所地址', 'Laboratory address'],
      laboratoryPhone: ['检验所电话', 'Laboratory phone'],
      laboratoryQualification: ['执业许可/资质', 'Laboratory licence'],
      referralLaboratoryName: ['受委托检验所', 'Referral laboratory'],
    },
  },
  report: {
    title: ['报告', 'Report'],
    facts: {
      reportTitle: words.reportTitle.label,
      reportNo: ['报告编号', 'Report number'],
      reportTime: words.reportTime.label,
      versionNo: ['报告版本', 'Report version'],
      verifyAddress: ['核验地址', 'Address to verify at'],
      requisitionCode: words.requisitionCode.label,
    },
  },
  patient: {
    title: ['受检者', 'Patient'],
    facts: {
      personName: words.personName.label,
      sex: words.sex.label,
      age: words.age.label,
      birthDate: ['出生日期', 'Birth date'],
      patientNo: words.patientNo.label,
      telephone: words.telephone.label,
      credentialNo: words.credentialNo.label,
      clinicalDiagnosis: ['临床诊断', 'Diagnosis'],
      gestationalAge: ['采血孕周', 'Gestational age'],
      fetusCount: ['胎儿数', 'Fetuses'],
      guardianName: ['监护人姓名', 'Guardian'],
    },
  },
  client: {
    title: ['送检', 'Sender'],
    facts: {
      sendSampleClientName: words.sendSampleClientId.label,
      department: ['科室', 'Department'],
      bedNo: ['床号', 'Bed'],
      doctorName: ['送检医生', 'Doctor'],
      hospitalCode: words.hospitalCode.label,
    },
  },
  sample: {
    title: ['样本', 'Sample'],
    facts: {
      sampleCode: words.sampleCode.label,
      labCode: words.labCode.label,
      testTubeNumber: words.testTubeNumber.label,
      sampleClassName: words.sampleClassId.label,
      sampleCondition: ['样本外观', 'Condition'],
      samplingTime: words.samplingTime.label,
      receiveTime: words.receiveTime.label,
      labReceiveTime: words.labReceiveTime.label,
    },
  },
  examination: {
    title: ['检测', 'Examination'],
    facts: {
      commodityNames: words.commodityNames.label,
      panelGroupName: words.panelGroupId.label,
      panelNames: words.panelName.label,
      method: ['检测方法', 'Method'],
      researchMark: ['科研用途标识', 'Research mark'],
      criticalMark: ['危急值标识', 'Critical mark'],
    },
  },
  result: {
    title: ['结果', 'Result'],
    facts: {
      qualitativeResult: ['定性结果', 'Result'],
      abnormalItems: ['异常检测项', 'Items out of range'],
      conclusion: ['结论', 'Conclusion'],
      suggestion: ['建议', 'Advice'],
    },
  },
} as const satisfies Readonly<Record<string, { readonly title: Label; readonly facts: Readonly<Record<string, Label>> }>>;

type Groups = typeof factGroups;
export type FactName = { [Group in keyof Groups]: keyof Groups[Group]['facts'] }[keyof Groups];

const labels: Readonly<Record<string, Label>> = Object.assign({}, ...Object.values(factGroups).map(({ facts }) => facts));
export const factNames = Object.keys(labels) as readonly FactName[];
/** What a fact is called; undefined where the catalogue has none of that name. */
export const factLabel = (name: string): Label | undefined => (Object.hasOwn(labels, name) ? labels[name] : undefined);

/** Where a value lies, or that it is not the normal word. */
export type Tone = 'high' | 'low' | 'abnormal';
/** A row of one of the tables: texts by column, and what makes it stand out. */
export interface FactRow {
  readonly cells: Readonly<Record<string, string>>;
  readonly tone: Tone | null;
}

/** What rows a table of a report shows, the columns each kind of row has, and those it cannot do without: one of each group. */
export const tableSources = {
  results: {
    title: ['检测项结果', 'Results of items'],
    columns: {
      itemName: ['检测项', 'Item'],
      itemShortName: ['英文缩写', 'Short name'],
      value: ['结果', 'Result'],
      measured: ['结果（含单位）', 'Result with unit'],
      flag: ['提示', 'Flag'],
      unit: ['单位', 'Unit'],
      referenceRange: ['参考范围', 'Reference range'],
      bar: ['参考区间图', 'Reference bar'],
      method: ['检测方法', 'Method'],
      panelName: ['检测项目', 'Panel'],
    },
    needed: [['itemName'], ['value', 'measured'], ['unit', 'measured'], ['referenceRange']],
  },
  pathogens: {
    title: ['病原检出', 'Pathogens found'],
    columns: {
      findingClass: ['类型', 'Kind'],
      name: ['病原名称', 'Pathogen'],
      nameEn: ['拉丁文名', 'Latin name'],
      reads: ['序列数', 'Reads'],
      rpm: ['每百万序列数', 'Reads per million'],
      coverage: ['覆盖度(%)', 'Coverage (%)'],
      abundance: ['相对丰度(%)', 'Abundance (%)'],
      confidence: ['可信度', 'Confidence'],
      drug: ['用药提示', 'Drug advice'],
    },
    needed: [['name'], ['reads', 'rpm'], ['confidence']],
  },
  variants: {
    title: ['变异检出', 'Variants found'],
    columns: {
      gene: ['基因', 'Gene'],
      transcript: ['转录本', 'Transcript'],
      nucleotideChange: ['核苷酸变化', 'Nucleotide change'],
      proteinChange: ['氨基酸变化', 'Protein change'],
      zygosity: ['合子型', 'Zygosity'],
      inheritance: ['遗传方式', 'Inheritance'],
      findingClass: ['致病性分级', 'Class'],
      disease: ['相关疾病', 'Disease'],
    },
    needed: [['gene'], ['nucleotideChange'], ['zygosity'], ['findingClass']],
  },
} as const satisfies Readonly<
  Record<string, { readonly title: Label; readonly columns: Readonly<Record<string, Label>>; readonly needed: readonly (readonly string[])[] }>
>;
export type TableSource = keyof typeof tableSources;
export const columnLabel = (source: TableSource, column: string): Label | undefined => {
  const columns: Readonly<Record<string, Label>> = tableSources[source].columns;
  return Object.hasOwn(columns, column) ? columns[column] : undefined;
};

/** Whose hand stands for what: the first audit, the second, the release (docs/report.md#signatures). */
export const signatureSlots = {
  tested: ['检验者', 'Tested by'],
  reviewed: ['审核者', 'Reviewed by'],
  released: ['批准者', 'Released by'],
} as const satisfies Readonly<Record<string, Label>>;
export type SignatureSlot = keyof typeof signatureSlots;

export interface FactSignature {
  readonly slot: SignatureSlot;
  readonly name: string;
  readonly time: string;
  /** SHA-256 of its picture; null: the name alone. */
  readonly imageSha256: string | null;
  /** By what it stands there without a person's act; printed with it. */
  readonly note?: string;
}
/** What a version changed of one that left the house. */
export interface FactAmendment {
  readonly versionNo: number;
  readonly replacedTime: string;
  readonly reason: string;
  readonly changes: readonly string[];
}
/** What is told of each tube, where a report is of several. */
export const tubeFacts = ['sampleCode', 'labCode', 'testTubeNumber'] as const satisfies readonly FactName[];
/** What only a record of each says; the print tells it of all together. Versions from before it was frozen do not have it. */
type TubeDetail = 'sampleClassName' | 'sampleCondition' | 'receiveTime' | 'labReceiveTime';
export type FactTube = Readonly<Record<(typeof tubeFacts)[number], string> & Partial<Record<TubeDetail, string>>>;
/** All that one report prints; the same facts and template make the same bytes. */
export interface ReportFacts {
  readonly values: Readonly<Partial<Record<FactName, string>>>;
  /** Of several tubes each one; `values` have the first one's codes, which a barcode holds. */
  readonly tubes?: readonly FactTube[];
  readonly rows: Readonly<Record<TableSource, readonly FactRow[]>>;
  /** Findings at entry that were explained and concern whoever reads the result. */
  readonly comments: readonly string[];
  /** Advice by what was found. */
  readonly guidance: readonly { readonly id?: string; readonly title: string; readonly text: string }[];
  readonly signatures: readonly FactSignature[];
  readonly amendment: FactAmendment | null;
  /** Other examinations of the requisition are still under way. */
  readonly isPartial: boolean;
}

/** The facts as they are read: of several tubes the codes of each. */
export const printedValues = ({ values, tubes = [] }: Pick<ReportFacts, 'values' | 'tubes'>): ReportFacts['values'] => {
  const told = tubeFacts.map((name) => [name, [...new Set(tubes.map((tube) => tube[name]))].filter(Boolean).join('、')] as const);
  return { ...values, ...Object.fromEntries(told.filter(([, codes]) => codes !== '')) };
};
