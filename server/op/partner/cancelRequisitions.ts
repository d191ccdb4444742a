import { sql } from 'drizzle-orm';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { expectedSource, expectedState } from '#domain/op/expected.ts';
import { mapRow, type InputParameter } from '#domain/op/rules/mapRow.ts';
import { timelineAct } from '#domain/search/sampleDetail.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import { readRow } from '#server/storage/readRows.ts';
import { arrivedAs } from './pushRequisitions.ts';
import { goodRow, isTakenBack, refusedRow, takenBack, textOf, type AnsweredRow, type PartnerCall } from './partnerCall.ts';

/** How a row names what it means: the parameter of the partner's code alone. */
export const keyParameters = ({ parameters }: PartnerCall): readonly InputParameter[] =>
  parameters.inputs.filter(({ fieldName }) => fieldName === 'thirdBarCode').map((one) => ({ ...one, isRequired: true }));

/** A row may be the code itself. */
export const asRow = (row: unknown, [parameter]: readonly InputParameter[]): unknown =>
  typeof row === 'string' && parameter && /^[^.[\]]+$/.test(parameter.path) ? { [parameter.path]: row } : row;

const reasonOf = (row: unknown): string => {
  const reason = typeof row === 'object' && row !== null ? (row as { reason?: unknown }).reason : '';
  return typeof reason === 'string' ? reason.trim().slice(0, 200) : '';
};

/** `requisitionCancel`: takes back what was pushed and has not arrived (docs/interfaces.md#cancel). */
export async function cancelRequisitions(call: PartnerCall): Promise<readonly AnsweredRow[]> {
  const { database, of, parameters, rows, now } = call;
  const named = keyParameters(call);
  const answers: AnsweredRow[] = [];
  for (const [index, row] of rows.entries()) {
    const { values, faults } = mapRow(asRow(row, named), named, parameters.sets);
    const key = textOf(values.thirdBarCode);
    const answer = await database.transaction(async (tx) => {
      if (faults.length > 0 || key === null) return refusedRow(call, index, key, faults);
      if (await isTakenBack(tx, call, key, 'requisitionPush')) return refusedRow(call, index, key, [{ code: 'P06', what: takenBack }]);
      const own = await readRow<{ id: string; state: number; barCode: string | null }>(
        tx,
        sql`select id::text as id, state::int as state, bar_code from expected_sample where tenant_id = ${of.tenantId} and source = ${expectedSource.partner}
          and partner = ${of.interfaceEncoding} and external_key = ${key} for update`,
      );
      if (!own) return refusedRow(call, index, key, [{ code: 'P05', what: key }]);
      if (own.state === expectedState.cancelled) return goodRow(call, index, key, 'repeat');
      const [here = null] = await arrivedAs(tx, call, [{ key, barCode: own.barCode }]);
      if (here || own.state === expectedState.arrived)
        return refusedRow(call, index, key, [{ code: 'P06', what: ['样本已接收', 'The sample has been received'] }]);
      await tx.execute(sql`update expected_sample set state = ${expectedState.cancelled}, close_reason = ${reasonOf(row) || null}, update_time = ${formatDateTime(now)}, version = version + 1
        where tenant_id = ${of.tenantId} and id = ${own.id}`);
      await writeAudit(tx, {
        user: { id: '0', account: of.interfaceEncoding, name: of.interfaceEncoding, tenantId: of.tenantId, permissions: new Set() },
        deviceId: null,
        opId: null,
        action: timelineAct.cancelled,
        subject: own.id,
        before: null,
        after: null,
        reason: reasonOf(row) || null,
        now: formatDateTime(now),
      });
      return goodRow(call, index, key, 'applied');
    });
    answers.push({ row: answer, codes: { thirdBarCode: values.thirdBarCode } });
  }
  return answers;
}
