import { readFileSync } from 'node:fs';

/** The master data which the sheets in domain/sample/import/fixtures name, letter for letter. */
export interface Master {
  readonly laboratories: readonly { laboratoryCode: string; laboratoryName: string; executeType: number }[];
  readonly sendSampleClients: readonly { clientCode: string; clientName: string; enabled: boolean }[];
  readonly sampleClasses: readonly string[];
  readonly commodities: readonly {
    commodityCode: string;
    commodityName: string;
    entryForm: string;
    doubleEntry: boolean;
    sampleClasses: readonly string[];
  }[];
}
/** What makes it look like a laboratory at work. */
export interface More {
  readonly attributes: readonly (readonly [code: string, name: string])[];
  readonly sampleClasses: readonly (readonly [name: string, attribute: string, container: string, coldest: number, warmest: number])[];
  readonly panelGroups: readonly (readonly [code: string, name: string, lineCode: string, line: string])[];
  readonly panels: readonly (readonly [code: string, name: string, group: string, method: string, items: string])[];
  readonly panelsOf: Readonly<Record<string, readonly string[]>>;
  readonly commodities: readonly (readonly [
    code: string,
    name: string,
    form: string,
    isDouble: boolean,
    classes: readonly string[],
    panels: readonly string[],
    execute: number,
  ])[];
  readonly cities: readonly string[];
  readonly hospitals: readonly string[];
  readonly regions: readonly string[];
  readonly companies: readonly string[];
  readonly companyKinds: readonly string[];
  readonly tips: readonly string[];
  readonly hpoTerms: readonly (readonly [code: string, name: string, englishName: string])[];
}
/** One of the demo's own files. */
export const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as T;
