import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { authorityFor, isValidOn } from '#domain/base/signing.ts';
import { signLevel } from '#domain/base/signUser.ts';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import type { CodeOf } from '#domain/kernel/choices.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { formatDateTime, toMs } from '#domain/kernel/dates.ts';
import { deApprovalState } from '#domain/lab/reversal/deApprovalChoices.ts';
import { taskState, type TaskState } from '#domain/lab/rules/taskState.ts';
import type { AuditedReport, PreparedRelease, ReleaseSigning } from '#domain/report/reportActs.ts';
import type { ReportFacts } from '#domain/report/reportFacts.ts';
import { chainText, reportState, reportVersionState, versionSource } from '#domain/report/reportState.ts';
import { reportKind } from '#domain/report/reportTemplate.ts';
import { authoritiesOf, noteUse, ownSignature } from '#server/kernel/act/signatures.ts';
import { bindBlob, lockBlob } from '#server/kernel/core/blobStore.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import type { Mark } from '#server/spine/line.ts';
import { syncLines } from '#server/spine/bill/syncLines.ts';
import { isTubeGone, settleOuterTube } from '#server/spine/reports/outerReports.ts';
import { reportsInSight } from '#server/spine/reports/reportSight.ts';
import { moveReport } from '#server/spine/reports/settleReports.ts';
import { moveTasks } from '#server/spine/tasks/moveTasks.ts';
import { blobOwner } from '#server/storage/blobTables.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { tellChannels } from './deliveries.ts';
import { holdOfTasks } from '#server/spine/holdTubes.ts';
import { lockTasksOf } from './lockReport.ts';
import { releasedFacts, type Releaser } from './release.ts';

export interface LockedVersion extends AuditedReport {
  readonly laboratoryId: string;
  readonly executeLaboratoryId: string;
  readonly panelGroupIds: readonly string[];
  readonly isTubeGone: boolean;
  readonly reportKind: CodeOf<typeof reportKind>;
  readonly requisitionId: string;
}

/** A version with its report, both locked, behind its tasks: the order everybody locks in. Null: out of sight. */
export async function lockVersion(tx: Tx, user: Pick<ActingUser, 'id' | 'tenantId'>, versionId: string): Promise<LockedVersion | null> {
  const { tenantId } = user;
  const named = await readRow<{ reportId: string }>(
    tx,
    sql`select r.id::text as report_id from report_version v join report r on r.tenant_id = v.tenant_id and r.id = v.report_id where ${await reportsInSight(tx, user)} and v.id = ${versionId}`,
  );
  const tasks = named && (await lockTasksOf(tx, user, named.reportId));
  if (!tasks) return null;
  const row = await readRow<
    Omit<LockedVersion, 'heldBy' | 'reversal' | 'isCurrent' | 'firstAuditorIds' | 'secondAuditorIds'> & { readonly isPartial: boolean }
  >(
    tx,
    sql`select v.id::text as version_id, r.id::text as report_id, r.report_no, v.version_no, r.requisition_id::text as requisition_id, r.state::int as state, v.state::int as version_state, v.draft_sha256,
        case when v.source = ${versionSource.uploaded} then v.maker_id::text end as uploader_id, ${isTubeGone} as is_tube_gone, r.report_kind::int as report_kind,
        r.qualitative_result::int as qualitative_result, v.auditor_name, v.issue_time, v.basis, r.laboratory_id::text as laboratory_id, r.execute_laboratory_id::text as execute_laboratory_id,
        r.panel_group_ids::text[] as panel_group_ids, coalesce((v.facts ->> 'isPartial')::boolean, false) as is_partial, coalesce(s.is_third_release = 1, false) as is_third_release, coalesce(s.hold_minutes, 0)::int as hold_minutes,
        exists (select 1 from report_view w where w.tenant_id = v.tenant_id and w.version_id = v.id and w.user_id = ${user.id} and w.pdf_sha256 = v.draft_sha256) as is_seen
      from report_version v join report r on r.tenant_id = v.tenant_id and r.id = v.report_id
      left join report_config c on c.tenant_id = v.tenant_id and c.id = v.config_id left join report_strategy s on s.tenant_id = c.tenant_id and s.id = c.strategy_id
      where v.tenant_id = ${tenantId} and v.id = ${versionId}`,
  );
  if (!row) return null;
  const used = tasks
    .filter(
      ({ id, taskState: state }) => (state === taskState.audited || state === taskState.issued) && row.basis.some(({ taskId }) => taskId === id),
    )
    .map(({ id: taskId, round, resultVersion }) => ({ taskId, round, resultVersion }));
  const taskIds = tasks.map(({ id }) => id);
  // Results of its own that came up since it was made: it would be issued as the whole.
  const isWhole = row.isPartial || tasks.every(({ taskState: state }) => isSettled(state));
  return {
    ...row,
    isCurrent: canonicalJson(used) === canonicalJson(row.basis) && isWhole && !row.isTubeGone,
    heldBy: await holdOfTasks(tx, tenantId, taskIds),
    reversal: await openReversal(tx, tenantId, taskIds),
    firstAuditorIds: tasks.flatMap((task) => task.checkUserIdOne ?? []),
    secondAuditorIds: tasks.flatMap((task) => task.checkUserIdTwo ?? []),
  };
}

/** Nothing of it is under way any more. */
const isSettled = (state: TaskState): boolean =>
  state === taskState.audited || state === taskState.issued || state === taskState.stopped || state === taskState.voided;

/** The undecided application to take back an audit of these results (docs/lab.md#reversal): the tasks are locked, so that none comes in between. */
const openReversal = async (tx: Tx, tenantId: string, taskIds: readonly string[]): Promise<LockedVersion['reversal']> =>
  (await readRow<{ by: string; at: string }>(
    tx,
    sql`select d.applicant_name as by, d.create_time as at from de_approval d where d.tenant_id = ${tenantId} and d.state = ${deApprovalState.waiting}
      and d.task_ids && ${sql.param([...taskIds])}::bigint[] order by d.id limit 1`,
  )) ?? null;

/** How a person stands to releasing for all panel groups of a report on a day. */
export async function signingOf(
  tx: Tx,
  { tenantId, id }: Pick<ActingUser, 'id' | 'tenantId'>,
  { laboratoryId, panelGroupIds }: LockedVersion,
  date: string,
): Promise<ReleaseSigning> {
  const authorities = await authoritiesOf(tx, tenantId, [id]);
  const held = panelGroupIds.map((panelGroupId) => authorityFor(authorities, { laboratoryId, panelGroupId, signLevel: signLevel.release, date }));
  const [first] = held;
  if (!first || held.some((one) => !one)) return { state: 'noAuthority' };
  const own = await ownSignature(tx, tenantId, id, true);
  return own && isValidOn(own, date) ? { state: 'ready', signUserId: first.signUserId, signatureId: own.signatureId } : { state: 'noSignature' };
}

interface Issued {
  readonly report: LockedVersion;
  readonly release: PreparedRelease;
  /** Whose signature it bears, by which authority. */
  readonly releaser: Releaser;
  readonly signUserId: string;
  /** By which criterion it is issued without a person; null: by this person. */
  readonly criterionVersion: string | null;
}
/** Issues a locked version: binds what was set with the third signature, links it to the chain, and takes its results out of the house. */
export async function issueVersion(
  tx: Tx,
  tenantId: string,
  { report, release, releaser, signUserId, criterionVersion }: Issued,
  mark: Mark,
): Promise<void> {
  const { now } = mark.acting;
  const { versionId, reportId, versionNo } = report;
  const { issueTime, finalSha256 } = release;
  await lockBlob(tx, tenantId, finalSha256);
  await bindBlob(tx, tenantId, finalSha256, blobOwner.report);
  const own = await ownSignature(tx, tenantId, releaser.id, true);
  if (!own) throw new Error('a signature that was there is gone');
  await noteUse(tx, tenantId, own, now);
  const prevHash = await lastLink(tx, tenantId);
  const chainHash = createHash('sha256')
    .update(chainText(prevHash, { reportNo: report.reportNo, versionNo, pdfSha256: finalSha256, issueTime }))
    .digest('hex');
  await tx.execute(sql`update report_version set state = ${reportVersionState.replaced}, update_time = ${now}
    where tenant_id = ${tenantId} and report_id = ${reportId} and state = ${reportVersionState.issued}`);
  const signature = { slot: 'released', userId: releaser.id, name: releaser.name, signatureId: own.signatureId, signUserId, time: issueTime };
  const facts = await readRow<{ facts: ReportFacts }>(tx, sql`select facts from report_version where tenant_id = ${tenantId} and id = ${versionId}`);
  const printed = facts && releasedFacts(facts.facts, releaser, { imageSha256: own.imageSha256, time: issueTime });
  await tx.execute(sql`update report_version set state = ${reportVersionState.issued}, pdf_sha256 = ${finalSha256}, pages = ${release.pages}, engine_version = ${release.engineVersion},
    facts = ${JSON.stringify(printed)}::jsonb, signatures = signatures || ${JSON.stringify([signature])}::jsonb, prev_hash = ${prevHash}, chain_hash = ${chainHash}, auditor_id = ${releaser.id},
    auditor_name = ${criterionVersion === null ? releaser.name : byItself}, criterion_version = ${criterionVersion}, is_auto = 0, kept_back = null, issue_time = ${issueTime},
    held_until = ${formatDateTime(toMs(issueTime) + report.holdMinutes * 60_000)}, update_time = ${now}, version = version + 1
    where tenant_id = ${tenantId} and id = ${versionId}`);
  await tx.execute(sql`update report_chain set last_hash = ${chainHash}, last_version_id = ${versionId} where tenant_id = ${tenantId}`);
  await moveReport(tx, tenantId, { reportId, from: reportState.toAudit, to: reportState.issued }, now);
  await tx.execute(
    sql`update report set issue_time = ${issueTime}, first_issue_time = coalesce(first_issue_time, ${issueTime}) where tenant_id = ${tenantId} and id = ${reportId}`,
  );
  // What it does not print is free again: once it is final it is reported by another (docs/report.md#states).
  await tx.execute(
    sql`delete from report_task where tenant_id = ${tenantId} and report_id = ${reportId} and not task_id = ${anyId(report.basis.map(({ taskId }) => taskId))}`,
  );
  await tellChannels(tx, tenantId, 'plan', { reportId, versionId }, now);
  // An annex takes no result out of the house.
  const moved = report.reportKind === reportKind.auxiliary ? [] : report.basis.map(({ taskId }) => taskId);
  const open = await readRows<{ id: string }>(
    tx,
    sql`select id::text as id from lab_task where tenant_id = ${tenantId} and id = ${anyId(moved)} and task_state = ${taskState.audited} order by id`,
  );
  await moveTasks(
    tx,
    tenantId,
    open.map(({ id }) => ({ taskId: id, from: taskState.audited, to: taskState.issued })),
    mark,
  );
  await settleOuterTube(tx, tenantId, reportId, mark);
  // A further report of results that are out already moves no task.
  await syncLines(tx, tenantId, [report.requisitionId]);
}
/** Who issued what no person did. */
export const byItself = '自动审核';

/** The hash the next version is linked to, locked: one after another, also over two servers. */
async function lastLink(tx: Tx, tenantId: string): Promise<string> {
  await tx.execute(sql`insert into report_chain (tenant_id, last_hash) values (${tenantId}, '') on conflict (tenant_id) do nothing`);
  const row = await readRow<{ lastHash: string }>(tx, sql`select last_hash from report_chain where tenant_id = ${tenantId} for update`);
  return row?.lastHash ?? '';
}
