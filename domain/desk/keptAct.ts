import { z } from 'zod';
import type { Label } from '#domain/kernel/label.ts';
import type { KeptReason, ReceiptStatus } from '#domain/kernel/offlineWire.ts';

/**
 * Acts that the server keeps for a supervisor, and what else he decides about desks. Calls of the sample service, all
 * under `superviseDesks`. Ids are strings, times `yyyy-MM-dd HH:mm:ss`.
 */
export const keptPaths = {
  /** GET ?current&size&deviceId&authorId&isDecided (0, the default, or 1) -> page of KeptRow, the oldest first. */
  page: 'offline/kept/page',
  /** GET ?opId -> KeptDetail. */
  detail: 'offline/kept/detail',
  /** POST { opIds } -> KeptDecision[], in the order in which their desk wrote the acts. May be asked again. */
  release: 'offline/kept/release',
  /** POST { opIds, reason } -> KeptDecision[]. May be asked again. */
  reject: 'offline/kept/reject',
  /** GET ?current&size&deviceId&authorId -> page of ExceptionRow, the newest first. */
  exceptions: 'offline/exceptions/page',
  /** POST { deviceId, reason } -> RevokedDevice: for a lost desk. */
  revoke: 'offline/device/revoke',
  /** GET -> SealKeyRow[], the newest first. */
  sealKeys: 'offline/seal-key/list',
  /** POST {} -> { serverKeyId }: desks seal to a new key from their next start on. */
  rotateSealKey: 'offline/seal-key/rotate',
} as const;

/** The keys all desks of the installation seal to. */
export const sealKeyRights = {
  view: { code: 'sealKey_view', label: ['查看封存密钥', 'View the sealing keys'] },
  rotate: { code: 'sealKey_rotate', label: ['更换封存密钥', 'Change the sealing key'] },
} as const satisfies Readonly<Record<string, { code: string; label: Label }>>;

/** Right to decide about kept acts and to revoke desks. */
export const superviseDesks = { code: 'desk_supervise', label: ['处置暂存操作、吊销前台', 'Decide kept acts, revoke desks'] } as const satisfies {
  code: string;
  label: Label;
};

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

export interface KeptRow {
  readonly opId: string;
  /** The command's name; its title stands with the command. */
  readonly type: string;
  /** Code or name by which a person knows it; '' where its payload is malformed. */
  readonly subject: string;
  readonly authorId: string;
  readonly authorName: string;
  readonly authorAccount: string;
  readonly deviceId: string;
  readonly seq: string;
  /** Whose session brought it; null: the desk by itself. */
  readonly courierName: string | null;
  readonly reason: KeptReason;
  /** The desk's time, corrected. */
  readonly occurredAt: string | null;
  readonly keptTime: string;
  readonly decision: 'released' | 'rejected' | null;
  readonly decidedByName: string | null;
  readonly decidedTime: string | null;
  readonly decisionReason: string | null;
  /** What came of it: `kept` while it waits. */
  readonly status: ReceiptStatus;
  /** Of a refusal; its text stands with the command. */
  readonly code: string | null;
}

/** With what the author wrote; opened for this answer alone, `payload` is null where the server's key is gone. */
export interface KeptDetail extends KeptRow {
  readonly lanes: readonly string[];
  readonly payload: unknown;
}

/**
 * What came of one row. A release: the command's own answer, `duplicate` where it had been decided before; a rejection:
 * refused with `command.rejectedBySupervisor`. `kept` with a code of `keptCodes` (or `command.*`): nothing was done, it
 * still waits. An id nobody kept: refused, `kept.unknown`.
 */
export interface KeptDecision {
  readonly opId: string;
  readonly status: ReceiptStatus;
  readonly duplicate: boolean;
  readonly code?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly problems?: readonly unknown[];
}

export const keptCodes: Readonly<Record<string, Label>> = {
  'kept.unknown': ['没有这条暂存操作', 'No such kept act'],
  'kept.earlierWaits': ['同一申请单更早的暂存操作尚未处置', 'An earlier kept act of the same requisition still waits'],
  'kept.failed': ['服务器出错,请重试', 'The server failed; try again'],
};

/** An act that a rule refused or that met a conflict, and that nobody has replaced or discarded since. */
export interface ExceptionRow {
  readonly opId: string;
  readonly type: string;
  readonly deviceId: string | null;
  readonly seq: string | null;
  readonly authorId: string;
  readonly authorName: string;
  readonly courierName: string | null;
  readonly status: 'refused' | 'conflict';
  /** E.g. `command.forbidden`: the author's right was gone. */
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly occurredAt: string | null;
  readonly serverTime: string;
}

export interface RevokedDevice {
  readonly deviceId: string;
  /** Of the credentials that count from now on. */
  readonly generation: number;
  /** Signing keys and sign-ins that were ended. */
  readonly keys: number;
  readonly sessions: number;
}

/** A key to which desks seal, or sealed. Counts are of the caller's tenant. */
export interface SealKeyRow {
  readonly serverKeyId: string;
  readonly createTime: string;
  /** Since when desks are offered a newer one; null: this one is offered. */
  readonly replacedTime: string | null;
  /** Kept acts sealed to it, decided ones too: they can still be opened. */
  readonly keptActs: number;
  /** Acts that wait at desks since before it was replaced: at most so many are sealed to it. */
  readonly waitingActs: number;
  /** Desks that have not been heard of since it was replaced, and may still seal to it. */
  readonly unheardDesks: number;
}

const opIds = z.array(z.string().min(1).max(64)).min(1).max(100);
const reason = z.string().trim().min(1).max(200);
export const releaseInput = z.object({ opIds });
export const rejectInput = z.object({ opIds, reason });
export const revokeInput = z.object({ deviceId: z.string().min(1).max(64), reason });
