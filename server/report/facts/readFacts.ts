import { sql, type SQL } from 'drizzle-orm';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { judgeKind, worst } from '#domain/lab/rules/judging.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { FactName, FactSignature, FactTube, ReportFacts } from '#domain/report/reportFacts.ts';
import type { ConversionRow } from '#domain/report/rules/conversion.ts';
import { caseState } from '#domain/sample/abnormal/abnormalChoices.ts';
import { rejectMeasure } from '#domain/sample/rejectReasons.ts';
import { ageUnit, fetusCount, sampleCondition, sex } from '#domain/sample/rules/formChoices.ts';
import { commoditiesOfTube } from '#server/spine/reports/outerReports.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId, commodityNames } from '#server/storage/sqlParts.ts';
import { readGuidance } from './readGuidance.ts';
import { foundRows, resultRows, variantsOf } from './readResults.ts';

const zh = (label: Label | undefined): string => label?.[0] ?? '';
/** Reports tell times to the minute. */
const minute = (time: string | null): string => time?.slice(0, 16) ?? '';

interface Tube {
  readonly sampleCode: string;
  readonly labCode: string | null;
  readonly testTubeNumber: string | null;
  readonly sampleClassName: string | null;
  readonly sampleCondition: readonly number[];
  readonly receiveTime: string | null;
  readonly labReceiveTime: string | null;
}
interface Head extends Tube {
  readonly laboratoryName: string | null;
  readonly laboratoryAddress: string | null;
  readonly laboratoryPhone: string | null;
  readonly laboratoryQualification: string | null;
  readonly referralLaboratoryName: string | null;
  readonly reportTitle: string | null;
  readonly requisitionCode: string;
  readonly hospitalCode: string | null;
  readonly personName: string | null;
  readonly sex: number | null;
  readonly age: number | null;
  readonly ageUnit: number | null;
  readonly birthDate: string | null;
  readonly patientNo: string | null;
  readonly telephone: string | null;
  readonly credentialNo: string | null;
  readonly clinicalDiagnosis: string | null;
  readonly guardianName: string | null;
  readonly department: string | null;
  readonly bedNo: string | null;
  readonly doctorName: string | null;
  readonly sendSampleClientName: string | null;
  readonly detail: Readonly<Record<string, unknown>> | null;
  readonly explained: readonly Explained[];
  readonly entryExplained: readonly Explained[] | null;
  readonly samplingTime: string | null;
  readonly commodityNames: string | null;
}
interface Explained {
  readonly rule: string;
  readonly text: Label;
  readonly reason: string;
  readonly isPrinted: boolean;
  readonly reportText: Label | null;
}
interface TaskPart {
  readonly taskId: string;
  readonly panelGroupName: string;
  readonly detectionResult: 1 | 2 | 3 | null;
  readonly judgeKind: string | null;
  readonly conclusion: { readonly conclusion?: string | null; readonly suggestion?: string | null } | null;
  readonly checkerOne: string | null;
  readonly checkTimeOne: string | null;
  readonly signatureOne: string | null;
  readonly checkerTwo: string | null;
  readonly checkTimeTwo: string | null;
  readonly signatureTwo: string | null;
}

/** All that a report of these tasks prints, its results in its client's words. Callers have loaded the tasks within their sight. */
export async function readFacts(
  reader: Reader,
  tenantId: string,
  taskIds: readonly string[],
  conversion: readonly ConversionRow[] = [],
): Promise<ReportFacts> {
  const tubes = sql`select k.sample_id from lab_task k where k.tenant_id = ${tenantId} and k.id = ${anyId(taskIds)}`;
  const head = await headOf(reader, tenantId, ofTasks(tenantId, taskIds.slice(0, 1)), tubes);
  const parts = await partsOf(reader, tenantId, taskIds);
  const panels = await readRows<{ panelName: string; method: string | null }>(
    reader,
    sql`select distinct p.panel_name, p.method from lab_task t join panel p on p.tenant_id = t.tenant_id and p.id = any(t.panel_ids)
      where t.tenant_id = ${tenantId} and t.id = ${anyId(taskIds)} order by p.panel_name`,
  );
  const results = await resultRows(reader, tenantId, taskIds, conversion);
  // Variants and pathogens may stand in one report, each in its own table.
  const idsWhere = (isVariant: boolean): string[] =>
    parts.filter((part) => (part.judgeKind === judgeKind.variant) === isVariant).map(({ taskId }) => taskId);
  const [variantIds, otherIds] = [idsWhere(true), idsWhere(false)];
  const word = worst(parts.map(({ detectionResult }) => detectionResult));
  const joined = (texts: readonly (string | null | undefined)[], gap: string): string => [...new Set(texts.filter(Boolean))].join(gap);
  const criticalMark = await criticalMarkOf(reader, tenantId, taskIds);
  const researchMark = await researchMarkOf(reader, ofTasks(tenantId, taskIds));
  const guidance = await readGuidance(reader, tenantId, {
    names: [
      head.clinicalDiagnosis,
      head.commodityNames,
      ...panels.map(({ panelName }) => panelName),
      ...parts.map(({ panelGroupName }) => panelGroupName),
    ].flatMap((name) => name ?? []),
    qualitativeResult: word ?? null,
    sex: head.sex,
    age: head.age === null || head.ageUnit === ageUnit.none ? null : head.ageUnit === null || head.ageUnit === ageUnit.years ? head.age : 0,
    variants: await variantsOf(reader, tenantId, variantIds),
  });
  return {
    values: {
      ...headValues(head),
      criticalMark,
      researchMark,
      panelGroupName: joined(
        parts.map(({ panelGroupName }) => panelGroupName),
        '、',
      ),
      panelNames: joined(
        panels.map(({ panelName }) => panelName),
        '、',
      ),
      method: joined(
        panels.map(({ method }) => method),
        '、',
      ),
      qualitativeResult: zh(qualitativeResult.labelOf(word)),
      abnormalItems: results
        .filter(({ tone }) => tone !== null)
        .map(({ cells }) => cells['itemName'])
        .join('、'),
      conclusion: joined(
        parts.map(({ conclusion }) => conclusion?.conclusion),
        '\n',
      ),
      suggestion: joined(
        parts.map(({ conclusion }) => conclusion?.suggestion),
        '\n',
      ),
    },
    ...(await eachTube(reader, tenantId, tubes)),
    rows: {
      results,
      pathogens: await foundRows(reader, tenantId, otherIds, false),
      variants: await foundRows(reader, tenantId, variantIds, true),
    },
    comments: await commentsOf(reader, tenantId, head, tubes),
    guidance,
    signatures: signaturesOf(parts),
    amendment: null,
    isPartial: false,
  };
}

/** Each tube; nothing where there is one, of which the values tell. */
async function eachTube(reader: Reader, tenantId: string, tubes: SQL): Promise<Pick<ReportFacts, 'tubes'>> {
  const found = await readRows<Tube>(
    reader,
    sql`select s.sample_code, s.lab_code, s.test_tube_number, k.class_name as sample_class_name, coalesce(s.sample_condition, '{}') as sample_condition, s.receive_time, s.lab_receive_time
      from sample s left join sample_class k on k.tenant_id = s.tenant_id and k.id = s.sample_class_id
      where s.tenant_id = ${tenantId} and s.id in (${tubes}) order by s.sample_code`,
  );
  return found.length > 1 ? { tubes: found.map(tubeValues) } : {};
}

/** Says whether a result is critical by its item's bounds. */
async function criticalMarkOf(reader: Reader, tenantId: string, taskIds: readonly string[]): Promise<string> {
  const row = await readRow(
    reader,
    sql`select 1 as found from lab_result x join item i on i.tenant_id = x.tenant_id and i.id = x.item_id
      where x.tenant_id = ${tenantId} and x.task_id = ${anyId(taskIds)} and (x.number <= i.critical_low or x.number >= i.critical_high) limit 1`,
  );
  return row ? '危急值' : '';
}

/** Says whether a commodity of the tasks or the tube (`ofTasks`, `ofTube`) is for research alone. */
async function researchMarkOf(reader: Reader, of: SQL): Promise<string> {
  const row = await readRow(
    reader,
    sql`select 1 as found from ${of} join commodity c on c.tenant_id = t.tenant_id and c.id = any(t.commodity_ids) where c.is_research = 1 limit 1`,
  );
  return row ? '仅供科研' : '';
}

const tubeValues = (tube: Tube): FactTube => ({
  sampleCode: tube.sampleCode,
  labCode: tube.labCode ?? '',
  testTubeNumber: tube.testTubeNumber ?? '',
  sampleClassName: tube.sampleClassName ?? '',
  sampleCondition: tube.sampleCondition.map((code) => zh(sampleCondition.labelOf(code))).join('、'),
  receiveTime: minute(tube.receiveTime),
  labReceiveTime: minute(tube.labReceiveTime),
});

/** What a report says of a tube whatever was found in it. */
function headValues(head: Head): ReportFacts['values'] {
  const { gaWeeks, gaDays, fetusCount: fetuses } = head.detail ?? {};
  const unitLabel = zh(ageUnit.labelOf(head.ageUnit ?? ageUnit.years));
  return {
    laboratoryName: head.laboratoryName ?? '',
    laboratoryAddress: head.laboratoryAddress ?? '',
    laboratoryPhone: head.laboratoryPhone ?? '',
    laboratoryQualification: head.laboratoryQualification ?? '',
    referralLaboratoryName: head.referralLaboratoryName ?? '',
    reportTitle: head.reportTitle ?? head.laboratoryName ?? '',
    reportNo: head.requisitionCode,
    requisitionCode: head.requisitionCode,
    hospitalCode: head.hospitalCode ?? '',
    personName: head.personName ?? '',
    sex: zh(sex.labelOf(head.sex)),
    age: head.age === null ? '' : `${head.age}${head.ageUnit === ageUnit.none ? '' : unitLabel}`,
    birthDate: head.birthDate ?? '',
    patientNo: head.patientNo ?? '',
    telephone: head.telephone ?? '',
    credentialNo: head.credentialNo ?? '',
    clinicalDiagnosis: head.clinicalDiagnosis ?? '',
    guardianName: head.guardianName ?? '',
    department: head.department ?? '',
    bedNo: head.bedNo ?? '',
    doctorName: head.doctorName ?? '',
    sendSampleClientName: head.sendSampleClientName ?? '',
    gestationalAge: typeof gaWeeks === 'number' ? `${gaWeeks}周${Number(gaDays ?? 0)}天` : '',
    fetusCount: zh(fetusCount.labelOf(fetuses)),
    samplingTime: minute(head.samplingTime),
    ...tubeValues(head),
    commodityNames: head.commodityNames ?? '',
  };
}

/** Where a report's head comes from, as alias t: its tasks, or a tube that is tested elsewhere. */
const ofTasks = (tenantId: string, taskIds: readonly string[]): SQL =>
  sql`(select k.tenant_id, k.sample_id, k.requisition_id, k.laboratory_id, k.commodity_ids from lab_task k where k.tenant_id = ${tenantId} and k.id = ${anyId(taskIds)}) t`;
const ofTube = (tenantId: string, { sampleId }: OuterTube): SQL =>
  sql`(select s.tenant_id, s.id as sample_id, s.requisition_id, s.execute_laboratory_id as laboratory_id, ${commoditiesOfTube} as commodity_ids from sample s
    where s.tenant_id = ${tenantId} and s.id = ${sampleId}) t`;
interface OuterTube {
  readonly sampleId: string;
}

/** What is known of a report that another house made: its results stand in its bytes alone. */
export async function readOuterFacts(
  reader: Reader,
  tenantId: string,
  tube: OuterTube,
  values: Readonly<Partial<Record<FactName, string>>>,
): Promise<ReportFacts> {
  const tubes = sql`select ${tube.sampleId}::bigint`;
  const head = await headOf(reader, tenantId, ofTube(tenantId, tube), tubes);
  const researchMark = await researchMarkOf(reader, ofTube(tenantId, tube));
  return {
    values: { ...headValues(head), researchMark, ...values },
    rows: { results: [], pathogens: [], variants: [] },
    comments: await commentsOf(reader, tenantId, head, tubes),
    guidance: [],
    signatures: [],
    amendment: null,
    isPartial: false,
  };
}

/** The codes (a barcode's) and times are the first tube's; class and condition are told of all the tubes whose ids are selected. */
async function headOf(reader: Reader, tenantId: string, of: SQL, tubes: SQL): Promise<Head> {
  const title = sql`(select x.title_name from report_title x where x.tenant_id = r.tenant_id and x.is_deleted = 0 and x.is_default = 1
    and (x.send_sample_client_id = r.send_sample_client_id or x.send_sample_client_id is null) order by x.send_sample_client_id nulls last limit 1)`;
  const row = await readRow<Head>(
    reader,
    sql`select l.laboratory_name, l.address as laboratory_address, l.contact_number as laboratory_phone, l.qualification as laboratory_qualification,
        case when e.id <> l.id then e.laboratory_name end as referral_laboratory_name, ${title} as report_title,
        r.requisition_code, r.hospital_code, r.person_name, r.sex::int as sex, r.age::int as age, r.age_unit::int as age_unit, r.birth_date::text as birth_date, r.patient_no, r.telephone, r.credential_no,
        r.clinical_diagnosis, r.guardian_name, r.department, r.bed_no, r.doctor_name, r.detail, r.explained,
        (select p.explained from entry_pass p where p.tenant_id = r.tenant_id and p.requisition_id = r.id and r.detail is not null order by p.pass_no desc, p.revision desc limit 1) as entry_explained,
        (select c.client_name from send_sample_client c where c.tenant_id = r.tenant_id and c.id = r.send_sample_client_id) as send_sample_client_name,
        s.sample_code, s.lab_code, s.test_tube_number, r.sampling_time, s.receive_time, s.lab_receive_time,
        (select string_agg(distinct k.class_name, '、') from sample y join sample_class k on k.tenant_id = y.tenant_id and k.id = y.sample_class_id
          where y.tenant_id = t.tenant_id and y.id in (${tubes})) as sample_class_name,
        array(select distinct c.code from sample y cross join lateral unnest(y.sample_condition) as c(code) where y.tenant_id = t.tenant_id and y.id in (${tubes}) order by 1) as sample_condition,
        ${commodityNames(sql`t.tenant_id`, sql`t.commodity_ids`)} as commodity_names
      from ${of} join sample s on s.tenant_id = t.tenant_id and s.id = t.sample_id join requisition r on r.tenant_id = t.tenant_id and r.id = t.requisition_id
      left join laboratory l on l.tenant_id = t.tenant_id and l.id = coalesce(s.contract_laboratory_id, t.laboratory_id)
      left join laboratory e on e.tenant_id = t.tenant_id and e.id = t.laboratory_id
      where t.tenant_id = ${tenantId}`,
  );
  if (!row) throw new Error('what was loaded is not there');
  return row;
}

function partsOf(reader: Reader, tenantId: string, taskIds: readonly string[]): Promise<TaskPart[]> {
  // The picture that stood under the audit, whatever became of it since.
  const signature = (level: 1 | 2) =>
    sql`(select g.image_sha256 from result_audit a join signature g on g.tenant_id = a.tenant_id and g.id::text = a.signature_version
      where a.tenant_id = t.tenant_id and a.task_id = t.id and a.level = ${level} and a.is_void = 0 order by a.id desc limit 1)`;
  return readRows<TaskPart>(
    reader,
    sql`select t.id::text as task_id, g.panel_group_name, t.detection_result::int as detection_result, v.conclusion,
        (select j.judge_kind from judge_rule j where j.tenant_id = t.tenant_id and j.panel_group_id = t.panel_group_id and j.is_deleted = 0 and j.is_disable = 0 order by j.id desc limit 1) as judge_kind,
        t.check_user_name_one as checker_one, t.check_time_one, ${signature(1)} as signature_one,
        t.check_user_name_two as checker_two, t.check_time_two, ${signature(2)} as signature_two
      from lab_task t join panel_group g on g.tenant_id = t.tenant_id and g.id = t.panel_group_id
      left join lab_result_version v on v.tenant_id = t.tenant_id and v.task_id = t.id and v.no = t.result_version
      where t.tenant_id = ${tenantId} and t.id = ${anyId(taskIds)} order by t.id`,
  );
}

/** What was explained at reception and at entry and concerns whoever reads the report, and under which concession its tubes were tested, each once. */
async function commentsOf(reader: Reader, tenantId: string, { explained, entryExplained }: Head, sampleIds: SQL): Promise<readonly string[]> {
  const printed = [...explained, ...(entryExplained ?? [])].filter(({ isPrinted }) => isPrinted);
  const conceded = await readRows<{ text: string }>(
    reader,
    sql`select c.measure_text as text from abnormal_case_tube x join abnormal_case c on c.tenant_id = x.tenant_id and c.id = x.case_id
      where x.tenant_id = ${tenantId} and x.sample_id in (${sampleIds}) and c.measure = ${rejectMeasure.concession} and c.measure_text is not null
        and c.state in (${caseState.inHand}, ${caseState.closed}) order by c.id`,
  );
  return [
    ...new Set([
      ...printed.map(({ text, reason, reportText }) => (reportText ? reportText[0] : `${text[0]}${reason ? `（${reason}）` : ''}`)),
      ...conceded.map(({ text }) => text),
    ]),
  ];
}

/** Of several tasks the last hand of each kind. */
function signaturesOf(parts: readonly TaskPart[]): readonly FactSignature[] {
  const last = (
    slot: FactSignature['slot'],
    hands: readonly (readonly [name: string | null, time: string | null, image: string | null])[],
  ): FactSignature[] => {
    const [hand] = hands.filter(([name]) => name !== null).toSorted(([, one], [, other]) => (other ?? '').localeCompare(one ?? ''));
    return hand ? [{ slot, name: hand[0] ?? '', time: minute(hand[1]), imageSha256: hand[2] }] : [];
  };
  return [
    ...last(
      'tested',
      parts.map((part) => [part.checkerOne, part.checkTimeOne, part.signatureOne]),
    ),
    ...last(
      'reviewed',
      parts.map((part) => [part.checkerTwo, part.checkTimeTwo, part.signatureTwo]),
    ),
  ];
}
