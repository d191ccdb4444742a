import { sql, type SQL } from 'drizzle-orm';
import { mostCodes } from '#domain/bill/exclusion/sampleExclusion.ts';
import { pastedCodes } from '#domain/bill/orders/orderGroups.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId, anyText } from '#server/storage/sqlParts.ts';

/** The codes somebody pasted. Throws UserError 400 where they are too many. */
export function codesAsked(text: string): string[] {
  const codes = pastedCodes(text);
  if (codes.length > mostCodes) throw new UserError(400, ['一次最多2,000个条码', 'At most 2,000 codes'], { refusal: 'bill.tooManyCodes' });
  return codes;
}

/** Lines and the code each was found by: a line is found by any tube of its requisition (docs/bill.md#lines). */
const foundBy = (tenantId: string, codes: readonly string[]): SQL =>
  sql`select f.id, f.sample_code from sales_line f where f.tenant_id = ${tenantId} and f.sample_code = ${anyText(codes)}
    union select f.id, s.sample_code from sample s join sales_line f on f.tenant_id = s.tenant_id and f.requisition_id = s.requisition_id
      where s.tenant_id = ${tenantId} and s.sample_code = ${anyText(codes)}`;

/** Lines (alias l) that codes find. */
export const foundByCodes = (tenantId: string, codes: readonly string[]): SQL => sql`l.id in (select f.id from (${foundBy(tenantId, codes)}) f)`;

/** The code that finds a line (alias l). */
export const codeOfLine = (tenantId: string, codes: readonly string[]): SQL =>
  sql`(select min(f.sample_code) from (${foundBy(tenantId, codes)}) f where f.id = l.id)`;

/** Those of the codes that found none of these lines. */
export async function unknownCodes(reader: Reader, tenantId: string, codes: readonly string[], lineIds: readonly string[]): Promise<string[]> {
  const rows = await readRows<{ code: string }>(
    reader,
    sql`select distinct f.sample_code as code from (${foundBy(tenantId, codes)}) f where f.id = ${anyId(lineIds)}`,
  );
  const known = new Set(rows.map(({ code }) => code));
  return codes.filter((code) => !known.has(code));
}
