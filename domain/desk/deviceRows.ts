import { z } from 'zod';
import type { ReceiptStatus } from '#domain/kernel/offlineWire.ts';

/** Calls of the sample service about desks. Ids are strings, times `yyyy-MM-dd HH:mm:ss`. */
export const devicePaths = {
  /** GET ?current&size&text&has (gaps, silent, old, alarm)&appVersion -> page of DeviceRow, those in alarm first. */
  page: 'offline/device-page',
  /** GET ?deviceId&kind (gaps, acts, explained)&current&size -> page of GapRow, UndoneRow or ExplainedRow. */
  numbers: 'offline/device-numbers',
  /** GET ?deviceId&maxSeq -> DeviceState as of now, for a supervisor: changes nothing. */
  state: 'offline/device-state',
  /** POST { deviceId, deviceName, note } -> true. */
  save: 'offline/device-save',
  /** GET ?current&size&deviceId -> page of AlarmRow, the newest first. */
  alarms: 'offline/alarm-page',
  /** GET -> { count }: alarms that stand. */
  alarmCount: 'offline/alarm-count',
  /** POST { deviceId, numbers } -> true: a desk says which of its numbers never come, and why. */
  explained: 'offline/explained-numbers',
} as const;

export const deviceSaveInput = z.object({
  deviceId: z.string().min(8).max(64),
  deviceName: z.string().trim().max(30),
  note: z.string().trim().max(200),
});
export const explainedInput = z.object({
  deviceId: z.string().regex(/^[\w.:-]{8,64}$/),
  numbers: z
    .array(z.object({ seq: z.number().int().positive().max(2_147_483_647), how: z.enum(['discarded', 'superseded']) }))
    .min(1)
    .max(500),
});
export type ExplainedNumber = z.infer<typeof explainedInput>['numbers'][number];

export interface DeviceRow {
  readonly deviceId: string;
  readonly deviceName: string | null;
  readonly note: string | null;
  readonly userName: string;
  /** Whose session carried its last word; null: the desk by itself. */
  readonly courierName: string | null;
  readonly lastSeen: string;
  /** Since then, by the server's clock. */
  readonly silentSeconds: number;
  readonly maxSeqReported: string;
  /** Highest number that arrived; null: none did. */
  readonly highestReceived: string | null;
  /** Numbers below the highest reported one that neither arrived nor were explained. */
  readonly gapCount: string;
  /** As the desk last said, less what has arrived since; null while it has not. */
  readonly waiting: number | null;
  readonly oldestWaitingAt: string | null;
  readonly appVersion: string | null;
  readonly revokedTime: string | null;
  /** Since when it stands in alarm; null: it does not. */
  readonly alarmTime: string | null;
  readonly keptCount: number;
  /** Unused numbers it holds (number blocks). */
  readonly blockCount: number;
}

/** A range of a desk's numbers that has not arrived. */
export interface GapRow {
  readonly first: number;
  readonly last: number;
}

/** A number that never comes, and why. */
export interface ExplainedRow {
  readonly seq: number;
  readonly how: ExplainedNumber['how'];
  readonly userName: string;
}

/** An act that arrived and was not done. */
export interface UndoneRow {
  readonly opId: string;
  readonly seq: number;
  readonly type: string;
  readonly status: ReceiptStatus;
  readonly code: string | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly authorName: string;
  /** The desk's time, corrected. */
  readonly occurredAt: string | null;
  readonly serverTime: string;
}

export interface AlarmRow {
  readonly alarmId: string;
  readonly deviceId: string;
  readonly deviceName: string | null;
  readonly silentSince: string;
  readonly raisedTime: string;
  readonly gapCount: string;
  readonly waiting: number;
  readonly clearedTime: string | null;
}
