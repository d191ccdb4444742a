import { crc32, deflateRawSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { workbookParts } from '#domain/sheet/writeSheet.ts';
import { openDesk, type Desk } from '#server/sample/deskTesting.ts';
import { waitingTasks } from '../tasks/taskTesting.ts';
import { resultDesk } from './resultTesting.ts';

let desk: Desk;
let files: ReturnType<typeof resultDesk>;
let template: string;
beforeAll(async () => {
  desk = await openDesk();
  files = resultDesk(desk);
  template = await files.template('PG07', '实验室编号,姓名,WBC,RBC');
});
afterAll(() => desk.close());

/** A workbook with one sheet of these rows, as XML. */
function workbook(rows: string): Buffer {
  const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;
  const styles =
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>';
  const parts = [
    ...workbookParts(['结果']).filter(({ name }) => name !== 'xl/styles.xml'),
    { name: 'xl/styles.xml', text: styles },
    { name: 'xl/worksheets/sheet1.xml', text: sheet },
  ];
  return zipped(parts.map(({ name, text }) => [name, Buffer.from(text)]));
}
function zipped(parts: readonly (readonly [name: string, content: Buffer])[]): Buffer {
  const [local, central]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, content] of parts) {
    const packed = deflateRawSync(content);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(content), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(content.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const own = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    local.push(own);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), head, tail, Buffer.from(name)]));
    at += own.length;
  }
  const size = central.reduce((sum, one) => sum + one.length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...local, ...central, Buffer.from('PK\x05\x06'), end]);
}
const text = (reference: string, value: string): string => `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
const head = `<row r="1">${text('A1', '实验室编号')}${text('B1', '姓名')}${text('C1', 'WBC')}${text('D1', 'RBC')}</row>`;
const xlsx = { fileName: 'r.xlsx' };
const upload = async (content: Buffer | string, more: object = {}) => {
  const { status, msg, data } = await files.upload('PG07', template, content, more);
  if (status !== 200) throw new Error(`${status} ${msg}`);
  return data.resultFileId as string;
};
const task = async () => (await waitingTasks(desk)).tasks[0]!;

it('tells a code that came as a number, a gene that became a date, an error and a formula at their cells', async () => {
  const own = await task();
  const rows = `${head}
    <row r="2"><c r="A2"><v>2026112400001234567</v></c><c r="C2"><v>5</v></c></row>
    <row r="3">${text('A3', own.labCode!)}<c r="C3" s="1"><v>46274</v></c><c r="D3" t="e"><v>#N/A</v></c></row>
    <row r="4">${text('A4', own.sampleCode)}<c r="C4"><f>1+1</f></c></row>
    <row r="5">${text('A5', '=HYPERLINK("http://x")')}<c r="C5"><v>5</v></c></row>`;
  const id = await upload(workbook(rows), xlsx);
  const lines = (await files.lines(id)).toSorted((a, b) => a.line - b.line);
  expect(lines.map(({ line, verdict, errors }) => [line, verdict, ...errors])).toEqual([
    [2, 'error', 'codeAsNumber'],
    [3, 'error', 'badCell', 'dateInText', 'excelError'],
    // The column is of lab codes; a sample code names the tube, too.
    [4, 'error', 'twice'],
    [5, 'error', 'unknownCode'],
  ]);
  expect(await files.file(id)).toMatchObject({ totalCount: 4, errorCount: 4, readResult: 1 });
  const csv = await upload(`实验室编号,WBC\n${own.labCode},9-Sep\n`);
  expect((await files.lines(csv))[0]).toMatchObject({ errors: ['badCell', 'dateInText'], cells: [{ value: '9-Sep', fault: 'dateInText' }] });
});

it('reads what is readable in whatever encoding, and strips what no text holds', async () => {
  const own = await task();
  const line = `实验室编号,姓名,WBC,RBC\n${own.labCode},,5.1,4.2\n`;
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(line, 'utf16le')]);
  for (const content of [utf16, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(line)]), Buffer.from(line.replaceAll('\n', '\r'))]) {
    const id = await upload(content);
    expect(await files.lines(id)).toMatchObject([{ verdict: 'ok', taskId: own.id }]);
  }
  // A workbook may say what no database keeps.
  const odd = await upload(
    workbook(
      `${head}<row r="2">${text('A2', own.labCode!)}${text('B2', '张_x0000_三_x0007_')}</row><row r="3">${text('A3', '__proto__')}${text('C3', '1')}</row>`,
    ),
    xlsx,
  );
  const lines = await files.lines(odd);
  expect(lines).toMatchObject([
    { errors: ['unknownCode'], code: '__proto__' },
    { warnings: ['nameDiffers'], personName: '张三' },
  ]);
  for (const content of [
    Buffer.from([0x80, 0x81, 0xff, 0xfe, 0x0a, 0xff]),
    Buffer.from(line.replace('5.1', '5\u0000')),
    Buffer.from(`${line}${'x'.repeat(40)}\u0000`),
  ])
    expect(await files.file(await upload(content))).toMatchObject({ readState: 2, readResult: 0, readMessage: expect.stringContaining(' / ') });
});

it('judges five thousand rows with faults, and loses none', async () => {
  const own = await task();
  const rows = Array.from({ length: 4_999 }, (_row, at) => (at % 5 === 0 ? `1.${at % 9}E+12,x,5,4` : `NONE${at},x,${at % 7 === 0 ? 'abc' : '5'},4`));
  const id = await upload(`实验室编号,姓名,WBC,RBC\n${rows.join('\n')}\n${own.labCode},,5.1,4.2\n`);
  expect(await files.file(id)).toMatchObject({ readResult: 1, totalCount: 5_000, errorCount: 4_999 });
  const kept = await desk.rows<{ errors: string[]; count: number }>(
    sql`select errors, count(*)::int as count from result_file_row where file_id = ${id} group by errors order by 2 desc`,
  );
  expect(kept).toEqual([
    { errors: ['unknownCode'], count: 3_999 },
    { errors: ['codeAsNumber'], count: 1_000 },
    { errors: [], count: 1 },
  ]);
  await files.decide(id, { takeAllOk: true });
  await files.work(id);
  expect(await files.file(id)).toMatchObject({ importState: 2, importResult: 1, processCount: 1 });
});

it('keeps what is hostile with a sentence, and is none the worse for it', async () => {
  const huge = `<row r="2">${text('A2', 'X')}</row>`.repeat(1);
  const bomb = workbook(`${head}${huge}${' '.repeat(120_000_000)}`);
  const external = zipped([['[Content_Types].xml', Buffer.from('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><Types>&e;</Types>')]]);
  const cases: readonly (readonly [Buffer, string])[] = [
    [bomb, '解压'],
    [external, ''],
    [zipped([['a.txt', Buffer.from('x')]]), '不是表格'],
    [Buffer.from('%PDF-1.4'), ''],
    [Buffer.from('"实验室编号,WBC\nX,1'), '引号'],
    [Buffer.alloc(0), '空'],
  ];
  for (const [content, said] of cases) {
    const { status, data, msg } = await files.upload('PG07', template, content, said === '引号' ? {} : xlsx);
    if (content.length === 0 && status !== 200) continue;
    expect(status, msg).toBe(200);
    const file = await files.file(data.resultFileId);
    expect(file, said).toMatchObject({ readState: 2, readResult: 0, totalCount: 0 });
    expect(file.readMessage).toMatch(/ \/ /);
    expect(file.readMessage).toContain(said);
  }
  expect((await files.upload('PG07', template, Buffer.alloc(21 * 1_048_576, 65))).status).toBe(413);
  const other = await upload('订单号,金额\n1,2\n');
  expect(await files.file(other)).toMatchObject({ readResult: 0, readMessage: expect.stringContaining('表头') });
  // A cell far longer than a code is none, and is not kept whole.
  const long = await upload(workbook(`${head}<row r="2">${text('A2', 'X'.repeat(1_000_000))}</row>`), xlsx);
  const [line] = await files.lines(long);
  expect([line.errors, line.code.length]).toEqual([['unknownCode'], 200]);
  // It still reads.
  const own = await task();
  expect(await files.lines(await upload(`实验室编号,姓名,WBC,RBC\n${own.labCode},,5.1,4.2\n`))).toMatchObject([{ verdict: 'ok' }]);
});

it('warns of another sex than the requisition’s, and of a value unlike the person’s earlier ones, before anything is taken in', async () => {
  const [first, own] = [await task(), await task()];
  const withSex = await files.template('PG07', '实验室编号,判定性别,HGB');
  await desk.orm.execute(sql`update item set delta_percent = 30 where tenant_id = '000000' and item_code = 'HGB'`);
  await desk.orm.execute(
    sql`update requisition r set sex = 2, credential_no = 'Q-1' from lab_task t where t.requisition_id = r.id and t.id in (${first.id}, ${own.id})`,
  );
  const read = async (labCode: string, sex: string, value: string) =>
    (await files.lines((await files.upload('PG07', withSex, `实验室编号,判定性别,HGB\n${labCode},${sex},${value}\n`)).data.resultFileId))[0].warnings;
  expect(await read(own.labCode!, '女', '131')).toEqual([]);
  expect(await read(own.labCode!, 'Male', '130')).toEqual(['sexDiffers']);
  const id = (await files.upload('PG07', withSex, `实验室编号,判定性别,HGB\n${first.labCode},F,100\n`)).data.resultFileId;
  await files.decide(id, { takeAllOk: true });
  await files.work(id);
  await desk.orm.execute(sql`update lab_task set task_state = 5 where id = ${first.id}`);
  expect(await read(own.labCode!, 'F', '132')).toEqual(['delta']);
  expect(await read(own.labCode!, 'F', '130')).toEqual([]);
  await desk.orm.execute(sql`update item set delta_percent = null where tenant_id = '000000' and item_code = 'HGB'`);
});

it('tells a word that an item cannot have, and takes those it can', async () => {
  const own = await task();
  await desk.orm.execute(sql`update item set result_kind = 2, reference_range = '阴性' where tenant_id = '000000' and item_code = 'BAS'`);
  const worded = await files.template('PG07', '实验室编号,BAS');
  const read = async (word: string) =>
    (await files.lines((await files.upload('PG07', worded, `实验室编号,BAS\n${own.labCode},${word}\n`)).data.resultFileId))[0].errors;
  const ofRule = (words: string | null) =>
    desk.orm.execute(
      sql`update judge_rule r set result_words = ${words} from panel_group g where g.id = r.panel_group_id and g.panel_group_code = 'PG07'`,
    );
  // A range says what is usual, not which words there are.
  expect(await read('弱阳性')).toEqual([]);
  await ofRule('弱阳性=2');
  for (const word of ['阴性', '阳性', '弱阳性', 'Negative', '-', '']) expect(await read(word), word).toEqual([]);
  expect(await read('阳忄生')).toEqual(['badCell', 'unknownWord']);
  await ofRule(null);
  await desk.orm.execute(sql`update item set result_kind = 1 where tenant_id = '000000' and item_code = 'BAS'`);
});
