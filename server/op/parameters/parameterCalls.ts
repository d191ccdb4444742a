import { sql } from 'drizzle-orm';
import { problemOf, type Problem } from '#domain/kernel/check.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { fillLabel, type Label } from '#domain/kernel/label.ts';
import { parameterContracts } from '#domain/op/interfaceCalls.ts';
import { opInterface } from '#domain/op/opInterface.ts';
import { opParameter, parameterType } from '#domain/op/opParameter.ts';
import { mostRows } from '#domain/op/partnerApi.ts';
import { inputFields, isInputField, isOutputField } from '#domain/op/partnerFields.ts';
import { isTimeFormat, mapRow, partnerFaults } from '#domain/op/rules/mapRow.ts';
import { languageOf, problemsError } from '#server/kernel/core/answers.ts';
import type { Call, Tx } from '#server/kernel/http/serve.ts';
import { resourceReader } from '#server/kernel/resource/resourceRead.ts';
import { notFound, saveRow } from '#server/kernel/resource/resourceWrite.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { readRow } from '#server/storage/readRows.ts';
import { rowsOfBody } from '../partner/rowsOfBody.ts';
import { readParameters } from './readParameters.ts';

/** Rows that a trial shows at most. */
const mostShown = 10;

const fault = (name: keyof typeof opParameter.fields, text: Label): Problem => problemOf(name, opParameter.fields[name] as Field, 'rule', { text });

/** A code stands once in its interface and way, its field goes that way, its format and its set are some. */
async function judge(tx: Tx, tenantId: string, id: string): Promise<void> {
  // Two saves for one interface wait for each other at its row.
  const row = await readRow<{
    interfaceId: string;
    type: number;
    parameterCode: string;
    fieldName: string;
    format: string | null;
    mappingCode: string | null;
  }>(
    tx,
    sql`select p.interface_id::text as interface_id, p.type::int as type, p.parameter_code, p.field_name, nullif(p.format, '') as format, nullif(p.mapping_code, '') as mapping_code
      from op_parameter p join op_interface i on i.tenant_id = p.tenant_id and i.id = p.interface_id where p.tenant_id = ${tenantId} and p.id = ${id} for update of i`,
  );
  if (!row) throw new Error('a parameter was saved and is not there');
  const { interfaceId, type, parameterCode, fieldName, format, mappingCode } = row;
  const twin = await readRow(
    tx,
    sql`select 1 as found from op_parameter where tenant_id = ${tenantId} and interface_id = ${interfaceId} and type = ${type} and lower(parameter_code) = lower(${parameterCode})
      and id <> ${id} and is_deleted = 0 limit 1`,
  );
  const set = mappingCode
    ? await readRow(
        tx,
        sql`select 1 as found from parameter_mapping where tenant_id = ${tenantId} and code = ${mappingCode} and parent_id is null and is_deleted = 0 limit 1`,
      )
    : {};
  const goesIn = isInputField(fieldName);
  const isTime = goesIn && ['date', 'dateTime'].includes(inputFields[fieldName].kind);
  const problems = [
    ...(twin ? [problemOf('parameterCode', opParameter.fields.parameterCode, 'taken', { value: parameterCode })] : []),
    ...((type === parameterType.input ? goesIn : isOutputField(fieldName))
      ? []
      : [fault('fieldName', ['此字段不能用于该参数类型', 'This field does not go this way'])]),
    ...(format && (!isTime || !isTimeFormat(format))
      ? [fault('format', ['只有时间有格式, 如 yyyyMMddHHmm', 'Times alone have a format, like yyyyMMddHHmm'])]
      : []),
    ...(set ? [] : [fault('mappingCode', [`没有编号为 ${mappingCode ?? ''} 的参数配置`, `There is no mapping ${mappingCode ?? ''}`])]),
  ];
  if (problems.length > 0) throw problemsError(problems);
}

export const parameterCalls: readonly Call[] = serveCalls(parameterContracts, {
  'POST op/op-parameter/submit': {
    async write(tx, { body, writing }) {
      const { id } = await saveRow(tx, opParameter, body, writing);
      await judge(tx, writing.user.tenantId, id);
      return { id };
    },
  },
  'POST op/op-parameter/try': {
    async handle({ db, user, body: { interfaceId, body }, request }) {
      if (!(await resourceReader(db, opInterface, user, new Map()).detail(interfaceId))) throw notFound(opInterface);
      const rows = rowsOfBody(body, mostRows.requisitionPush);
      const { inputs, sets } = await readParameters(db, { tenantId: user.tenantId, interfaceId });
      const language = languageOf(request);
      const read = rows.slice(0, mostShown).map((row) => {
        const { values, faults } = mapRow(row, inputs, sets);
        return { values, faults: faults.map(({ code, what }) => ({ code, msg: fillLabel(partnerFaults[code], { what }, language) })) };
      });
      return { rowCount: rows.length, rows: read };
    },
  },
});
