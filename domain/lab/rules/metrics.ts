import { choices } from '#domain/kernel/choices.ts';

/** Measures of quality a file or a person gives beside the items; the list is closed, so that limits and charts mean the same everywhere. */
export const metric = choices({
  fetalFraction: ['ff', '胎儿游离DNA浓度 (%)', 'Fetal fraction (%)'],
  rawReads: ['rawReads', '原始读段数 (M)', 'Raw reads (M)'],
  uniqueReads: ['uniqueReads', '唯一比对读段数 (M)', 'Uniquely mapped reads (M)'],
  mappedRate: ['mappedRate', '比对率 (%)', 'Mapped (%)'],
  duplicateRate: ['dupRate', '重复率 (%)', 'Duplicates (%)'],
  gc: ['gc', 'GC含量 (%)', 'GC content (%)'],
  q30: ['q30', 'Q30 (%)', 'Q30 (%)'],
  dataSize: ['dataSize', '数据量 (Gb)', 'Data (Gb)'],
  humanReads: ['humanReads', '人源读段比例 (%)', 'Human reads (%)'],
  spikeIn: ['spikeIn', '内参读段数', 'Spike-in reads'],
  spikeRpm: ['spikeRpm', '内参 RPM', 'Spike-in RPM'],
  libraryConcentration: ['libConc', '文库浓度 (ng/µl)', 'Library concentration (ng/µl)'],
  ct: ['ct', 'Ct 值', 'Ct value'],
  sexCall: ['sexCall', '判定性别', 'Sex as read'],
});

/** Headers that name a measure in files, without blanks, brackets' content and case. */
export const metricNames: Readonly<Record<string, readonly string[]>> = {
  ff: ['ff', 'ff%', 'fetalfraction', '胎儿浓度', '胎儿游离dna浓度', 'cfdna浓度'],
  rawReads: ['rawreads', '原始读段数', '原始数据', '总读段数'],
  uniqueReads: ['uniquereads', '唯一比对的读段数', '唯一比对读段数'],
  mappedRate: ['mappedrate', 'mapped', '比对率', '在参考基因组上比对的比例', 'uniquemapped%'],
  dupRate: ['duprate', 'dup', '重复率', '重复读段的比例'],
  gc: ['gc', 'gc含量', 'gc%'],
  q30: ['q30', 'q30%'],
  dataSize: ['datasize', 'data', '数据量'],
  humanReads: ['humanreads', '人源比例'],
  spikeIn: ['spikein', '外源内参', '内参'],
  spikeRpm: ['spikerpm', '内参rpm'],
  libConc: ['libconc', '文库浓度'],
  ct: ['ct', 'ct值'],
  sexCall: ['sexcall', 'sex', '性别', '判定性别'],
};

const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\(.*?\)|[\s_-]/g, '')
    .toLowerCase();
/** The measure that an item is, by what it is called: a fetal fraction is reported as an item and asked for by a limit. Undefined: none. */
export const measureOfItem = ({ itemCode, itemName }: { readonly itemCode: string; readonly itemName: string }): string | undefined =>
  Object.entries(metricNames).find(([, names]) => names.includes(plainName(itemCode)) || names.includes(plainName(itemName)))?.[0];
