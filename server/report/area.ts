import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { configActs } from './config/configActs.ts';
import { configCalls } from './config/configCalls.ts';
import { templateCalls } from './templates/templateCalls.ts';

export const reportArea: ServedArea = { commands: () => configActs, calls: [...templateCalls, ...configCalls] };
