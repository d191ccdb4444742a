import { z } from 'zod';
import type { importedAct } from './deskRows.ts';
import type { RowOf } from '#domain/kernel/contract.ts';
import type { SentOperation } from '#domain/kernel/offlineWire.ts';

/** What a desk that cannot send gives on a stick: the acts of all who worked there, sealed to the server and signed (docs/offline.md#second-copy). */
export interface DeskExport {
  readonly format: typeof deskExportFormat;
  readonly version: typeof deskExportVersion;
  /** ISO 8601, by the desk's clock. */
  readonly exportedAt: string;
  /** queue: read from the desk's queue. journal: from its second copy, because the queue could not be read. */
  readonly source: 'queue' | 'journal';
  readonly acts: readonly ExportedAct[];
}
export interface ExportedAct {
  readonly deviceId: string;
  readonly authorName: string;
  /** Code by which a person knows it; nothing personal. */
  readonly subject: string;
  /** Desk clock, ms. */
  readonly createdAt: number;
  readonly op: SentOperation;
}
export const deskExportFormat = 'accession-desk-acts';
export const deskExportVersion = 2;

/** POST of the sample service, under `superviseDesks`: acts of one desk, at most `mostImported` at once -> DeskImportAnswer. */
export const deskImportPath = 'offline/import';
export const mostImported = 50;
export interface DeskImportBatch {
  readonly deviceId: string;
  readonly exportedAt: string;
  readonly ops: readonly SentOperation[];
}
/** What became of one act; the command's own answer stays with its desk. One without an answer failed and may be tried again. */
export type ImportedAct = RowOf<typeof importedAct>;
export interface DeskImportAnswer {
  readonly results: readonly ImportedAct[];
}

const op = z.object({
  opId: z.string(),
  seq: z.number(),
  authorId: z.string(),
  type: z.string(),
  typeVersion: z.number(),
  lanes: z.array(z.string()),
  dependsOn: z.array(z.string()),
  occurredAt: z.string(),
});
const file = z.object({
  format: z.literal(deskExportFormat),
  version: z.number(),
  exportedAt: z.string(),
  source: z.enum(['queue', 'journal']),
  acts: z.array(z.object({ deviceId: z.string(), authorName: z.string(), subject: z.string(), createdAt: z.number(), op: op.loose() })),
});

/** The file as a desk wrote it; `newer` where a later release wrote it, null where it is none of ours or was damaged on the way. */
export function readDeskExport(text: string): DeskExport | 'newer' | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = file.safeParse(value);
  if (!parsed.success) return null;
  return parsed.data.version > deskExportVersion ? 'newer' : (parsed.data as unknown as DeskExport);
}
