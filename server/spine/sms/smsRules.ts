import { sql } from 'drizzle-orm';
import { fillContent, linkName, linkPlace, maskedName, productName, tellingNames, tellingWords, unknownPlaces } from '#domain/base/smsContent.ts';
import type { SmsRule } from '#domain/report/rules/smsChoice.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';

/** A rule as a message is written by it. */
export interface StoredSmsRule extends SmsRule {
  readonly smsConfigCode: string;
  readonly smsConfigName: string;
  readonly smsPlatformId: string;
  readonly smsContent: string;
  readonly isSign: number;
}

/** The living rules of a laboratory, or one of them. Callers have judged whose the laboratory is. */
export function smsRulesOf(
  reader: Reader,
  tenantId: string,
  of: { readonly laboratoryId: string } | { readonly smsConfigId: string },
): Promise<StoredSmsRule[]> {
  const which = 'smsConfigId' in of ? sql`c.id = ${of.smsConfigId}` : sql`c.contract_laboratory_id = ${of.laboratoryId}`;
  return readRows<StoredSmsRule>(
    reader,
    sql`select c.id::text as sms_config_id, c.sms_config_code, c.sms_config_name, c.contract_laboratory_id::text as contract_laboratory_id,
        c.send_sample_client_id::text as send_sample_client_id, coalesce(c.commodity_ids, '{}')::text[] as commodity_ids, coalesce(c.report_title_ids, '{}')::text[] as report_title_ids,
        c.qualitative_result::int as qualitative_result, coalesce(c.is_resampling, 0) = 1 as is_resampling, c.send_type::int as send_type, c.is_disable::int as is_disable,
        c.sms_platform_id::text as sms_platform_id, c.sms_content, coalesce(c.is_sign, 0)::int as is_sign
      from sms_config c where c.tenant_id = ${tenantId} and c.is_deleted = 0 and ${which} order by c.id`,
  );
}

/** Names of a tenant's items and genes: no text message says one. */
export async function tellingNamesOf(reader: Reader, tenantId: string): Promise<readonly string[]> {
  return tellingNames(
    await readRows<{ itemName: string; itemShortName: string | null }>(
      reader,
      sql`select item_name, item_short_name from item where tenant_id = ${tenantId} and is_deleted = 0`,
    ),
  );
}

/** Whom a message is about. */
export interface SmsSubject {
  readonly requisitionId: string;
  readonly sampleCode: string;
  readonly commodityIds: readonly string[];
  readonly reportTime: string | null;
}
/** What its requisition says of them now. */
export interface SmsPerson {
  readonly requisitionCode: string;
  readonly personName: string | null;
  /** null: none that a text message reaches. */
  readonly telephone: string | null;
  readonly values: Readonly<Record<string, string | null>>;
}

/** What a message can say, and to which number. */
export async function smsPersonOf(reader: Reader, tenantId: string, subject: SmsSubject): Promise<SmsPerson> {
  const row = await readRow<{
    requisitionCode: string;
    personName: string | null;
    telephone: string | null;
    samplingTime: string | null;
    clientName: string | null;
    noticeNames: (string | null)[];
  }>(
    reader,
    sql`select r.requisition_code, r.person_name, r.telephone, r.sampling_time,
        (select c.client_name from send_sample_client c where c.tenant_id = r.tenant_id and c.id = r.send_sample_client_id) as client_name,
        array(select c.notice_name from commodity c where c.tenant_id = r.tenant_id and c.id = ${anyId(subject.commodityIds)} order by c.id) as notice_names
      from requisition r where r.tenant_id = ${tenantId} and r.id = ${subject.requisitionId}`,
  );
  if (!row) throw new Error('a message about a requisition that is not there');
  const telephone = row.telephone?.replace(/[\s-]/g, '') ?? '';
  return {
    requisitionCode: row.requisitionCode,
    personName: row.personName,
    telephone: /^1\d{10}$/.test(telephone) ? telephone : null,
    values: {
      姓名: maskedName(row.personName ?? ''),
      样本条码: subject.sampleCode,
      产品: productName(row.noticeNames),
      送检单位: row.clientName,
      采样时间: row.samplingTime?.slice(0, 10) ?? null,
      报告时间: subject.reportTime?.slice(0, 16) ?? null,
      [linkName]: linkPlace,
    },
  };
}

/** A rule's text for somebody; null where it has places nothing fills, or tells a result once they are filled. */
export function smsTextOf(content: string, values: SmsPerson['values']): string | null {
  if (unknownPlaces(content).length > 0) return null;
  const text = fillContent(content, values);
  return tellingWords(text).length > 0 ? null : text;
}
