import { sql } from 'drizzle-orm';
import type { Label } from '#domain/kernel/label.ts';
import { recordState } from '#domain/lab/process/processChoices.ts';
import { deApprovalState } from '#domain/lab/reversal/deApprovalChoices.ts';
import { criterionState } from '#domain/report/releaseCriterion.ts';
import type { ReportFacts } from '#domain/report/reportFacts.ts';
import { reportState, reportVersionState } from '#domain/report/reportState.ts';
import { answeredBy, releaseObstacle, releaseObstacles, type ReleaseQuestion, type TestedPerson } from '#domain/report/rules/autoRelease.ts';
import { entryState } from '#domain/sample/entryState.ts';
import { isReleaseOn } from '#server/report/config/releaseSwitch.ts';
import type { Making } from '#server/kernel/verbs/servedArea.ts';
import type { Mark } from '#server/spine/line.ts';
import { nowText } from '#server/storage/clock.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { byItself, issueVersion, lockVersion, signingOf, type LockedVersion } from './issue.ts';
import { prepareRelease, type Releaser } from './release.ts';
import { isForNow } from './reportBytes.ts';

const damaged: Label = ['报告文件异常, 请重新生成', 'The report’s file is damaged; generate again'];
const failed: Label = ['自动发布失败, 请人工审核', 'It could not be issued by itself; a person issues it'];

/**
 * Issues a version without a person where its strategy lets it out by an approved criterion and nothing stands in the way
 * (docs/report.md#automatic-release); else it awaits its audit and says what did. Asked before it is set with the signature, and again within
 * the transaction that issues it. What does not await its judgement is left alone.
 */
export async function releaseByItself(making: Making, tenantId: string, versionId: string): Promise<void> {
  const { database } = making;
  const house = { tenantId, id: '0', account: '', name: byItself, permissions: new Set<string>() };
  try {
    const found = await database.transaction((tx) => judge(tx, house, versionId, nowText()));
    if (!found) return;
    const release = await prepareRelease(making, house, versionId, found.releaser);
    await database.transaction(async (tx) => {
      const now = nowText();
      if (!release) return keepBack(tx, tenantId, versionId, damaged);
      const judged = await judge(tx, house, versionId, now);
      // The signature was replaced meanwhile: asked again in a minute.
      if (!judged || judged.signatureId !== release.signatureId || judged.releaser.note !== found.releaser.note) return;
      const { report, releaser, signUserId, criterionVersion } = judged;
      const mark: Mark = {
        act: 'report.autoRelease',
        acting: { user: house, now, occurredAt: null, deviceId: null },
        opId: null,
        note: `${report.reportNo} ${criterionVersion}`,
      };
      await issueVersion(tx, tenantId, { report, release, releaser, signUserId, criterionVersion }, mark);
    });
  } catch (error) {
    // Asked again in a minute.
    if (!isForNow(error)) await database.transaction((tx) => keepBack(tx, tenantId, versionId, failed));
    throw error;
  }
}

const keepBack = (tx: Tx, tenantId: string, versionId: string, why: Label | null): Promise<unknown> =>
  tx.execute(sql`update report_version set is_auto = 0, kept_back = ${why && JSON.stringify(why)}::jsonb, update_time = ${nowText()}, version = version + 1
    where tenant_id = ${tenantId} and id = ${versionId} and is_auto = 1`);

interface Judged {
  readonly report: LockedVersion;
  readonly releaser: Releaser;
  readonly signUserId: string;
  readonly signatureId: string;
  readonly criterionVersion: string;
}
interface Asked {
  readonly isAutoRelease: boolean;
  readonly facts: ReportFacts;
  readonly approverId: string | null;
  readonly approverName: string | null;
  readonly criterionCode: string | null;
  readonly criterionNo: number | null;
  readonly reviewDate: string | null;
  readonly panelGroupIds: readonly string[] | null;
  readonly ageFrom: number | null;
  readonly ageTo: number | null;
}

/** By whose signature a version goes out; null: it does not, and says why. */
async function judge(tx: Tx, house: { readonly tenantId: string; readonly id: string }, versionId: string, now: string): Promise<Judged | null> {
  const { tenantId } = house;
  const report = await lockVersion(tx, house, versionId);
  const asked = await readRow<Asked>(
    tx,
    sql`select coalesce(s.is_auto_release = 1 and s.is_disable = 0, false) as is_auto_release, v.facts, c.approver_id::text as approver_id, u.real_name as approver_name, c.criterion_code,
        c.version_no as criterion_no, c.review_date::text as review_date, c.panel_group_ids::text[] as panel_group_ids, c.age_from::int as age_from, c.age_to::int as age_to
      from report_version v join report_config g on g.tenant_id = v.tenant_id and g.id = v.config_id join report_strategy s on s.tenant_id = g.tenant_id and s.id = g.strategy_id
      left join release_criterion c on c.tenant_id = s.tenant_id and c.id = s.criterion_id and c.is_deleted = 0 and c.state = ${criterionState.approved}
      left join user_account u on u.tenant_id = c.tenant_id and u.id = c.approver_id and u.is_deleted = 0 and u.status = 1
      where v.tenant_id = ${tenantId} and v.id = ${versionId} and v.is_auto = 1`,
  );
  if (!report || !asked) return null;
  const isWaiting = report.state === reportState.toAudit && report.versionState === reportVersionState.toAudit && report.isCurrent && !report.heldBy;
  if (!isWaiting || !asked.isAutoRelease) {
    await keepBack(tx, tenantId, versionId, null);
    return null;
  }
  // Whoever presses the switch waits for what is being issued; what begins after sees it pressed.
  await tx.execute(sql`select 1 from tenant where tenant_id = ${tenantId} for share`);
  const date = now.slice(0, 10);
  const { approverId, approverName, criterionCode, criterionNo, reviewDate, panelGroupIds } = asked;
  const isApproved = approverId !== null && reviewDate !== null && panelGroupIds !== null;
  const signing =
    isApproved && approverName !== null ? await signingOf(tx, { tenantId, id: approverId }, report, date) : { state: 'noAuthority' as const };
  const rules = { panelGroupIds: panelGroupIds ?? [], ageFrom: asked.ageFrom, ageTo: asked.ageTo };
  const obstacle = releaseObstacle({
    isSwitchOn: await isReleaseOn(tx, tenantId, [report.laboratoryId, report.executeLaboratoryId]),
    criterion: isApproved ? { rules, reviewDate, isApproverAuthorised: signing.state === 'ready' } : null,
    date,
    versionNo: report.versionNo,
    commentCount: asked.facts.comments.length,
    isOwnResult:
      approverId !== null && (report.firstAuditorIds.includes(approverId) || (report.isThirdRelease && report.secondAuditorIds.includes(approverId))),
    ...(await whatIsKnown(tx, tenantId, report, date)),
  });
  if (obstacle === null && signing.state === 'ready' && approverId !== null) {
    const criterionVersion = `${criterionCode} 第${criterionNo}版`;
    const { signUserId, signatureId } = signing;
    return {
      report,
      releaser: { id: approverId, name: approverName ?? '', note: `${byItself} ${criterionVersion}` },
      signUserId,
      signatureId,
      criterionVersion,
    };
  }
  await keepBack(tx, tenantId, versionId, obstacle === null ? failed : releaseObstacles[obstacle]);
  return null;
}

type Known = Pick<ReleaseQuestion, 'tasks' | 'age' | 'isConditionNormal' | 'hasOpenChange' | 'hasAbnormalRecord' | 'wasWithdrawn'>;
/** What the results, their tubes and their requisition say. */
async function whatIsKnown(tx: Tx, tenantId: string, { reportId, basis }: LockedVersion, date: string): Promise<Known> {
  const ids = basis.map(({ taskId }) => taskId);
  const tasks = await readRows<ReleaseQuestion['tasks'][number] & { readonly round: number; readonly conditions: readonly number[] | null }>(
    tx,
    sql`select t.panel_group_id::text as panel_group_id, t.detection_result::int as detection_result, t.signals, t.round, s.sample_condition as conditions
      from lab_task t join sample s on s.tenant_id = t.tenant_id and s.id = t.sample_id where t.tenant_id = ${tenantId} and t.id = ${anyId(ids)} order by t.id`,
  );
  const row = await readRow<TestedPerson & { readonly hasOpenChange: boolean; readonly hasRecord: boolean; readonly wasWithdrawn: boolean }>(
    tx,
    sql`select q.age::int as age, q.age_unit::int as age_unit, q.birth_date::text as birth_date,
        q.entry_state < ${entryState.settled} or exists (select 1 from lab_process_record p where p.tenant_id = r.tenant_id and p.state = ${recordState.inForce} and ${aboutThese(ids)})
          or exists (select 1 from de_approval d where d.tenant_id = r.tenant_id and d.state = ${deApprovalState.waiting} and d.task_ids && ${sql.param(ids)}::bigint[]) as has_open_change,
        exists (select 1 from lab_process_record p where p.tenant_id = r.tenant_id and ${aboutThese(ids)}) as has_record,
        exists (select 1 from report_version o where o.tenant_id = r.tenant_id and o.report_id = r.id and o.withdraw_time is not null)
          or exists (select 1 from de_approval d where d.tenant_id = r.tenant_id and d.state = ${deApprovalState.done} and d.task_ids && ${sql.param(ids)}::bigint[]) as was_withdrawn
      from report r join requisition q on q.tenant_id = r.tenant_id and q.id = r.requisition_id where r.tenant_id = ${tenantId} and r.id = ${reportId}`,
  );
  if (!row) throw new Error('a report that was locked is not there');
  const { isAnew, ...answered } = answeredBy(row, tasks, date);
  return {
    tasks,
    ...answered,
    hasOpenChange: row.hasOpenChange,
    hasAbnormalRecord: row.hasRecord || isAnew,
    wasWithdrawn: row.wasWithdrawn,
  };
}
const aboutThese = (taskIds: readonly string[]) =>
  sql`p.sample_id in (select t.sample_id from lab_task t where t.tenant_id = p.tenant_id and t.id = ${anyId(taskIds)}) and p.task_ids && ${sql.param([...taskIds])}::bigint[]`;
