import { sql } from 'drizzle-orm';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { inLanguage, type Language } from '#domain/kernel/label.ts';
import { expectedSource, expectedState } from '#domain/op/expected.ts';
import { mapRow } from '#domain/op/rules/mapRow.ts';
import { reportState, reportVersionState } from '#domain/report/reportState.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { readRows } from '#server/storage/readRows.ts';
import { recordset } from '#server/storage/recordset.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { asTheySay, type Facts } from '../parameters/asTheySay.ts';
import { asRow, keyParameters } from './cancelRequisitions.ts';
import { goodRow, refusedRow, textOf, type AnsweredRow, type PartnerCall } from './partnerCall.ts';

interface Found {
  readonly key: string;
  readonly expected: number | null;
  readonly requisitionId: string | null;
  readonly requisitionCode: string | null;
  readonly sampleCode: string | null;
  readonly labStatus: number | null;
  readonly receiveTime: string | null;
}

/** What is known of these codes of the partner, within the interface's clients: by its pushes, by bindings, by codes of tubes and hospitals. */
function find({ database, of }: PartnerCall, keys: readonly string[]): Promise<Found[]> {
  const { tenantId, interfaceEncoding, sendSampleClientIds } = of;
  const mine = sql`s.tenant_id = ${tenantId} and s.send_sample_client_id = ${anyId(sendSampleClientIds)}`;
  return readRows<Found>(
    database.orm,
    sql`select k.key, e.state::int as expected, t.requisition_id::text as requisition_id, t.requisition_code, t.sample_code, t.lab_status::int as lab_status, t.receive_time
      from ${recordset(
        'k',
        { key: 'text' },
        keys.map((key) => ({ key })),
      )}
      left join expected_sample e on e.tenant_id = ${tenantId} and e.source = ${expectedSource.partner} and e.partner = ${interfaceEncoding} and e.external_key = k.key
      left join thirdparty_bind_entry b on b.tenant_id = ${tenantId} and b.thirdparty_bar_code = k.key and b.release_time is null
      left join lateral (
        select s.requisition_id, s.requisition_code, s.sample_code, s.lab_status, s.receive_time from (
          select s.* from sample s where ${mine} and s.sample_code = any(array[k.key, e.bar_code, b.bar_code])
          union all
          select s.* from requisition r join sample s on s.tenant_id = r.tenant_id and s.requisition_id = r.id where r.tenant_id = ${tenantId} and r.hospital_code = k.key and ${mine}
        ) s order by s.primary_sample_id nulls first, s.receive_time desc, s.id limit 1
      ) t on true`,
  );
}

const stateWord = (found: Found, language: Language): string => {
  const set = found.labStatus === null ? expectedState : labStatus;
  const label = (set as typeof labStatus).labelOf(found.labStatus ?? found.expected ?? expectedState.due);
  return label ? inLanguage(label, language) : '';
};

/** Each row's code and what is known of it; a code nobody told us of, or of another's client, is unknown. */
async function answered(
  call: PartnerCall,
  dataOf: (found: readonly Found[]) => Promise<(one: Found) => Record<string, unknown>>,
): Promise<readonly AnsweredRow[]> {
  const named = keyParameters(call);
  const read = call.rows.map((row) => mapRow(asRow(row, named), named, call.parameters.sets));
  const keys = [...new Set(read.flatMap(({ values }) => textOf(values.thirdBarCode) ?? []))];
  const found = (await find(call, keys)).filter(({ expected, requisitionId }) => expected !== null || requisitionId !== null);
  const byKey = new Map(found.map((one) => [one.key, one]));
  const data = await dataOf(found);
  return read.map(({ values, faults }, index): AnsweredRow => {
    const key = textOf(values.thirdBarCode);
    const codes = { thirdBarCode: values.thirdBarCode };
    if (faults.length > 0 || key === null) return { row: refusedRow(call, index, key, faults), codes };
    const one = byKey.get(key);
    if (!one) return { row: refusedRow(call, index, key, [{ code: 'P05', what: key }]), codes };
    return { row: { ...goodRow(call, index, key, 'applied', one.requisitionCode), data: data(one) }, codes };
  });
}

const statusFacts = (one: Found, language: Language): Facts => ({
  thirdBarCode: one.key,
  requisitionCode: one.requisitionCode,
  sampleCode: one.sampleCode,
  labStatus: one.labStatus,
  labStatusName: stateWord(one, language),
  receiveTime: one.receiveTime,
});

/** `statusQuery`: where samples stand (docs/interfaces.md#status). */
export const queryStatus = (call: PartnerCall): Promise<readonly AnsweredRow[]> =>
  answered(call, () => Promise.resolve((one) => asTheySay(call.parameters, statusFacts(one, call.language))));

/** `reportQuery`: the reports that have reached their readers, in their current versions (docs/interfaces.md#reports). */
export const queryReports = (call: PartnerCall): Promise<readonly AnsweredRow[]> =>
  answered(call, async (found) => {
    const { database, of, now, language } = call;
    const reports = await readRows<{
      requisitionId: string;
      reportNo: string;
      reportVersion: number;
      reportTime: string;
      qualitativeResult: number | null;
    }>(
      database.orm,
      sql`select r.requisition_id::text as requisition_id, r.report_no, v.version_no as report_version, v.issue_time as report_time, r.qualitative_result::int as qualitative_result
        from report r join report_version v on v.tenant_id = r.tenant_id and v.report_id = r.id and v.version_no = r.current_version_no
        where r.tenant_id = ${of.tenantId} and r.requisition_id = ${anyId(found.flatMap(({ requisitionId }) => requisitionId ?? []))} and r.send_sample_client_id = ${anyId(of.sendSampleClientIds)}
          and r.state = ${reportState.issued} and v.state = ${reportVersionState.issued} and v.held_until <= ${formatDateTime(now)} order by r.report_no`,
    );
    return (one) => ({
      ...asTheySay(call.parameters, statusFacts(one, language)),
      reports: reports
        .filter(({ requisitionId }) => requisitionId === one.requisitionId)
        .map(({ requisitionId: _id, qualitativeResult: result, ...report }) => {
          const word = result === null ? null : qualitativeResult.labelOf(result);
          return asTheySay(call.parameters, {
            ...report,
            qualitativeResult: result,
            qualitativeResultName: word ? inLanguage(word, language) : null,
          });
        }),
    });
  });
