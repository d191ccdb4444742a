import { sql } from 'drizzle-orm';
import type { Label } from '#domain/kernel/label.ts';
import { parameterType } from '#domain/op/opParameter.ts';
import { inputFields, isInputField, isOutputField, outputFields, type OutputField } from '#domain/op/partnerFields.ts';
import { isTimeFormat, plainParameters, type InputParameter, type MappingSets } from '#domain/op/rules/mapRow.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyText } from '#server/storage/sqlParts.ts';

interface StoredParameter {
  readonly parameterCode: string;
  readonly type: number;
  readonly path: string | null;
  readonly fieldName: string;
  readonly format: string | null;
  readonly mappingCode: string | null;
  readonly isRequired: boolean;
  readonly maxLength: number | null;
  readonly defaultValue: string | null;
}
interface OfInterface {
  readonly tenantId: string;
  readonly interfaceId: string;
}
const stored = (reader: Reader, { tenantId, interfaceId }: OfInterface): Promise<StoredParameter[]> =>
  readRows<StoredParameter>(
    reader,
    sql`select parameter_code, type::int as type, nullif(path, '') as path, field_name, nullif(format, '') as format, nullif(mapping_code, '') as mapping_code,
        coalesce(is_required, 0) = 1 as is_required, max_length::int as max_length, nullif(default_value, '') as default_value
      from op_parameter where tenant_id = ${tenantId} and interface_id = ${interfaceId} and is_deleted = 0 and is_disable = 0 order by sort, id`,
  );

/** How an interface's messages are read and answered. */
export interface Parameters {
  readonly inputs: readonly InputParameter[];
  /** What each of our answers is called there. */
  readonly outputs: readonly { readonly name: string; readonly fieldName: OutputField; readonly mappingCode: string | null }[];
  readonly sets: MappingSets;
  /** Last parts of the paths that say who a patient is. */
  readonly patientKeys: ReadonlySet<string>;
}

/** The parameters of an interface with the sets they name; by our own names where none is described (docs/interfaces.md#mapping). */
export async function readParameters(reader: Reader, of: OfInterface): Promise<Parameters> {
  const rows = await stored(reader, of);
  const described = rows.flatMap((row): InputParameter[] =>
    row.type === parameterType.input && isInputField(row.fieldName)
      ? [{ ...row, name: row.parameterCode, path: row.path ?? row.parameterCode, fieldName: row.fieldName }]
      : [],
  );
  const inputs = described.length > 0 ? described : plainParameters;
  const outputs = rows.flatMap(({ type, fieldName, path, parameterCode, mappingCode }) =>
    type === parameterType.output && isOutputField(fieldName) ? [{ name: path ?? parameterCode, fieldName, mappingCode }] : [],
  );
  const codes = [...new Set(rows.flatMap(({ mappingCode }) => (mappingCode ? [mappingCode] : [])))];
  const keys = inputs
    .filter(({ fieldName }) => 'patient' in inputFields[fieldName])
    .map(
      ({ path }) =>
        path
          .replace(/\[\d+\]/g, '')
          .split('.')
          .at(-1) ?? path,
    );
  return {
    inputs,
    outputs: outputs.length > 0 ? outputs : outputFields.map((name) => ({ name, fieldName: name, mappingCode: null })),
    sets: await readSets(reader, of.tenantId, codes),
    patientKeys: new Set(keys),
  };
}

/** The pairs of these sets that are not sealed. */
export async function readSets(reader: Reader, tenantId: string, codes: readonly string[]): Promise<MappingSets> {
  if (codes.length === 0) return new Map();
  const pairs = await readRows<{ code: string; dictKey: string; dictValue: string }>(
    reader,
    sql`select m.code, m.dict_key, m.dict_value from parameter_mapping m join parameter_mapping s on s.tenant_id = m.tenant_id and s.id = m.parent_id and s.is_deleted = 0 and s.is_sealed = 0
      where m.tenant_id = ${tenantId} and m.code = ${anyText(codes)} and m.is_deleted = 0 and m.is_sealed = 0 order by m.sort, m.id`,
  );
  const sets = new Map<string, Map<string, string>>();
  for (const { code, dictKey, dictValue } of pairs) {
    const set = sets.get(code) ?? new Map<string, string>();
    if (!set.has(dictKey)) set.set(dictKey, dictValue);
    sets.set(code, set);
  }
  return sets;
}

/** What of an interface's parameters cannot work: said when it is tried. */
export async function parameterFaults(reader: Reader, of: OfInterface): Promise<readonly Label[]> {
  const rows = await stored(reader, of);
  const inputs = rows.filter(({ type }) => type === parameterType.input);
  const codes = new Set(rows.flatMap(({ mappingCode }) => (mappingCode ? [mappingCode] : [])));
  const sets = await readSets(reader, of.tenantId, [...codes]);
  return [
    ...(inputs.length === 0 || inputs.some(({ fieldName }) => fieldName === 'thirdBarCode')
      ? []
      : [['没有参数对应第三方条码', 'No parameter is the third-party barcode'] as const]),
    ...[...codes].filter((code) => !sets.has(code)).map((code): Label => [`字典“${code}”没有明细`, `Set “${code}” has no pairs`]),
    ...rows
      .filter(({ type, fieldName }) => (type === parameterType.input ? !isInputField(fieldName) : !isOutputField(fieldName)))
      .map(({ parameterCode }): Label => [`参数“${parameterCode}”的字段不能用于该类型`, `The field of “${parameterCode}” does not go this way`]),
    ...rows
      .filter(({ format }) => format !== null && !isTimeFormat(format))
      .map(({ parameterCode, format }): Label => [
        `参数“${parameterCode}”的格式无法识别: ${format ?? ''}`,
        `The format of “${parameterCode}” cannot be read: ${format ?? ''}`,
      ]),
  ];
}
