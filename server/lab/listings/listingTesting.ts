import { sql } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import { batchKind } from '#domain/lab/batch/sheetChoices.ts';
import { callPath } from '#domain/kernel/services.ts';
import type { Account, Desk } from '#server/sample/deskTesting.ts';
import { setScope } from '#server/session/scopeOf.ts';
import { newId } from '#server/storage/ids.ts';
import type { StoredTask } from '../tasks/taskTesting.ts';

type Service = 'search' | 'op' | 'lab';
type Query = Readonly<Record<string, string>>;

/** The answer of a list's call. */
export async function asked(desk: Desk, account: Account, path: `${Service}/${string}`, query: Query = {}): Promise<any> {
  const [service, ...rest] = path.split('/');
  const answer = await (await desk.as(account)).get(callPath(service as Service, rest.join('/'), 'accession'), query);
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
  return answer.json<{ data: unknown }>().data;
}
/** The status alone. */
export async function statusOf(desk: Desk, account: Account, path: `${Service}/${string}`, query: Query = {}): Promise<number> {
  const [service, ...rest] = path.split('/');
  return (await (await desk.as(account)).get(callPath(service as Service, rest.join('/'), 'accession'), query)).statusCode;
}
/** Both sheets of a list's file: rows with their head, and conditions. */
export async function fileOf(
  desk: Desk,
  path: `${Service}/${string}`,
  query: Query = {},
): Promise<{ rows: unknown[][]; conditions: unknown[][]; isHeadLocked: boolean }> {
  const [service, ...rest] = path.split('/');
  const answer = await (await desk.as('lab')).get(callPath(service as Service, `${rest.join('/')}/export`, 'accession'), query);
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
  const { sheets } = await readXlsx(answer.rawPayload);
  return { rows: sheets[0]?.rows ?? [], conditions: sheets[1]?.rows ?? [], isHeadLocked: sheets[0]?.protection?.sheet === true };
}

/** Limits an account; null lifts the limit. */
export async function limit(desk: Desk, account: Account, kind: 'laboratory' | 'panelGroup', ids: readonly string[] | null): Promise<void> {
  await setScope(desk.orm, { id: (await desk.me(account)).id, tenantId: '000000' }, kind, ids);
}

interface SheetWanted {
  readonly line?: 'tngs' | 'general';
  readonly kind?: number;
  readonly isSubmit?: number;
}
/** A run sheet on which these tasks stand, in the order they are given. */
export async function sheetOf(desk: Desk, batch: string, tasks: readonly StoredTask[], wanted: SheetWanted = {}): Promise<string> {
  const { line = 'general', kind = batchKind.extraction, isSubmit = 1 } = wanted;
  const { id: userId, name } = await desk.me('lab');
  const ruleId = newId();
  const [first] = tasks;
  await desk.orm
    .execute(sql`insert into lab_batch (id, tenant_id, batch, day_number, total_number, operator_id, operator, is_submit, submit_time, batch_kind, line, laboratory_id, panel_group_id,
      plate_format, kit_lots, create_user, create_user_name, update_user_name, create_time, update_time, version)
    values (${ruleId}, '000000', ${batch}, 1, ${tasks.length}, ${userId}, ${name}, ${isSubmit}, now(), ${kind}, ${line}, ${first!.laboratoryId}, ${first!.panelGroupId},
      96, '[{"name":"提取试剂","lotNo":"K2026"}]', ${userId}, ${name}, ${name}, now(), now(), 1)`);
  for (const [at, task] of tasks.entries())
    await desk.orm
      .execute(sql`insert into lab_batch_place (id, tenant_id, rule_id, seq, well, kind, task_id, round, state, dna_conc, index1, create_time, update_time, version)
      values (${newId()}, '000000', ${ruleId}, ${at + 1}, ${`A${String(at + 1).padStart(2, '0')}`}, 1, ${task.id}, ${task.round}, 2, 12.5, 'ACGT', now(), now(), 1)`);
  return ruleId;
}

/** A version of a task's result with what was found and measured. */
export async function versionFor(
  desk: Desk,
  task: StoredTask,
  {
    found = [],
    metrics = {},
    values = {},
  }: {
    readonly found?: readonly string[];
    readonly metrics?: Readonly<Record<string, string>>;
    readonly values?: Readonly<Record<string, string>>;
  },
): Promise<void> {
  const { id, name } = await desk.me('lab');
  const findings = found.map((one) => ({ name: one, confidence: 'high', rpm: 12 }));
  await desk.orm
    .execute(sql`insert into lab_result_version (tenant_id, task_id, no, round, source, values, metrics, findings, detection_result, author_id, author_name, create_time)
    select '000000', ${task.id}, coalesce(max(v.no), 0) + 1, ${task.round}, 1, ${JSON.stringify(values)}::jsonb, ${JSON.stringify(metrics)}::jsonb, ${JSON.stringify(findings)}::jsonb, ${found.length > 0 ? 2 : 1}, ${id}, ${name}, now()
    from lab_result_version v where v.tenant_id = '000000' and v.task_id = ${task.id}`);
}
