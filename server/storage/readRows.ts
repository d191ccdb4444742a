import type { SQL } from 'drizzle-orm';
import { z } from 'zod';
import { shape } from '#domain/kernel/contract.ts';

/** The pool's or a transaction's drizzle. */
export interface Reader {
  readonly execute: (
    query: SQL,
  ) => PromiseLike<{ readonly rows: Record<string, unknown>[]; readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[] }>;
}

const timestamptzOid = 1184;

/**
 * Rows of a hand-written SELECT: columns in camelCase, moments as `yyyy-MM-dd HH:mm:ss` (the session's zone is
 * Asia/Shanghai), ids and other bigints as text, numeric as text.
 */
export async function readRows<Row>(reader: Reader, query: SQL, row?: RowShape<Row>): Promise<Row[]> {
  const { rows, fields } = await reader.execute(query);
  if (row) requireColumns(row, fields);
  const columns = fields.map(({ name, dataTypeID }) => ({ name, key: camelCase(name), isMoment: dataTypeID === timestamptzOid }));
  return rows.map((row) => {
    const made: Record<string, unknown> = {};
    for (const { name, key, isMoment } of columns) {
      const value = row[name];
      made[key] = isMoment && typeof value === 'string' ? value.slice(0, 19) : value;
    }
    return made as Row;
  });
}

/** The fields of a declared row. */
export interface RowShape<Row> {
  readonly shape: Readonly<Record<string, unknown>>;
  readonly _output: Row;
}

/** Rows that are asked for their ids alone. */
export const idRow = shape({ id: z.string() });

/** The only or first row; undefined where there is none. */
export async function readRow<Row>(reader: Reader, query: SQL, row?: RowShape<Row>): Promise<Row | undefined> {
  return (await readRows<Row>(reader, query, row))[0];
}

/** A statement that is read through a shape brings each of its fields and nothing else: its type is then what was selected. */
function requireColumns(row: RowShape<unknown>, fields: readonly { readonly name: string }[]): void {
  const wanted = new Set(Object.keys(row.shape));
  const odd = fields.map(({ name }) => camelCase(name)).filter((key) => !wanted.delete(key));
  if (odd.length > 0 || wanted.size > 0)
    throw new Error(`the statement brings ${odd.join(', ') || 'nothing else'} and lacks ${[...wanted].join(', ') || 'nothing'}`);
}

const camelCase = (name: string): string => name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
