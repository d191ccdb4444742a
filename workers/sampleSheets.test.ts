import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { findHeaderRow, mapHeaders } from '#domain/sample/import/headerAliases.ts';
import type { ImportContext } from '#domain/sample/import/importVerdict.ts';
import { countVerdicts, judgeSheet } from '#domain/sample/import/judgeRows.ts';
import { readRows } from '#domain/sample/import/readRow.ts';
import { parseSheet } from '#domain/sheet/parseSheet.ts';
import { sheetTools } from './sheetTools.ts';

const fixtures = new URL('../domain/sample/import/fixtures/', import.meta.url);
const json = async (name: string) => JSON.parse(await readFile(new URL(name, fixtures), 'utf8'));
interface Expected {
  readonly counts: Readonly<Record<string, number>>;
  readonly faults: readonly { row: string; line: number; verdict: string; fields: readonly string[]; fault: string }[];
}

const master = await json('master.json');
const context: ImportContext = {
  laboratories: master.laboratories.map((row: any) => ({ id: row.laboratoryCode, code: row.laboratoryCode, name: row.laboratoryName })),
  clients: master.sendSampleClients.map((row: any) => ({
    id: row.clientCode,
    code: row.clientCode,
    name: row.clientName,
    isDisable: row.enabled ? 0 : 1,
  })),
  sampleClasses: master.sampleClasses.map((name: string) => ({ id: name, name })),
  commodities: master.commodities.map((row: any) => ({
    id: row.commodityCode,
    code: row.commodityCode,
    name: row.commodityName,
    entryForm: row.entryForm,
    sampleClassIds: row.sampleClasses,
  })),
  existingCodes: new Set(),
  now: '2026-11-21 12:00:00',
};
const expected: Record<string, Expected> = await json('expected.json');

describe('the sheets of domain/sample/import/fixtures, made by other programs', () => {
  it.each(Object.keys(expected))('%s gives exactly the expected verdicts', async (name) => {
    const sheet = await parseSheet(new Uint8Array(await readFile(new URL(name, fixtures))), sheetTools);
    const headerRow = findHeaderRow(sheet.rows);
    const map = mapHeaders(sheet.rows[headerRow] ?? []);
    expect(map.columns.filter(({ field }) => field === null)).toEqual([]);
    const rows = readRows(sheet.rows, headerRow, map);
    const verdicts = judgeSheet(rows, context);
    expect(countVerdicts(verdicts)).toEqual(expected[name]?.counts);
    const faults = verdicts
      .filter(({ verdict }) => verdict !== 'ok')
      // A duplicate carries another row's code; the list of expected faults names the row by the code it had before.
      .map(({ line, verdict, cells, values }) => ({
        row:
          cells[0]?.fault === 'duplicate'
            ? `${name === 'requisitions-500.xlsx' ? 'A' : name.endsWith('.xls') ? 'B' : 'C'}26${String(line + 1).padStart(6, '0')}`
            : values['requisitionCode'],
        line,
        verdict,
        fields: cells.map(({ header }) => header),
        fault: cells.map(({ fault }) => fault).join(),
      }));
    expect(faults).toEqual(expected[name]?.faults);
  });

  it('says the system has a code already', async () => {
    const sheet = await parseSheet(new Uint8Array(await readFile(new URL('requisitions-200.csv', fixtures))), sheetTools);
    const rows = readRows(sheet.rows, 0, mapHeaders(sheet.rows[0] ?? []));
    const [first] = judgeSheet(rows, { ...context, existingCodes: new Set(['C26000001']) });
    expect(first).toMatchObject({ verdict: 'error', cells: [{ field: 'requisitionCode', fault: 'duplicate' }] });
  });

  it('resolves names to ids and keeps codes as they were written', async () => {
    const sheet = await parseSheet(new Uint8Array(await readFile(new URL('requisitions-500.xlsx', fixtures))), sheetTools);
    const [first] = judgeSheet(readRows(sheet.rows, 0, mapHeaders(sheet.rows[0] ?? [])), context);
    expect(first?.values).toMatchObject({
      requisitionCode: 'A26000001',
      hospitalCode: '0846885253',
      contractLaboratoryId: 'GZ03',
      commodityIds: ['PE01'],
      tubes: [{ sampleCode: '026000001', sampleClassId: '血清', sampleQuantity: 1, sampleCondition: [1] }],
    });
  });
});
