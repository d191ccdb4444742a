import { sql } from 'drizzle-orm';
import { guidanceOf, type Guidance, type GuidedReport, type PrintedGuidance } from '#domain/report/guidance/guidanceChoice.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';

/** What a report advises: of guidance that a second person has checked and nothing has replaced. */
export async function readGuidance(reader: Reader, tenantId: string, report: GuidedReport): Promise<readonly PrintedGuidance[]> {
  const all = await readRows<Guidance>(
    reader,
    sql`select id::text as id, cancer_type, icd_code, gene_symbol, variant_class, qualitative_result::int as qualitative_result, sex::int as sex, age_from::int as age_from,
        age_to::int as age_to, guidance, drug_advice, evidence_level, citation from cancer_guidance
      where tenant_id = ${tenantId} and is_deleted = 0 and is_disable = 0 and reviewer_id is not null order by id`,
  );
  return guidanceOf(all, report);
}
