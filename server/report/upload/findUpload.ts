import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { AttachUploadInput } from '#domain/report/upload/uploadActs.ts';
import type { UploadFound } from '#domain/report/upload/uploadRule.ts';
import { codesIn, codesInName, reportDateIn, says } from '#domain/report/upload/uploadText.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import type { Making } from '#server/kernel/verbs/servedArea.ts';
import { sightOf } from '#server/spine/sight.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import { DamagedReport, readReport } from '../reports/reportBytes.ts';
import { readPdf } from './readPdf.ts';

/** Reads a file that has arrived and finds the tube it is of: the one that was said, else by its name, else by its text. Null: it has not arrived. */
export async function findUpload(
  { database, blobs }: Making,
  user: ActingUser,
  { sha256, fileName, sampleCode }: Partial<AttachUploadInput>,
): Promise<UploadFound | null> {
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256) || typeof fileName !== 'string') return null;
  const bytes = await readReport(blobs, user.tenantId, sha256).catch((error: unknown) => {
    if (error instanceof DamagedReport) return null;
    throw error;
  });
  if (!bytes) return null;
  const { fault, what, pages, text } = await readPdf(bytes);
  const found = { fault, what, pages, candidates: [], isNamed: false, isCoded: false, reportDate: null };
  const asked = typeof sampleCode === 'string' ? normalCode(sampleCode) : '';
  if (fault) return { ...found, sampleCode: asked || null };
  const candidates = asked === '' ? await candidatesOf(database.orm, user, [codesInName(fileName), codesIn(text)]) : [asked];
  const [code = null] = candidates;
  const tube =
    code === null
      ? undefined
      : await readRow<{ personName: string | null; requisitionCode: string; labCode: string | null }>(
          database.orm,
          sql`select r.person_name, s.requisition_code, s.lab_code from sample s join requisition r on r.tenant_id = s.tenant_id and r.id = s.requisition_id
            where ${(await sightOf(database.orm, user)).tubesOfEither} and s.sample_code = ${code}`,
        );
  return {
    ...found,
    sampleCode: code,
    candidates,
    isNamed: says(text, tube?.personName ?? null),
    isCoded: [code, tube?.requisitionCode ?? null, tube?.labCode ?? null].some((one) => says(text.toUpperCase(), one)),
    reportDate: reportDateIn(text),
  };
}

/** Tubes that the first of these lists with any names; by their codes, replaced labels among them, by lab codes, or by a requisition of one tube. */
async function candidatesOf(reader: Reader, user: ActingUser, lists: readonly (readonly string[])[]): Promise<readonly string[]> {
  const { tubesOfEither } = await sightOf(reader, user);
  for (const codes of lists) {
    if (codes.length === 0) continue;
    const found = await readRows<{ sampleCode: string }>(
      reader,
      sql`select distinct s.sample_code from sample s where ${tubesOfEither} and s.id in (
          select o.id from sample o where o.tenant_id = ${user.tenantId} and o.sample_code = ${anyText(codes)}
          union select o.id from sample o where o.tenant_id = ${user.tenantId} and o.lab_code = ${anyText(codes)}
          union select o.id from sample o where o.tenant_id = ${user.tenantId} and o.requisition_code = ${anyText(codes)}
          union select c.sample_id from sample_code_change c where c.tenant_id = ${user.tenantId} and c.old_code = ${anyText(codes)}) order by s.sample_code limit 6`,
    );
    const own = found.filter(({ sampleCode }) => codes.includes(sampleCode));
    if (found.length > 0) return (own.length > 0 ? own : found).map(({ sampleCode }) => sampleCode);
  }
  return [];
}
