import { sql, type SQL } from 'drizzle-orm';
import { sex } from '#domain/sample/rules/formChoices.ts';
import { departments, diagnoses, familyNames, givenNames } from './invented.ts';
import type { SampleProfile } from './sampleStages.ts';

export interface DemoUser {
  readonly id: string;
  readonly account: string;
  readonly name: string;
}
export interface SampleBlock {
  readonly tenantId: string;
  /** Numbers of the requisitions, both included. */
  readonly from: number;
  readonly to: number;
  /** Requisition `n` has ids from `base + 8 (n - first)`; handovers from `handoverBase`. */
  readonly first: number;
  readonly base: bigint;
  readonly handoverBase: bigint;
  readonly now: string;
  readonly profile: SampleProfile;
  readonly users: Readonly<Record<'reception' | 'entry1' | 'entry2' | 'lab', DemoUser>>;
}

const textArray = (values: readonly string[]): SQL => sql`(string_to_array(${values.join('|')}, '|'))`;
/** A number from 0 to `below` - 1 that depends on the requisition's number and `salt` alone: the same run gives the same rows. */
const pick = (salt: number, below: SQL | number): SQL =>
  sql`((hashint8(q * 131 + ${sql.raw(String(salt))})::bigint & 2147483647) % ${typeof below === 'number' ? sql.raw(String(below)) : below})`;
const oneOf = (values: readonly string[], salt: number): SQL => sql`${textArray(values)}[1 + ${pick(salt, values.length)}]`;

function stagesTable({ stages }: SampleProfile): SQL {
  let at = 0;
  const rows = stages.map(
    ({ status, perMille, fromHours, toHours }) => sql`(${sql.raw(`${at}, ${(at += perMille)}, ${status}, ${fromHours}, ${toHours}`)})`,
  );
  return sql`(values ${sql.join(rows, sql`, `)}) as stage (lo, hi, status, from_hours, to_hours)`;
}

/** Weights of GB 11643, against the digits of `body`. */
const checkDigit = sql.raw(
  `substr('10X98765432', 1 + (${[7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2].map((weight, at) => `${weight} * substr(body, ${at + 1}, 1)::int`).join(' + ')}) % 11, 1)`,
);

/**
 * The invented requisitions of a block as the relation `draft`, one row each, with everything that follows from
 * number, client, commodity and stage. Set-based, so that a million costs minutes.
 */
export function draftSql({ tenantId, from, to, first, base, handoverBase, now, profile }: SampleBlock): SQL {
  const isOffered = profile.commodities ? sql` and c.commodity_code = any(${sql.param([...profile.commodities])}::text[])` : sql``;
  const isSending = profile.clients ? sql` and c.client_code = any(${sql.param([...profile.clients])}::text[])` : sql``;
  return sql`
  offer as materialized (
    select lc.laboratory_id, lc.execute_laboratory_id, l.laboratory_code, c.id, c.commodity_code, c.entry_form, coalesce(c.is_double_entry, 0) as is_double_entry, c.is_cold_chain, c.sample_class_ids,
      row_number() over (partition by lc.laboratory_id order by c.commodity_code) - 1 as n,
      dense_rank() over (order by c.commodity_code) as commodity_no
    from laboratory_commodity lc
    join commodity c on c.id = lc.commodity_id and c.tenant_id = lc.tenant_id and c.is_deleted = 0 and c.is_disable = 0 and c.execute_type = 1
    join laboratory l on l.id = lc.execute_laboratory_id and l.tenant_id = lc.tenant_id
    where lc.tenant_id = ${tenantId} and lc.is_deleted = 0 and lc.is_disable = 0${isOffered}),
  offered as materialized (select laboratory_id, count(*) as offers from offer group by laboratory_id),
  sender as materialized (
    select c.id, c.contract_laboratory_id, offered.offers, row_number() over (order by c.client_code) - 1 as n
    from send_sample_client c join offered on offered.laboratory_id = c.contract_laboratory_id where c.tenant_id = ${tenantId} and c.is_deleted = 0 and c.is_disable = 0${isSending}),
  -- Every join below is on ready-made numbers, so that it is a hash join also before the tables were ever analysed.
  numbered as materialized (
    select q, ${pick(1, sql`senders`)} as sender_no, ${pick(11, 1000)} as bucket from generate_series(${from}::bigint, ${to}::bigint) q, (select nullif(count(*), 0) as senders from sender) counted),
  sent as materialized (
    select q, stage.status, stage.from_hours, stage.to_hours, sender.id as client_id, sender.contract_laboratory_id, ${pick(2, sql`sender.offers`)} as offer_no
    from numbered join sender on sender.n = sender_no join ${stagesTable(profile)} on bucket >= stage.lo and bucket < stage.hi),
  person as materialized (
    select q, status, client_id, contract_laboratory_id, offer.execute_laboratory_id, offer.laboratory_code, offer.id as commodity_id, offer.commodity_code, offer.entry_form, offer.is_double_entry, offer.is_cold_chain, offer.commodity_no,
      offer.sample_class_ids[1 + ${pick(3, sql`cardinality(offer.sample_class_ids)`)}] as class_id,
      ${now}::timestamptz - make_interval(secs => round(3600 * (from_hours + (to_hours - from_hours) * ${pick(4, 10_000)} / 10000.0))) as receive_time,
      case when offer.entry_form in ('nipt', 'eclampsia') then ${sex.female}::int else 1 + ${pick(5, 2)}::int end as sex,
      case when offer.entry_form in ('nipt', 'eclampsia', 'monogenicCarrier') then 8100 + ${pick(6, 5_800)} else 1200 + ${pick(6, 24_000)} end as age_days,
      ${oneOf(familyNames, 7)} as family, ${oneOf(givenNames, 8)} as given, case when ${pick(9, 10)} < 6 then ${oneOf(givenNames, 10)} else '' end as given2
    from sent join offer on offer.laboratory_id = contract_laboratory_id and offer.n = offer_no),
  dated as materialized (
    select *, family || given || given2 as person_name, receive_time - make_interval(mins => 360 + ${pick(12, 1_600)}::int) as sampling_time,
      (receive_time::date - age_days::int) as birth_date, '1990000' || lpad(${pick(13, 10_000)}::text, 4, '0') as telephone,
      least(receive_time + make_interval(mins => 120 + ${pick(14, 300)}::int), ${now}::timestamptz - interval '3 minutes') as enter_time,
      '710000' || to_char(receive_time::date - age_days::int, 'YYYYMMDD') || lpad(${pick(16, 100)}::text, 2, '0') || (${pick(17, 5)} * 2 + sex % 2)::text as body,
      ${base.toString()}::bigint + (q - ${first}) * 8 as rid, ${profile.letter}::text || lpad(q::text, 8, '0') as requisition_code,
      case when q % 10 = 0 then 2 else 1 end as tubes,
      case when status = 111 then 6 when status > 101 then 5 when is_double_entry = 0 then 1 when ${pick(18, 8)} = 6 then 3 when ${pick(18, 8)} = 7 then 4 else 1 end as entry_state,
      status > 101 and status <> 111 or (status = 101 and is_double_entry = 1 and ${pick(18, 8)} >= 4) as has_first,
      is_double_entry = 1 and (status > 101 and status <> 111 or (status = 101 and ${pick(18, 8)} >= 6)) as has_second,
      case when status in (101, 111) then 0 when status = 103 then 1 + ${pick(19, 3)}::int else 3 end as item_state
    from person),
  -- What was entered in half a day is handed over at its end, and received at the lab half an hour to two hours later.
  handed as materialized (
    select *, to_timestamp(half_day * 43200 + 43200) as handover_time, to_timestamp(half_day * 43200 + 43200) + make_interval(mins => 30 + ${pick(15, 90)}::int) as lab_time
    from (select *, floor(extract(epoch from enter_time) / 43200)::bigint as half_day from dated) timed),
  draft as materialized (
    select handed.*, extract(year from age(sampling_time::date, birth_date))::int as age, body || ${checkDigit} as credential_no,
      case when item_state >= 2 then ${handoverBase.toString()}::bigint + half_day % 2048 * 4096 + commodity_no * 4 + item_state end as handover_id,
      jsonb_build_object('requisitionCode', requisition_code, 'hospitalCode', lpad(${pick(20, 1_000_000_000)}::text, 10, '0'), 'contractLaboratoryId', contract_laboratory_id::text, 'sendSampleClientId', client_id::text,
        'commodityIds', jsonb_build_array(commodity_id::text), 'personName', person_name, 'sex', sex, 'age', extract(year from age(sampling_time::date, birth_date))::int, 'ageUnit', 1, 'birthDate', birth_date,
        'credentialType', 1, 'credentialNo', body || ${checkDigit}, 'telephone', telephone, 'patientNo', 'MZ' || lpad(${pick(21, 1_000_000)}::text, 6, '0'), 'department', ${oneOf(departments, 22)},
        'doctorName', ${oneOf(familyNames, 23)} || '医生', 'samplingTime', to_char(sampling_time, 'YYYY-MM-DD HH24:MI:SS'), 'courierNumber', 'SF' || lpad(${pick(24, 1_000_000_000)}::text, 12, '0'),
        'clinicalDiagnosis', nullif(${oneOf(diagnoses, 25)}, ''), 'isUrgent', (${pick(26, 25)} = 0)::int, 'arrivalTemperature', case when is_cold_chain = 1 then 2 + ${pick(27, 60)} / 10.0 end) as reception
    from handed)`;
}
