import type { Label } from '#domain/kernel/label.ts';

/** Why what a courier tells could not be had, where it is no word of the courier's own; the system's own codes of a connection among them. */
export const parcelFaults = {
  ETIMEDOUT: ['物流公司超时未答复', 'The courier did not answer in time'],
  ECONNREFUSED: ['无法连接物流公司', 'The courier cannot be reached'],
  ENOTFOUND: ['无法连接物流公司', 'The courier cannot be reached'],
  ECONNRESET: ['物流公司答复中断', 'The courier’s answer broke off'],
  tooLong: ['物流公司答复过长', 'The courier’s answer is too long'],
  unreadable: ['物流公司答复无法读取', 'The courier’s answer cannot be read'],
  pushDigest: ['路由推送签名不符, 未采用', 'A push of its way had a wrong signature and was not taken'],
} as const satisfies Readonly<Record<string, Label>>;
type Fault = keyof typeof parcelFaults;

/** Those that we find ourselves. */
export const parcelFault = { tooLong: 'tooLong', unreadable: 'unreadable', pushDigest: 'pushDigest' } as const satisfies Partial<
  Record<Fault, Fault>
>;
