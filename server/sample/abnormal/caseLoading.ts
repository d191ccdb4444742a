import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { KnownCase } from '#domain/sample/abnormal/abnormalActs.ts';
import { touchHeld } from '#server/spine/holdTubes.ts';
import { inSight, marked, own } from '#server/spine/loading.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';

export interface LoadedCase extends KnownCase {
  readonly foundTime: string;
  readonly dueTime: string;
  readonly measure: number | null;
}
const caseColumns = sql`c.id as case_id, c.case_no, c.case_code, c.severity, c.state, c.is_hold, c.found_user_id, c.closed_user_name, c.update_time, c.found_time, c.due_time, c.measure::int as measure`;

/** A case within the actor's laboratories, locked; one that is elsewhere throws NotYours. Null: none. */
export const lockCase = async (tx: Tx, user: ActingUser, caseId: string): Promise<LoadedCase | null> =>
  (await ownCases(tx, user, caseId, sql`for update of c`))[0] ?? null;
/** The same without a lock. */
export const readCase = async (reader: Reader, user: ActingUser, caseId: string): Promise<LoadedCase | null> =>
  (await ownCases(reader, user, caseId, sql``))[0] ?? null;
const ownCases = (reader: Reader, user: ActingUser, id: string, lock: SQL): Promise<LoadedCase[]> =>
  own<LoadedCase>(
    reader,
    sql`select ${caseColumns}, ${marked(sql`c.id::text`, inSight(user, sql`c.laboratory_id`))} from abnormal_case c where c.tenant_id = ${user.tenantId} and c.id = ${id} ${lock}`,
  );

/** Cases (alias c) a person may see: the tenant's, of their laboratories or of none. */
export async function casesInSight(reader: Reader, user: Pick<ActingUser, 'id' | 'tenantId'>): Promise<SQL> {
  const limit = inLaboratories(sql`c.laboratory_id`, await laboratoriesOf(reader, user));
  return allOf([sql`c.tenant_id = ${user.tenantId}`, limit && sql`(${limit} or c.laboratory_id is null)`]);
}

/** Holds the known tubes of a case, or lets go of those it holds. */
export async function holdCase(tx: Tx, tenantId: string, caseId: string, by: 1 | -1, now: string): Promise<void> {
  const from = by === 1 ? 0 : 1;
  const tubes = await readRows<{ sampleId: string }>(
    tx,
    sql`update abnormal_case_tube set is_held = ${1 - from} where tenant_id = ${tenantId} and case_id = ${caseId} and sample_id is not null and is_held = ${from} returning sample_id::text as sample_id`,
  );
  await touchHeld(
    tx,
    tenantId,
    tubes.map(({ sampleId }) => sampleId),
    now,
  );
}

export interface CaseTube {
  readonly id: string;
  readonly sampleCode: string;
  readonly laboratoryId: string | null;
  readonly sendSampleClientId: string | null;
}
/** Whom to tell of tubes: each client with its own; what nobody is known to have sent is left out. */
export function clientsOf(
  tubes: readonly CaseTube[],
): readonly { readonly sendSampleClientId: string; readonly laboratoryId: string | null; readonly sampleCodes: readonly string[] }[] {
  const byClient = new Map<string, CaseTube[]>();
  for (const tube of tubes)
    if (tube.sendSampleClientId) byClient.set(tube.sendSampleClientId, [...(byClient.get(tube.sendSampleClientId) ?? []), tube]);
  return [...byClient].map(([sendSampleClientId, own]) => ({
    sendSampleClientId,
    laboratoryId: own[0]?.laboratoryId ?? null,
    sampleCodes: own.map(({ sampleCode }) => sampleCode),
  }));
}
/** The tubes of a case that are here. */
export const tubesOfCase = (reader: Reader, tenantId: string, caseId: string): Promise<CaseTube[]> =>
  readRows<CaseTube>(
    reader,
    sql`select s.id::text as id, s.sample_code, s.contract_laboratory_id::text as laboratory_id, s.send_sample_client_id::text as send_sample_client_id
      from abnormal_case_tube x join sample s on s.tenant_id = x.tenant_id and s.id = x.sample_id where x.tenant_id = ${tenantId} and x.case_id = ${caseId} order by s.sample_code`,
  );
