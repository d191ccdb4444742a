import { SegmentIndex } from '#domain/code/codeOwner.ts';
import { cleanText } from '../rules/person.ts';
import type { Copy } from '../summaryForesight.ts';
import type { ImportClient, ImportCommodity, ImportContext, LaboratoryCommodity, NamedRow } from './importVerdict.ts';

const blanks = /\s/g;
const key = (name: string): string => cleanText(name).replace(blanks, '').toUpperCase();

/** Rows of master data found by code or name, an enabled one before a disabled one of the same name. */
export class NameIndex<Row extends NamedRow> {
  private readonly byKey = new Map<string, Row>();
  constructor(rows: readonly Row[]) {
    for (const row of rows) {
      for (const given of [row.name, row.code ?? '']) {
        const found = this.byKey.get(key(given));
        if (given !== '' && (!found || (found.isDisable === 1 && row.isDisable !== 1))) this.byKey.set(key(given), row);
      }
    }
  }
  find(text: string): Row | undefined {
    return this.byKey.get(key(text));
  }
}

/** The master data of an import, indexed once a sheet. */
export interface MasterIndex {
  readonly clients: NameIndex<ImportClient>;
  readonly commodities: NameIndex<ImportCommodity>;
  readonly sampleClasses: NameIndex<NamedRow>;
  readonly laboratories: NameIndex<NamedRow> | null;
  readonly segments: SegmentIndex | null;
  /** As the rule of entry reads master data, by id. */
  readonly copies: Readonly<Record<'clients' | 'commodities' | 'sampleClasses', ReadonlyMap<string, Copy>>>;
  /** Of each commodity, by its id. */
  readonly laboratoryCommodities: ReadonlyMap<string, readonly Copy[]>;
}
export function indexMaster(context: ImportContext): MasterIndex {
  return {
    clients: new NameIndex(context.clients),
    commodities: new NameIndex(context.commodities),
    sampleClasses: new NameIndex(context.sampleClasses),
    laboratories: context.laboratories ? new NameIndex(context.laboratories) : null,
    segments: context.segments ? new SegmentIndex(context.segments) : null,
    laboratoryCommodities: byCommodity(context.laboratoryCommodities ?? []),
    copies: {
      clients: byId(context.clients, ({ name, isDisable, isTelephoneRequired, isCredentialRequired }) => ({
        clientName: name,
        isDisable,
        telephoneRequired: isTelephoneRequired,
        credentialRequired: isCredentialRequired,
      })),
      commodities: byId(context.commodities, ({ id, code, name, minimumVolume, isColdChain, ...same }) => ({
        ...same,
        commodityId: id,
        commodityCode: code,
        commodityName: name,
        minVolume: minimumVolume,
        coldChain: isColdChain,
      })),
      sampleClasses: byId(context.sampleClasses, ({ id, name, isDisable }) => ({ classId: id, className: name, isDisable })),
    },
  };
}

function byCommodity(rows: readonly LaboratoryCommodity[]): ReadonlyMap<string, readonly Copy[]> {
  const found = new Map<string, Copy[]>();
  for (const row of rows) {
    const there = found.get(row.commodityId);
    if (there) there.push({ ...row });
    else found.set(row.commodityId, [{ ...row }]);
  }
  return found;
}

const byId = <Row extends NamedRow>(rows: readonly Row[], copy: (row: Row) => Copy): ReadonlyMap<string, Copy> =>
  new Map(rows.map((row) => [row.id, copy(row)]));

/** The products a cell names: the whole text, or its parts by 、 ; + and the like. */
export function splitNames(text: string, index: NameIndex<ImportCommodity>): readonly string[] {
  if (text === '' || index.find(text)) return text === '' ? [] : [text];
  return text
    .split(/[、,,;;+\n|]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
