import { choices } from './choices.ts';

/** Rows of a list that come as a file at once; longer ones are made behind the screen. */
export const directRows = 5_000;
/** Rows of the longest file: a sheet holds 1,048,576. */
export const mostRows = 1_000_000;
/** A file is kept so long. */
export const keptHours = 24;
/** Files of one person that may wait or be made at a time. */
export const mostOpen = 3;

/** Refusal of a direct export: it has to be made behind the screen. */
export const exportLongCode = 'export.long';

export const exportState = choices({
  waiting: [0, '排队中', 'Waiting'],
  running: [1, '生成中', 'Being made'],
  done: [2, '已完成', 'Done'],
  failed: [3, '失败', 'Failed'],
  cancelled: [4, '已取消', 'Cancelled'],
});

/** How a file tells who patients are. */
export const patientsTold = choices({
  masked: ['masked', '已脱敏', 'Masked'],
  clear: ['clear', '含个人信息', 'Personal data'],
});

export type { MyExport } from './exportCalls.ts';
