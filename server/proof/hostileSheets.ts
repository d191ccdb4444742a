import { crc32, deflateRawSync } from 'node:zlib';

type Parts = Readonly<Record<string, string>>;

/** A zip as any packer makes it; sizes and sums are true. */
function zipOf(parts: Parts): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const data = Buffer.from(text);
    const packed = deflateRawSync(data, { level: 9 });
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(data), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(data.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, place, Buffer.from(name)]));
    files.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, index, end]);
}

const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
function bookOf(sheet: string, strings = ''): Buffer {
  return zipOf({
    '_rels/.rels': `<Relationships><Relationship Id="r1" Type="${type}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="1" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${type}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${type}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet>${sheet}</worksheet>`,
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
  });
}

const headers = [
  '申请单条码',
  '样本条码',
  '送检单位',
  '产品',
  '样本类型',
  '受检者姓名',
  '性别',
  '年龄',
  '科室',
  '送检医生',
  '采样时间',
  '临床诊断',
  '备注',
];
const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const head = `<row>${headers.map(cell).join('')}</row>`;
const shared = (at: number): string => `<c t="s"><v>${at}</v></c>`;
const rowsOf = (count: number, cells: string): string => `<row>${cells}</row>`.repeat(count);

/** Small files that unpack to, or mean, very much. Each is a file a person could upload by mistake or on purpose. */
export function hostileSheets(): ReadonlyMap<string, Buffer> {
  const long = `<si><t>${'长'.repeat(32_000)}</t></si>`;
  return new Map([
    ['one text of ninety megabytes', bookOf(`<sheetData>${head}${rowsOf(10, shared(0))}</sheetData>`, `<si><t>${'a'.repeat(90_000_000)}</t></si>`)],
    ['every cell as long as a cell can be', bookOf(`<sheetData>${head}${rowsOf(4_900, shared(0).repeat(headers.length))}</sheetData>`, long)],
    ['two and a half million cells', bookOf(`<sheetData>${head}${rowsOf(4_900, '<c><v>1</v></c>'.repeat(510))}</sheetData>`)],
    [
      'merged cells over one another',
      bookOf(
        `<sheetData>${head}${rowsOf(4_900, '<c><v>1</v></c>')}</sheetData><mergeCells>${'<mergeCell ref="A1:A5000"/>'.repeat(20_000)}</mergeCells>`,
      ),
    ],
    ['a row of twenty million commas', Buffer.from(`${headers.join(',')}\n${','.repeat(19_000_000)}1\n`)],
    ['headers of brackets', Buffer.from(`${`${'('.repeat(30_000)},`.repeat(500)}\n1\n`)],
  ]);
}

/** A list of the longest kind that is taken: every row right but for its client. */
export function longestList(): Buffer {
  const row = (index: number): string =>
    `<row>${[`L${index}`, `LS${index}`, '没有此单位', '血常规', '全血', '张三', '女', '30', '内科', '李四', '2026-01-05 09:00:00', '随访', ''].map(cell).join('')}</row>`;
  return bookOf(`<sheetData>${head}${Array.from({ length: 4_900 }, (_value, index) => row(index)).join('')}</sheetData>`);
}
