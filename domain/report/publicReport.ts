import { choices, type CodeOf } from '#domain/kernel/choices.ts';

/** The one word a stranger is told of a report (docs/report.md#verification). */
export const verifyWord = choices({
  genuine: ['genuine', '真实有效', 'Genuine'],
  superseded: ['superseded', '已更新或撤回', 'Replaced or withdrawn'],
  unknown: ['unknown', '无此报告', 'No such report'],
});
export type VerifyWord = CodeOf<typeof verifyWord>;
export interface Verified {
  readonly word: VerifyWord;
}

/** How a report's link stands (docs/report.md#links). */
export const linkState = choices({
  open: ['open', '可以打开', 'Can be opened'],
  correcting: ['correcting', '报告更正中', 'The report is being corrected'],
  superseded: ['superseded', '已更新或撤回', 'Replaced or withdrawn'],
  expired: ['expired', '链接已过期', 'This link has expired'],
  locked: ['locked', '链接已锁定', 'This link is locked'],
  unknown: ['unknown', '无此报告', 'No such report'],
});
export type LinkState = CodeOf<typeof linkState>;
/** What a link's reader proves themselves by: their own password, the patient's document, or a code sent to the patient's telephone. */
export type LinkProof = 'password' | 'document' | 'phone';

export interface LinkShown {
  readonly state: LinkState;
  /** null: it cannot be opened. */
  readonly proof: LinkProof | null;
  /** Where a code goes to, in part; null: none is sent. */
  readonly phone: string | null;
}

/** So many wrong codes, then a link is dead. */
export const mostLinkTries = 5;

/** What of a document is asked for: its last six signs. Null where it has fewer. */
export const codeOfDocument = (credentialNo: string | null): string | null => {
  const plain = spelled(credentialNo ?? '');
  return plain.length < 6 ? null : plain.slice(-6);
};
/** As it is compared: whatever the width and case it was typed in, and with or without blanks. */
export const spelled = (typed: string): string => typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
