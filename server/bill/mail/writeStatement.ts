import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { chargeType } from '#domain/bill/billChoices.ts';
import { mailedLineColumns, type MailedLineRow } from '#domain/bill/email/statementMails.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { refNameOf, wireName } from '#domain/kernel/wireNames.ts';
import type { WrittenCell } from '#domain/sheet/writeSheet.ts';
import { knowsPatients } from '#server/kernel/core/patients.ts';
import { writeInThread } from '#server/kernel/export/sheetWriter.ts';
import type { WrittenFile } from '#server/kernel/export/xlsxFile.ts';
import { selected } from '#server/kernel/verbs/listing.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { mailedColumns } from './mailList.ts';
import { linesOfStatement, type StatementKey } from './statementLines.ts';

/** What the totals of a file say beside its lines. */
export interface StatementHead {
  readonly batchNo: string;
  /** Whom it goes to. */
  readonly name: string;
  readonly laboratoryName: string;
}
export interface WrittenStatement extends WrittenFile {
  /** As `statementFacts` has it of the same lines. */
  readonly contentHash: string;
}
type Line = MailedLineRow & { readonly fen: number | null };

const both = ([zh, en]: readonly [string, string]): string => `${zh} / ${en}`;
const yuan = (fen: number): string => (fen / 100).toFixed(2);
/** So many rows go to the thread at a time. */
const portionRows = 1_000;

const columns = Object.entries<Field>(mailedLineColumns).map(([key, field]) => {
  const wire = wireName(key, field);
  const cell = (row: Readonly<Record<string, unknown>>): WrittenCell => {
    if (key === 'chargeType') return both(chargeType.labelOf(row[wire]) ?? ['', '']);
    const value = row[field.ref ? refNameOf(wire) : wire];
    return typeof value === 'number' ? value : value === null || value === undefined ? null : String(value);
  };
  return { head: both(field.label as readonly [string, string]), cell };
});

/** Writes a statement as .xlsx to a new file: its lines, with the patient's name and nothing else of them, and what they come to. All of one moment. */
export async function writeStatement(reader: Reader, key: StatementKey, head: StatementHead, path: string): Promise<WrittenStatement> {
  const lines = await readRows<Line>(
    reader,
    sql`select ${selected(mailedColumns, knowsPatients)}, l.price::float8 as fen from sales_line l where ${linesOfStatement(key)} order by l.audit_time, l.id`,
  );
  async function* portions(): AsyncGenerator<readonly WrittenCell[][]> {
    for (let at = 0; at < lines.length; at += portionRows)
      yield lines.slice(at, at + portionRows).map((line) => columns.map(({ cell }) => cell(line)));
  }
  const file = await writeInThread({
    path,
    names: ['明细 Lines', '合计 Totals'],
    heads: columns.map((column) => column.head),
    rows: portions(),
    conditions: () => totalsOf(lines, key, head),
  });
  const content = lines
    .toSorted((one, other) => (BigInt(one.lineId) < BigInt(other.lineId) ? -1 : 1))
    .map(({ lineId, fen }) => `${lineId}:${fen ?? ''}`)
    .join(',');
  return { ...file, contentHash: createHash('md5').update(content).digest('hex') };
}

function totalsOf(lines: readonly Line[], { begin, end }: StatementKey, { batchNo, name, laboratoryName }: StatementHead): WrittenCell[][] {
  const groups = new Map<string, { readonly name: string; readonly fen: number | null; qty: number }>();
  for (const { commodityId, commodityName, fen, qty } of lines) {
    const group = `${commodityId} ${fen ?? ''}`;
    const known = groups.get(group);
    if (known) known.qty += qty;
    else groups.set(group, { name: commodityName ?? '', fen, qty });
  }
  const all = [...groups.values()].toSorted((one, other) =>
    one.name < other.name ? -1 : one.name > other.name ? 1 : (other.fen ?? 0) - (one.fen ?? 0),
  );
  const total = all.reduce((sum, { fen, qty }) => sum + (fen ?? 0) * qty, 0);
  return [
    [both(['对账批次号', 'Statement number']), batchNo],
    [both(['客户', 'Client']), name],
    [both(['检验所', 'Laboratory']), laboratoryName],
    [both(['账期', 'Cycle']), `${begin} ~ ${end}`],
    [],
    [both(['产品', 'Commodity']), both(['结算价', 'Bill price']), both(['数量', 'Quantity']), both(['金额', 'Total amount'])],
    ...all.map((group): WrittenCell[] => [
      group.name,
      group.fen === null ? '—' : yuan(group.fen),
      group.qty,
      group.fen === null ? '—' : yuan(group.fen * group.qty),
    ]),
    [both(['合计', 'In all']), null, lines.reduce((sum, { qty }) => sum + qty, 0), yuan(total)],
  ];
}
