import { bindCode, rebindCode, releaseCode } from './code/bindCode.ts';
import { useNumbers } from './code/useNumbers.ts';
import type { Command } from './kernel/command.ts';
import { applyLabCodes, applySampleCodes, reprintLabCodes, reprintSampleCodes, voidLabCodes, voidSampleCodes } from './code/codeApply.ts';
import { beginPrint, checkPrint, completePrint } from './code/printJob.ts';
import { saveUserScope } from './base/userScope.ts';
import { executeQualified, resetQualified } from './base/commodityQualified.ts';
import { cancelHoliday, setHoliday } from './base/calendarCommands.ts';
import { discardOperation } from './desk/discardOperation.ts';
import { cancelReceive, receiveSample } from './lab/labReceive.ts';
import { amendItems } from './sample/amendItems.ts';
import { arbitrateDetail } from './sample/detailArbitrate.ts';
import { correctDetail } from './sample/detailCorrect.ts';
import { enterDetail } from './sample/detailEntry.ts';
import { removeDetail } from './sample/detailRemove.ts';
import { removeHandover, saveHandover } from './sample/handover.ts';
import { signHandover } from './sample/handoverSign.ts';
import { replaceCode } from './sample/replaceCode.ts';
import { removeImage, uploadImage } from './sample/requisitionImage.ts';
import { enterSummary } from './sample/summary.ts';
import { correctSummary } from './sample/summaryCorrect.ts';
import { rejectSummary } from './sample/summaryReject.ts';

/** Every step of every workflow: the table of contents. */
export const commands: readonly Command[] = [
  enterSummary,
  rejectSummary,
  amendItems,
  correctSummary,
  replaceCode,
  enterDetail,
  correctDetail,
  arbitrateDetail,
  removeDetail,
  saveHandover,
  signHandover,
  removeHandover,
  receiveSample,
  cancelReceive,
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
  uploadImage,
  removeImage,
  discardOperation,
  setHoliday,
  cancelHoliday,
  bindCode,
  releaseCode,
  rebindCode,
  saveUserScope,
  executeQualified,
  resetQualified,
];

const byName = new Map(commands.map((command) => [command.name, command]));

/** The command of a name; undefined where this version knows none. */
export function commandByName(name: string): Command | undefined {
  return byName.get(name);
}
