import type { ServedArea } from '#server/kernel/verbs/servedArea.ts';
import { servedApplies } from './codeApply.ts';
import { codeApplyCalls } from './codeApplyCalls.ts';
import { codeStyleCalls } from './codeStyleCalls.ts';
import { codeViews } from './codeViews.ts';
import { numberBlocks, numberBlockCalls } from './numberBlockCalls.ts';
import { numberSegmentCalls } from './numberSegmentCalls.ts';
import { printCalls } from './printCalls.ts';
import { servedPrints } from './printJob.ts';
import { servedUseNumbers } from './useNumbers.ts';

export const codeArea: ServedArea = {
  commands: () => [servedUseNumbers, ...servedApplies, ...servedPrints],
  views: [...codeViews],
  listings: [numberBlocks],
  calls: [...codeStyleCalls, ...codeApplyCalls, ...printCalls, ...numberSegmentCalls, ...numberBlockCalls],
};
