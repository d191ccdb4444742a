import { fillLabel, type Label } from '#domain/kernel/label.ts';

/** What can be wrong with a file as a whole; each says what to do about it. */
export const sheetFaultTexts = {
  empty: ['文件是空的', 'The file is empty'],
  noRows: ['表格中没有数据', 'The sheet holds no rows'],
  tooLarge: ['文件 {size} MB,超过上限 {limit} MB,请拆分后导入', 'The file has {size} MB, more than {limit} MB: split it'],
  bomb: ['文件解压后将达 {size} MB,超过上限 {limit} MB,拒绝打开', 'Unpacked the file would take {size} MB, more than {limit} MB: refused'],
  tooManyRows: ['数据超过 {limit} 行,请拆分后导入', 'More than {limit} rows: split the file'],
  tooManyCells: [
    '到第 {row} 行为止单元格已超过 {limit} 个,请删除多余的列或拆分后导入',
    'More than {limit} cells by row {row}: remove columns nobody needs, or split the file',
  ],
  tooMuchText: ['到第 {row} 行为止文字已超过 {limit} 字,请拆分后导入', 'More than {limit} letters by row {row}: split the file'],
  tooHeavy: [
    '读取该文件超出了允许的时间({seconds} 秒)或内存({limit} MB),请另存为简单的 .xlsx 或拆分后导入',
    'Reading the file takes more than the time ({seconds} s) or memory ({limit} MB) allowed: save it as a plain .xlsx, or split it',
  ],
  damaged: ['文件已损坏,无法读取({where}),请重新导出后再试', 'The file is damaged ({where}): export it again'],
  cut: ['文件不完整: 表格在第 {row} 行之后中断,请重新导出或下载', 'The file is cut off after row {row}: export or download it again'],
  badString: ['文件已损坏: 单元格 {where} 指向不存在的文本', 'The file is damaged: cell {where} points to a text that does not exist'],
  openQuote: ['第 {row} 行的引号没有闭合,无法读取', 'A quote opened in row {row} is never closed'],
  encrypted: ['文件有密码保护,请取消密码另存后再导入', 'The file is protected by a password: save it without one'],
  html: ['这是网页(HTML)而不是表格,请在Excel中另存为 .xlsx', 'This is a web page, not a workbook: save it as .xlsx'],
  xmlSheet: ['这是 XML 表格(2003),请在Excel中另存为 .xlsx', 'This is an XML spreadsheet of 2003: save it as .xlsx'],
  word: ['这是 Word 文档而不是表格', 'This is a Word document, not a workbook'],
  slides: ['这是演示文稿而不是表格', 'This is a presentation, not a workbook'],
  xlsb: ['不支持 .xlsb,请在Excel中另存为 .xlsx', '.xlsb is not read: save it as .xlsx'],
  ods: ['不支持 .ods,请另存为 .xlsx', '.ods is not read: save it as .xlsx'],
  parserMissing: [
    '读取 .xls 的组件还未下载到本机,请联网后重试,或在Excel中另存为 .xlsx',
    'The reader of .xls is not on this computer yet: try again with the network, or save the file as .xlsx',
  ],
  notSheet: ['不是表格文件(支持 .xlsx、.xls、.csv)', 'Not a sheet (.xlsx, .xls and .csv are read)'],
} as const satisfies Readonly<Record<string, Label>>;
export type SheetFaultCode = keyof typeof sheetFaultTexts;

/** A file that cannot be imported, with a text in both languages. */
export class SheetFault extends Error {
  readonly code: SheetFaultCode;
  readonly text: Label;
  constructor(code: SheetFaultCode, params: Readonly<Record<string, string | number>> = {}) {
    const text: Label = [fillLabel(sheetFaultTexts[code], params, 'zh'), fillLabel(sheetFaultTexts[code], params, 'en')];
    super(text[1]);
    this.name = 'SheetFault';
    this.code = code;
    this.text = text;
  }
}
export const inMegabytes = (bytes: number): number => Math.ceil(bytes / 1_048_576);
