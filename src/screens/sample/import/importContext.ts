import { formatDateTime } from '#domain/kernel/dates.ts';
import type { ImportCommodity, ImportContext, NamedRow } from '#domain/sample/import/importVerdict.ts';
import { textOf } from '#domain/sample/rules/derive.ts';
import { call, servicePath } from '#src/api/call.ts';
import { readContact } from '#src/offline/contact.ts';
import { allMaster, type MasterRecord } from '#src/offline/masterData.ts';
import { readOperations } from '#src/offline/status.ts';

export interface SheetCodes {
  readonly requisitionCodes: readonly string[];
  readonly sampleCodes: readonly string[];
}
export interface MadeContext {
  readonly context: ImportContext;
  /** The server could say which codes it has; without, only this computer's own were looked at. */
  readonly isServerAsked: boolean;
}

const numberOf = (value: unknown): number | null => (value === null || value === undefined || value === '' ? null : Number(value));
const named = (rows: readonly MasterRecord[], id: string, code: string, name: string): NamedRow[] =>
  rows.map((row) => ({ id: textOf(row[id]), code: textOf(row[code]), name: textOf(row[name]), isDisable: Number(row['isDisable'] ?? 0) }));

/** Codes that acts of this computer carry and the server may not have yet. */
async function ownCodes(): Promise<SheetCodes> {
  const acts = await readOperations({ types: ['summary.enter'] });
  const payloads = acts
    .filter(({ state }) => state !== 'discarded' && state !== 'superseded')
    .map(({ payload }) => payload as { requisitionCode?: string; tubes?: { sampleCode?: string }[] });
  return {
    requisitionCodes: payloads.map(({ requisitionCode }) => textOf(requisitionCode)),
    sampleCodes: payloads.flatMap(({ tubes }) => (tubes ?? []).map(({ sampleCode }) => textOf(sampleCode))),
  };
}

const askedAtOnce = 2_000;
const slices = (codes: readonly string[]): readonly string[][] =>
  Array.from({ length: Math.ceil(codes.length / askedAtOnce) }, (_value, index) => codes.slice(index * askedAtOnce, (index + 1) * askedAtOnce));

/** Which of the codes the server has; null where it cannot be asked. */
async function serverCodes({ requisitionCodes, sampleCodes }: SheetCodes, signal: AbortSignal): Promise<SheetCodes | null> {
  const path = servicePath('sample', 'enter-info/known-codes');
  const known = { requisitionCodes: [] as string[], sampleCodes: [] as string[] };
  try {
    for (const field of ['requisitionCodes', 'sampleCodes'] as const) {
      for (const slice of slices(field === 'requisitionCodes' ? requisitionCodes : sampleCodes)) {
        const timeout = AbortSignal.any([signal, AbortSignal.timeout(20_000)]);
        known[field].push(...(await call<SheetCodes>('POST', path, { body: { [field]: slice }, quiet: true, signal: timeout }))[field]);
      }
    }
    return known;
  } catch {
    if (signal.aborted) throw new DOMException('cancelled', 'AbortError');
    return null;
  }
}

/** What a sheet is judged against: this computer's copy of the master data, and the codes that are known here and, online, on the server. */
export async function importContext(codes: SheetCodes, defaults: NonNullable<ImportContext['defaults']>, signal: AbortSignal): Promise<MadeContext> {
  const [clients, commodities, classes, laboratories, contact, own, known] = await Promise.all([
    allMaster('sendSampleClient'),
    allMaster('commodity'),
    allMaster('sampleClass'),
    allMaster('laboratory'),
    readContact(),
    ownCodes(),
    serverCodes(codes, signal),
  ]);
  const context: ImportContext = {
    clients: named(clients, 'clientId', 'clientCode', 'clientName').map((client, index) => ({
      ...client,
      isTelephoneRequired: Number(clients[index]?.['telephoneRequired']) === 1,
      isCredentialRequired: Number(clients[index]?.['credentialRequired']) === 1,
    })),
    sampleClasses: named(classes, 'classId', 'classCode', 'className'),
    laboratories: named(laboratories, 'laboratoryId', 'laboratoryCode', 'laboratoryName'),
    commodities: commodities.map((row): ImportCommodity => ({
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
    existingCodes: new Set([...own.requisitionCodes, ...(known?.requisitionCodes ?? [])]),
    existingSampleCodes: new Set([...own.sampleCodes, ...(known?.sampleCodes ?? [])]),
    defaults,
    now: formatDateTime(Date.now() + contact.offsetMs),
  };
  return { context, isServerAsked: known !== null };
}

/** True once this computer has the master data an import needs. */
export async function hasMasterData(): Promise<boolean> {
  return (await allMaster('commodity')).length > 0 && (await allMaster('sampleClass')).length > 0;
}
