import { sql, type SQL } from 'drizzle-orm';
import { mostRelated, tubeRelation, type RelatedTube } from '#domain/search/sampleDetail.ts';
import type { BillViewer } from '#server/spine/bill/lineSight.ts';
import { nameOf } from '#server/spine/names.ts';
import { sightOf } from '#server/spine/sight.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId, anyText } from '#server/storage/sqlParts.ts';
import { seesContent } from './content.ts';
import { ownTube, type FoundTube } from './findTubes.ts';

/**
 * Tubes in a person's sight that have to do with those found, the nearest relation of each and the newest first, one more than `mostRelated` where there
 * are more: of the same requisition, what they were drawn anew for and what was drawn anew for them, and of the same person by document, or by name with
 * telephone or birth date. Each way is a look-up of an index.
 */
export async function relatedTubes(db: Reader, user: BillViewer, found: readonly FoundTube[]): Promise<RelatedTube[]> {
  if (found.length === 0) return [];
  const { tenantId } = user;
  const [ids, requisitions] = [anyId(found.map(({ sampleId }) => sampleId)), anyId(found.map(({ requisitionId }) => requisitionId))];
  const codes = anyText(found.map(({ sampleCode }) => sampleCode));
  const own = sql`requisition q where q.tenant_id = ${tenantId} and q.id = ${requisitions}`;
  const of = (relation: number, ways: SQL): SQL => sql`select ${relation}::int as relation, w.id from (${ways}) w`;
  const ways = [
    of(tubeRelation.sibling, sql`select t.id from sample t where t.tenant_id = ${tenantId} and t.requisition_id = ${requisitions}`),
    of(
      tubeRelation.original,
      sql`select t.id from sample t where t.tenant_id = ${tenantId} and t.sample_code = any(array(select q.original_sample_code from ${own} and q.original_sample_code is not null))
        union all select c.sample_id from sample_code_change c where c.tenant_id = ${tenantId} and c.old_code = any(array(select q.original_sample_code from ${own} and q.original_sample_code is not null))
        union all select l.sample_id from lab_process_record l where l.tenant_id = ${tenantId} and l.new_sample_code = ${codes}`,
    ),
    of(
      tubeRelation.resample,
      sql`select t.id from requisition r join sample t on t.tenant_id = r.tenant_id and t.requisition_id = r.id where r.tenant_id = ${tenantId} and r.original_sample_code = ${codes}
        union all select t.id from sample_code_change c join requisition r on r.tenant_id = c.tenant_id and r.original_sample_code = c.old_code
          join sample t on t.tenant_id = r.tenant_id and t.requisition_id = r.id where c.tenant_id = ${tenantId} and c.sample_id = ${ids}
        union all select l.new_sample_id from lab_process_record l where l.tenant_id = ${tenantId} and l.sample_id = ${ids} and l.new_sample_id is not null`,
    ),
    ...(seesContent(user) ? [of(tubeRelation.samePerson, samePerson(own))] : []),
  ];
  const { tubesOfEither } = await sightOf(db, user);
  return readRows<RelatedTube>(
    db,
    sql`select x.relation, s.sample_code, s.requisition_code, s.lab_status::int as lab_status, ${nameOf.commodities('r')} as commodity_names, s.receive_time, s.create_time as receive_server_time
      from (select id, min(relation)::int as relation from (${sql.join(ways, sql` union all `)}) w group by id) x
      join sample s on s.tenant_id = ${tenantId} and s.id = x.id join requisition r on r.tenant_id = s.tenant_id and r.id = s.requisition_id
      where ${tubesOfEither} and not s.id = ${ids} and (${ownTube(user)}) order by x.relation, s.receive_time desc, s.id limit ${mostRelated + 1}`,
  );
}

/** Tubes of the people of these requisitions (alias q), by what tells one person from another. */
const samePerson = (own: SQL): SQL => {
  const by = (
    same: SQL,
  ): SQL => sql`select t.id from (select q.* from ${own}) q join requisition r on r.tenant_id = q.tenant_id and r.id <> q.id and ${same}
    join sample t on t.tenant_id = r.tenant_id and t.requisition_id = r.id`;
  return sql`${by(sql`r.credential_no = q.credential_no`)}
    union all ${by(sql`r.telephone = q.telephone and r.person_name = q.person_name`)}
    union all ${by(sql`r.person_name = q.person_name and r.birth_date = q.birth_date`)}`;
};
