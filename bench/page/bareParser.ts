import { read, utils } from '@e965/xlsx';
import { expose } from 'comlink';
import { readXlsx } from 'hucre/xlsx';

/** The parsers of the registry, called as their own documentation does. */
const parsers = {
  hucre: async (bytes: Uint8Array) => (await readXlsx(bytes)).sheets[0]?.rows.length ?? 0,
  '@e965/xlsx': async (bytes: Uint8Array) => {
    const book = read(bytes, { type: 'array', dense: true });
    return utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 }).length;
  },
} as const;
export type ParserName = keyof typeof parsers;

const bareParser = {
  async parse(name: ParserName, bytes: ArrayBuffer): Promise<{ ms: number; rows: number }> {
    const started = performance.now();
    const rows = await parsers[name](new Uint8Array(bytes));
    return { ms: performance.now() - started, rows };
  },
};
export type BareParser = typeof bareParser;
expose(bareParser);
