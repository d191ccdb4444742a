import { choices, type CodeOf } from '#domain/kernel/choices.ts';

/** Where a round of a task began (docs/lab.md#repetition). A repetition at the bench is numbered as the kind of run sheet it begins with. */
export const roundKind = choices({
  first: [1, '首次', 'First'],
  extraction: [2, '重提取', 'Extracted again'],
  library: [3, '重建库', 'Library again'],
  sequencing: [4, '重测序', 'Sequenced again'],
  cloud: [5, '云端回退', 'Analysed again'],
});
export type RoundKind = CodeOf<typeof roundKind>;
/** What a person may order. */
export type RedoKind = Exclude<RoundKind, 1>;

/** What was found that has work done again (docs/forms.md). */
export const abnormalCode = choices({
  extraction: ['ABN01', '提取失败/浓度不足', 'Extraction failed or too little'],
  library: ['ABN02', '建库失败/质控不合格/数据量不足', 'Library, quality or data failed'],
  fetalFraction: ['ABN03', '胎儿浓度低', 'Fetal fraction low'],
  greyZone: ['ABN04', '灰区/临界', 'Grey zone'],
  sexDiffers: ['ABN05', '性别不符', 'Sex differs'],
  control: ['ABN06', '质控失控', 'Out of control'],
});
