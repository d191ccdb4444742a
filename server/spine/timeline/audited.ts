import { sql, type SQL } from 'drizzle-orm';
import { rebindCode, releaseCode } from '#domain/code/bindCode.ts';
import { resendResults } from '#domain/op/results/resendResult.ts';
import { cancelSummary } from '#domain/sample/summaryCancel.ts';
import { removeImage, uploadImage } from '#domain/sample/requisitionImage.ts';
import { erasePerson } from '#domain/search/personData.ts';
import { inSight } from '#server/spine/loading.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import { eventOf, type TubeKeys } from './eventColumns.ts';

/**
 * Acts on something of a tube's that has no line of custody of its own, from their audit entries (alias a). `subjects` (alias x): a relation of `tenant_id`,
 * `subject` (what the act's entry is about), `sample_code` (whose lane; null: of the whole requisition) and `content`.
 */
export const auditedOf = (
  subjects: SQL,
  actions: readonly string[],
  { content = sql`x.content`, no, only = sql`true` }: { readonly content?: SQL; readonly no?: SQL; readonly only?: SQL } = {},
): SQL =>
  sql`select ${eventOf({
    at: sql`coalesce(a.occurred_at, a.create_time)`,
    serverTime: sql`a.create_time`,
    what: sql`a.action`,
    sampleCode: sql`x.sample_code`,
    by: sql`a.user_name`,
    desk: sql`coalesce(w.device_name, a.device_id)`,
    why: sql`a.reason`,
    content,
    ...(no ? { no } : {}),
    rank: sql`a.id`,
  })} from (${subjects}) x join audit_entry a on a.tenant_id = x.tenant_id and a.subject = x.subject and a.action = ${anyText(actions)} and ${only}
    left join device_watch w on w.tenant_id = a.tenant_id and w.device_id = a.device_id`;

/** Partners' codes that were released from tubes, or replaced. */
const releases = ({ tenantId, sampleCodes }: TubeKeys): SQL =>
  auditedOf(
    sql`select e.tenant_id, e.id::text as subject, e.bar_code as sample_code, e.thirdparty_bar_code as content from thirdparty_bind_entry e
      where e.tenant_id = ${tenantId} and e.bar_code = ${sampleCodes} and e.release_time is not null`,
    [releaseCode.name, rebindCode.name],
  );

const removedPages = ({ tenantId, requisitionCodes }: TubeKeys): SQL =>
  sql`requisition_image p where p.tenant_id = ${tenantId} and p.requisition_code = ${requisitionCodes} and p.is_deleted = 1`;
/** Pages of the paper that were taken off again; those that stand are told with their pictures. */
const pagesCame = (keys: TubeKeys): SQL =>
  sql`select ${eventOf({ at: sql`p.create_time`, what: sql`${uploadImage.name}::text`, by: sql`p.upload_user_name`, rank: sql`p.id` })} from ${removedPages(keys)}`;
const pagesWent = (keys: TubeKeys): SQL =>
  auditedOf(sql`select p.tenant_id, p.id::text as subject, null::text as sample_code, null::text as content from ${removedPages(keys)}`, [
    removeImage.name,
  ]);

/** Who the requisition is of was made unknown. */
const erasures = ({ tenantId, requisitionIds }: TubeKeys): SQL =>
  auditedOf(
    sql`select r.tenant_id, r.requisition_code as subject, null::text as sample_code, null::text as content from requisition r where r.tenant_id = ${tenantId} and r.id = ${requisitionIds}`,
    [erasePerson.name],
  );

/** Results that a person had pushed again. */
const resent = ({ tenantId, sampleCodes }: TubeKeys): SQL =>
  auditedOf(
    sql`select p.tenant_id, p.id::text as subject, p.sample_code, p.partner as content from partner_result p where p.tenant_id = ${tenantId} and p.sample_code = ${sampleCodes}`,
    [resendResults.name],
  );

export const audited: readonly ((keys: TubeKeys) => SQL)[] = [releases, pagesCame, pagesWent, erasures, resent];

/** Receptions under any of these codes that were taken back, of the person's laboratories: nothing but that act has their codes any more. */
export const takenBack = (user: { readonly id: string; readonly tenantId: string }, codes: readonly string[]): SQL => {
  // Written out, as the index over these entries has it.
  const cancelled = sql`from audit_entry e where e.tenant_id = ${user.tenantId} and e.action = ${sql.raw(`'${cancelSummary.name}'`)}`;
  const entries = sql`select e.* ${cancelled} and e.subject = ${anyText(codes)} union select e.* ${cancelled} and (e.after -> 'sampleCodes') ?| ${sql.param([...codes])}::text[]`;
  return auditedOf(
    sql`select distinct e.tenant_id, e.subject, null::text as sample_code, e.subject || ' · ' || (select string_agg(t.code, '、') from jsonb_array_elements_text(e.after -> 'sampleCodes') t (code)) as content, e.id as entry
      from (${entries}) e where e.after ? 'contractLaboratoryId' and ${inSight(user, sql`(e.after ->> 'contractLaboratoryId')`)}`,
    [cancelSummary.name],
    { only: sql`a.id = x.entry` },
  );
};
