import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { CodeOf } from '#domain/kernel/choices.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { fillLabel, type Label, type Language } from '#domain/kernel/label.ts';
import type { partnerOperation } from '#domain/op/opInterface.ts';
import type { PartnerRow } from '#domain/op/partnerApi.ts';
import { partnerFaults, type PartnerFault, type PartnerValues, type RowFault } from '#domain/op/rules/mapRow.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { Database } from '#server/storage/database.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';
import type { OpenInterface } from '../interfaces/openInterface.ts';
import type { Parameters } from '../parameters/readParameters.ts';

export type Operation = CodeOf<typeof partnerOperation>;

/** A proven call of a partner's. */
export interface PartnerCall {
  readonly database: Database;
  readonly of: OpenInterface;
  readonly parameters: Parameters;
  readonly rows: readonly unknown[];
  readonly language: Language;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The line of the log that it does again. */
  readonly replayOf?: string;
}
/** A row's answer, and the codes by which its line of the log is found. */
export interface AnsweredRow {
  readonly row: PartnerRow;
  readonly codes: Pick<PartnerValues, 'thirdBarCode' | 'barCode' | 'hospitalCode'>;
}

export const textOf = (value: PartnerValues[keyof PartnerValues]): string | null => (typeof value === 'string' ? value : null);

/** A whole call that is refused (docs/interfaces.md#faults). */
export const callFault = (status: number, code: PartnerFault, headers: Readonly<Record<string, string>> = {}): UserError =>
  new UserError(status, partnerFaults[code], { refusal: code, headers });

/** A row that is refused, with all that is wrong with it in its sentence. */
export function refusedRow(
  { language }: PartnerCall,
  index: number,
  key: string | null,
  faults: readonly (Pick<RowFault, 'code'> & { readonly what: string | Label })[],
): PartnerRow {
  const msg = faults.map(({ code, what }) => fillLabel(partnerFaults[code], { what }, language)).join('; ');
  return { index, key, outcome: 'refused', code: faults[0]?.code ?? 'P06', msg, requisitionCode: null };
}
const words = { applied: ['成功', 'Done'], repeat: ['此前已处理', 'Had been done'] } as const;
export const goodRow = (
  { language }: PartnerCall,
  index: number,
  key: string,
  outcome: 'applied' | 'repeat',
  requisitionCode: string | null = null,
): PartnerRow => ({
  index,
  key,
  outcome,
  code: null,
  msg: fillLabel(words[outcome], {}, language),
  requisitionCode,
});

export const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** Values of one interface that wait for a pair at most: who sends nonsense fills no table. */
const mostUnmapped = 1_000;

/** Notes what no pair stands for. */
export async function noteUnmapped(tx: Tx, { of, now }: PartnerCall, faults: readonly RowFault[]): Promise<void> {
  const at = formatDateTime(now);
  for (const { unmapped } of faults)
    if (unmapped)
      await tx.execute(sql`insert into interface_unmapped as u (id, tenant_id, interface_id, mapping_code, value, create_time, last_time)
        select ${newId()}, ${of.tenantId}, ${of.interfaceId}, ${unmapped.mappingCode}, ${unmapped.value.slice(0, 100)}, ${at}, ${at}
        where (select count(*) from interface_unmapped where tenant_id = ${of.tenantId} and interface_id = ${of.interfaceId}) < ${mostUnmapped}
        on conflict (tenant_id, interface_id, mapping_code, value) do update set count = u.count + 1, last_time = excluded.last_time`);
}

/**
 * Whether the partner has said the opposite of a code since the call that is done again: of what it says twice the later word holds. Lines without
 * rows were refused as a whole and name no code.
 */
export async function isTakenBack(tx: Tx, { of, replayOf }: PartnerCall, key: string, opposite: Operation): Promise<boolean> {
  if (replayOf === undefined) return false;
  const later = await readRow(
    tx,
    sql`select 1 as found from interface_log l where l.tenant_id = ${of.tenantId} and l.interface_id = ${of.interfaceId} and l.operation = ${opposite}
      and l.codes @> ${sql.param([key])}::text[] and l.id > ${replayOf} limit 1`,
  );
  return later !== undefined;
}
export const takenBack: Label = ['对方此后另有推送或取消', 'The partner has said otherwise since'];

const answerDays = 7;
const dayMs = 24 * 3_600_000;

/** What a call of this key was answered; undefined where it is new. Throws P08 where the key was used for something else. */
export async function keptAnswer(
  database: Database,
  of: OpenInterface,
  callKey: string,
  operation: Operation,
  bodySha256: string,
): Promise<readonly PartnerRow[] | undefined> {
  const kept = await readRow<{ operation: string; bodySha256: string; answer: readonly PartnerRow[] }>(
    database.orm,
    sql`select operation, body_sha256, answer from interface_answer where tenant_id = ${of.tenantId} and interface_id = ${of.interfaceId} and call_key = ${callKey}`,
  );
  if (!kept) return undefined;
  if (kept.operation !== operation || kept.bodySha256 !== bodySha256) throw callFault(409, 'P08');
  return kept.answer;
}

/** Keeps what a call was answered; of two at once the first stays. */
export async function keepAnswer(
  tx: Tx,
  of: OpenInterface,
  kept: { readonly callKey: string; readonly operation: Operation; readonly bodySha256: string; readonly rows: readonly PartnerRow[] },
  now: number,
): Promise<void> {
  await tx.execute(sql`insert into interface_answer (tenant_id, interface_id, call_key, operation, body_sha256, answer, until_time)
    values (${of.tenantId}, ${of.interfaceId}, ${kept.callKey}, ${kept.operation}, ${kept.bodySha256}, ${JSON.stringify(kept.rows)}::jsonb, ${formatDateTime(now + answerDays * dayMs)})
    on conflict do nothing`);
}
