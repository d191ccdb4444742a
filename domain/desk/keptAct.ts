import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { reasonField, text } from '#domain/kernel/fields.ts';
import type { RowOf } from '#domain/kernel/contract.ts';
import type { keptRow, keptDetail, keptDecision, exceptionRow, revokedDevice, sealKeyRow } from './deskRows.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { KeptReason } from '#domain/kernel/offlineWire.ts';
import type { Right } from '#domain/kernel/roles.ts';

/** The keys all desks of the installation seal to. */
export const sealKeyRights = {
  view: { code: 'sealKey_view', label: ['查看封存密钥', 'View the sealing keys'], roles: [] },
  rotate: { code: 'sealKey_rotate', label: ['更换封存密钥', 'Change the sealing key'], roles: [] },
} as const satisfies Readonly<Record<string, Right>>;

/** Right to decide about kept acts and to revoke desks. */
export const superviseDesks = {
  code: 'desk_supervise',
  label: ['处置暂存操作、吊销前台', 'Decide kept acts, revoke desks'],
  roles: [],
} as const satisfies Right;

export const keptReasonLabels: Readonly<Record<KeptReason, Label>> = {
  'author.disabled': ['账号已停用', 'Account disabled'],
  'author.removed': ['账号已删除', 'Account removed'],
  'key.revoked': ['前台已吊销', 'Desk revoked'],
  'time.future': ['操作时间晚于服务器时间', 'Its time is in the future'],
  'time.old': ['操作时间早于 7 天前', 'Its time is more than seven days back'],
  'time.beforeDesk': ['操作时间早于前台登记', 'Its time is before the desk was registered'],
  'time.beforeEarlier': ['操作时间早于该样本之前的操作', 'Its time is before what it follows from'],
  'time.afterKept': ['之前的操作因时间已暂存', 'An earlier act of it is kept for its time'],
};

export type KeptRow = RowOf<typeof keptRow>;

/** With what the author wrote; opened for this answer alone, `payload` is null where the server's key is gone. */
export type KeptDetail = RowOf<typeof keptDetail>;

/**
 * What came of one row. A release: the command's own answer, `duplicate` where it had been decided before; a rejection:
 * refused with `command.rejectedBySupervisor`. `kept` with a code of `keptCodes` (or `command.*`): nothing was done, it
 * still waits. An id nobody kept: refused, `kept.unknown`.
 */
export type KeptDecision = RowOf<typeof keptDecision>;

export const keptCodes: Readonly<Record<string, Label>> = {
  'kept.unknown': ['没有这条暂存操作', 'No such kept act'],
  'kept.earlierWaits': ['同一申请单更早的暂存操作尚未处置', 'An earlier kept act of the same requisition still waits'],
  'kept.failed': ['服务器出错,请重试', 'The server failed; try again'],
};

/** An act that a rule refused or that met a conflict, and that nobody has replaced or discarded since. */
export type ExceptionRow = RowOf<typeof exceptionRow>;

export type RevokedDevice = RowOf<typeof revokedDevice>;

/** A key to which desks seal, or sealed. Counts are of the caller's tenant. */
export type SealKeyRow = RowOf<typeof sealKeyRow>;

const opIds = z.array(z.string().min(1).max(64)).min(1).max(100);
export const rejectAsks = { reason: text('驳回原因', 'Reason', { required: true, max: 200 }) };
export const endAsks = { reason: reasonField };
export const releaseInput = z.object({ opIds });
export const rejectInput = z.object({ opIds, ...partsOfFields(rejectAsks) });
export const revokeInput = z.object({ deviceId: z.string().min(1).max(64), ...partsOfFields(endAsks) });
