import { expose, type Remote, transfer, wrap } from 'comlink';
import type { Language } from '#domain/kernel/label.ts';
import type { ImportContext, RowState } from '#domain/sample/import/importVerdict.ts';
import type { SheetTally } from '#domain/sample/import/judgedSheet.ts';
import type { SheetProgress } from '#domain/sheet/sheetTypes.ts';
import { sha256Hex } from '#src/offline/sha256.ts';
import type { DateCheck } from './dateCheck.ts';
import { ImportSession, templateFile, type OpenAnswer } from './importSession.ts';
import { sheetTools } from './sheetTools.ts';

/** The import behind a message port. A page that wants to cancel ends the worker. */
class ImportWorker extends ImportSession {
  private dates: Remote<DateCheck> | null = null;
  constructor() {
    super(sheetTools);
  }

  /** The worker that checks dates, reached without a detour over the page. */
  connectDates(port: MessagePort): void {
    this.dates = wrap<DateCheck>(port);
  }
  async openFile(file: Blob, onProgress: (progress: SheetProgress) => void): Promise<OpenAnswer & { readonly fileHash: string }> {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const fileHash = await fingerprint(bytes);
    return { ...(await this.open(bytes, onProgress)), fileHash };
  }
  async judgeAll(context: ImportContext, onProgress: (done: number, total: number) => void): Promise<SheetTally> {
    const { dates } = this;
    const readDates = dates && (async (texts: string[]) => new Map(await dates.read(texts)));
    return this.judge(context, readDates ?? undefined, onProgress);
  }
  exportFile(states: readonly RowState[], format: 'xlsx' | 'csv', language: Language): Uint8Array {
    const bytes = this.exportRows(states, format, language);
    return transfer(bytes, [bytes.buffer]);
  }
  template(language: Language): Uint8Array {
    return templateFile(language);
  }
}
export type { ImportWorker };

/** SHA-256 of a file; on plain-http addresses, where the browser lends none, of its bytes read as Latin-1. */
async function fingerprint(bytes: Uint8Array): Promise<string> {
  const { subtle } = globalThis.crypto as { readonly subtle?: SubtleCrypto };
  if (!subtle) return sha256Hex(new TextDecoder('latin1').decode(bytes));
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

expose(new ImportWorker());
