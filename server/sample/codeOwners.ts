import { sql } from 'drizzle-orm';
import { codeStateOf, type CodeState, type CodeUse, type OwnedSegment } from '#domain/code/codeOwner.ts';
import { codeType } from '#domain/code/codeStyle.ts';
import { numberState } from '#domain/code/useNumbers.ts';
import type { SummaryInput } from '#domain/sample/summaryInput.ts';
import type { Existing } from '#domain/sample/rules/entryForm.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId, anyText } from '#server/storage/sqlParts.ts';
import { together } from '#server/storage/together.ts';

const prefix = sql`upper(coalesce(s.prefix, ''))`;
const bound = (column: 'first_number' | 'last_number') => sql`${prefix} || lpad(s.${sql.raw(column)}::text, s.digits::int, '0')`;
/** True where a code of `c` is written as one of the segment's numbers; to be trusted for plain digits, `numberOf` has the last word. */
const covers = sql`(length(c.code) = length(${prefix}) + s.digits and c.code collate "C" >= ${bound('first_number')} and c.code collate "C" <= ${bound('last_number')}
  and substr(c.code, length(${prefix}) + 1) ~ '^[0-9]+$')`;

interface Given extends Record<string, unknown> {
  readonly code: string;
  readonly codeType: number;
  /** null: nobody was given it. */
  readonly clientId: string | null;
  readonly isVoid: boolean;
}

const usesOf = (input: SummaryInput): readonly CodeUse[] => {
  const whose = { sendSampleClientId: input.sendSampleClientId, laboratoryId: input.contractLaboratoryId };
  return [
    { ...whose, code: input.requisitionCode, codeType: codeType.requisition },
    ...input.tubes.map(({ sampleCode }) => ({ ...whose, code: sampleCode, codeType: codeType.sample })),
  ];
};

/** How codes stand for those they came in for. */
async function codeStates(reader: Reader, tenantId: string, uses: readonly CodeUse[]): Promise<(use: CodeUse) => CodeState> {
  const codes = [...new Set(uses.map(({ code }) => code))];
  const list = sql`unnest(${sql.param(codes)}::text[]) c(code)`;
  const types = sql`s.tenant_id = ${tenantId} and s.is_deleted = 0 and s.code_type in (${codeType.requisition}, ${codeType.sample})`;
  const [segments, given] = await together(
    readRows<OwnedSegment & { digits: unknown; first: unknown; last: unknown }>(
      reader,
      sql`select s.code_type, s.send_sample_client_id::text as send_sample_client_id, s.laboratory_id::text as laboratory_id, s.is_disable::int as is_disable,
        ${prefix} as prefix, s.digits, s.first_number as first, s.last_number as last from number_segment s
        where ${types} and (s.send_sample_client_id = ${anyId([...new Set(uses.map(({ sendSampleClientId }) => sendSampleClientId))])} or exists (select 1 from ${list} where ${covers}))`,
    ),
    readRows<Given>(
      reader,
      sql`select u.code, s.code_type, null::text as client_id, true as is_void from number_use u join number_segment s on s.id = u.segment_id and ${types}
          where u.tenant_id = ${tenantId} and u.code = ${anyText(codes)} and u.state = ${numberState.spoiled}
        union all select c.code, s.code_type, a.send_sample_client_id::text, false from ${list} join number_segment s on ${types} and s.send_sample_client_id is null and ${covers}
          cross join lateral (select case when ${covers} then substr(c.code, length(${prefix}) + 1)::bigint end as number) n
          cross join lateral (select b.apply_id, b.last_number from number_block b where b.tenant_id = s.tenant_id and b.segment_id = s.id and b.first_number <= n.number order by b.first_number desc limit 1) b
          join code_apply a on a.tenant_id = s.tenant_id and a.id = b.apply_id and b.last_number >= n.number and a.send_sample_client_id is not null`,
    ),
  );
  const known = segments.map((row) => ({ ...row, digits: Number(row.digits), first: Number(row.first), last: Number(row.last) }));
  return (use) => {
    const facts = given.filter((fact) => fact.code === use.code && fact.codeType === use.codeType);
    if (facts.some(({ isVoid }) => isVoid)) return 'voided';
    const state = codeStateOf(use, known);
    // Of a segment of ours: whoever it was printed for has it.
    return state === 'usable' && facts.some(({ clientId }) => clientId !== null && clientId !== use.sendSampleClientId) ? 'otherClient' : state;
  };
}

export const codeState = async (reader: Reader, tenantId: string, use: CodeUse): Promise<CodeState> =>
  (await codeStates(reader, tenantId, [use]))(use);

/** Facts for R-07, for each act: whether its codes are its client's to use. */
export async function codeOwners(
  reader: Reader,
  tenantId: string,
  inputs: readonly SummaryInput[],
): Promise<readonly Pick<Existing, 'requisitionState' | 'tubeStates'>[]> {
  const stateOf = await codeStates(reader, tenantId, inputs.flatMap(usesOf));
  return inputs.map((input) => {
    const [requisition, ...tubes] = usesOf(input).map((use) => [use.code, stateOf(use)] as const);
    return { requisitionState: requisition![1], tubeStates: Object.fromEntries(tubes) };
  });
}
