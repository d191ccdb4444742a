import { sql, type SQL } from 'drizzle-orm';
import type { Language } from '#domain/kernel/label.ts';
import { expectedSource, expectedState } from '#domain/op/expected.ts';
import { submitWechat } from '#domain/sample/partner/wechatEntry.ts';
import { closeExpected } from '#domain/sample/notReceived/closeExpected.ts';
import { timelineAct } from '#domain/search/sampleDetail.ts';
import { labelSql } from '#server/storage/sqlParts.ts';
import { auditedOf } from './audited.ts';
import { eventOf, type TubeKeys } from './eventColumns.ts';

/** `lines`: rows of expected_sample with the `sample_code` of the tube they came as, null where none did. */
export const announcementsOf = (lines: SQL): SQL =>
  sql`select ${eventOf({
    at: sql`e.create_time`,
    what: sql`${timelineAct.told}::text`,
    sampleCode: sql`e.sample_code`,
    by: sql`e.partner`,
    content: sql`e.external_key`,
    rank: sql`e.id`,
  })} from (${lines}) e`;

/** Who said of them that they will not come, or are awaited again, and why, the partner, too: an announcement has no line of custody of its own. */
export const closingsOf = (lines: SQL, language: Language): SQL => {
  const state = (kept: SQL): SQL => labelSql(sql`(${kept} #>> '{}')::int`, expectedState.options, language === 'zh' ? 0 : 1);
  return auditedOf(
    sql`select e.tenant_id, e.id::text as subject, e.sample_code, null::text as content from (${lines}) e`,
    [closeExpected.name, timelineAct.cancelled],
    {
      content: sql`coalesce((${state(sql`(a.after -> 'before')`)}) || ' → ', '') || (${state(sql`(a.after -> 'state')`)})`,
    },
  );
};

/** Each later time a hospital's line was registered anew: the first is the announcement itself. */
export const registeredAnew = (lines: SQL): SQL =>
  auditedOf(
    sql`select e.tenant_id, e.bar_code as subject, e.sample_code, e.external_key as content, e.create_time as since from (${lines}) e where e.source = ${expectedSource.wechat}`,
    [submitWechat.name],
    // By their order: both may fall into one second.
    {
      only: sql`exists (select 1 from audit_entry b where b.tenant_id = a.tenant_id and b.subject = a.subject and b.action = a.action
        and b.id < a.id and b.create_time >= x.since)`,
    },
  );

const ofTubes = ({ tenantId, sampleIds }: TubeKeys): SQL =>
  sql`select x.*, s.sample_code from expected_sample x join sample s on s.tenant_id = x.tenant_id and s.id = x.sample_id where x.tenant_id = ${tenantId} and x.sample_id = ${sampleIds}
    and x.source <> ${expectedSource.entrust}`;
/** What was announced of tubes before they came, and what was said of that; that they were entrusted is told by the act itself. */
export const announced: readonly ((keys: TubeKeys) => SQL)[] = [
  (keys) => announcementsOf(ofTubes(keys)),
  (keys) => closingsOf(ofTubes(keys), keys.language),
  (keys) => registeredAnew(ofTubes(keys)),
];
