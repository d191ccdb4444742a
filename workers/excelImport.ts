import { expose, type Remote, transfer, wrap } from 'comlink';
import type { Language } from '#domain/kernel/label.ts';
import type { ImportContext, RowState } from '#domain/sample/import/importVerdict.ts';
import type { FindEarlier, SheetTally } from '#domain/sample/import/judgedSheet.ts';
import type { SheetProgress } from '#domain/sheet/sheetTypes.ts';
import { earlierIn, type PersonIndex } from '#src/offline/master/personIndex.ts';
import { sha256Hex } from '#src/offline/platform/sha256.ts';
import type { DateCheck } from './dateCheck.ts';
import { readImportMaster, type ImportMaster } from './importMaster.ts';
import { ImportSession, templateFile, type OpenAnswer } from './importSession.ts';
import { sheetTools } from './sheetTools.ts';

export interface SheetCodes {
  readonly requisitionCodes: readonly string[];
  readonly sampleCodes: readonly string[];
}

/** The import behind a message port. A page that wants to cancel ends the worker. */
class ImportWorker extends ImportSession {
  private dates: Remote<DateCheck> | null = null;
  private master: ImportMaster | null = null;
  private sheetCodes: SheetCodes = { requisitionCodes: [], sampleCodes: [] };
  private readonly known = { requisitionCodes: new Set<string>(), sampleCodes: new Set<string>() };
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
  /** Gets ready to judge; null where this computer has no master data. The codes themselves are asked for piece by piece (`codesFrom`). */
  async prepare(): Promise<{ readonly [field in keyof SheetCodes]: number } | null> {
    this.master = await readImportMaster();
    if (!this.master) return null;
    this.sheetCodes = this.codes();
    for (const known of Object.values(this.known)) known.clear();
    return { requisitionCodes: this.sheetCodes.requisitionCodes.length, sampleCodes: this.sheetCodes.sampleCodes.length };
  }
  codesFrom(field: keyof SheetCodes, from: number, limit: number): readonly string[] {
    return this.sheetCodes[field].slice(from, from + limit);
  }
  /** Hears of codes the system already has. */
  know(field: keyof SheetCodes, codes: readonly string[]): void {
    for (const code of codes) this.known[field].add(code);
  }
  /** `persons`: the index of persons received lately, null where this computer has none. */
  async judgeAll(
    given: Pick<ImportContext, 'defaults' | 'now' | 'permissions'>,
    persons: PersonIndex | null,
    onProgress: (done: number, total: number) => void,
  ): Promise<SheetTally> {
    const { dates, master, known } = this;
    if (!master) throw new Error('judged before it was prepared');
    const context: ImportContext = { ...master, ...given, existingCodes: known.requisitionCodes, existingSampleCodes: known.sampleCodes };
    const readDates = dates && (async (texts: string[]) => new Map(await dates.read(texts)));
    const findEarlier: FindEarlier | null = persons && ((asked) => Promise.all(asked.map((person) => earlierIn(persons, person))));
    return this.judge(context, { readDates: readDates ?? undefined, findEarlier: findEarlier ?? undefined }, onProgress);
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
