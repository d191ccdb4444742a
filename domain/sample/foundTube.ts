import type { Label } from '#domain/kernel/label.ts';
import type { FoundTube } from './foundTubeRow.ts';
import { labStatus } from './sampleStatus.ts';

/** A requisition has few tubes, but a hospital's code may stand on many requisitions: the newest are told, and that there may be more. */
export const mostFound = 50;

/** Where a tube is, by the last act that moved it. */
export function placeOf({
  labStatus: status,
  handover,
  contractLaboratoryName: taken,
  executeLaboratoryName: tests,
}: Pick<FoundTube, 'labStatus' | 'handover' | 'contractLaboratoryName' | 'executeLaboratoryName'>): Label {
  const at = taken ?? '';
  if (status === labStatus.rejected) return [`${at} 拒收区`, `With what ${at || 'reception'} rejected`];
  if (status === labStatus.terminated) return ['已终止', 'Terminated'];
  if (status === labStatus.pendingEntry) return [`${at} 前处理,待录入`, `At reception of ${at}, waiting for its entry`];
  if (status !== labStatus.entered) return [`${tests ?? at} 实验室`, `In the laboratory of ${tests ?? at}`];
  if (!handover) return [`${at} 前处理,待交接`, `At reception of ${at}, waiting for its handover`];
  return handover.signedBy === null
    ? [`${handover.by} 的交接单上,待签收`, `On a handover of ${handover.by}, waiting for a signature`]
    : [`${handover.signedBy} 已签收,待${tests ?? at}实验室接收`, `Signed for by ${handover.signedBy}; the laboratory of ${tests ?? at} awaits it`];
}

/** What stands on some paper or label as a code, of whatever house: no blanks, at least three signs, a digit among them. */
export const mayBeCode = (text: string): boolean => /^(?=.*\d)[!-~]{3,64}$/.test(text.normalize('NFKC').trim());

/** What a scanner may have read: no blanks, at least four characters, a digit among them. */
export const looksLikeCode = (text: string): boolean => /^(?=.*\d)[A-Z0-9-]{4,40}$/.test(text.normalize('NFKC').trim().toUpperCase());
