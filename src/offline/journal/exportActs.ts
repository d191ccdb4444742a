import { type DeskExport, deskExportFormat, deskExportVersion } from '#domain/desk/deskImport.ts';
import { type OutboxOperation, toSent } from '#src/offline/store/operation.ts';
import { outboxStore } from '#src/offline/outbox/outboxStore.ts';
import { secondCopy } from './secondCopy.ts';

export interface ExportedFile {
  readonly name: string;
  readonly blob: Blob;
  readonly count: number;
  /** Acts that lie open in it, because this page could not seal them: then the file holds personal data. */
  readonly openCount: number;
  /** Acts whose images stay on this desk. */
  readonly imageCount: number;
}

/**
 * 导出待上传: every unresolved act of everybody at this desk as a file for a supervisor, the last resort of a desk that
 * cannot send. Sealed to the server and signed, so it may be carried on a stick; same keys, so that importing it and
 * sending later double nothing. From the journal where the queue cannot be read; throws where neither can.
 */
export async function exportWaiting(): Promise<ExportedFile> {
  const { source, operations } = await owed();
  const acts = operations.map((operation) => {
    const { deviceId, authorName, subject, createdAt } = operation;
    return { deviceId, authorName, subject, createdAt, op: toSent(operation) };
  });
  const exportedAt = new Date().toISOString();
  const file: DeskExport = { format: deskExportFormat, version: deskExportVersion, exportedAt, source, acts };
  const stamp = exportedAt.slice(0, 19).replace(/[-:T]/g, '');
  return {
    name: `accession-${(acts[0]?.deviceId ?? 'desk').slice(0, 8)}-${stamp}.json`,
    blob: new Blob([JSON.stringify(file)], { type: 'application/json' }),
    count: acts.length,
    openCount: acts.filter(({ op }) => op.sealed === undefined).length,
    imageCount: acts.filter(({ op }) => (op.blobs ?? []).length > 0).length,
  };
}

async function owed(): Promise<Pick<DeskExport, 'source'> & { readonly operations: readonly OutboxOperation[] }> {
  try {
    return { source: 'queue', operations: await outboxStore.read((tx) => tx.unresolved()) };
  } catch (error) {
    const kept = await secondCopy.owedActs();
    if (kept.length === 0) throw error;
    return { source: 'journal', operations: kept.map(({ row }) => row).toSorted((a, b) => a.seq - b.seq) };
  }
}
