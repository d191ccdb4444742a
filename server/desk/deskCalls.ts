import type { Call } from '#server/kernel/serve.ts';
import { decideKeptCalls } from './decideKept.ts';
import { deviceCalls } from './deviceCalls.ts';
import { deskImportCalls } from './importActs.ts';
import { keptRowCalls } from './keptRows.ts';

export const deskCalls: readonly Call[] = [...keptRowCalls, ...decideKeptCalls, ...deviceCalls, ...deskImportCalls];
