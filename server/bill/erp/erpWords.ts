import { sql, type SQL } from 'drizzle-orm';
import type { Label } from '#domain/kernel/label.ts';
import { yuanOf } from '#server/kernel/core/money.ts';
import type { ErpFound, ErpPort } from '#server/ports/erp.ts';
import type { Database } from '#server/storage/database.ts';

/** What speaking to ERPs needs. */
export interface ErpSending {
  readonly database: Database;
  readonly erp: ErpPort;
  readonly signal: AbortSignal;
  /** The clock unless a test says otherwise. */
  readonly clock?: () => string;
}
/** What a person is told of a document that stands in the ERP with another amount. */
export const differsText = ({ number, amount }: ErpFound): Label => [
  `ERP单据${number}金额${yuanOf(amount)}不一致`,
  `ERP document ${number} differs: ${yuanOf(amount)}`,
];
/** As it stands on a document: a pair of languages, or a text of the ERP. */
export const syncWords = (words: Label | string | null): SQL => sql`${words ? JSON.stringify(words) : null}::jsonb`;
