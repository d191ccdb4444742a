import { sql, type SQL } from 'drizzle-orm';
import { addMonths } from '#domain/kernel/dates.ts';
import { markStatus, leftStates, smsState } from '#domain/report/sms/smsState.ts';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { rejectCode } from '#domain/sample/rejectReasons.ts';
import { sampleCondition } from '#domain/sample/rules/formChoices.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { computedIndexes, figureKind, type ComputedIndex } from '#domain/search/qualityFigure.ts';
import { readRow, type Reader } from '#server/storage/readRows.ts';

/** Whose month. */
export interface CountedMonth {
  readonly tenantId: string;
  readonly laboratoryId: string;
  /** `yyyy-MM`. */
  readonly month: string;
}
const within = (column: SQL, month: string): SQL =>
  sql`${column} >= ${`${month}-01 00:00:00`} and ${column} < ${`${addMonths(month, 1)}-01 00:00:00`}`;

/** Tubes the laboratory took in, rejected ones with them; `isHit` and `which` of alias s. */
const tubes = ({ tenantId, laboratoryId, month }: CountedMonth, isHit: SQL, which: SQL = sql``): SQL =>
  sql`select s.id as counted_id, s.id as sample_id, s.requisition_id, null::bigint as report_id, s.receive_time as counted_time, coalesce(${isHit}, false) as is_hit, null::int as minutes
    from sample s ${which} where s.tenant_id = ${tenantId} and s.contract_laboratory_id = ${laboratoryId} and ${within(sql`s.receive_time`, month)}`;
const rejectedFor = (code: string): SQL => sql`s.lab_status = ${labStatus.rejected} and s.reject_code = ${code}`;

/** The calendar minutes of each tube whose reports of the month stand; a tube of several tasks counts once. What cannot be told is left out. */
const times = ({ tenantId, laboratoryId, month }: CountedMonth, from: SQL, to: SQL): SQL =>
  sql`select x.* from (select p.sample_id as counted_id, p.sample_id, max(p.requisition_id) as requisition_id, null::bigint as report_id, max(p.report_time) as counted_time, false as is_hit,
      case when ${to} >= ${from} then floor(extract(epoch from ${to} - ${from}) / 60)::int end as minutes
    from report_period p where p.tenant_id = ${tenantId} and p.laboratory_id = ${laboratoryId} and p.is_open = 0 and ${within(sql`p.report_time`, month)}
    group by p.sample_id) x where x.minutes is not null`;

/** Reports first issued in the month; those that were withdrawn after they could have reached somebody are the incorrect ones. */
const reports = ({ tenantId, laboratoryId, month }: CountedMonth): SQL =>
  sql`select r.id as counted_id, null::bigint as sample_id, r.requisition_id, r.id as report_id, r.first_issue_time as counted_time,
      exists (select 1 from report_version v where v.tenant_id = r.tenant_id and v.report_id = r.id and v.withdraw_time is not null and (v.held_until is null or v.held_until <= v.withdraw_time)) as is_hit,
      null::int as minutes
    from report r where r.tenant_id = ${tenantId} and r.laboratory_id = ${laboratoryId} and (r.issue_time >= ${`${month}-01 00:00:00`} or r.issue_time is null)
      and ${within(sql`r.first_issue_time`, month)}`;

/** When somebody was told by a message (alias m), as far as anybody knows. */
const toldTime = sql`case when m.mark_status = ${markStatus.sent} then m.mark_time when m.state in (${sql.join(
  leftStates.map((state) => sql`${state}`),
  sql`, `,
)}) then m.send_time end`;
/** Positive reports of which somebody has to be told: those with a message that was not taken back. `isHit` of the first told time and the issue. */
const positives = ({ tenantId, laboratoryId, month }: CountedMonth, isHit: (told: SQL, issued: SQL) => SQL): SQL =>
  sql`select v.report_id as counted_id, null::bigint as sample_id, max(m.requisition_id) as requisition_id, v.report_id, min(m.create_time) as counted_time,
      coalesce(${isHit(sql`min(${toldTime})`, sql`min(coalesce(m.report_time, m.create_time))`)}, false) as is_hit, null::int as minutes
    from sms_message m join report_version v on v.tenant_id = m.tenant_id and v.id = m.owner_id
    where m.tenant_id = ${tenantId} and m.contract_laboratory_id = ${laboratoryId} and ${within(sql`m.create_time`, month)} and m.is_resampling = 0
      and m.qualitative_result = ${qualitativeResult.positive} and m.state <> ${smsState.withdrawn} group by v.report_id`;

const [sampled, received, reported] = [sql`min(p.sampling_time)`, sql`min(p.lab_receive_time)`, sql`max(p.report_time)`];
const anticoagulated = sql`join sample_class c on c.tenant_id = s.tenant_id and c.id = s.sample_class_id and c.is_anticoagulated = 1`;
/** What each index counts (docs/search.md#quality-indicators): one row for each tube or report, and whether it is in the numerator. */
const countedBy: Readonly<Record<ComputedIndex, (whose: CountedMonth) => SQL>> = {
  Q101: (whose) => tubes(whose, rejectedFor(rejectCode.wrongClass)),
  Q102: (whose) => tubes(whose, rejectedFor(rejectCode.wrongContainer)),
  Q103: (whose) => tubes(whose, rejectedFor(rejectCode.volumeShort)),
  Q105: (whose) => tubes(whose, sql`${sampleCondition.clotted} = any(s.sample_condition)`, anticoagulated),
  Q106: (whose) => times(whose, sampled, received),
  Q212: (whose) => times(whose, received, reported),
  Q313: reports,
  Q314: (whose) => positives(whose, (told) => sql`${told} is not null`),
  Q315: (whose) => positives(whose, (told, issued) => sql`${told} <= ${issued} + interval '24 hours'`),
};
export const countedOf = (indexCode: ComputedIndex, whose: CountedMonth): SQL => countedBy[indexCode](whose);

export interface CountedFigure {
  readonly numerator: number | null;
  readonly denominator: number;
  readonly value: number | null;
}
/** An index of a month as things stand, by the very rows that are listed. */
export async function countIndex(reader: Reader, indexCode: ComputedIndex, whose: CountedMonth): Promise<CountedFigure> {
  const figure =
    computedIndexes[indexCode] === figureKind.median
      ? sql`null::int as numerator, percentile_cont(0.5) within group (order by x.minutes)::float8 as value`
      : sql`(count(*) filter (where x.is_hit))::int as numerator, null::float8 as value`;
  const found = await readRow<CountedFigure>(reader, sql`select count(*)::int as denominator, ${figure} from (${countedOf(indexCode, whose)}) x`);
  if (!found) throw new Error(`nothing was counted of ${indexCode}`);
  return found;
}
