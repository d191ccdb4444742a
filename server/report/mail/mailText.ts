import type { LinkProof } from '#domain/report/publicReport.ts';

const proofs: Readonly<Record<LinkProof, readonly [string, string]>> = {
  password: ['打开时请输入您的附件密码。', 'It asks for your own attachment password.'],
  document: ['打开时请输入受检者证件号码后 6 位。', 'It asks for the last six signs of the patient’s document number.'],
  phone: ['打开时将向受检者手机发送验证码。', 'It sends a code to the patient’s telephone.'],
};

/** What a mail with a link says: nothing of the patient or the result. */
export const linkText = (reportNo: string, address: string, expireTime: string, proof: LinkProof): string =>
  [
    `报告 ${reportNo} 已发布, 请打开以下链接查看:`,
    address,
    proofs[proof][0],
    `链接有效期至 ${expireTime}, 请勿转发。`,
    '',
    `Report ${reportNo} is issued. ${proofs[proof][1]}`,
    `The link is good until ${expireTime}; do not pass it on.`,
  ].join('\n');

/** The same of a mail that carries the report itself. */
export const attachmentText = (reportNo: string): string =>
  [`报告 ${reportNo} 见附件, 请用您的附件密码打开。`, '', `Report ${reportNo} is attached; it opens by your attachment password.`].join('\n');
