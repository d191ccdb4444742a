import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { noticeCalls } from './noticeCalls.ts';

export const noticeArea: ServedArea = {
  calls: [...noticeCalls],
};
