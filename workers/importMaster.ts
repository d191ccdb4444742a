import { codePatternOf } from '#domain/code/codeMatch.ts';
import { ownedSegmentOf } from '#domain/code/codeOwner.ts';
import type { ImportCommodity, ImportContext, NamedRow } from '#domain/sample/import/importVerdict.ts';
import { textOf } from '#domain/sample/rules/values.ts';

type MasterRecord = Readonly<Record<string, unknown>>;
export type ImportMaster = Pick<
  ImportContext,
  'clients' | 'commodities' | 'sampleClasses' | 'laboratories' | 'laboratoryCommodities' | 'codeStyles' | 'segments'
>;

const numberOf = (value: unknown): number | null => (value === null || value === undefined || value === '' ? null : Number(value));
const named = (rows: readonly MasterRecord[], id: string, code: string, name: string): NamedRow[] =>
  rows.map((row) => ({ id: textOf(row[id]), code: textOf(row[code]), name: textOf(row[name]), isDisable: Number(row['isDisable'] ?? 0) }));

/** The rows of this computer's copies that an import is judged against, as the server sent them. */
export function importMaster(copies: Readonly<Record<(typeof judgedAgainst)[number], readonly MasterRecord[]>>): ImportMaster {
  const { sendSampleClient, commodity, sampleClass, laboratory, laboratoryCommodity, codeStyle, numberSegment } = copies;
  return {
    clients: named(sendSampleClient, 'clientId', 'clientCode', 'clientName').map((client, index) => ({
      ...client,
      isTelephoneRequired: Number(sendSampleClient[index]?.['telephoneRequired']) === 1,
      isCredentialRequired: Number(sendSampleClient[index]?.['credentialRequired']) === 1,
    })),
    sampleClasses: named(sampleClass, 'classId', 'classCode', 'className'),
    laboratories: named(laboratory, 'laboratoryId', 'laboratoryCode', 'laboratoryName'),
    laboratoryCommodities: laboratoryCommodity.map((row) => ({
      commodityId: textOf(row['commodityId']),
      laboratoryId: textOf(row['laboratoryId']),
      isDisable: Number(row['isDisable'] ?? 0),
    })),
    codeStyles: codeStyle.filter((row) => Number(row['isDisable'] ?? 0) === 0).map(codePatternOf),
    segments: numberSegment.map(ownedSegmentOf),
    commodities: commodity.map((row): ImportCommodity => ({
      id: textOf(row['commodityId']),
      code: textOf(row['commodityCode']),
      name: textOf(row['commodityName']),
      isDisable: Number(row['isDisable'] ?? 0),
      sampleClassIds: Array.isArray(row['sampleClassIds']) ? row['sampleClassIds'].map(textOf) : null,
      entryForm: textOf(row['entryForm']),
      executeType: Number(row['executeType'] ?? 1),
      holdingHours: numberOf(row['holdingHours']),
      minimumVolume: numberOf(row['minVolume']),
      isColdChain: Number(row['coldChain']) === 1,
    })),
  };
}

const judgedAgainst = ['sendSampleClient', 'commodity', 'sampleClass', 'laboratory', 'laboratoryCommodity', 'codeStyle', 'numberSegment'] as const;

/**
 * Reads the copies (src/offline/store/cacheDb.ts) in the worker itself: handing thousands of rows over would hold up the page.
 * Asks IndexedDB directly, because Dexie would weigh as much as the whole import. Null where there is nothing to judge against yet.
 */
export async function readImportMaster(): Promise<ImportMaster | null> {
  const cache = await openCache();
  if (!cache) return null;
  try {
    const index = cache.transaction('master').objectStore('master').index('resource');
    const [sendSampleClient, commodity, sampleClass, laboratory, laboratoryCommodity, codeStyle, numberSegment] = await Promise.all(
      judgedAgainst.map(async (resource) => {
        const rows = (await answerOf(index.getAll(IDBKeyRange.only(resource)))) as { readonly row: MasterRecord }[];
        return rows.map(({ row }) => row);
      }),
    );
    if (!commodity?.length || !sampleClass?.length) return null;
    return importMaster({
      commodity,
      sampleClass,
      sendSampleClient: sendSampleClient ?? [],
      laboratory: laboratory ?? [],
      laboratoryCommodity: laboratoryCommodity ?? [],
      codeStyle: codeStyle ?? [],
      numberSegment: numberSegment ?? [],
    });
  } finally {
    cache.close();
  }
}

function answerOf<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
  });
}

/** The copies as they stand, in whatever version; null where this computer has none: they are not made here. */
async function openCache(): Promise<IDBDatabase | null> {
  const request = indexedDB.open('accession-cache');
  let isMissing = false;
  request.addEventListener('upgradeneeded', () => {
    isMissing = true;
    request.transaction?.abort();
  });
  try {
    const cache = await answerOf(request);
    cache.addEventListener('versionchange', () => cache.close());
    return cache;
  } catch (error) {
    if (isMissing) return null;
    throw error;
  }
}
