import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { authorityFor, isValidOn } from '#domain/base/signing.ts';
import { signLevel } from '#domain/base/signUser.ts';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import { formatDateTime, toMs } from '#domain/kernel/dates.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import {
  auditReports,
  cancelReportAudit,
  type AuditedReport,
  type IssuedReport,
  type ReleaseSigning,
  type ReportAuditInput,
} from '#domain/report/reportActs.ts';
import type { ReportFacts } from '#domain/report/reportFacts.ts';
import { chainText, reportState, reportVersionState, versionSource } from '#domain/report/reportState.ts';
import { reportKind } from '#domain/report/reportTemplate.ts';
import { authoritiesOf, noteUse, ownSignature } from '#server/kernel/act/signatures.ts';
import { bindBlob, lockBlob } from '#server/kernel/core/blobStore.ts';
import { serveCommand, type ServedCommand, type Tx } from '#server/kernel/http/serve.ts';
import type { StepPorts } from '#server/kernel/verbs/servedArea.ts';
import { markOf } from '#server/spine/line.ts';
import { isTubeGone, settleOuterTube } from '#server/spine/reports/outerReports.ts';
import { moveReport } from '#server/spine/reports/settleReports.ts';
import { loadTasks } from '#server/spine/tasks/loadTasks.ts';
import { moveTasks } from '#server/spine/tasks/moveTasks.ts';
import { blobOwner } from '#server/storage/blobTables.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { hasLeftHouse, tellChannels } from './deliveries.ts';
import { prepareRelease, releasedFacts } from './release.ts';
import { reportsInSight } from './reportList.ts';

interface Loaded extends AuditedReport {
  readonly laboratoryId: string;
  readonly panelGroupIds: readonly string[];
  readonly isTubeGone: boolean;
  readonly reportKind: number;
}

const noSignature: ReleaseSigning = { state: 'noSignature' };
/** A version with its report, both locked, behind its tasks: the order everybody locks in. */
async function lockVersion(tx: Tx, user: ActingUser, versionId: string): Promise<Loaded | null> {
  const { tenantId } = user;
  const named = await readRow<{ reportId: string; taskIds: string[] }>(
    tx,
    sql`select r.id::text as report_id, array(select x.task_id::text from report_task x where x.tenant_id = r.tenant_id and x.report_id = r.id) as task_ids
      from report_version v join report r on r.tenant_id = v.tenant_id and r.id = v.report_id where ${await reportsInSight(tx, user)} and v.id = ${versionId}`,
  );
  if (!named) return null;
  const tasks = await loadTasks(tx, user, { taskIds: named.taskIds }, true);
  await tx.execute(sql`select 1 from report where tenant_id = ${tenantId} and id = ${named.reportId} for update`);
  const row = await readRow<Omit<Loaded, 'isCurrent' | 'firstAuditorIds' | 'secondAuditorIds'>>(
    tx,
    sql`select v.id::text as version_id, r.id::text as report_id, r.report_no, v.version_no, r.state::int as state, v.state::int as version_state, v.draft_sha256,
        case when v.source = ${versionSource.uploaded} then v.maker_id::text end as uploader_id, ${isTubeGone} as is_tube_gone, r.report_kind::int as report_kind,
        r.qualitative_result::int as qualitative_result, v.auditor_name, v.issue_time, v.basis, r.laboratory_id::text as laboratory_id, r.panel_group_ids::text[] as panel_group_ids,
        coalesce(s.is_third_release = 1, false) as is_third_release, coalesce(s.hold_minutes, 0)::int as hold_minutes,
        exists (select 1 from report_view w where w.tenant_id = v.tenant_id and w.version_id = v.id and w.user_id = ${user.id} and w.pdf_sha256 = v.draft_sha256) as is_seen
      from report_version v join report r on r.tenant_id = v.tenant_id and r.id = v.report_id
      left join report_config c on c.tenant_id = v.tenant_id and c.id = v.config_id left join report_strategy s on s.tenant_id = c.tenant_id and s.id = c.strategy_id
      where v.tenant_id = ${tenantId} and v.id = ${versionId}`,
  );
  if (!row) return null;
  const standing = tasks
    .filter(({ taskState: state }) => state === taskState.audited || state === taskState.issued)
    .map(({ id: taskId, round, resultVersion }) => ({ taskId, round, resultVersion }));
  const used = standing.filter(({ taskId }) => row.basis.some((one) => one.taskId === taskId));
  const hands = (of: 'checkUserIdOne' | 'checkUserIdTwo'): string[] => tasks.flatMap((task) => task[of] ?? []);
  return {
    ...row,
    isCurrent: canonicalJson(used) === canonicalJson(row.basis) && !row.isTubeGone,
    firstAuditorIds: hands('checkUserIdOne'),
    secondAuditorIds: hands('checkUserIdTwo'),
  };
}

/** How a person stands to releasing for all panel groups of a report today. */
async function signingOf(tx: Tx, user: ActingUser, { laboratoryId, panelGroupIds }: Loaded, date: string): Promise<ReleaseSigning> {
  const authorities = await authoritiesOf(tx, user.tenantId, [user.id]);
  const held = panelGroupIds.map((panelGroupId) => authorityFor(authorities, { laboratoryId, panelGroupId, signLevel: signLevel.release, date }));
  const [first] = held;
  if (!first || held.some((one) => !one)) return { state: 'noAuthority' };
  const own = await ownSignature(tx, user.tenantId, user.id, true);
  return own && isValidOn(own, date) ? { state: 'ready', signUserId: first.signUserId, signatureId: own.signatureId } : noSignature;
}

/** `report.audit`: binds what was set with the third signature, links it to the chain, and takes the results out of the house. */
const servedAudit = ({ making }: StepPorts): ServedCommand =>
  serveCommand(auditReports, {
    async prepare(user, payload) {
      const { versionId } = payload as Partial<ReportAuditInput>;
      return { prepared: making && typeof versionId === 'string' ? await prepareRelease(making.database, making.blobs, user, versionId) : null };
    },
    async load(tx, { versionId }, { user, now }) {
      const report = await lockVersion(tx, user, versionId);
      return { report, signing: report ? await signingOf(tx, user, report, now.slice(0, 10)) : noSignature };
    },
    async write(tx, { change, acting, opId, state: { report } }) {
      const { user } = acting;
      const { tenantId } = user;
      const { versionId, reportId, versionNo, release, signUserId } = change;
      const { issueTime, finalSha256 } = release;
      if (!report) throw new Error('a report that was accepted is not there');
      await lockBlob(tx, tenantId, finalSha256);
      await bindBlob(tx, tenantId, finalSha256, blobOwner.report);
      const own = await ownSignature(tx, tenantId, user.id, true);
      if (!own) throw new Error('a signature that was there is gone');
      await noteUse(tx, tenantId, own, acting.now);
      const prevHash = await lastLink(tx, tenantId);
      const chainHash = createHash('sha256')
        .update(chainText(prevHash, { reportNo: report.reportNo, versionNo, pdfSha256: finalSha256, issueTime }))
        .digest('hex');
      await tx.execute(sql`update report_version set state = ${reportVersionState.replaced}, update_time = ${acting.now}
        where tenant_id = ${tenantId} and report_id = ${reportId} and state = ${reportVersionState.issued}`);
      const signature = { slot: 'released', userId: user.id, name: user.name, signatureId: own.signatureId, signUserId, time: issueTime };
      const facts = await readRow<{ facts: ReportFacts }>(
        tx,
        sql`select facts from report_version where tenant_id = ${tenantId} and id = ${versionId}`,
      );
      const printed = facts && releasedFacts(facts.facts, { name: user.name, imageSha256: own.imageSha256, time: issueTime });
      await tx.execute(sql`update report_version set state = ${reportVersionState.issued}, pdf_sha256 = ${finalSha256}, pages = ${release.pages}, engine_version = ${release.engineVersion},
        facts = ${JSON.stringify(printed)}::jsonb, signatures = signatures || ${JSON.stringify([signature])}::jsonb, prev_hash = ${prevHash}, chain_hash = ${chainHash}, auditor_id = ${user.id},
        auditor_name = ${user.name}, issue_time = ${issueTime}, held_until = ${formatDateTime(toMs(issueTime) + report.holdMinutes * 60_000)}, update_time = ${acting.now}, version = version + 1
        where tenant_id = ${tenantId} and id = ${versionId}`);
      await tx.execute(sql`update report_chain set last_hash = ${chainHash}, last_version_id = ${versionId} where tenant_id = ${tenantId}`);
      await moveReport(tx, tenantId, { reportId, from: reportState.toAudit, to: reportState.issued }, acting.now);
      await tx.execute(
        sql`update report set issue_time = ${issueTime}, first_issue_time = coalesce(first_issue_time, ${issueTime}) where tenant_id = ${tenantId} and id = ${reportId}`,
      );
      await tellChannels(tx, tenantId, 'plan', { reportId, versionId }, acting.now);
      // An annex takes no result out of the house.
      const moves = (report as Loaded).reportKind === reportKind.auxiliary ? [] : report.basis.map(({ taskId }) => taskId);
      const open = await readRows<{ id: string }>(
        tx,
        sql`select id::text as id from lab_task where tenant_id = ${tenantId} and id::text = any(${sql.param([...moves])}::text[]) and task_state = ${taskState.audited} order by id`,
      );
      await moveTasks(
        tx,
        tenantId,
        open.map(({ id }) => ({ taskId: id, from: taskState.audited, to: taskState.issued })),
        markOf(auditReports, { acting, opId }, report.reportNo),
      );
      await settleOuterTube(tx, tenantId, reportId, markOf(auditReports, { acting, opId }, report.reportNo));
      return { versionId, reportId, state: reportState.issued };
    },
  });

/** The hash the next version is linked to, locked: one after another, also over two servers. */
async function lastLink(tx: Tx, tenantId: string): Promise<string> {
  await tx.execute(sql`insert into report_chain (tenant_id, last_hash) values (${tenantId}, '') on conflict (tenant_id) do nothing`);
  const row = await readRow<{ lastHash: string }>(tx, sql`select last_hash from report_chain where tenant_id = ${tenantId} for update`);
  return row?.lastHash ?? '';
}

/** The results of report_task `x` are out by this report and no other; by an annex nothing is. */
const isOutByThisAlone = sql`not exists (select 1 from report a where a.tenant_id = x.tenant_id and a.id = x.report_id and a.report_kind = ${reportKind.auxiliary})
  and not exists (select 1 from report_task y join report o on o.tenant_id = y.tenant_id and o.id = y.report_id where y.tenant_id = x.tenant_id and y.task_id = x.task_id
    and y.report_id <> x.report_id and o.report_kind <> ${reportKind.auxiliary} and o.state in (${reportState.issued}, ${reportState.recalling}))`;

/** `report.cancelAudit`: the version is withdrawn, its report made and audited anew, its results are in the house again. */
const servedCancel = serveCommand(cancelReportAudit, {
  async load(tx, { reportId }, { user }) {
    const { tenantId } = user;
    const named = await readRow<{ taskIds: string[] }>(
      tx,
      sql`select array(select x.task_id::text from report_task x where x.tenant_id = r.tenant_id and x.report_id = r.id) as task_ids from report r where ${await reportsInSight(tx, user)} and r.id = ${reportId}`,
    );
    if (!named) return { report: null };
    await loadTasks(tx, user, { taskIds: named.taskIds }, true);
    await tx.execute(sql`select 1 from report where tenant_id = ${tenantId} and id = ${reportId} for update`);
    const report = await readRow<IssuedReport>(
      tx,
      sql`select r.id::text as report_id, r.report_no, r.state::int as state, v.id::text as version_id, v.held_until, coalesce(${hasLeftHouse}, false) as has_left from report r
        left join report_version v on v.tenant_id = r.tenant_id and v.report_id = r.id and v.state = ${reportVersionState.issued} where r.tenant_id = ${tenantId} and r.id = ${reportId}`,
    );
    return { report: report ?? null };
  },
  async write(tx, { change: { reportId, versionId }, acting, opId, input: { reason }, state: { report } }) {
    const { user, now } = acting;
    const { tenantId } = user;
    await tx.execute(
      sql`update report_version set state = ${reportVersionState.withdrawn}, update_time = ${now}, version = version + 1 where tenant_id = ${tenantId} and id = ${versionId}`,
    );
    if (versionId) await tellChannels(tx, tenantId, 'withdraw', { reportId, versionId }, now);
    // What was released is not audited a second time: its next version is made, with a number of its own.
    await moveReport(tx, tenantId, { reportId, from: reportState.issued, to: reportState.waiting }, now);
    const tasks = await readRows<{ id: string }>(
      tx,
      sql`select t.id::text as id from report_task x join lab_task t on t.tenant_id = x.tenant_id and t.id = x.task_id where x.tenant_id = ${tenantId} and x.report_id = ${reportId}
        and t.task_state = ${taskState.issued} and ${isOutByThisAlone} order by t.id`,
    );
    await moveTasks(
      tx,
      tenantId,
      tasks.map(({ id }) => ({ taskId: id, from: taskState.issued, to: taskState.audited })),
      markOf(cancelReportAudit, { acting, opId }, [report?.reportNo, reason].filter(Boolean).join(' ')),
    );
    await settleOuterTube(tx, tenantId, reportId, markOf(cancelReportAudit, { acting, opId }, report?.reportNo ?? null));
    return { reportId, state: reportState.waiting };
  },
});

export const reportActs = (ports: StepPorts): readonly ServedCommand[] => [servedAudit(ports), servedCancel];
