import type { Command } from '#domain/kernel/command.ts';
import type { HandScreen, Resource } from '#domain/kernel/resource.ts';
import { bindCode, releaseCode, rebindCode } from './bindCode.ts';
import { thirdpartyBindContracts } from './bindContracts.ts';
import { applySampleCodes, applyLabCodes, reprintSampleCodes, reprintLabCodes, voidSampleCodes, voidLabCodes } from './codeApply.ts';
import { sampleCodeApply, sampleCodeReprint, labCodeApply, labCodeReprint, labCode, printRun } from './codeApplyRows.ts';
import { codeApplyContracts, codeStyleContracts, numberSegmentContracts, printContracts } from './codeContracts.ts';
import { codeStyle } from './codeStyle.ts';
import { numberBlockContracts, numberBlockList } from './numberRows.ts';
import { numberSegment } from './numberSegment.ts';
import { beginPrint, completePrint, checkPrint } from './printJob.ts';
import { thirdpartyAffiliation } from './thirdpartyAffiliation.ts';
import { thirdpartyBind } from './thirdpartyBind.ts';
import { thirdpartyRule } from './thirdpartyRule.ts';
import { useNumbers } from './useNumbers.ts';

/** In the order of the menu. */
export const resources: readonly Resource[] = [
  codeStyle,
  numberSegment,
  sampleCodeApply,
  sampleCodeReprint,
  labCodeApply,
  labCodeReprint,
  labCode,
  printRun,
  thirdpartyAffiliation,
  thirdpartyRule,
  thirdpartyBind,
];

export const commands: readonly Command[] = [
  useNumbers,
  applySampleCodes,
  applyLabCodes,
  reprintSampleCodes,
  reprintLabCodes,
  voidSampleCodes,
  voidLabCodes,
  beginPrint,
  completePrint,
  checkPrint,
  bindCode,
  releaseCode,
  rebindCode,
];

/** Lists over several tables. */
export const listings = [numberBlockList] as const;

/** The page loads their types alone. */
export const contracts = [
  thirdpartyBindContracts,
  codeApplyContracts,
  codeStyleContracts,
  numberBlockContracts,
  numberSegmentContracts,
  printContracts,
] as const;

export const screens: readonly HandScreen[] = [{ route: '/code/number-block', title: ['本机号段', 'Numbers of this desk'], icon: 'tags' }];
