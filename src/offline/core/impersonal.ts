import type { Receipt } from '#domain/kernel/offlineWire.ts';

/**
 * What of an answer stays on a desk: codes, times, states, staff and master data. An answer is kept in the open, so that
 * whoever carries an act can take it down; what it may say of a patient is dropped before it is written (docs/offline.md#signed-and-sealed).
 */
const keptNames: ReadonlySet<string> = new Set(
  [
    'requisitionId requisitionCode sampleCode sampleCodes newCode labCode handoverId handoverKey handoverStatus handoverTotal',
    'rejectRecordId caseId caseNo requisitionImageId imageKey sha256 laboratoryId laboratoryName commodityName commodityNames commodityIds',
    'lab labStatus entryState status state pass form count code codes other announced shapes client what title field',
    'no by at receivedBy signedBy receiveTime labReceiveTime createTime signTime enterTime',
  ].flatMap((names) => names.split(' ')),
);
/** Fields of a requisition whose faults speak of master data and codes, never of a person. */
const openFields =
  /^(tubes\.\d+\.)?(sampleCode|sampleClassId|testTube\w*|requisitionCode|commodityIds?|sendSampleClientId|contractLaboratoryId)$|^\d+$/;
const seeForm = ['内容不符合规则,请打开原表单查看', 'It breaks a rule: open its form to see which'] as const;

function keptOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return typeof value === 'object' ? null : value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, entry]) => keptNames.has(name) && (typeof entry !== 'object' || Array.isArray(entry)))
      .map(([name, entry]) => [name, entry as unknown]),
  );
}

function keptProblem(problem: unknown): unknown {
  const { field = '', code = '', params = {} } = (problem ?? {}) as { field?: string; code?: string; params?: Record<string, unknown> };
  const { text, value: _value, ...rest } = params;
  if (openFields.test(field)) return { field, code, params };
  return { field, code, params: text === undefined ? rest : { ...rest, text: seeForm } };
}

/** The receipt as it is written down. */
export function impersonal(receipt: Receipt): Receipt {
  const { result, params, problems } = receipt;
  return {
    ...receipt,
    ...(result === undefined ? {} : { result: keptOf(result) }),
    ...(params === undefined ? {} : { params: keptOf(params) as NonNullable<Receipt['params']> }),
    ...(problems === undefined ? {} : { problems: problems.map(keptProblem) }),
  };
}
