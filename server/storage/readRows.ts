import type { SQL } from 'drizzle-orm';

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
export async function readRows<Row>(reader: Reader, query: SQL): Promise<Row[]> {
  const { rows, fields } = await reader.execute(query);
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

/** The only or first row; undefined where there is none. */
export async function readRow<Row>(reader: Reader, query: SQL): Promise<Row | undefined> {
  return (await readRows<Row>(reader, query))[0];
}

const camelCase = (name: string): string => name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
