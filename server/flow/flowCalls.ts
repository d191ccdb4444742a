import type { Call } from '#server/kernel/serve.ts';
import { historyCalls } from './historyCalls.ts';
import { leaveCalls } from './leaveCalls.ts';
import { managerCalls } from './managerCalls.ts';
import { modelCalls } from './modelCalls.ts';
import { workCalls } from './workCalls.ts';

/** Processes: models, what is deployed, what runs, everybody's tasks, and leave. */
export const flowCalls: readonly Call[] = [...modelCalls, ...managerCalls, ...workCalls, ...historyCalls, ...leaveCalls];
