import { z } from 'zod';
import type { RowOf } from '#domain/kernel/contract.ts';
import type { deviceRow, gapRow, explainedRow, undoneRow, alarmRow } from './deskRows.ts';

export const deviceSaveInput = z.object({
  deviceId: z.string().min(8).max(64),
  deviceName: z.string().trim().max(30),
  note: z.string().trim().max(200),
});
export const explainedInput = z.object({
  deviceId: z
    .string()
    .regex(/^[\w.:-]{8,64}$/)
    .meta({ examples: ['desk-0001'] }),
  numbers: z
    .array(z.object({ seq: z.number().int().positive().max(2_147_483_647), how: z.enum(['discarded', 'superseded']) }))
    .min(1)
    .max(500),
});
export type ExplainedNumber = z.infer<typeof explainedInput>['numbers'][number];

export type DeviceRow = RowOf<typeof deviceRow>;

/** A range of a desk's numbers that has not arrived. */
export type GapRow = RowOf<typeof gapRow>;

/** A number that never comes, and why. */
export type ExplainedRow = RowOf<typeof explainedRow>;

/** An act that arrived and was not done. */
export type UndoneRow = RowOf<typeof undoneRow>;

export type AlarmRow = RowOf<typeof alarmRow>;
