import { useNumbers } from './code/useNumbers.ts';
import { discardOperation } from './desk/discardOperation.ts';
import type { Command } from './kernel/command.ts';
import { receiveSample } from './lab/labReceive.ts';
import { abnormalSubmit } from './sample/abnormal/abnormalActs.ts';
import { amendItems } from './sample/amendItems.ts';
import { enterDetail } from './sample/detailEntry.ts';
import { saveHandover } from './sample/handover.ts';
import { signHandover } from './sample/handoverSign.ts';
import { partnerReceive, receiveDeafness, receiveShangning } from './sample/partner/partnerReceive.ts';
import { rejectAdd } from './sample/reject/rejectAdd.ts';
import { uploadImage } from './sample/requisitionImage.ts';
import { enterSummary } from './sample/summary.ts';
import { cancelSummary } from './sample/summaryCancel.ts';
import { rejectSummary } from './sample/summaryReject.ts';

/** The commands a desk queues (`offline`), named one by one: who works without network loads these and no area's. */
export const offlineCommands: readonly Command[] = [
  enterSummary,
  rejectSummary,
  cancelSummary,
  amendItems,
  enterDetail,
  saveHandover,
  signHandover,
  uploadImage,
  rejectAdd,
  abnormalSubmit,
  receiveSample,
  partnerReceive,
  receiveDeafness,
  receiveShangning,
  useNumbers,
  discardOperation,
];

const byName = new Map(offlineCommands.map((command) => [command.name, command]));

/** The command of a queued act; undefined where this version queues none of that name. */
export function offlineCommandByName(name: string): Command | undefined {
  return byName.get(name);
}
