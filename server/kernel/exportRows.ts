import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { writeXlsxStream } from 'hucre/xlsx';
import type { Field } from '#domain/kernel/fields.ts';
import { inLanguage, type Label, type Language } from '#domain/kernel/label.ts';
import { disabled, yesNo } from '#domain/kernel/choices.ts';
import { canDisable, type Resource } from '#domain/kernel/resource.ts';
import { plainText } from './plainText.ts';
import type { WireRow } from './resourceRead.ts';
import { refNameOf, wireName } from './resourceWire.ts';

interface ExportColumn {
  readonly title: Label;
  readonly cell: (row: WireRow, language: Language) => string | number | null;
}

const plain = (value: unknown): string | number | null =>
  value === null || value === undefined ? null : typeof value === 'number' ? value : plainText(value);

function cellOf(wire: string, field: Field): ExportColumn['cell'] {
  const label = (value: unknown, language: Language): string => {
    const found = field.choices?.labelOf(value);
    return found ? inLanguage(found, language) : plainText(value);
  };
  if (field.kind === 'choice') return (row, language) => label(row[wire], language);
  if (field.kind === 'choiceList')
    return (row, language) => ((row[wire] as unknown[] | null) ?? []).map((value) => label(value, language)).join('、');
  if (field.kind === 'yesNo') return (row, language) => (row[wire] === null ? null : inLanguage(yesNo.labelOf(row[wire]) ?? ['', ''], language));
  if (field.kind === 'ref') return (row) => plain(row[refNameOf(wire)]);
  if (field.kind === 'refList') return (row) => ((row[refNameOf(wire)] as unknown[] | null) ?? []).join('、');
  if (field.kind === 'json') return (row) => (row[wire] === null ? null : JSON.stringify(row[wire]));
  return (row) => plain(row[wire]);
}

/** The columns of an export: those of the list on the screen, plus the state and the times. */
function columnsOf(resource: Resource): ExportColumn[] {
  const described = Object.entries<Field>(resource.fields)
    .filter(([, field]) => field.column !== false)
    .map(([name, field]) => ({ title: field.label, cell: cellOf(wireName(name, field), field) }));
  const state: ExportColumn[] = canDisable(resource)
    ? [{ title: ['状态', 'State'], cell: (row, language) => inLanguage(disabled.labelOf(row['isDisable']) ?? ['', ''], language) }]
    : [];
  const times: ExportColumn[] = resource.view ? [] : [{ title: ['更新时间', 'Updated'], cell: (row) => plain(row['updateTime']) }];
  return [...described, ...state, ...times];
}

/**
 * Sends rows as an .xlsx file while they are read: nothing is held whole. Every cell is text or a number, never a formula.
 * Throws what the first portion throws, a malformed filter above all: once the file has begun nobody can be told any more.
 */
export async function sendExport(
  reply: FastifyReply,
  resource: Resource,
  portions: AsyncGenerator<readonly WireRow[]>,
  language: Language,
): Promise<FastifyReply> {
  const columns = columnsOf(resource);
  const first = await portions.next();
  async function* cells(): AsyncGenerator<(string | number | null)[]> {
    const cellsOf = (row: WireRow): (string | number | null)[] => columns.map(({ cell }) => cell(row, language));
    if (!first.done) yield* first.value.map(cellsOf);
    for await (const portion of portions) yield* portion.map(cellsOf);
  }
  const title = inLanguage(resource.title, language);
  const stream = writeXlsxStream(cells(), {
    name: title.slice(0, 31),
    columns: columns.map((column) => ({ header: inLanguage(column.title, language) })),
    freezePane: { rows: 1 },
  });
  return reply
    .header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .header('content-disposition', `attachment; filename="${resource.name}.xlsx"; filename*=UTF-8''${encodeURIComponent(`${title}.xlsx`)}`)
    .header('cache-control', 'no-store')
    .send(Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]));
}
