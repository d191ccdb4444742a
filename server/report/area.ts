import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { templateCalls } from './templates/templateCalls.ts';

export const reportArea: ServedArea = { calls: templateCalls };
