import { choices, type CodeOf } from '#domain/kernel/choices.ts';

/** Why a result cannot be had from what there is: work begins again, or a new sample is asked for. */
export const abnormalReason = choices({
  extraction: ['ABN01', '提取失败/浓度不足', 'Extraction failed or too little'],
  library: ['ABN02', '建库失败/质控不合格/数据量不足', 'Library, quality or data failed'],
  fetalFraction: ['ABN03', '胎儿浓度低', 'Fetal fraction low'],
  greyZone: ['ABN04', '灰区/临界', 'Grey zone'],
  sexDiffers: ['ABN05', '性别不符', 'Sex differs'],
  control: ['ABN06', '质控失控', 'Out of control'],
});
export type AbnormalReason = CodeOf<typeof abnormalReason>;
