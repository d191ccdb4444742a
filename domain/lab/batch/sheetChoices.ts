import { choices, type CodeOf } from '#domain/kernel/choices.ts';

/** What is done together on a run sheet: a step of the bench. */
export const batchKind = choices({
  separation: [1, '分离', 'Separation'],
  extraction: [2, '提取', 'Extraction'],
  library: [3, '建库', 'Library'],
  run: [4, '上机', 'Run'],
  other: [5, '其他', 'Other'],
});
export type BatchKind = CodeOf<typeof batchKind>;

/** Which screen a run sheet belongs to. */
export const batchLine = choices({
  mapmi: ['mapmi', 'mapmi 上机', 'mapmi'],
  tngs: ['tngs', 'tNGS 上机', 'tNGS'],
  general: ['general', '通用', 'General'],
});
export type BatchLine = CodeOf<typeof batchLine>;

/** 0 a draft, 1 submitted: its places are locked. */
export const batchSubmitted = choices({ draft: [0, '草稿', 'Draft'], submitted: [1, '已提交', 'Submitted'] });
export type BatchSubmitted = CodeOf<typeof batchSubmitted>;

/** What stands in a well. */
export const placeKind = choices({
  sample: [1, '样本', 'Sample'],
  negative: [2, '阴性质控 NC', 'Negative control'],
  positive: [3, '阳性质控 PC', 'Positive control'],
  blank: [4, '空白', 'Blank'],
  level: [5, '水平质控', 'Control of a level'],
});
export type PlaceKind = CodeOf<typeof placeKind>;

/** What became of a place. */
export const placeState = choices({
  planned: [1, '计划', 'Planned'],
  run: [2, '已上机', 'Run'],
  measured: [3, '有结果', 'Has a result'],
  failed: [4, '失败', 'Failed'],
  voided: [5, '作废', 'Void'],
});
export type PlaceState = CodeOf<typeof placeState>;
