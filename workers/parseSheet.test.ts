import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { readXlsx, streamXlsxRows, writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { parseSheet } from '#domain/sheet/parseSheet.ts';
import { SheetFault, type SheetFaultCode } from '#domain/sheet/sheetFault.ts';
import { sheetLimits, type ParseOptions } from '#domain/sheet/sheetTypes.ts';
import { writeXlsxRows } from '#domain/sheet/writeSheet.ts';
import { book, link, rels, sheetOf, zip } from './madeFiles.ts';
import { sheetTools } from './sheetTools.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const parse = (bytes: Uint8Array, options: ParseOptions = {}) => parseSheet(bytes, sheetTools, options);
const rowsOf = async (bytes: Uint8Array) => (await parse(bytes)).rows;
async function faultOf(bytes: Uint8Array, options: ParseOptions = {}): Promise<SheetFaultCode | 'read'> {
  try {
    await parse(bytes, options);
    return 'read';
  } catch (error) {
    if (!(error instanceof SheetFault)) throw error;
    expect(error.text.every((said) => said.length > 3 && !said.includes('{'))).toBe(true);
    return error.code;
  }
}

describe('cells of a workbook', () => {
  it('come out as what they are', async () => {
    const strings = '<sst><si><t>甲 &amp; 乙</t></si><si><r><t>分</t></r><r><t xml:space="preserve">段 </t></r><rPh><t>fen</t></rPh></si></sst>';
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[&gt;1]yyyy&quot;年&quot;m"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="31"/><xf numFmtId="57"/><xf numFmtId="164"/></cellXfs></styleSheet>';
    const sheet = sheetOf(
      `<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="D3" t="b"><v>1</v></c><c r="E3" t="e"><v>#N/A</v></c></row>
       <row r="5"><c r="A5" s="1"><v>46342.5625</v></c><c r="B5" s="2"><v>46342</v></c><c r="C5" s="3"><v>46342</v></c><c r="D5" s="4"><v>46342.999999</v></c><c r="E5"><v>19900007704</v></c></row>
       <row r="6"><c r="A6"><f>A5+1</f></c><c r="B6" t="str"><f>B5</f><v>文_x000D_</v></c><c r="C6" t="inlineStr"><is><t>a&lt;b</t></is></c><c t="d"><v>2026-11-20T08:30:00</v></c></row>`,
    );
    const parsed = await parse(await book({ sheet, strings, styles }));
    expect(parsed).toMatchObject({ kind: 'xlsx', sheetName: '送检', rowNumbers: [3, 5, 6] });
    expect(parsed.rows).toEqual([
      ['甲 & 乙', '分段 ', null, true, { text: '#N/A', isError: true }],
      [
        { text: '2026-11-16 13:30:00', isDate: true },
        { text: '2026-11-16', isDate: true },
        { text: '2026-11-16', isDate: true },
        { text: '2026-11-17', isDate: true },
        19900007704,
      ],
      [{ text: '=?', isError: true }, '文\r', 'a<b', { text: '2026-11-20 08:30:00', isDate: true }],
    ]);
  });
  it('count days from 1904 where the workbook does', async () => {
    const styles = '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>';
    const made = (workbookPr: string) => book({ sheet: sheetOf('<row r="1"><c r="A1" s="0"><v>44880</v></c></row>'), styles, workbookPr });
    expect(await rowsOf(await made('<workbookPr date1904="1"/>'))).toEqual([[{ text: '2026-11-16', isDate: true }]]);
    expect(await rowsOf(await made('<workbookPr/>'))).toEqual([[{ text: '2022-11-15', isDate: true }]]);
  });
  it('are read with a namespace prefix, comments, CDATA and single quotes', async () => {
    const sheet = `<x:worksheet xmlns:x="m"><!-- <x:row> --><x:sheetData><x:row r='1'><x:c r='A1' t='inlineStr'><x:is><x:t><![CDATA[<&>]]></x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`;
    expect(await rowsOf(await book({ sheet }))).toEqual([['<&>']]);
  });
  it('merged downwards stand on every row, and a far cell costs nothing', async () => {
    const rows =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>医院</t></is></c><c r="B1"><v>1</v></c></row><row r="2"><c r="B2"><v>2</v></c><c r="XFD2"><v>9</v></c></row><row r="1048576"><c r="B1048576"><v>3</v></c></row>';
    const sheet = `<worksheet><sheetData>${rows}</sheetData><mergeCells><mergeCell ref="A1:A2"/></mergeCells></worksheet>`;
    expect(await rowsOf(await book({ sheet }))).toEqual([
      ['医院', 1],
      ['医院', 2],
      [null, 3],
    ]);
  });
  it('agree with another parser on whatever a workbook can hold', async () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1 }).filter((value) => value.trim() !== ''),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom('身份证', '0012', 'a&b<c>"\'', '2026-11-20'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 }), async (rows) => {
        const bytes = await writeXlsx({ sheets: [{ name: '表', rows }] });
        const theirs: unknown[][] = [];
        for await (const row of streamXlsxRows(bytes)) theirs.push(trimRight(row.values));
        const kept = theirs.filter((row) => row.length > 0);
        const ours = kept.length === 0 ? [] : (await rowsOf(bytes)).map(trimRight);
        expect(ours).toEqual(kept);
      }),
      { numRuns: 60 },
    );
  });
});
const trimRight = (row: readonly unknown[]): unknown[] => row.slice(0, row.findLastIndex((value) => value !== null && value !== '') + 1);

describe('text files', () => {
  const gb = Uint8Array.from([0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xd0, 0xd4, 0xb1, 0xf0, 0x0d, 0x0a, 0xd5, 0xc5, 0xc8, 0xfd, 0x2c, 0xc4, 0xd0]);
  it('are decoded by mark, then strict UTF-8, then GB18030', async () => {
    expect(await parse(gb)).toMatchObject({
      encoding: 'gb18030',
      rows: [
        ['姓名', '性别'],
        ['张三', '男'],
      ],
    });
    expect(await parse(text('姓名,性别\n张三,男'))).toMatchObject({
      encoding: 'utf-8',
      rows: [
        ['姓名', '性别'],
        ['张三', '男'],
      ],
    });
    expect(await parse(text('\uFEFF姓名,性别'))).toMatchObject({ rows: [['姓名', '性别']] });
    const wide = Uint8Array.from([0xff, 0xfe, ...Buffer.from('姓名\t性别', 'utf16le')]);
    expect(await parse(wide)).toMatchObject({ encoding: 'utf-16le', rows: [['姓名', '性别']] });
  });
  it('keep quotes, line breaks within them, code texts and blank cells', async () => {
    expect(await parse(text('a,b,c\r\n"1,2","x ""y""\nz",="0012"\r\n\r\n,,\r\n3,,4'))).toMatchObject({
      rows: [
        ['a', 'b', 'c'],
        ['1,2', 'x "y"\nz', '0012'],
        ['3', null, '4'],
      ],
      rowNumbers: [1, 2, 5],
    });
    expect((await parse(text('a\tb\n1,5\t2'))).rows).toEqual([
      ['a', 'b'],
      ['1,5', '2'],
    ]);
    expect((await parse(text('a;b\n1;2'))).rows).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });
  it('written by RFC 4180 come back as they were', async () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', '中', '"', ',', '\n', ' ', '1'), maxLength: 5 })
      .map((value) => value.trim())
      .filter((value) => !/^="[^"]*"$|^'/.test(value));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 }), async (rows) => {
        const written = rows.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')).join('\r\n');
        const kept = rows.map((row) => row.map((value) => value || null)).filter((row) => row.some((value) => value !== null));
        expect(kept.length === 0 ? [] : await rowsOf(text(`\uFEFF${written}`))).toEqual(kept);
      }),
    );
  });
});

const good = await book({ sheet: sheetOf('<row r="1"><c r="A1"><v>1</v></c></row>') });
describe('hostile and broken files', () => {
  it('nothing, blanks, pictures, archives', async () => {
    expect(await faultOf(new Uint8Array())).toBe('empty');
    expect(await faultOf(text(' \r\n '))).toBe('empty');
    expect(await faultOf(text(',,\n,,'))).toBe('noRows');
    expect(await faultOf(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]))).toBe('notSheet');
    expect(await faultOf(text('%PDF-1.7\n%âãÏÓ\n1 0 obj'))).toBe('notSheet');
    expect(await faultOf(new Uint8Array(gzipSync('a,b')))).toBe('notSheet');
  });
  it('pages and documents that call themselves sheets', async () => {
    expect(await faultOf(text('\uFEFF<html><table><tr><td>姓名</td></tr></table></html>'))).toBe('html');
    expect(await faultOf(text('<table border=1><tr><td>1'))).toBe('html');
    expect(await faultOf(text('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>'))).toBe('xmlSheet');
    expect(
      await faultOf(
        await zip([
          { name: '[Content_Types].xml', data: text('<Types/>') },
          { name: 'word/document.xml', data: text('<w/>') },
        ]),
      ),
    ).toBe('word');
    expect(
      await faultOf(
        await zip([
          { name: '_rels/.rels', data: rels(link('a', 'officeDocument', 'word/document.xml')) },
          { name: 'word/document.xml', data: text('<w/>') },
        ]),
      ),
    ).toBe('word');
    expect(await faultOf(await zip([{ name: 'xl/workbook.bin', data: text('x') }]))).toBe('xlsb');
    expect(
      await faultOf(
        await zip([
          { name: 'mimetype', data: text('x') },
          { name: 'content.xml', data: text('<x/>') },
        ]),
      ),
    ).toBe('ods');
    expect(await faultOf(await zip([{ name: 'a.txt', data: text('x') }]))).toBe('notSheet');
  });
  it('a workbook cut off anywhere', async () => {
    for (let size = 4; size < good.length; size += 7) expect(await faultOf(good.slice(0, size))).not.toBe('read');
    expect(await faultOf(good)).toBe('read');
  });
  it('a sheet whose XML ends early inside a sound zip', async () => {
    expect(await faultOf(await book({ sheet: '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>2' }))).toBe(
      'cut',
    );
    expect(await faultOf(await book({ sheet: '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row>' }))).toBe('cut');
    expect(await faultOf(await book({ sheet: sheetOf(''), strings: '<sst><si><t>a' }))).toBe('cut');
  });
  it('a text that does not exist, and bytes that are no UTF-8', async () => {
    expect(
      await faultOf(await book({ sheet: sheetOf('<row r="1"><c r="A1" t="s"><v>7</v></c></row>'), strings: '<sst><si><t>a</t></si></sst>' })),
    ).toBe('badString');
    const broken = Buffer.concat([
      Buffer.from('<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('</v></c></row></sheetData></worksheet>'),
    ]);
    expect(await faultOf(await book({ sheet: new Uint8Array(broken) }))).toBe('damaged');
  });
  it('a bomb is refused by what its directory says, and by what it does when that lies', async () => {
    const limits = { ...sheetLimits, unpackedBytes: 1_000_000 };
    const huge = sheetOf(`<row r="1"><c r="A1" t="str"><v>${' '.repeat(2_000_000)}</v></c></row>`);
    expect(await faultOf(await book({ sheet: huge }), { limits })).toBe('bomb');
    const liar = await zip([
      { name: '_rels/.rels', data: rels(link('rId1', 'officeDocument', 'xl/workbook.xml')) },
      { name: 'xl/workbook.xml', data: text('<workbook xmlns:r="r"><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>') },
      { name: 'xl/_rels/workbook.xml.rels', data: rels(link('rId1', 'worksheet', 'worksheets/sheet1.xml')) },
      { name: 'xl/worksheets/sheet1.xml', data: text(huge), claimedSize: 500 },
    ]);
    expect(await faultOf(liar, { limits })).toBe('damaged');
  });
  it('a text that is not what its byte order mark says', async () => {
    const [le, be, utf8] = [
      [0xff, 0xfe],
      [0xfe, 0xff],
      [0xef, 0xbb, 0xbf],
    ] as const;
    const half = [...Buffer.from('姓名,性别\n张三', 'utf16le'), 0x37];
    for (const bytes of [
      [...be, 0],
      [...le, 0x41],
      [...le, ...half],
      [...be, 0x59, 0xd3, 0xd8, 0, 0, 0x41],
      [...le, 0x41, 0, 0, 0xdc],
      [...utf8, ...Buffer.from('姓名').subarray(0, 5)],
      [...utf8, 0xd0, 0xd5, 0xc3, 0xfb],
    ])
      expect(await faultOf(Uint8Array.from(bytes)), bytes.join()).toBe('damaged');
    // Of UTF-32 there is no reader; without a mark what is cut off is no UTF-8, and no GB18030 either.
    for (const bytes of [[...le, 0, 0, 0x41, 0, 0, 0], [0, 0, ...be, 0, 0, 0, 0x41], [...Buffer.from('a,b\n姓').subarray(0, 5)]])
      expect(await faultOf(Uint8Array.from(bytes)), bytes.join()).toBe('notSheet');
    for (const mark of [le, be, utf8]) expect(await faultOf(Uint8Array.from(mark))).toBe('empty');
  });
  it('entities of a DOCTYPE', async () => {
    expect(
      await faultOf(await book({ sheet: `<!DOCTYPE x [<!ENTITY a "aaaa">]>${sheetOf('<row r="1"><c r="A1" t="str"><v>&a;</v></c></row>')}` })),
    ).toBe('damaged');
  });
  it('passwords', async () => {
    expect(await faultOf(await zip([{ name: '_rels/.rels', data: text('x'), flags: 1 }]))).toBe('encrypted');
    const ole = Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      Buffer.alloc(600),
      Buffer.from('EncryptedPackage', 'utf16le'),
      Buffer.alloc(600),
    ]);
    expect(await faultOf(new Uint8Array(ole))).toBe('encrypted');
    expect(await faultOf(new Uint8Array(Buffer.concat([ole.subarray(0, 608), Buffer.from('WordDocument', 'utf16le'), Buffer.alloc(600)])))).toBe(
      'word',
    );
    expect(await faultOf(new Uint8Array(ole.subarray(0, 600)))).toBe('damaged');
  });
  it('too many rows, too large, an open quote', async () => {
    const limits = { ...sheetLimits, rows: 2 };
    expect(await faultOf(text('a\n1\n2\n3'), { limits })).toBe('tooManyRows');
    expect(
      await faultOf(await book({ sheet: sheetOf([1, 2, 3].map((row) => `<row r="${row}"><c r="A${row}"><v>1</v></c></row>`).join('')) }), { limits }),
    ).toBe('tooManyRows');
    expect(await faultOf(text('a,b'), { limits: { ...limits, fileBytes: 2 } })).toBe('tooLarge');
    expect(await faultOf(text('a,b\n"1,2'))).toBe('openQuote');
  });
  it('more cells or letters than allowed, and the row where they were too many', async () => {
    const row = (number: number) => `<row r="${number}"><c r="A${number}" t="s"><v>0</v></c><c r="D${number}"><v>1</v></c></row>`;
    const made = await book({ sheet: sheetOf([1, 2, 7].map(row).join('')), strings: `<sst><si><t>${'长'.repeat(50)}</t></si></sst>` });
    const said = (options: Partial<typeof sheetLimits>) =>
      parse(made, { limits: { ...sheetLimits, ...options } }).then(
        ({ rows }) => rows.length,
        (error: SheetFault) => error.text[1],
      );
    expect(await said({ cells: 12, letters: 150 })).toBe(3);
    expect(await said({ cells: 11 })).toContain('11 cells by row 7');
    expect(await said({ letters: 149 })).toContain('149 letters by row 7');
    expect(await faultOf(text('a,b,c\n1,2,3'), { limits: { ...sheetLimits, cells: 5 } })).toBe('tooManyCells');
  });
  it('keeps the beginning of a cell that is longer than any field, and reads one that arrives in pieces', async () => {
    const long = `${'&amp;'.repeat(3_000)}${'长'.repeat(200_000)}`;
    const [[shared, inline] = []] = await rowsOf(
      await book({
        sheet: sheetOf(`<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>${long}</t></is></c></row>`),
        strings: `<sst><si><t>${long}</t></si></sst>`,
      }),
    );
    expect(shared).toBe(`${'&'.repeat(3_000)}${'长'.repeat(1_000)}`);
    expect(inline).toBe(shared);
    expect((await rowsOf(text(`${'长'.repeat(9_000)},b${','.repeat(600)}c`)))[0]).toMatchObject({ length: 512, 0: '长'.repeat(4_000), 1: 'b' });
  });
  it('whatever bytes: a fault with a text, or rows; never another error', async () => {
    const flipped = fc
      .tuple(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }))
      .map(([at, by]) => good.map((byte, index) => (index === at ? byte ^ by : byte)));
    const marked = fc
      .tuple(
        fc.constantFrom([0xff, 0xfe], [0xfe, 0xff], [0xef, 0xbb, 0xbf], [0x50, 0x4b], [0xd0, 0xcf, 0x11, 0xe0]),
        fc.uint8Array({ maxLength: 50 }),
      )
      .map(([mark, rest]) => Uint8Array.from([...mark, ...rest]));
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 300 }), marked, flipped), async (bytes) => void (await faultOf(bytes))),
      { numRuns: 300 },
    );
  });
});

it('locks the heads of a file a machine reads and nothing else of it, and reads it again', async () => {
  const rows = [
    ['编号', '体积'],
    ['007', 1.5],
  ];
  const [locked, open] = [writeXlsxRows('表', rows, true), writeXlsxRows('表', rows)];
  const { sheets } = await readXlsx(locked, { readStyles: true });
  expect(sheets[0]?.protection).toMatchObject({ sheet: true });
  const isLocked = (place: string): boolean => sheets[0]?.cells?.get(place)?.style?.protection?.locked !== false;
  expect(['0,0', '0,1', '1,0', '1,1'].map(isLocked)).toEqual([true, true, false, false]);
  expect((await readXlsx(open)).sheets[0]?.protection).toBeUndefined();
  expect(await rowsOf(locked)).toEqual(await rowsOf(open));
});

it('reports how far it has come', async () => {
  const seen: number[] = [];
  const rows = Array.from({ length: 3_000 }, (_value, row) => `<row r="${row + 1}"><c r="A${row + 1}"><v>${row}</v></c></row>`).join('');
  const parsed = await parse(await book({ sheet: sheetOf(rows) }), { onProgress: ({ done, total }) => seen.push(done / total) });
  expect(parsed.rows).toHaveLength(3_000);
  expect(seen.at(-1)).toBe(1);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
});
